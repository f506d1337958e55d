import { describe, expect, it } from 'vitest';
import { amountText } from '../money/index.js';
import { CARD_REFUNDS, CARDS, type CardTransaction, holdEndOf } from '../cards/index.js';
import type { EventType, JobKind } from '../events/index.js';
import { BALANCES, type EntryKind } from '../ledger/index.js';
import { type CurrencyCode, type Instant, plusSeconds } from '../kernel/index.js';
import { AUDITED, AUDITED_AT, booksOf, readsOf } from '../testing/audited.js';
import { type CardMove, type CardMoved, TRANSACTIONS } from '../transactions/index.js';
import { walk } from './books.js';
import { inspectReturns } from './card-returns.js';
import { CARD_PASS, inspectReserves } from './cards.js';
import { inspectTransactions } from './payments.js';

const ID = 'Transaction:card';
const usd = (amount: bigint): string => amountText(amount, 'USD');
const RESERVE = `card-reserve:${AUDITED}:USD`;

interface Use {
  readonly status?: string;
  readonly direction?: string;
  readonly card?: object;
  /** Without it, the end that follows from the status. */
  readonly holdEndsAt?: Instant | null;
  /** The sums of the entries; without them, those that the transaction names. */
  readonly moved?: Partial<Record<CardMove, CardMoved>>;
  readonly entries?: readonly EntryKind[];
  readonly events?: readonly EventType[];
  readonly jobs?: readonly JobKind[];
}

/** A use of a card for 100, which has been authorized and not cleared. */
const HELD = { CARD_HOLD: { count: 1, total: 100n } };
const AUTHORIZED = {
  ...{ authorized: 100n, reserved: 100n, settled: 0n, refunded: 0n, lost: 0n },
  ...{ currency: 'USD', pendingPulls: 0, told: 1, moved: HELD, authorizedAt: AUDITED_AT },
};
/** The same use, of which 60 were cleared. */
const CLEARED = { reserved: 40n, settled: 60n, moved: { ...HELD, CARD_CLEARING: { count: 1, total: 60n } } };

const TOLD: EventType = 'CARD_TRANSACTION.UPDATED' as EventType;

/** The findings about a use of a card, and the sums that the audit keeps of it. */
async function audited({ status = 'AUTHORIZED', direction = 'DEBIT', card = {}, ...found }: Use) {
  const spend = { ...AUTHORIZED, ...card };
  const transaction = {
    ...{ id: ID, tenant: AUDITED, type: 'CARD', status, direction, card: spend },
    ...{ quoteId: null, source: null, refundStatus: null, dailyVolumeId: null, limitUse: null, corrections: null },
    destination: { destinationType: 'MERCHANT', descriptor: 'A shop', currency: 'USD' },
    createdAt: AUDITED_AT,
    holdEndsAt:
      found.holdEndsAt === undefined
        ? holdEndOf(status as CardTransaction['status'], spend as never)
        : found.holdEndsAt,
  };
  const moves = new Map(Object.entries(found.moved ?? spend.moved)) as Map<CardMove, CardMoved>;
  const { entries = [], events = Array.from({ length: spend.told }, () => TOLD), jobs = [] } = found;
  const books = booksOf(
    readsOf([TRANSACTIONS, [transaction]]),
    { entries: { [ID]: entries }, events: { [ID]: events }, jobs: { [ID]: jobs } },
    { cardMoves: moves.size === 0 ? new Map() : new Map([[ID, moves]]) },
  );
  const { findings, books: after } = await inspectTransactions(books);
  const { reserved, refunded, cardMoves } = after;
  return { findings, reserved: new Map(reserved), refunded: new Map(refunded), left: new Map(cardMoves) };
}
const findings = async (use: Use): Promise<readonly string[]> => (await audited(use)).findings;

