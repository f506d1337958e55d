import { describe, expect, it } from 'vitest';
import { AGENT_ACTIONS } from '../agents/index.js';
import type { EventType } from '../events/index.js';
import type { PostedEntry } from '../ledger/index.js';
import { booksOf, findingsOf, readsOf } from '../testing/audited.js';
import { type Transaction, TRANSACTIONS } from '../transactions/index.js';
import { AGENT_USAGE_PASS, inspectActions } from './agents.js';
import { createTally, differences, walk } from './books.js';
import { inspectUnclaimed } from './records.js';
import { type FeesOf, inspectSweeps, noteFees } from './sweeps.js';
import { noteVolumes, VOLUME_PASS } from './volumes.js';

describe('the sums of an audit', () => {
  it('find sweeps of more fees than an account has received', () => {
    const fees = new Map<string, FeesOf>();
    const entry = (kind: string, account: string, amount: bigint) =>
      ({ kind, postings: [{ account, amount }] }) as never as PostedEntry;
    noteFees(fees, [
      entry('SETTLEMENT', 'fees:1:USD', 5n),
      entry('SETTLEMENT', 'fees:1:USD', 2n),
      entry('HOLD', 'held:1', 9n),
    ]);
    noteFees(fees, [entry('FEE_SWEEP', 'fees:1:USD', -7n), entry('SETTLEMENT_REVERSAL', 'fees:1:USD', -1n)]);
    expect(fees).toEqual(new Map([['fees:1:USD', { credited: 7n, swept: 7n }]]));
    expect(inspectSweeps(fees)).toEqual([]);
    noteFees(fees, [entry('FEE_SWEEP', 'fees:1:USD', -1n)]);
    expect(inspectSweeps(fees)).toEqual(['sweeps have moved 0.08 USD out of fees:1:USD, which has received 0.07 USD']);
    noteFees(fees, [entry('FEE_SWEEP', 'fees:1:USD', 1n)]);
    expect(inspectSweeps(fees)).toEqual([]);
  });

  it('count a payment against its daily volume unless it failed before its delivery', async () => {
    const payment = (over: object) =>
      ({
        dailyVolumeId: 'v',
        sentAmount: 3n,
        status: 'COMPLETED',
        failureReason: null,
        ...over,
      }) as never as Transaction;
    const volumes = new Map<string, bigint>();
    noteVolumes(volumes, [
      payment({}),
      payment({ status: 'PROCESSING', sentAmount: 4n }),
      payment({ status: 'FAILED', failureReason: 'PAYOUT_RETURNED', sentAmount: 5n }),
      payment({ status: 'FAILED', failureReason: 'ACCOUNT_INVALID', sentAmount: 100n }),
      payment({ dailyVolumeId: null }),
      payment({ dailyVolumeId: 'w', status: 'FAILED' }),
    ]);
    expect(volumes).toEqual(
      new Map([
        ['v', 12n],
        ['w', 0n],
      ]),
    );
    const volume = (remaining: bigint) =>
      findingsOf(VOLUME_PASS, { id: 'v', corridor: 'USD/EUR', cap: 20n, remaining }, {}, [], {
        volumes: new Map([['v', 12n]]),
      } as never);
    expect(await volume(8n)).toEqual([]);
    expect(await volume(9n)).toEqual(['v has 0.11 USD used, its payments sum to 0.12 USD']);
  });

  it('compare the limits of an agent with its actions, by day and by month', async () => {
    const spent = (amount: bigint, day: string) => ({ amount, day, currency: 'USD' });
    const action = (id: string, over: object) => ({
      ...{ id, agentId: 'Agent:1', status: 'APPROVED', wasAsked: false, transactionId: 'Transaction:1', spent: null },
      ...over,
    });
    const actions = [
      action('AgentAction:1', { spent: spent(3n, '2026-01-30') }),
      action('AgentAction:2', { spent: spent(4n, '2026-01-31') }),
      action('AgentAction:3', { status: 'REJECTED', transactionId: null }),
    ];
    const reads = readsOf([AGENT_ACTIONS, actions], [TRANSACTIONS, [{ id: 'Transaction:1', agentId: 'Agent:1' }]]);
    const { books, findings } = await inspectActions(booksOf(reads));
    expect(findings).toEqual([]);
    expect(new Map(books.agentSpend)).toEqual(
      new Map([
        ['Agent:1/2026-01-30/USD', { amount: 3n, count: 1n }],
        ['Agent:1/2026-01/USD', { amount: 7n, count: 2n }],
        ['Agent:1/2026-01-31/USD', { amount: 4n, count: 1n }],
      ]),
    );
    const usage = {
      id: 'Agent:1/2026-01/USD',
      currency: 'USD',
      cap: 10n,
      remaining: 3n,
      countCap: 5n,
      countRemaining: 3n,
    };
    const used = async (over: object) =>
      (
        await walk(
          {
            ...books,
            reads: readsOf([AGENT_USAGE_PASS.kind, [{ ...usage, ...over }]]),
            agentSpend: new Map(books.agentSpend),
          },
          AGENT_USAGE_PASS,
        )
      ).findings;
    expect(await used({})).toEqual([]);
    expect(await used({ remaining: 2n })).toEqual([
      `${usage.id} has 0.08 USD used in 2 actions, its actions sum to 0.07 USD in 2`,
    ]);
    expect(await used({ countRemaining: 4n })).toEqual([
      `${usage.id} has 0.07 USD used in 1 actions, its actions sum to 0.07 USD in 2`,
    ]);
    expect(await used({ id: 'Agent:2/2026-01/USD' })).toEqual([
      'Agent:2/2026-01/USD has 0.07 USD used in 2 actions, its actions sum to 0.00 USD in 0',
    ]);
  });

  it('find an action that does not match its state, its transaction or its events', async () => {
    const ASKED: EventType = 'AGENT_ACTION.PENDING_APPROVAL';
    const action = {
      id: 'AgentAction:1',
      agentId: 'Agent:1',
      status: 'APPROVED',
      wasAsked: true,
      transactionId: 'Transaction:1',
      spent: { amount: 1n, day: '2026-01-30', currency: 'USD' },
    };
    const found = async (over: object, agentId: string | null = 'Agent:1', events: readonly EventType[] = [ASKED]) => {
      const reads = readsOf(
        [AGENT_ACTIONS, [{ ...action, ...over }]],
        [TRANSACTIONS, [{ id: 'Transaction:1', agentId }]],
      );
      return (await inspectActions(booksOf(reads, { events: { 'AgentAction:1': events } }))).findings;
    };
    const unfit = (status: string) => [
      `AgentAction:1 is ${status}, but its transaction or its spending does not match`,
    ];
    expect(await found({})).toEqual([]);
    expect(await found({ transactionId: null })).toEqual(unfit('APPROVED'));
    expect(await found({ spent: null })).toEqual(unfit('APPROVED'));
    expect(await found({ status: 'REJECTED', spent: null })).toEqual(unfit('REJECTED'));
    expect(await found({ status: 'REJECTED', transactionId: null })).toEqual(unfit('REJECTED'));
    expect(await found({ status: 'REJECTED', spent: null, transactionId: null })).toEqual([]);
    expect(await found({}, 'Agent:2')).toEqual(['AgentAction:1 belongs to Agent:1, its transaction to Agent:2']);
    expect(await found({}, null)).toEqual(['AgentAction:1 belongs to Agent:1, its transaction to no agent']);
    expect(await found({ wasAsked: false })).toEqual([`events of AgentAction:1: expected none, found ${ASKED}`]);
    expect(await found({}, 'Agent:1', [])).toEqual([`events of AgentAction:1: expected ${ASKED}, found none`]);
  });

  it('report what no record has claimed', () => {
    const { entries, events } = booksOf(readsOf(), {
      entries: { 'Transaction:1': ['HOLD', 'SETTLEMENT'] },
      events: { 'Customer:1': ['CUSTOMER.KYC_APPROVED'] },
    });
    expect(
      inspectUnclaimed({
        cardMoves: new Map([['Transaction:2', new Map([['CARD_HOLD', { count: 1, total: 1n }]])]]),
        volumes: new Map([
          ['Platform:1/SANDBOX/USD/EUR/2026-01-15', 5n],
          ['v', 5n],
        ]),
        limits: new Map([['Customer:1/ALL/USD/2026-01', { amount: 1n, count: 1n }]]),
        agentSpend: new Map([['Agent:1/2026-01/USD', { amount: 1n, count: 1n }]]),
        announced: new Map([['InternalAccount:1', { times: 1, truly: true }]]),
        unclaimedEntries: entries.rest(),
        unclaimedEvents: events.rest(),
      }),
    ).toEqual([
      'no record accounts for the entries CARD_HOLD of Transaction:2',
      'no record accounts for the entries HOLD, SETTLEMENT of Transaction:1',
      'no record accounts for the events CUSTOMER.KYC_APPROVED of Customer:1',
      'payments have used 0.05 USD of Platform:1/SANDBOX/USD/EUR/2026-01-15, which does not exist',
      'payments have used 5 (smallest units) of v, which does not exist',
      'payments have used Customer:1/ALL/USD/2026-01, which does not exist',
      'actions have used the limits of Agent:1/2026-01/USD, which does not exist',
      'events announce balances of InternalAccount:1, which does not exist',
    ]);
  });

  it('keep the names of each key in their order, until they are taken', () => {
    const tally = createTally<'a' | 'b'>();
    for (const [key, name] of [
      ['x', 'a'],
      ['y', 'b'],
      ['x', 'b'],
      ['x', 'a'],
    ] as const)
      tally.add(key, name);
    expect(tally.take('x')).toEqual(['a', 'b', 'a']);
    expect(tally.take('x')).toEqual([]);
    expect([...tally.rest()]).toEqual([['y', ['b']]]);
  });

  it('compare names in any order, and name both lists if they differ', () => {
    expect(differences('names', ['b', 'a', 'a'], ['a', 'b', 'a'])).toEqual([]);
    expect(differences('names', ['a'], ['a', 'a'])).toEqual(['names: expected a, found a, a']);
    expect(differences('names', ['a', 'b', 'b'], ['a', 'a', 'b'])).toEqual(['names: expected a, b, b, found a, a, b']);
    expect(differences('names', [], ['a'])).toEqual(['names: expected none, found a']);
  });
});
