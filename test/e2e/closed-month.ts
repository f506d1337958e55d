import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { acmeBank, type AcmeBank } from '../support/acme-bank.js';
import { type Api, type Credential, expecting } from '../support/api.js';
import { clientOf } from '../support/client.js';
import { type ConsoleSession, consoleSession } from '../support/console-session.js';
import { createPlatform } from '../support/credentials.js';
import { eventually } from '../support/eventually.js';
import { createDeployment, type Deployment, type Host } from '../support/host.js';
import { type MovedTime, movedTime } from '../support/moved-time.js';
import type { InternalAccount, Page } from '../support/wire.js';
import { moneyInEveryState } from './day-of-all-states.js';
import {
  type Balance,
  balancesOfCsv,
  csvRows,
  minus,
  type Posting,
  postingsOfCsv,
  postingsOfJsonl,
  type Safeguarded,
  safeguardedBy,
  shortId,
  type Sums,
  statementOfCamt,
  statementOfCsv,
  sumsBy,
  unitsOf,
} from './exported-books.js';

interface Size {
  readonly customers: number;
  /** Days of the closed month with payments. */
  readonly days: number;
}

interface ClosedPlatform {
  readonly id: string;
  readonly api: Api;
  readonly credential: Credential;
}

interface Account {
  readonly id: string;
  readonly currency: string;
  readonly balance: number;
  readonly total: number;
}

const CHAPTER = new URL('../../docs/operate/close-the-month.md', import.meta.url);
const PLATFORMS = ['North', 'South'] as const;
const CURRENCIES = 'USD,EUR,GBP,MXN,USDB';
const DAY_MS = 86_400_000;
const RUN_MS = 1_200_000;
/** What nothing can change any more is five minutes old. */
const SETTLED_SECONDS = 600;
/** The rail of docs/rails/write-a-rail.md, whose account safeguards. */
const BANK = 'acme-bank';
const OVER = 100_000n;
/** More than goes back to senders after the day, so that the shortfall lasts. */
const MISSING = 1_000_000n;
/** A host looks for missing reports each minute. */
const REPORTS = { withinMs: 120_000, everyMs: 1_000 };

const byAccount = ({ account, currency }: Pick<Balance, 'account' | 'currency'>): string => `${account} ${currency}`;
const startOf = (month: string, later: number): string =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5, 7)) - 1 + later, 1)).toISOString();
const fieldOf = (time: string): string => time.slice(0, 16).replace('T', ' ');