describe('an audit of the uses of cards', () => {
  it('finds nothing in a sound one, and sums up what it has reserved and refunded', async () => {
    expect(await audited({})).toEqual({
      findings: [],
      reserved: new Map([[RESERVE, 100n]]),
      refunded: new Map(),
      left: new Map(),
    });
    const refunded = {
      ...{ reserved: 0n, settled: 100n, refunded: 100n, told: 3 },
      moved: { ...HELD, CARD_CLEARING: { count: 1, total: 100n }, CARD_RETURN: { count: 1, total: 100n } },
    };
    expect(await audited({ status: 'REFUNDED', card: refunded })).toEqual({
      findings: [],
      reserved: new Map([[RESERVE, 0n]]),
      refunded: new Map([[ID, 100n]]),
      left: new Map(),
    });
  });

  it.each([
    ['a movement that the journal lacks', {}, 1, 100n, 0, 0n],
    ['a movement too many', { CARD_HOLD: { count: 2, total: 100n } }, 1, 100n, 2, 100n],
    ['a movement of another amount', { CARD_HOLD: { count: 1, total: 99n } }, 1, 100n, 1, 99n],
  ])('finds %s', async (_, moved, count, total, foundCount, foundTotal) => {
    expect(await findings({ moved })).toEqual([
      `CARD_HOLD of ${ID}: the transaction has ${count} with a total of ${amountText(total, 'USD')}, ` +
        `the journal has ${foundCount} with a total of ${amountText(foundTotal, 'USD')}`,
    ]);
  });

  it('finds a movement that the transaction does not name', async () => {
    expect(await findings({ moved: { ...HELD, CARD_LOSS: { count: 1, total: 5n } } })).toEqual([
      `CARD_LOSS of ${ID}: the transaction has 0 with a total of 0.00 USD, the journal has 1 with a total of 0.05 USD`,
    ]);
  });

  it('finds an entry that does not move money of a card', async () => {
    expect(await findings({ entries: ['HOLD'] })).toEqual([`entries of ${ID}: expected none, found HOLD`]);
  });

  it('finds a debt about a use that the network asked about', async () => {
    const moved = { CARD_OWED: { count: 1, total: 100n } };
    const card = { ...{ reserved: 0n, settled: 100n, told: 2 }, moved };
    expect(await findings({ status: 'SETTLED', card: { ...card, decidedByNetwork: true } })).toEqual([]);
    expect(await findings({ status: 'SETTLED', card })).toEqual([
      `${ID} is owed in part by its account, but the network did not decide it`,
    ]);
  });

  it.each([
    ['of what is reserved, settled, lost and refunded', 'DEBIT', CLEARED, 'PARTIALLY_SETTLED', null],
    [
      'less than it has reserved',
      'DEBIT',
      { reserved: 101n },
      'AUTHORIZED',
      '1.01 USD reserved, 0.00 USD settled, 0.00 USD lost, 0.00 USD refunded',
    ],
    [
      'more than it has settled',
      'DEBIT',
      { ...CLEARED, settled: 59n },
      'PARTIALLY_SETTLED',
      '0.40 USD reserved, 0.59 USD settled, 0.00 USD lost, 0.00 USD refunded',
    ],
    [
      'what was lost',
      'DEBIT',
      { ...CLEARED, lost: 1n },
      'PARTIALLY_SETTLED',
      '0.40 USD reserved, 0.60 USD settled, 0.01 USD lost, 0.00 USD refunded',
    ],
    [
      'what was refunded',
      'DEBIT',
      { ...CLEARED, refunded: 2n },
      'PARTIALLY_SETTLED',
      '0.40 USD reserved, 0.60 USD settled, 0.00 USD lost, 0.02 USD refunded',
    ],
  ])('compares what the funding source has paid with %s', async (_, direction, card, status, mismatch) => {
    expect(await findings({ direction, card, status })).toEqual(
      mismatch === null ? [] : [`${ID} has taken 1.00 USD, which does not match ${mismatch}`],
    );
  });

  it('compares what a merchant has credited with what the funding source has received', async () => {
    const card = { authorized: 0n, reserved: 0n, settled: 30n, moved: { CARD_CREDIT: { count: 1, total: 30n } } };
    expect(await findings({ direction: 'CREDIT', status: 'SETTLED', card })).toEqual([]);
    expect(await findings({ direction: 'CREDIT', status: 'SETTLED', card: { ...card, settled: 29n } })).toEqual([
      `${ID} has taken -0.30 USD, which does not match 0.00 USD reserved, 0.29 USD settled, 0.00 USD lost, 0.00 USD refunded`,
    ]);
  });

  const all = { reserved: 0n, settled: 100n, moved: { ...HELD, CARD_CLEARING: { count: 1, total: 100n } } };
  const lost = { reserved: 0n, settled: 101n, lost: 1n };
  it.each([
    ['AUTHORIZED', {}, true],
    ['AUTHORIZED', CLEARED, false],
    ['PARTIALLY_SETTLED', CLEARED, true],
    ['PARTIALLY_SETTLED', {}, false],
    ['PARTIALLY_SETTLED', all, false],
    ['SETTLED', all, true],
    ['SETTLED', CLEARED, false],
    ['SETTLED', lost, false],
    ['REFUNDED', { ...all, refunded: 100n, moved: { ...all.moved, CARD_RETURN: { count: 1, total: 100n } } }, true],
    ['REFUNDED', { ...all, refunded: 99n, moved: { ...all.moved, CARD_RETURN: { count: 1, total: 99n } } }, false],
    [
      'REFUNDED',
      { ...CLEARED, refunded: 60n, moved: { ...CLEARED.moved, CARD_RETURN: { count: 1, total: 60n } } },
      false,
    ],
    ['EXCEPTION', { ...AUTHORIZED, reserved: 101n, lost: 1n }, true],
    ['EXCEPTION', CLEARED, true],
    ['EXCEPTION', { reserved: 0n, moved: { ...HELD, CARD_RELEASE: { count: 1, total: 100n } } }, true],
    ['EXCEPTION', {}, false],
    ['UNKNOWN', {}, false],
  ])('compares the status %s with the amounts of the use', async (status, card, isSound) => {
    const { reserved, settled, authorized, lost: gone } = { ...AUTHORIZED, ...card };
    expect(await findings({ status, card })).toEqual(
      isSound
        ? []
        : [
            `${ID} is ${status}, which does not match ${usd(reserved)} reserved, ${usd(settled)} settled of ${usd(authorized)}, ${usd(gone)} lost`,
          ],
    );
  });

  it('finds a step that no event has told, and an event that is not about the use of a card', async () => {
    expect(await findings({ events: [] })).toEqual([`${ID} has 0 events, but changed 1 times`]);
    expect(await findings({ events: [TOLD, TOLD] })).toEqual([`${ID} has 2 events, but changed 1 times`]);
    expect(await findings({ events: ['OUTGOING_PAYMENT.COMPLETED'] })).toEqual([
      `events of ${ID}: expected none, found OUTGOING_PAYMENT.COMPLETED`,
    ]);
  });

  it('finds an authorization that nothing ends, one that should have ended, and an end of what holds nothing', async () => {
    const days = (count: number) => plusSeconds(AUDITED_AT, count * 24 * 60 * 60);
    expect(await findings({ holdEndsAt: days(-2) })).toEqual([]);
    expect(await findings({ holdEndsAt: null })).toEqual([
      `${ID} is AUTHORIZED and has reserved 1.00 USD, but nothing ends its hold`,
    ]);
    expect(await findings({ holdEndsAt: days(-3) })).toEqual([
      `${ID} is AUTHORIZED, although its authorization ended at 2023-11-11T22:13:20.000Z`,
    ]);
    expect(await findings({ status: 'PARTIALLY_SETTLED', card: CLEARED, holdEndsAt: null })).toEqual([
      `${ID} is PARTIALLY_SETTLED and has reserved 0.40 USD, but nothing ends its hold`,
    ]);
    expect(await findings({ status: 'EXCEPTION', card: CLEARED, holdEndsAt: null })).toEqual([
      `${ID} is EXCEPTION and has reserved 0.40 USD, but nothing ends its hold`,
    ]);
    expect(await findings({ status: 'SETTLED', card: all, holdEndsAt: days(1) })).toEqual([
      `${ID} is SETTLED, but its hold ends later`,
    ]);
  });

  it('finds a pull that no job continues, and a job without a pull', async () => {
    expect(await findings({ card: { pendingPulls: 1 }, jobs: ['card.issue', 'card.pull'] })).toEqual([]);
    expect(await findings({ card: { pendingPulls: 1 }, jobs: ['card.issue'] })).toEqual([
      `${ID} has 1 pending pulls, but a different number of jobs`,
    ]);
    expect(await findings({ jobs: ['card.pull'] })).toEqual([
      `${ID} has 0 pending pulls, but a different number of jobs`,
    ]);
  });
});

