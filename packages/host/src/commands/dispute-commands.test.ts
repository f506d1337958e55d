import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Id, runUseCase, tenantKey } from '@corridor/core';
import { readAll } from '@corridor/core/internal';
import { INTERNAL_ACCOUNTS, TRANSACTIONS } from '@corridor/core/records';
import { afterAll, expect, test, vi } from 'vitest';
import { runCommand } from './command-line.js';
import { readConfiguration } from '../settings/configuration.js';
import { withCore } from '../serving/host.js';
import { createProcessContext } from '../kernel/process-context.js';
import { operatorFile } from '../testing/operator-file.js';

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), 'corridor-disputes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const SETTINGS = { CORRIDOR_PORT: '0', CORRIDOR_DATA_DIR: folder, CORRIDOR_MASTER_KEY: '5c'.repeat(32) };

async function corridor(...args: readonly string[]) {
  let out = '';
  let err = '';
  const output = { out: { write: (text: string) => (out += text) }, err: { write: (text: string) => (err += text) } };
  const code = await runCommand(args, SETTINGS, output);
  return { code, out, err };
}

test('credits, records and lists a dispute', async () => {
  const created = await corridor('platform', 'create', '--name', 'Acme', '--currencies', 'USD');
  const platform = /platform: (Platform:\S+)/.exec(created.out)![1] as Id<'Platform'>;
  const [ann, bob] = [join(folder, 'ann'), join(folder, 'bob')];
  const dispute = await withCore(readConfiguration(SETTINGS), createProcessContext(), async (core) => {
    await operatorFile(core.units, ann, 'Ann', 'OPERATOR');
    await operatorFile(core.units, bob, 'Bob', 'APPROVER');
    const tenant = tenantKey(platform, 'SANDBOX');
    const run = async (useCase: unknown, input: object): Promise<{ readonly id: string }> => {
      const ctx = core.context(tenant, { kind: 'system' }, 'test');
      const done = await runUseCase(core.units, ctx, useCase as never, input as never);
      if (!done.ok) throw new Error(done.error.message);
      return done.value as { readonly id: string };
    };
    const customer = await run(core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada Example' });
    await core.work.drain();
    const accounts = await core.units.read(tenant, (reads) => readAll(reads, INTERNAL_ACCOUNTS, {}));
    const { id: accountId } = accounts.find(({ customerId }) => customerId === customer.id)!;
    await run(core.sandbox.fund, { accountId, amount: 10_000n });
    const card = await run(core.cards.order, { cardholderId: customer.id, fundingSources: [accountId] });
    await core.work.drain();
    await run(core.cards.network.authorize, {
      ...{ cardId: card.id, amount: 1_000n, currency: 'USD', direction: 'DEBIT', mode: 'settle', issuerToken: 'use' },
      merchant: { descriptor: 'SHOP', mcc: null, country: null },
    });
    const [use] = await core.units.read(tenant, (reads) => readAll(reads, TRANSACTIONS, { type: 'CARD' }));
    return run(core.cards.disputes.open, { transactionId: use!.id, reason: 'FRAUD' });
  });

  const about = ['--platform', platform, '--dispute', dispute.id, '--operator', ann] as const;
  const credit = await corridor('card', 'credit-dispute', ...about, '--reason', 'the cardholder needs it');
  expect(credit).toMatchObject({ code: 0, out: expect.stringContaining(`${dispute.id}, which is OPEN`) });
  const asked = await corridor(
    ...['card', 'record-dispute', ...about, '--event', 'chargeback', '--amount', '400', '--currency', 'USD'],
    ...['--reference', 'portal 1'],
  );
  const [, request = '', digest = ''] = /--id (Request:\S+) --digest (\S+)/.exec(asked.out)!;
  const approved = await corridor(...['approvals', 'approve', '--id', request, '--digest', digest, '--operator', bob]);
  expect(approved).toMatchObject({ code: 0 });

  const listed = await corridor('card', 'disputes', '--platform', platform, '--status', 'CHARGED_BACK', '--json');
  expect(JSON.parse(listed.out)).toMatchObject([
    { id: dispute.id, status: 'CHARGED_BACK', received: '400', provisional: '1000' },
  ]);
  const lines = await corridor('card', 'disputes', '--platform', platform);
  expect(lines.out).toContain('received 4.00 USD  provisional 10.00 USD');
  expect(await corridor('card', 'disputes', '--platform', platform, '--status', 'NONE')).toMatchObject({ code: 2 });
});
