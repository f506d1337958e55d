import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { expecting } from '../support/api.js';
import { createPlatform } from '../support/credentials.js';
import { DATABASES } from '../support/host.js';
import { addAccount, createCustomer, fundedAccount, quotePayout, settled } from '../support/scenario.js';
import { useHost } from '../support/use-host.js';
import type { Page } from '../support/wire.js';

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly cause: string;
  readonly createdAt: string;
  readonly postings: readonly { readonly account: string; readonly currency: string; readonly amount: number }[];
}

describe.each(DATABASES)('the ledger on %s', (database) => {
  const used = useHost(database, { webhooks: false });
  const folder = mkdtempSync(join(tmpdir(), 'corridor-statement-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const entries = async (query: Record<string, string | number>) =>
    (await expecting(200, used.api.get<Page<Entry>>('/ledger/entries', query))).data;

  async function payment() {
    const { api } = used;
    const customer = await createCustomer(api, { currencies: ['USD'] });
    const account = await fundedAccount(api, customer.id, 'USD', 50_000);
    const payee = await addAccount(api, customer.id, 'EUR');
    const request = { from: account.id, to: payee.id, amount: 10_000 };
    const quote = await quotePayout(api, request, { immediatelyExecute: true });
    await settled(api, quote.transactionId);
    return { account, quote };
  }

  it('lists the entries of a payment and of an account, each of which sums to zero', async () => {
    const { account, quote } = await payment();
    const own = await entries({ cause: quote.transactionId });
    expect(own.map(({ kind }) => kind)).toEqual(['SETTLEMENT', 'HOLD']);
    expect(own[1]?.postings).toEqual([
      { account: `available:${account.id}`, currency: 'USD', amount: -10_000 },
      { account: `held:${account.id}`, currency: 'USD', amount: 10_000 },
    ]);
    for (const { postings } of own) {
      const sums: Record<string, number> = {};
      for (const { currency, amount } of postings) sums[currency] = (sums[currency] ?? 0) + amount;
      expect(Object.values(sums).every((sum) => sum === 0)).toBe(true);
    }
    const available = await entries({ account: `available:${account.id}` });
    expect(available.map(({ kind }) => kind)).toEqual(['HOLD', 'DEPOSIT']);
    expect(await entries({ account: `available:${account.id}`, kind: 'DEPOSIT', limit: 1 })).toEqual([available[1]]);
    expect(await entries({ cause: quote.transactionId, createdAfter: '2999-01-01T00:00:00Z' })).toEqual([]);
    const other = used.api.as(await createPlatform(used.deployment, 'Other'));
    for (const query of [{}, { cause: quote.transactionId }, { account: 'fx:SANDBOX:USD' }]) {
      expect(await expecting(200, other.get('/ledger/entries', query))).toMatchObject({ data: [], hasMore: false });
    }
  });

  it('is compared with the statement of a rail, with every difference on either side', async () => {
    const { quote } = await payment();
    const rail = 'sandbox-bank';
    const posted = (await entries({ limit: 100 })).flatMap(({ cause, postings }) =>
      postings
        .filter(({ account }) => account.startsWith(`clearing:SANDBOX:${rail}:`))
        .map(({ currency, amount }) => [cause, currency, Math.abs(amount), amount < 0 ? 'IN' : 'OUT'].join(',')),
    );
    expect(posted.length).toBeGreaterThanOrEqual(2);
    const statement = (name: string, lines: readonly string[]): string => {
      const file = join(folder, name);
      writeFileSync(file, ['reference,currency,amount,direction', ...lines, ''].join('\n'));
      return file;
    };
    const reconcile = (file: string) =>
      used.deployment.command('reconcile', '--rail', rail, '--environment', 'SANDBOX', '--statement', file);

    const agreed = await reconcile(statement('whole.csv', posted));
    expect(agreed).toMatchObject({ exitCode: 0, stdout: `reconciled: ${posted.length} lines agree\n` });

    const payout = posted.find((line) => line.startsWith(quote.transactionId))!;
    const lines = [...posted.filter((line) => line !== payout), payout.replace(/,(\d+),/, ',1,')];
    const differing = await reconcile(statement('off.csv', lines));
    expect(differing.exitCode).toBe(1);
    const [inStatement, inLedger, summary] = differing.stdout.split('\n');
    expect(inStatement).toBe(`not in the ledger: line ${lines.length + 1}, OUT 0.01 EUR ${quote.transactionId}`);
    expect(inLedger).toMatch(/^not in the statement: JournalEntry:\S+ \(SETTLEMENT\), OUT \d+\.\d\d EUR Transaction:/);
    expect(summary).toBe(`2 differences: ${posted.length - 1} lines agree`);
  });
});