describe('an audit of cards', () => {
  const CARD = 'Card:1';
  const made = { state: 'ACTIVE', stateChanges: 1, fundingChanges: 0, issuerRef: 'issuer', last4: '1234' };
  const found = async (patch: object, events: readonly EventType[], jobs: readonly JobKind[] = []) => {
    const reads = readsOf([CARDS, [{ id: CARD, tenant: AUDITED, ...made, ...patch }]]);
    return (await walk(booksOf(reads, { events: { [CARD]: events }, jobs: { [CARD]: jobs } }), CARD_PASS)).findings;
  };
  const CHANGED: EventType = 'CARD.STATE_CHANGE';
  const FUNDED: EventType = 'CARD.FUNDING_SOURCE_CHANGE';

  it('finds a change that no event has told', async () => {
    expect(await found({}, [CHANGED])).toEqual([]);
    expect(await found({ stateChanges: 2, fundingChanges: 1 }, [CHANGED, FUNDED, CHANGED])).toEqual([]);
    expect(await found({}, [])).toEqual([`events of ${CARD}: expected ${CHANGED}, found none`]);
    expect(await found({ fundingChanges: 1 }, [CHANGED])).toEqual([
      `events of ${CARD}: expected ${CHANGED}, ${FUNDED}, found ${CHANGED}`,
    ]);
    expect(await found({}, [CHANGED, FUNDED])).toEqual([
      `events of ${CARD}: expected ${CHANGED}, found ${CHANGED}, ${FUNDED}`,
    ]);
  });

  it('accepts any number of changes that events have told, and counts no further than a few more', async () => {
    const events = Array.from({ length: 2_000 }, () => CHANGED);
    expect(await found({ stateChanges: 2_000 }, events)).toEqual([]);
    const [finding] = await found({ stateChanges: Number.MAX_SAFE_INTEGER }, [CHANGED]);
    expect(finding!.length).toBeLessThan(500);
  });

  it('finds a card that no job asks its issuer about', async () => {
    const processing = { state: 'PROCESSING', issuerRef: null, last4: null };
    expect(await found(processing, [CHANGED], ['card.issue'])).toEqual([]);
    expect(await found(processing, [CHANGED], ['card.pull'])).toEqual([
      `${CARD} is PROCESSING, but no job asks its issuer`,
    ]);
  });

  it.each(['ACTIVE', 'FROZEN'])('finds a card that is %s without the answer of its issuer', async (state) => {
    const lacks = [`${CARD} is ${state}, but has no issuer reference or no card number`];
    expect(await found({ state }, [CHANGED])).toEqual([]);
    expect(await found({ state, issuerRef: null }, [CHANGED])).toEqual(lacks);
    expect(await found({ state, last4: null }, [CHANGED])).toEqual(lacks);
    expect(await found({ state: 'CLOSED', issuerRef: null, last4: null }, [CHANGED])).toEqual([]);
  });
});

