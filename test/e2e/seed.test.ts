import type { TransactionOneOf } from '@corridor/client';
import { describe, expect, it } from 'vitest';
import { fill } from '../../packages/host/src/running-host/seed-command.js';
import { type Credential, expecting } from '../support/api.js';
import type { CommandResult } from '../support/as-operator.js';
import { clientOf } from '../support/client.js';
import { createPlatform, createToken } from '../support/credentials.js';
import { BOOTSTRAP } from '../support/host.js';
import { useHost } from '../support/use-host.js';
import type { Page } from '../support/wire.js';

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

const DAY = 86_400;

/** The numbers of the printed summary. */
function summaryIn(stdout: string): Counts {
  const lines = [...stdout.matchAll(/^ {2}(\S.*?) {2,}(.*)$/gm)];
  const outcomesOf = (text: string): Readonly<Record<string, number>> =>
    Object.fromEntries(text.split(', ').map((part) => [part.split(' ')[1]!, Number(part.split(' ')[0])]));
  return Object.fromEntries(lines.map(([, what, outcomes]) => [what!, outcomesOf(outcomes!)]));
}

/** What the payer sent, or else what arrived. */
const amountOf = (payment: TransactionOneOf): object | undefined => {
  if (payment.type === 'CARD') return payment.authorizedAmount;
  return payment.type === 'OUTGOING' ? payment.sentAmount : payment.receivedAmount;
};

/** How many records of each kind there are, in any state. */
const totalsOf = (counts: Counts): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(counts).map(([kind, states]) => [kind, Object.values(states).reduce((sum, each) => sum + each, 0)]),
  );

const added = (one: Counts, other: Counts): Counts =>
  Object.fromEntries(
    [...new Set([...Object.keys(one), ...Object.keys(other)])].map((what) => {
      const [a, b] = [one[what] ?? {}, other[what] ?? {}];
      const outcomes = [...new Set([...Object.keys(a), ...Object.keys(b)])];
      return [what, Object.fromEntries(outcomes.map((each) => [each, (a[each] ?? 0) + (b[each] ?? 0)]))];
    }),
  );

