import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Id, instant, type Instant, type TenantKey, tenantKey } from '@corridor/core';
import { decimalText, everyRecord, readStatement } from '@corridor/core/internal';
import { INTERNAL_ACCOUNTS } from '@corridor/core/records';
import { describe, expect, it } from 'vitest';
import type { Storage } from '../../packages/adapters-storage/src/index.js';
import { expecting } from '../support/api.js';
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

const CHAPTER = new URL('../../docs/operate/close-the-month.md', import.meta.url);

describe('the close of a month', { timeout: 300_000 }, () => {
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
    const seed = (days: number) =>
      printed('seed', '--customers', '4', '--days', String(days), '--seed', '11', ...credential);
    const clock = async () => (await clientOf(used.api.as(platform)).getSandboxClock()).now;
    /** Moves the test clock to the first day of a month, so many months later. */
    const toMonth = async (later: number): Promise<Instant> => {
      const now = await clock();
      const first = Date.UTC(Number(now.slice(0, 4)), Number(now.slice(5, 7)) - 1 + later, 1);
      const seconds = Math.ceil((first - Date.parse(now)) / 1000);
      await expecting(200, used.api.as(platform).post('/sandbox/clock/advance', { seconds }));
      return instant(first);
    };
    await seed(4);
    const from = await toMonth(1);
    await seed(6);
    const to = await toMonth(1);
    await seed(2);
    const now = await clock();
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

    // Every command of the chapter runs as it is written, for this platform: the clocks of others have not moved.
    const chapter = readFileSync(CHAPTER, 'utf8');
    const accounts = join(used.deployment.dataDirectory, 'accounts.csv');
    writeFileSync(accounts, /^```csv\n(.*?)^```$/ms.exec(chapter)![1]!);
    const names: Readonly<Record<string, string>> = {
      ...{ '2026-10': named, '2026-10-01': begin, '2026-10-16': `${named}-16`, '2026-11-01': end },
      ...{ 'Platform:…': id, house: id, PRODUCTION: 'SANDBOX', 'accounts.csv': accounts },
    };
    const commands = [...chapter.matchAll(/^npx corridor ([^>\n]+)(?: > \S+)?$/gm)].map(([, line]) => line!.trim());
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) {
      const words = command.split(' ').map((word) => names[word] ?? word);
      await printed(...words, ...(words.includes('--platform') || words[0] === 'audit' ? [] : ['--platform', id]));
    }

    // The statements and the trial balance agree about the accounts of customers.
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