describe('an audit of card reserves', () => {
  const inspected = (rows: readonly object[], reserved: readonly (readonly [string, bigint])[]) =>
    inspectReserves({ reads: readsOf([BALANCES, rows]), reserved: new Map(reserved) });

  it('compares each reserve with the sum of its uses', async () => {
    const rows = [
      { id: RESERVE, available: 5n },
      { id: 'InternalAccount:1', available: 9n },
    ];
    expect(await inspected(rows, [[RESERVE, 5n]])).toEqual([]);
    expect(await inspected(rows, [[RESERVE, 4n]])).toEqual([
      `${RESERVE} is 0.05 USD, transactions have reserved 0.04 USD`,
    ]);
    expect(await inspected(rows, [])).toEqual([`${RESERVE} is 0.05 USD, transactions have reserved 0.00 USD`]);
    expect(await inspected([{ id: RESERVE, available: 0n }], [])).toEqual([]);
  });

  it('finds what is reserved without a reserve', async () => {
    expect(await inspected([], [[RESERVE, 4n]])).toEqual([
      `transactions have reserved 0.04 USD in ${RESERVE}, which does not exist`,
    ]);
    expect(await inspected([], [[RESERVE, 0n]])).toEqual([]);
  });
});

describe('an audit of card refunds', () => {
  const inspected = (rows: readonly object[], refunded: readonly (readonly [string, bigint])[]) =>
    inspectReturns({
      reads: readsOf([CARD_REFUNDS, rows]),
      refunded: new Map(refunded),
      exceeded: new Map(),
      cardCurrencies: new Map(refunded.map(([id]) => [id, 'USD' as CurrencyCode])),
    });
  const refund = (amount: bigint, reversedAt: number | null = null) => ({
    transactionId: ID,
    amount,
    reversedAt,
    currency: 'USD',
  });

  it('compares the refunds that stand with what the use of the card says', async () => {
    expect(await inspected([refund(3n), refund(4n), refund(9n, 1)], [[ID, 7n]])).toEqual([]);
    expect(await inspected([refund(3n)], [[ID, 7n]])).toEqual([
      `the refunds of ${ID} sum to 0.03 USD, the transaction has 0.07 USD`,
    ]);
    expect(await inspected([refund(3n)], [])).toEqual([
      `the refunds of ${ID} sum to 0.03 USD, the transaction has 0.00 USD`,
    ]);
    expect(await inspected([refund(3n, 1)], [[ID, 3n]])).toEqual([
      `the refunds of ${ID} sum to 0.00 USD, the transaction has 0.03 USD`,
    ]);
  });
});