describe('corridor seed', { timeout: 120_000 }, () => {
  const used = useHost('sqlite', { webhooks: false, env: { CORRIDOR_SANDBOX_STRICT_ACCOUNTS: 'true' } });
  const options = (credential: Credential) => ({
    'base-url': used.host.baseUrl,
    'client-id': credential.clientId,
    'client-secret': credential.clientSecret,
  });
  const seed = (credential: Credential, ...args: readonly string[]): Promise<CommandResult> => {
    const host = Object.entries(options(credential)).flatMap(([name, value]) => [`--${name}`, value]);
    return used.deployment.command('seed', ...args, ...host);
  };

  /** The numbers of everything that a platform has. */
  async function allOf(credential: Credential): Promise<Counts> {
    const corridor = clientOf(used.api.as(credential));
    const counts: Record<string, Record<string, number>> = {};
    const count = (what: string, outcome: string): void => {
      const outcomes = (counts[what] ??= {});
      outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    };
    for await (const { customerType, kycStatus } of corridor.each('listCustomers')) {
      count(customerType === 'BUSINESS' ? 'businesses' : 'people', kycStatus);
    }
    const kinds = { OUTGOING: 'outgoing payments', INCOMING: 'incoming payments', CARD: 'card transactions' } as const;
    for await (const { type, status } of corridor.each('listTransactions')) count(kinds[type], status);
    for (const status of ['PENDING', 'EXPIRED'] as const) {
      for await (const { source } of corridor.each('listQuotes', { query: { status } })) {
        // A quote without a source account may be pending only because the money of its payer is on its way.
        const isOnItsWay = status === 'PENDING' && source.sourceType !== 'ACCOUNT';
        if (!isOnItsWay) count('quotes that were not executed', status);
      }
    }
    for await (const { state } of corridor.each('listCards')) count('cards', state);
    for await (const { status } of corridor.each('listAgentApprovals')) count('payments of agents', status);
    const opened = { query: { type: 'EXCEPTION.OPENED' } } as const;
    for await (const event of corridor.each('listWebhookEvents', opened)) if (event) count('exceptions', 'OPENED');
    return counts;
  }

  it('fills a platform with the history that it prints, twice in a row', async () => {
    const platform = await createPlatform(used.deployment, 'Twice', '--currencies', 'USD,EUR,GBP,MXN,BRL,INR');
    const clock = () => clientOf(used.api.as(platform)).getSandboxClock();
    const first = await seed(platform, '--customers', '6', '--days', '10', '--seed', '1');
    expect([first.exitCode, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(/^seed: 1;/m);
    expect(first.stdout.match(/^day \d+ of 10, until \S+Z: /gm)).toHaveLength(10);
    expect(first.stdout).toContain(`API: ${used.host.baseUrl}/transactions`);
    expect(first.stdout).toMatch(/^console: http:\S+\/console$/m);
    expect((await clock()).aheadSeconds).toBe(10 * DAY);
    const printed = summaryIn(first.stdout);
    expect(printed['people']!['APPROVED']).toBeGreaterThan(1);
    expect(printed['businesses']!['APPROVED']).toBeGreaterThan(0);
    for (const status of ['COMPLETED', 'FAILED', 'PROCESSING']) {
      expect(printed['outgoing payments']![status]).toBeGreaterThan(2);
    }
    expect(printed['incoming payments']!['COMPLETED']).toBeGreaterThan(5);
    expect(printed['card transactions']!['SETTLED']).toBeGreaterThan(3);
    expect(printed['quotes that were not executed']).toEqual({ EXPIRED: expect.any(Number) as number });
    expect(printed['payments of agents']).toEqual({ PENDING_APPROVAL: 1 });
    expect(await allOf(platform)).toEqual(printed);

    const second = await seed(platform, '--customers', '4', '--days', '3');
    expect([second.exitCode, second.stderr]).toEqual([0, '']);
    expect((await clock()).aheadSeconds).toBe(13 * DAY);
    // What was pending at the end of the first history has come to its end in the second one.
    const { PROCESSING: pending, ...ended } = printed['outgoing payments']!;
    const later: Counts = {
      ...printed,
      'outgoing payments': { ...ended, COMPLETED: ended['COMPLETED']! + pending! },
    };
    expect(await allOf(platform)).toEqual(added(later, summaryIn(second.stdout)));
  });

  it('repeats the history of a seed under other ids', async () => {
    const paid = async (name: string): Promise<readonly string[]> => {
      const platform = await createPlatform(used.deployment, name, '--currencies', 'USD,EUR,MXN');
      expect((await seed(platform, '--customers', '3', '--days', '2', '--seed', '9')).stderr).toBe('');
      const all = [];
      for await (const payment of clientOf(used.api.as(platform)).each('listTransactions')) all.push(payment);
      return all.map((one) => JSON.stringify([one.type, one.status, amountOf(one)])).sort();
    };
    const one = await paid('One');
    expect(one.length).toBeGreaterThan(10);
    expect(await paid('Other')).toEqual(one);
  });

  it('fills a platform whose customers must accept the end-user terms', async () => {
    const strict = await createPlatform(
      used.deployment,
      'Strict',
      '--require-terms',
      'true',
      '--currencies',
      'USD,GBP',
    );
    expect((await seed(strict, '--customers', '3', '--days', '1')).stderr).toBe('');
  });

  it('stops between two acts when it is asked to, and keeps what was created', async () => {
    const platform = await createPlatform(used.deployment, 'Stopped', '--currencies', 'USD,EUR');
    const stop = new AbortController();
    const lines: string[] = [];
    const print = (line: string): void => {
      lines.push(line);
      if (line.startsWith('day 2 of 9')) stop.abort();
    };
    const configuration = { remote: { baseUrl: null, clientId: null, clientSecret: null }, console: { url: null } };
    // Two quotes of this history are neither executed nor expired when it stops.
    const given = { customers: '3', days: '9', seed: '82', ...options(platform) };
    expect(await fill(configuration as unknown as Parameters<typeof fill>[0], given, print, stop.signal)).toBe(1);
    expect(lines).toContain('stopped: what was created stays');
    expect(lines.filter((line) => line.startsWith('day '))).toHaveLength(2);
    // Payments go on after the stop, so their states can be others by now.
    const printed = totalsOf(summaryIn(lines.join('\n')));
    expect(printed).toEqual(totalsOf(await allOf(platform)));
    expect(printed).toHaveProperty('quotes that were not executed', 2);
  });

  it('refuses a token of production before it does anything', async () => {
    const production = await createPlatform(used.deployment, 'Live', '--environment', 'PRODUCTION');
    const { exitCode, stdout, stderr } = await seed(production);
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('the token is not one of a sandbox');
    const { data } = await expecting(200, used.api.as(production).get<Page<object>>('/customers'));
    expect(data).toEqual([]);
  });

  it('refuses numbers out of range, a platform without dollars, and a clock that is too far ahead', async () => {
    for (const [option, value] of [
      ['customers', '0'],
      ['days', '367'],
      ['seed', '1.5'],
    ] as const) {
      const { exitCode, stderr } = await seed(BOOTSTRAP, `--${option}`, value);
      expect([exitCode, stderr]).toEqual([2, expect.stringContaining(`--${option}: ${value} is not a whole number`)]);
    }
    const yen = await createPlatform(used.deployment, 'Yen', '--currencies', 'JPY,EUR');
    expect((await seed(yen)).stderr).toContain('the history needs USD, which the platform does not offer');
    const late = await createPlatform(used.deployment, 'Late', '--currencies', 'USD,EUR');
    for (let years = 0; years < 10; years++) {
      await expecting(200, used.api.as(late).post('/sandbox/clock/advance', { seconds: 365 * DAY }));
    }
    const { stderr } = await seed(late, '--days', '30');
    expect(stderr).toContain('--days: the test clock is 3650 days ahead and can be 3660 days ahead at most');
  });

  it('names the step that the service refuses', async () => {
    const platform = await createPlatform(used.deployment, 'Narrow', '--currencies', 'USD,EUR');
    const { id } = await clientOf(used.api.as(platform)).getPlatformConfig();
    const narrow = await createToken(used.deployment, id, 'VIEW', 'TRANSACT');
    const { exitCode, stderr } = await seed(narrow, '--seed', '3');
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(/^corridor: day 1 of 30, create customer [123], .+: http:\S+ answered 403: FORBIDDEN/);
    const viewer = await seed(await createToken(used.deployment, id, 'VIEW'));
    expect(viewer.stderr).toMatch(/^corridor: day 1 of 30, move the test clock: http:\S+ answered 403: FORBIDDEN/);
  });
});
