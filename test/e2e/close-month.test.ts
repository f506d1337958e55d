import { type Id, instant, type Instant, type TenantKey, tenantKey } from '@corridor/core';
import { decimalText, everyRecord, readStatement } from '@corridor/core/internal';
import { INTERNAL_ACCOUNTS } from '@corridor/core/records';
import { describe, expect, it } from 'vitest';
import type { Storage } from '../../packages/adapters-storage/src/index.js';
import { clientOf } from '../support/client.js';
import { createPlatform } from '../support/credentials.js';
import { useHost } from '../support/use-host.js';

/** A line of the export in JSON. */
interface Line {
  readonly bookedAt: string;
  readonly kind: string;
  readonly account: string;
  readonly currency: string;
  readonly debit: string | null;
  readonly credit: string | null;
  readonly units: string;
}

/** A line of the trial balance in JSON. */
interface Balance {
  readonly account: string;
  readonly currency: string;
  readonly balance: string;
}

type Sums = Readonly<Record<string, bigint>>;

function sumsOf(amounts: readonly (readonly [account: string, currency: string, units: string])[]): Sums {
  const sums = new Map<string, bigint>();
  for (const [account, currency, units] of amounts) {
    const key = `${account} ${currency}`;
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(units));
  }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0n).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const ofLines = (lines: readonly Line[]): Sums =>
  sumsOf(lines.map(({ account, currency, units }) => [account, currency, units]));
const ofBalances = (balances: readonly Balance[]): Sums =>
  sumsOf(balances.map(({ account, currency, balance }) => [account, currency, balance]));

describe('the close of a month', { timeout: 180_000 }, () => {
  const used = useHost('sqlite', { webhooks: false, env: { CORRIDOR_SANDBOX_STRICT_ACCOUNTS: 'true' } });

  async function printed(...args: readonly string[]): Promise<string> {
    const { exitCode, stdout, stderr } = await used.deployment.command(...args);
    expect([exitCode, stderr], args.join(' ')).toEqual([0, '']);
    return stdout;
  }

  /** The sums of the closing balances of the customers' and the platform's statements, by currency. */
  async function statements(storage: Storage, tenant: TenantKey, from: Instant, until: Instant, now: Instant) {
    const read = readStatement({
      units: storage.units,
      sealer: { open: () => '{"name":null,"account":null}' } as never,
      digest: { sha256: () => '' } as never,
      contextOf: async () => ({ tenant, actor: { kind: 'system' }, requestId: '', now, hostNow: now }),
    });
    const ids = await storage.units.read(tenant, async (reads) => {
      const found: string[] = [];
      for await (const { id } of everyRecord(reads, INTERNAL_ACCOUNTS)) found.push(id);
      return found;
    });
    const closing: (readonly [string, string, string])[] = [];
    const opening: (readonly [string, string, string])[] = [];
    for (const accountId of ids) {
      const made = await read(tenant, { accountId, from, until });
      if (!made.ok) throw new Error(made.error.message);
      const { account, opening: before, closing: after, entries } = made.value;
      expect(before + entries.reduce((sum, { amount }) => sum + amount, 0n)).toBe(after);
      opening.push(['customers', account.currency, String(before)]);
      closing.push(['customers', account.currency, String(after)]);
    }
    expect(ids.length).toBeGreaterThan(5);
    return { opening: sumsOf(opening), closing: sumsOf(closing) };
  }

  const customersOf = (balances: readonly Balance[]): Sums =>
    sumsOf(
      balances.flatMap(({ account, currency, balance }) =>
        ['available', 'held'].includes(account) ? [['customers', currency, balance] as const] : [],
      ),
    );

  it('agrees: opening balances, exported postings, closing balances and the statements of customers', async () => {
    const platform = await createPlatform(used.deployment, 'Closed', '--currencies', 'USD,EUR,GBP,MXN');
    const { id } = await clientOf(used.api.as(platform)).getPlatformConfig();
    const host = ['--base-url', used.host.baseUrl, '--client-id', platform.clientId];
    const credential = [...host, '--client-secret', platform.clientSecret];
    await printed('seed', '--customers', '5', '--days', '70', '--seed', '11', ...credential);
    const { now } = await clientOf(used.api.as(platform)).getSandboxClock();
    // The month before that of the platform's clock, which began and ended within the 70 days.
    const year = Number(now.slice(0, 4));
    const month = Number(now.slice(5, 7)) - 1;
    const [from, to] = [instant(Date.UTC(year, month - 1, 1)), instant(Date.UTC(year, month, 1))];
    const named = new Date(from).toISOString().slice(0, 7);
    const [begin, end] = [new Date(from).toISOString(), new Date(to).toISOString()];
    const scope = ['--platform', id, '--environment', 'SANDBOX'];

    const balancesAt = async (at: string): Promise<readonly Balance[]> =>
      JSON.parse(await printed('positions', '--at', at, '--json', ...scope)) as readonly Balance[];
    const [opening, closing] = [await balancesAt(begin), await balancesAt(end)];
    const jsonl = await printed('journal', 'export', '--month', named, '--format', 'jsonl', '--balances', ...scope);
    const lines = jsonl
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const ofKind = (kind: string) => lines.filter((line) => line.kind === kind);
    const postings = lines.filter(({ kind }) => !kind.endsWith('_BALANCE'));
    expect(postings.length).toBeGreaterThan(100);
    expect(postings.every(({ bookedAt }) => bookedAt >= begin && bookedAt < end)).toBe(true);
    expect(opening.length).toBeGreaterThan(3);
    expect(ofBalances(opening)).not.toEqual(ofBalances(closing));

    // The postings are balanced, and lead from the one trial balance to the other.
    const perCurrency = sumsOf(postings.map(({ currency, units }) => ['all', currency, units]));
    expect(perCurrency).toEqual({});
    expect(ofLines(ofKind('OPENING_BALANCE'))).toEqual(ofBalances(opening));
    expect(ofLines(ofKind('CLOSING_BALANCE'))).toEqual(ofBalances(closing));
    expect(ofLines([...ofKind('OPENING_BALANCE'), ...postings])).toEqual(ofBalances(closing));
    for (const { debit, credit, units, currency } of lines) {
      const [side, sign] = debit === null ? [credit, 1n] : [debit, -1n];
      expect(side).toBe(decimalText(sign * BigInt(units), currency));
    }

    // An export from the beginning is the trial balance of its end.
    const whole = await printed('journal', 'export', '--to', end, '--format', 'jsonl', ...scope);
    const everything = whole.trim().split('\n');
    expect(ofLines(everything.map((line) => JSON.parse(line) as Line))).toEqual(ofBalances(closing));

    // What the statements say of the accounts of customers is what the trial balance says of them.
    const storage = used.deployment.open();
    try {
      const tenant = tenantKey(id as Id<'Platform'>, 'SANDBOX');
      const found = await statements(storage, tenant, from, to, Date.parse(now) as Instant);
      expect(found).toEqual({ opening: customersOf(opening), closing: customersOf(closing) });
    } finally {
      await storage.close();
    }
  });
});