/** The tests of the books of two platforms, closed with exported files alone. */
export function closedMonth({ customers, days }: Size): void {
  describe(`a month of two platforms with ${customers} customers each`, { timeout: RUN_MS }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-closed-month-'));
    let time: MovedTime;
    let deployment: Deployment;
    let host: Host;
    let session: ConsoleSession;
    let bank: AcmeBank;
    let settings: Readonly<Record<string, string>> = {};
    let platforms: readonly ClosedPlatform[] = [];
    const figures: Record<string, number> = {};
    const count = (what: string, by: number): void => void (figures[what] = (figures[what] ?? 0) + by);

    async function printed(...args: readonly string[]): Promise<string> {
      const { exitCode, stdout, stderr } = await deployment.commandWith(settings, ...args);
      expect([exitCode, stderr], args.join(' ')).toEqual([0, '']);
      return stdout;
    }
    const restart = async (): Promise<void> => {
      await host.stop();
      host = await deployment.start(settings);
    };

    const clockOf = async ({ api }: ClosedPlatform): Promise<string> => (await clientOf(api).getSandboxClock()).now;
    const advance = ({ api }: ClosedPlatform, seconds: number) =>
      expecting(200, api.post('/sandbox/clock/advance', { seconds }));
    async function toMonth(platform: ClosedPlatform, month: string): Promise<void> {
      const seconds = Math.ceil((Date.parse(startOf(month, 0)) - Date.parse(await clockOf(platform))) / 1000);
      if (seconds > 0) await advance(platform, seconds);
    }
    const seed = ({ credential }: ClosedPlatform, played: number, number: number) =>
      printed(
        ...['seed', '--customers', String(customers), '--days', String(played), '--seed', String(number)],
        ...['--base-url', host.baseUrl, '--client-id', credential.clientId, '--client-secret', credential.clientSecret],
      );

    beforeAll(async () => {
      time = movedTime();
      deployment = await createDeployment('sqlite', { CORRIDOR_SANDBOX_STRICT_ACCOUNTS: 'true' });
      bank = await acmeBank();
      host = await deployment.start();
      const made: ClosedPlatform[] = [];
      for (const name of PLATFORMS) {
        const credential = await createPlatform(deployment, name, '--currencies', CURRENCIES);
        const { id } = await clientOf(host.api.as(credential)).getPlatformConfig();
        made.push({ id, credential, api: host.api.as(credential) });
      }
      platforms = made;
      session = await consoleSession(deployment, host, 'Ada');
    }, RUN_MS);
    afterAll(async () => {
      time.restore();
      try {
        await host.stop();
      } finally {
        await deployment.remove();
        await bank.close();
        rmSync(folder, { recursive: true, force: true });
      }
    });

    async function accountsOf({ api }: ClosedPlatform): Promise<readonly Account[]> {
      const found: InternalAccount[] = [];
      for (let cursor: string | undefined; ;) {
        const query = { limit: 100, cursor };
        const page = await expecting(200, api.get<Page<InternalAccount>>('/customers/internal-accounts', query));
        found.push(...page.data);
        cursor = page.nextCursor;
        if (cursor === undefined) break;
      }
      const own = await expecting(200, api.get<Page<InternalAccount>>('/platform/internal-accounts'));
      return [...found, ...own.data].map(({ id, balance, totalBalance }) => ({
        ...{ id, currency: balance.currency.code },
        ...{ balance: balance.amount, total: totalBalance.amount },
      }));
    }

    /** The lines of a period in both formats, which say the same. */
    async function exported(...period: readonly string[]): Promise<readonly Posting[]> {
      const csv = await printed('journal', 'export', ...period, '--format', 'csv');
      const lines = postingsOfCsv(csv);
      const jsonl = await printed('journal', 'export', ...period, '--format', 'jsonl');
      expect(postingsOfJsonl(jsonl)).toEqual(lines);
      count('bytes of CSV', csv.length);
      return lines;
    }

    async function balancesAt(time: string, ...scope: readonly string[]): Promise<readonly Balance[]> {
      return balancesOfCsv(await printed('positions', '--at', time, '--format', 'csv', ...scope));
    }

    /** Both formats of the statements of all accounts have the entries of the export that change the account. */
    async function statementsAgree(platform: ClosedPlatform, [from, until]: readonly [string, string]): Promise<void> {
      const ofPlatform = ['--platform', platform.id, '--environment', 'SANDBOX'];
      const before = postingsOfCsv(await printed('journal', 'export', '--to', from, ...ofPlatform));
      const within = postingsOfCsv(await printed('journal', 'export', '--from', from, '--to', until, ...ofPlatform));
      const ofAccount = (postings: readonly Posting[], id: string): readonly Posting[] =>
        postings.filter(({ accountName }) => accountName === `available:${id}` || accountName === `held:${id}`);
      const sumOf = (postings: readonly Posting[]): bigint => postings.reduce((sum, { units }) => sum + units, 0n);
      const period = new URLSearchParams({ from: fieldOf(from), until: fieldOf(until) });
      const isFiat = (currency: string): boolean => currency !== 'USDB';
      for (const { id, currency } of await accountsOf(platform)) {
        const own = ofAccount(within, id);
        const opening = sumOf(ofAccount(before, id));
        const entries: Sums = sumsBy(own, ({ entryId }) => shortId(entryId));
        const expected = { opening, closing: opening + sumOf(own), entries };
        const path = `/t/${platform.id}/SANDBOX/accounts/${id}/statement`;
        expect(statementOfCsv(await session.read(`${path}.csv?${period}`)), id).toEqual(expected);
        if (isFiat(currency)) {
          expect(statementOfCamt(await session.read(`${path}.xml?${period}`)), id).toEqual(expected);
          count('statements in camt.053', 1);
        }
        count('statements in CSV', 1);
        count('entries of statements', Object.keys(entries).length);
      }
    }

    /** The balances of the API are the sums of the journal of an account from its beginning. */
    async function balancesAgree(platform: ClosedPlatform): Promise<void> {
      const scope = ['--platform', platform.id, '--environment', 'SANDBOX'];
      await eventually(
        'balances that do not change while the journal is exported',
        async () => {
          const accounts = await accountsOf(platform);
          const end = await clockOf(platform);
          await advance(platform, SETTLED_SECONDS);
          const journal = postingsOfCsv(await printed('journal', 'export', '--to', end, ...scope));
          const sums = sumsBy(journal, ({ accountName }) => accountName);
          const of = (name: string): bigint => sums[name] ?? 0n;
          const found = accounts.map(({ id, balance, total }) => [id, BigInt(balance), BigInt(total)]);
          const expected = accounts.map(({ id }) => [
            id,
            of(`available:${id}`),
            of(`available:${id}`) + of(`held:${id}`),
          ]);
          expect(found).toEqual(expected);
          count('balances of the API', accounts.length);
          return true;
        },
        { withinMs: 60_000, everyMs: 1_000 },
      );
    }

    it('agrees in all exported files, statements and balances', async () => {
      const begun = performance.now();
      for (const platform of platforms) await seed(platform, 2, 11);
      const [first] = platforms as [ClosedPlatform];
      const month = startOf(await clockOf(first), 1).slice(0, 7);
      for (const platform of platforms) await toMonth(platform, month);
      await Promise.all(platforms.map((platform, index) => seed(platform, days, 21 + index)));
      const next = startOf(month, 1).slice(0, 7);
      for (const platform of platforms) await toMonth(platform, next);
      for (const platform of platforms) await seed(platform, 1, 31);
      figures['seconds of seeding'] = Math.round((performance.now() - begun) / 1000);

      const accounts = join(folder, 'accounts.csv');
      writeFileSync(accounts, /^```csv\n(.*?)^```$/ms.exec(readFileSync(CHAPTER, 'utf8'))![1]!);
      const [from, until] = [startOf(month, 0), startOf(month, 1)];
      const closing = performance.now();
      for (const platform of platforms) {
        const scope = ['--platform', platform.id, '--environment', 'SANDBOX', '--accounts', accounts];
        const lines = await exported('--month', month, '--balances', ...scope);
        const postings = lines.filter(({ kind }) => !kind.endsWith('_BALANCE'));
        const ofKind = (kind: string): readonly Posting[] => lines.filter((line) => line.kind === kind);
        count('postings', postings.length);
        count('entries', new Set(postings.map(({ entryId }) => entryId)).size);

        expect(postings.every(({ bookedAt }) => bookedAt >= from && bookedAt < until)).toBe(true);
        // Each entry sums to zero in each currency.
        expect(sumsBy(postings, ({ entryId, currency }) => `${entryId} ${currency}`)).toEqual({});

        const [opening, closed] = [await balancesAt(from, ...scope), await balancesAt(until, ...scope)];
        const change = minus(sumsBy(closed, byAccount), sumsBy(opening, byAccount));
        expect(Object.keys(change).length).toBeGreaterThan(5);
        expect(sumsBy(postings, byAccount)).toEqual(change);
        expect(sumsBy(ofKind('OPENING_BALANCE'), byAccount)).toEqual(sumsBy(opening, byAccount));
        expect(sumsBy(ofKind('CLOSING_BALANCE'), byAccount)).toEqual(sumsBy(closed, byAccount));

        // No posting and no balance is outside of the general ledger.
        const byGl = ({ glAccount, currency }: Pick<Balance, 'glAccount' | 'currency'>) => `${glAccount} ${currency}`;
        for (const { glAccount } of [...lines, ...opening, ...closed]) expect(glAccount).toMatch(/^\d{4}$/);
        expect(sumsBy(postings, byGl)).toEqual(minus(sumsBy(closed, byGl), sumsBy(opening, byGl)));
        await statementsAgree(platform, [from, until]);
        await balancesAgree(platform);
      }
      figures['seconds of closing'] = Math.round((performance.now() - closing) / 1000);
      await deployment.audit();
    });

    /** The figures of a moment by the command, with those that the accountant adds up from the whole journal. */
    async function safeguardingAt(at: string): Promise<Readonly<Record<string, Safeguarded>>> {
      const scope = ['--environment', 'SANDBOX'];
      const rows = csvRows(await printed('safeguarding', '--at', at, ...scope, '--format', 'csv'));
      const names = ['customers', 'platforms', 'own', 'other', 'safeguarded', 'elsewhere', 'excess', 'shortfall'];
      const found = rows.map((row) => [
        row['currency'],
        Object.fromEntries(names.map((name) => [name, unitsOf(row[name]!)])),
      ]);
      const journal = await exported('--to', at, ...scope);
      const expected = safeguardedBy(journal, [BANK]);
      expect(Object.fromEntries(found)).toEqual(expected);
      count('postings of safeguarding', journal.length);
      return expected;
    }

    /** The report that a host has made of this moment has the same figures; an operator signs it off. */
    async function reported(at: string, expected: Readonly<Record<string, Safeguarded>>): Promise<void> {
      interface Report {
        readonly id: string;
        readonly at: string;
        readonly figures: readonly (Readonly<Record<string, string>> & { readonly lines: unknown })[];
      }
      const report = await eventually(
        'the report of the day',
        async () => {
          const all = JSON.parse(await printed('safeguarding', 'reports', '--json')) as readonly Report[];
          return all.find((each) => each.at === at);
        },
        REPORTS,
      );
      const names = Object.keys(Object.values(expected)[0]!);
      for (const figure of report.figures)
        expect(Object.fromEntries(names.map((name) => [name, BigInt(figure[name]!)]))).toEqual(
          expected[figure['currency']!],
        );
      expect(report.figures.map(({ currency }) => currency)).toEqual(Object.keys(expected));
      const signed = await deployment.commandWith(
        settings,
        ...['safeguarding', 'sign-off', '--id', report.id, '--statement', 'agrees with the journal'],
        ...['--operator', join(folder, 'signer')],
      );
      expect([signed.exitCode, signed.stderr]).toEqual([0, '']);
    }

    async function moveToBank(amount: bigint, back = false): Promise<void> {
      const [from, to] = back ? [BANK, 'sandbox-bank'] : ['sandbox-bank', BANK];
      await printed(
        ...['treasury', 'book', '--kind', 'TRANSFER', '--environment', 'SANDBOX', '--rail', from, '--bought-rail', to],
        ...['--currency', 'EUR', '--amount', String(amount), '--reference', `to ${to}`],
        ...['--operator', join(folder, 'signer')],
      );
    }

    /** Moves the host beyond the first midnight after a time, which it returns. */
    async function toMidnightAfter(moment: number): Promise<string> {
      const midnight = (Math.floor(moment / DAY_MS) + 1) * DAY_MS;
      await host.stop();
      time.advance(midnight - Date.now() + SETTLED_SECONDS * 1000);
      host = await deployment.start(settings);
      return new Date(midnight).toISOString();
    }
    function markTheBank(): void {
      const path = settings['CORRIDOR_CONNECTIONS_FILE']!;
      const file = JSON.parse(readFileSync(path, 'utf8')) as { rails: object[] };
      writeFileSync(path, JSON.stringify({ rails: file.rails.map((entry) => ({ ...entry, safeguarding: true })) }));
    }

    it('has the money of customers in the safeguarding report in every state, and a shortfall', async () => {
      settings = bank.connect(folder);
      await printed(
        'operator',
        'create',
        '--name',
        'Bob',
        '--role',
        'operator',
        '--credential',
        join(folder, 'signer'),
      );
      await restart();
      platforms = platforms.map((platform) => ({ ...platform, api: host.api.as(platform.credential) }));
      await Promise.all(platforms.map(({ api }) => moneyInEveryState(api)));

      const balances = balancesOfCsv(await printed('positions', '--environment', 'SANDBOX', '--format', 'csv'));
      const owed = safeguardedBy(balances, [BANK])['EUR']!;
      await moveToBank(OVER - owed.excess);
      // What the platforms book after the move is later than this midnight: their test clocks are ahead.
      const clocks = await Promise.all(platforms.map(async (platform) => Date.parse(await clockOf(platform))));
      markTheBank();
      const covered = await toMidnightAfter(Math.max(...clocks));
      const atFirst = await safeguardingAt(covered);
      await reported(covered, atFirst);
      const states = new Set((await exported('--to', covered, '--environment', 'SANDBOX')).map((line) => line.account));
      for (const state of [
        'available',
        'held',
        'in-transit',
        'suspense',
        'card-reserve',
        'receivables',
        'bank-charges',
      ])
        expect(states).toContain(state);
      expect(atFirst['EUR']!.shortfall).toBe(0n);
      expect(atFirst['EUR']!.excess).toBeGreaterThan(0n);
      expect(atFirst['USD']!.shortfall).toBe(atFirst['USD']!.customers + atFirst['USD']!.platforms);

      await moveToBank(atFirst['EUR']!.excess + MISSING, true);
      const short = await toMidnightAfter(Date.now());
      const then = await safeguardingAt(short);
      await reported(short, then);
      expect(then['EUR']!.shortfall).toBe(-then['EUR']!.excess);
      expect(then['EUR']!.shortfall).toBeGreaterThan(0n);
      const shown = /^corridor_safeguarding_shortfall\{[^}]*currency="EUR"[^}]*\} (\d+)/m;
      await eventually('the metric of the shortfall', async () => {
        const metrics = await (await fetch(new URL('/metrics', host.baseUrl))).text();
        return Number(shown.exec(metrics)?.[1]) > 0;
      });
      await deployment.audit();
      // Of this process, with the host and the commands in it.
      figures['MB of memory at most'] = Math.round(process.resourceUsage().maxRSS / 1024);
      const text = Object.entries(figures).map(([what, number]) => `${number} ${what}`);
      process.stdout.write(
        `two platforms with ${customers} customers and ${days} days: ${text.join(', ')}; owed in USD ` +
          `${atFirst['USD']!.customers}, in EUR ${atFirst['EUR']!.customers}, shortfall in EUR ${then['EUR']!.shortfall}\n`,
      );
    });
  });
}
