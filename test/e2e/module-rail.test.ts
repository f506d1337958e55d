import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { POSTINGS } from '@corridor/core/records';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AcmeBank, acmeBank, KEY } from '../support/acme-bank.js';
import { eventually } from '../support/eventually.js';
import { createDeployment, DATABASES, type Deployment, type Host } from '../support/host.js';
import {
  accountOf,
  addAccount,
  balances,
  createCustomer,
  executeQuote,
  fund,
  quotePayout,
  readTransaction,
} from '../support/scenario.js';

/** The bank and the module of docs/rails/write-a-rail.md#a-module-rail. */
describe.each(DATABASES)('the module rail of the documentation on %s', (database) => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-module-rail-'));
  let bank: AcmeBank;
  let deployment: Deployment;
  let host: Host;
  let customerId: string;
  let dollars: string;

  beforeAll(async () => {
    bank = await acmeBank();
    deployment = await createDeployment(database, bank.connect(folder));
    host = await deployment.start();
    ({ id: customerId } = await createCustomer(host.api, { currencies: ['USD', 'EUR'] }));
    dollars = (await accountOf(host.api, customerId, 'USD')).id;
    await fund(host.api, dollars, 1_000_000);
  });

  afterAll(async () => {
    try {
      await host.stop();
      expect(host.stderr()).not.toContain(KEY);
      await deployment.audit();
    } finally {
      await deployment.remove();
      await bank.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  async function pay(amount = 10_000): Promise<{ readonly transactionId: string; readonly iban: string }> {
    const payee = await addAccount(host.api, customerId, 'EUR');
    const quote = await quotePayout(host.api, { from: dollars, to: payee.id, amount });
    await executeQuote(host.api, quote.id);
    const { iban } = payee.accountInfo as unknown as { readonly iban: string };
    return { transactionId: quote.transactionId, iban };
  }
  const sent = (transactionId: string) =>
    eventually('the transfer at the bank', () => bank.transfers.get(transactionId) ?? null);
  const statusOf = async (id: string): Promise<string> => (await readTransaction(host.api, id)).status;
  const tell = async (message: object, signature?: string): Promise<number> =>
    (await bank.tell(host.baseUrl, message, signature)).status;

  it('pays out before the rails of the sandbox, and completes with a callback, once', async () => {
    const { transactionId, iban } = await pay();
    const transfer = await sent(transactionId);
    expect(transfer).toMatchObject({ iban, times: 1 });
    expect(await statusOf(transactionId)).toBe('PROCESSING');

    const message = { id: `done ${transactionId}`, type: 'done', reference: transactionId };
    expect(await tell(message, 'f'.repeat(64))).toBe(401);
    expect(await statusOf(transactionId)).toBe('PROCESSING');
    expect(await Promise.all([tell(message), tell(message)])).toContain(204);
    expect(await tell(message)).toBe(204);
    const paid = await eventually('a completed payment', async () => {
      const transaction = await readTransaction(host.api, transactionId);
      return transaction.status === 'COMPLETED' ? transaction : null;
    });
    expect(paid).toMatchObject({ receivedAmount: { amount: Number(transfer.cents), currency: { code: 'EUR' } } });
    expect(await tell({ ...message, id: 'another', reference: 'Transaction:unknown' })).toBe(400);
  });

  it('credits money that a callback reports, once, at the account of its funding instructions', async () => {
    const euros = await accountOf(host.api, customerId, 'EUR');
    const instructions = euros.fundingPaymentInstructions.map(
      ({ accountOrWalletInfo }) => accountOrWalletInfo as unknown as Readonly<Record<string, string>>,
    );
    const [first] = instructions;
    expect(first).toMatchObject({ accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' });
    const payer = { payer: 'Ada Lovelace', payerIban: 'DE02120300000000202051', date: '2026-01-05' };
    const credit = { id: 'credit 1', type: 'credit', reference: first!['reference'], cents: '12345', ...payer };
    expect(await tell({ ...credit, cents: '99999' }, 'f'.repeat(64))).toBe(401);
    expect(await tell(credit)).toBe(204);
    expect(await tell(credit)).toBe(204);
    expect(await balances(host.api, customerId, 'EUR')).toEqual([12_345, 12_345]);
  });

  it('sends money that it cannot attribute back to its sender', async () => {
    const payer = { payer: 'Grace Hopper', payerIban: 'DE02100100100006820101', date: '2026-01-05' };
    expect(await tell({ id: 'credit 2', type: 'credit', reference: 'a gift', cents: '700', ...payer })).toBe(204);
    const back = await eventually('the refund at the bank', () =>
      [...bank.transfers.values()].find(({ cents }) => cents === '700'),
    );
    expect(back).toMatchObject({ iban: payer.payerIban, times: 1 });
    expect(await tell({ id: 'done refund', type: 'done', reference: back.id })).toBe(204);
    await eventually('nothing in suspense', async () => {
      const { stdout } = await deployment.command('suspense', 'list');
      return stdout === 'no deposits in suspense\n';
    });
  });

  it('carries no simulation of the sandbox', async () => {
    const storage = deployment.open();
    const cleared = (rail: string) =>
      storage.units.read(null, (reads) =>
        reads.sum(POSTINGS, 'amount', { account: `clearing:SANDBOX:${rail}:EUR` }, 0, null),
      );
    const before = await cleared('acme-bank');
    const euros = await accountOf(host.api, customerId, 'EUR');
    await fund(host.api, euros.id, 500);
    expect([await cleared('sandbox-bank'), await cleared('acme-bank')]).toEqual([-500n, before]);
    await storage.close();
  });

  it('is shown by the commands, the metrics and the readiness', async () => {
    const answer = async (path: string) => (await fetch(new URL(path, host.baseUrl))).text();
    const listed = await deployment.command('connections', 'list');
    expect(listed.stdout).toContain(
      'acme-bank (rails module, SANDBOX)\n  acme-bank: pays EUR to EUR_ACCOUNT by SEPA; receives EUR\n  claims IBAN DE89370400440532013000\n',
    );
    const checked = await deployment.command('connections', 'check', 'acme-bank');
    expect(checked).toEqual({
      exitCode: 0,
      stdout: 'acme-bank: reachable, nothing exchanged yet\n  0 transfers waiting\n',
      stderr: '',
    });
    expect(await answer('/metrics')).toContain('corridor_rail_reachable{rail="acme-bank"} 1');
    expect(JSON.parse(await answer('/readyz?verbose'))).toMatchObject({
      status: 'ok',
      rails: [{ name: 'acme-bank', isReachable: true, backlog: { 'transfers waiting': 0 } }],
    });
  });
});
