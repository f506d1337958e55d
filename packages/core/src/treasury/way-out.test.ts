import { beforeEach, describe, expect, it } from 'vitest';
import { INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import {
  EXCEPTION_KINDS,
  type ExceptionRecord,
  openException,
  type Resolution,
  RESOLUTIONS,
} from '../exceptions/index.js';
import {
  createIds,
  houseTenant,
  type IdSource,
  newRecord,
  ok,
  type StateOf,
  transition,
  type Tx,
} from '../kernel/index.js';
import { statesOf } from '../kernel/states.js';
import { FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
import { bankRails } from '../testing/play-payer.js';
import { operatorNamed, seededRandom } from '../testing/ports.js';
import {
  DEPOSIT,
  DEPOSITS,
  INCOMING,
  NO_CORRECTIONS,
  OUTGOING,
  REFUND,
  type Transaction,
  TRANSACTIONS,
} from '../transactions/index.js';
import { saidPayment } from '../testing/said-payment.js';
import { subjectStake } from './subject-stake.js';

type Kind = ExceptionRecord['kind'];

let bank: PlayBank;
let ids: IdSource;
let outgoing: Transaction;
let incoming: Transaction;
let depositId: string;
beforeEach(async () => {
  bank = await playBank();
  const { play, usd } = bank.payer;
  ids = createIds(play.clock, seededRandom('way out'));
  outgoing = await bank.transferOut();
  incoming = valueOf(await bank.arrives(usd.reference)).transaction!;
  depositId = valueOf(await bank.arrives('NOBODY', FUNDED, { hold: 'a list' })).deposit!.id;
});

const write = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
  const { play } = bank.payer;
  return valueOf(await play.storage.units.run(play.tenant, async (tx) => ok(await work(tx))));
};

/** A copy of a payment in a state that the state machines can reach, or could in an older release. */
const payment = (of: 'incoming' | 'outgoing', over: Partial<Transaction>) => async (): Promise<string> =>
  write(async (tx) => {
    const copy = of === 'incoming' ? incoming : outgoing;
    const id = ids.next('Transaction');
    tx.add(TRANSACTIONS, { ...copy, ...over, ...newRecord(id, bank.payer.play.context()) } as Transaction);
    return id;
  });
const deposit = (status: string) => async (): Promise<string> =>
  write(async (tx) => {
    const copy = (await tx.get(DEPOSITS, depositId))!;
    const id = ids.next('Deposit');
    const reversalId = status === 'REVERSED' ? 'back' : null;
    const of = { ...copy, status, reversalId, amount: 5n, ...newRecord(id, bank.payer.play.context()) };
    tx.add(DEPOSITS, of as typeof copy);
    return id;
  });

/** A state of the subject, what else the exception says, and the resolutions that are right for it. */
interface State {
  readonly name: string;
  readonly subject: () => Promise<string>;
  readonly matter?: Partial<ExceptionRecord> | ((subject: string) => Partial<ExceptionRecord>);
  readonly accepts: readonly Resolution[];
}

const REFUSE = ['REFUSED'] as const;
/** Money went out, and an account or the service bears it. */
const BEAR = ['PAID_ELSEWHERE', 'ADJUSTED', 'WRITTEN_OFF', 'REFUSED'] as const;
/** Money came, and an account gets it. */
const CREDIT = ['CREDITED', 'REFUSED'] as const;
/** Money waits, so it must be moved. */
const MOVE = ['RETRIED', 'CREDITED', 'PAID_ELSEWHERE', 'WRITTEN_OFF'] as const;

const corrections = { ...NO_CORRECTIONS, fundingReversed: true };
const FUNDED_OUTSIDE = { fundingRail: 'sandbox-bank', source: null };
const IN_UNCREDITED = { settledAt: null } as const;

/** Incoming payments. A table of the right resolutions for each state of the machine. */
const incomingStates = (accepts: Readonly<Record<IncomingState, readonly Resolution[]>>): readonly State[] => [
  ...statesOf(INCOMING).map((status) => ({
    name: `incoming ${status}`,
    subject: payment('incoming', {
      status,
      ...(status !== 'COMPLETED' && IN_UNCREDITED),
      ...(status === 'REFUNDED' && { refundStatus: 'COMPLETED' }),
    } as never),
    accepts: accepts[status],
  })),
  {
    name: 'incoming FAILED and reversed',
    subject: payment('incoming', { status: 'FAILED', corrections }),
    accepts: accepts.REVERSED,
  },
  { name: 'incoming that operators sent back', subject: sentBack, accepts: accepts.SENT_BACK },
];
type IncomingState = StateOf<typeof INCOMING> | 'REVERSED' | 'SENT_BACK';

/** A credit that an operator sent back whole for a recall. */
async function sentBack(): Promise<string> {
  const { play, usd } = bank.payer;
  const { transaction } = valueOf(await bank.arrives(usd.reference, SENT, { paymentId: 'p1' }));
  valueOf(await bank.tell({ kind: 'recall', paymentId: 'p1', amount: SENT, reason: null, messageId: 'first' }));
  const recalled = (await bank.exceptions()).find(({ reference }) => reference === 'first')!;
  const by = operatorNamed('Ann');
  const adjusted = { exceptionId: recalled.id, resolution: 'ADJUSTED', account: usd.id, by } as const;
  valueOf(await play.run(play.core.treasury.resolve, adjusted));
  return transaction!.id;
}

type OutgoingState = StateOf<typeof OUTGOING> | `REFUND_${StateOf<typeof REFUND>}`;

/** Outgoing payments, and failed ones whose refund is in a state. */
const outgoingStates = (
  accepts: Readonly<Record<OutgoingState, readonly Resolution[]>>,
  over: object = {},
  about: Omit<State, 'subject' | 'accepts'> = { name: '' },
): readonly State[] => [
  ...statesOf(OUTGOING).map((status) => ({
    ...about,
    name: `outgoing ${status}${about.name}`,
    subject: payment('outgoing', { status, ...over } as never),
    accepts: accepts[status],
  })),
  ...statesOf(REFUND).map((refundStatus) => ({
    ...about,
    name: `outgoing with a refund ${refundStatus}${about.name}`,
    subject: payment('outgoing', { status: 'FAILED', refundStatus, refundReference: null, ...over } as never),
    accepts: accepts[`REFUND_${refundStatus}`],
  })),
];

const depositStates = (
  accepts: Readonly<Record<StateOf<typeof DEPOSIT>, readonly Resolution[]>>,
  about: Omit<State, 'subject' | 'accepts'> = { name: '' },
): readonly State[] =>
  statesOf(DEPOSIT).map((status) => ({
    ...about,
    name: `deposit ${status}${about.name}`,
    subject: deposit(status),
    accepts: accepts[status],
  }));

const lost = (fundingRecovered: boolean) =>
  payment('outgoing', { corrections: { ...NO_CORRECTIONS, fundingReversed: true, fundingRecovered } });

/** A payment that its rail can neither deliver nor refund. */
async function waitingRefund(): Promise<string> {
  const failed = { state: 'failed', reason: 'ACCOUNT_INVALID', refundReason: 'TRANSACTION_FAILED' } as const;
  bank = await playBank({ rails: bankRails({ submit: async () => ({ ...failed, refundable: false }) }) });
  ids = createIds(bank.payer.play.clock, seededRandom('way out of a refund'));
  return (await bank.transferOut()).id;
}

/** The same, of an account that was closed since. */
async function waitingRefundOfClosed(): Promise<string> {
  const id = await waitingRefund();
  const { play, usd } = bank.payer;
  await write(async (tx) => {
    const account = (await tx.get(INTERNAL_ACCOUNTS, usd.id))!;
    return transition(tx, play.context(), INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, account, 'close');
  });
  return id;
}

const WAITING_DEPOSITS = depositStates({
  ...{ IN_SUSPENSE: REFUSE, KEPT: MOVE, RETURNED: REFUSE, REVERSED: REFUSE, RESOLVED: REFUSE },
});

/** An account that owes money, or owed it. */
const debt = (settled: boolean, closed: boolean) => async (): Promise<string> => {
  const own = await playBank();
  bank = own;
  const { payer } = own;
  ids = createIds(payer.play.clock, seededRandom('way out of a debt'));
  valueOf(await own.arrives(payer.usd.reference, SENT, { paymentId: 'p1' }));
  const destinationId = (await payer.dollars('891')).id;
  const request = { sourceId: payer.usd.id, destinationId, amount: FUNDED + SENT };
  valueOf(await payer.play.run(payer.play.core.transfers.out, request));
  await payer.play.pass(0);
  valueOf(await own.tell({ kind: 'reversal', paymentId: 'p1', amount: SENT, reason: null }));
  await payer.play.pass(31 * 86_400);
  if (settled) valueOf(await payer.play.run(payer.play.core.sandbox.fund, { accountId: payer.usd.id, amount: SENT }));
  if (closed)
    await write(async (tx) => {
      const account = (await tx.get(INTERNAL_ACCOUNTS, payer.usd.id))!;
      return transition(tx, payer.play.context(), INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS, account, 'close');
    });
  return payer.usd.id;
};

/** Ends by the decisions about its matches, and has no resolution. */
const WITHOUT_RESOLUTION = 'SCREENING_HIT' satisfies Kind;

const STATES: Readonly<Record<Exclude<Kind, typeof WITHOUT_RESOLUTION>, readonly State[]>> = {
  REFUND_FAILED: [
    { name: 'payment whose money waits', subject: waitingRefund, accepts: MOVE },
    {
      ...{ name: 'payment whose money waits, and whose account is closed', subject: waitingRefundOfClosed },
      accepts: ['CREDITED', 'PAID_ELSEWHERE', 'WRITTEN_OFF'],
    },
    // The money of these does not wait.
    ...outgoingStates({
      ...{ PENDING: REFUSE, PROCESSING: REFUSE, COMPLETED: REFUSE, FAILED: REFUSE },
      ...{ REFUND_PENDING: REFUSE, REFUND_COMPLETED: REFUSE, REFUND_FAILED: REFUSE },
    }),
  ],
  DEPOSIT_REFUSED: WAITING_DEPOSITS,
  DEPOSIT_HELD: WAITING_DEPOSITS,
  RAIL_CONTRADICTION: [
    ...incomingStates({
      ...{ PENDING: CREDIT, COMPLETED: BEAR, FAILED: CREDIT, REFUNDED: CREDIT },
      ...{ REVERSED: CREDIT, SENT_BACK: CREDIT },
    }),
    // About the delivery, of an unknown direction.
    ...outgoingStates({
      ...{ PENDING: REFUSE, PROCESSING: REFUSE, COMPLETED: CREDIT, FAILED: BEAR },
      ...{ REFUND_PENDING: BEAR, REFUND_COMPLETED: BEAR, REFUND_FAILED: BEAR },
    }),
    ...outgoingStates(
      {
        ...{ PENDING: BEAR, PROCESSING: BEAR, COMPLETED: BEAR, FAILED: BEAR },
        ...{ REFUND_PENDING: REFUSE, REFUND_COMPLETED: BEAR, REFUND_FAILED: BEAR },
      },
      FUNDED_OUTSIDE,
      {
        name: ', whose refund is reported as sent',
        matter: { reference: 'Refund:1 completed', leg: 'FUNDING', direction: 'OUT' },
      },
    ),
    ...outgoingStates(
      {
        ...{ PENDING: REFUSE, PROCESSING: REFUSE, COMPLETED: BEAR, FAILED: BEAR },
        ...{ REFUND_PENDING: BEAR, REFUND_COMPLETED: BEAR, REFUND_FAILED: BEAR },
      },
      {},
      { name: ', reported as delivered', matter: { reference: 'delivered', leg: 'DELIVERY', direction: 'OUT' } },
    ),
    ...depositStates({
      ...{ IN_SUSPENSE: REFUSE, KEPT: BEAR, RETURNED: REFUSE, REVERSED: REFUSE, RESOLVED: BEAR },
    }),
    ...depositStates(
      { IN_SUSPENSE: REFUSE, KEPT: BEAR, RETURNED: BEAR, REVERSED: BEAR, RESOLVED: BEAR },
      {
        name: ', reported as sent back',
        matter: (reference) => ({ reference, leg: 'FUNDING', direction: 'OUT' }),
      },
    ),
    { name: 'loss', subject: lost(false), matter: { reference: 'loss:R1' }, accepts: BEAR },
    {
      name: 'loss made good',
      subject: lost(true),
      matter: { reference: 'loss:R1' },
      accepts: ['WRITTEN_OFF', 'REFUSED'],
    },
    { name: 'charge', subject: payment('outgoing', {}), matter: { reference: 'bank-charges:R1' }, accepts: BEAR },
  ],
  STATEMENT_DIFFERENCE: (['IN', 'OUT'] as const).map((direction) => ({
    ...{ name: `rail, ${direction}`, subject: async () => 'sandbox-bank', accepts: BEAR },
    matter: { reference: `${direction}:1` },
  })),
  CARD_SETTLEMENT_DIFFERENCE: (['IN', 'OUT'] as const).map((direction) => ({
    ...{ name: `processor, ${direction}`, subject: async () => 'sandbox-bank' },
    ...{ matter: { reference: `${direction}:message/M-1/1` }, accepts: ['PAID_ELSEWHERE', 'WRITTEN_OFF', 'REFUSED'] },
  })),
  CARD_EXCESS: [
    {
      name: 'use of a card',
      subject: payment('outgoing', { type: 'CARD' } as never),
      accepts: ['PAID_ELSEWHERE', 'ADJUSTED', 'WRITTEN_OFF'],
    },
  ],
  RECEIVABLE_OVERDUE: [
    { name: 'debt', subject: debt(false, false), accepts: ['ADJUSTED', 'WRITTEN_OFF', 'REFUSED'] },
    { name: 'debt that was settled', subject: debt(true, false), accepts: REFUSE },
    { name: 'debt of a closed account', subject: debt(false, true), accepts: ['ADJUSTED', 'WRITTEN_OFF', 'REFUSED'] },
  ],
  RECALL: [
    ...incomingStates({
      ...{ PENDING: REFUSE, COMPLETED: BEAR, FAILED: REFUSE, REFUNDED: REFUSE },
      ...{ REVERSED: REFUSE, SENT_BACK: REFUSE },
    }),
    ...outgoingStates(
      {
        ...{ PENDING: BEAR, PROCESSING: BEAR, COMPLETED: BEAR, FAILED: BEAR },
        ...{ REFUND_PENDING: REFUSE, REFUND_COMPLETED: REFUSE, REFUND_FAILED: BEAR },
      },
      FUNDED_OUTSIDE,
    ),
    ...depositStates({
      ...{ IN_SUSPENSE: REFUSE, KEPT: BEAR, RETURNED: REFUSE, REVERSED: REFUSE, RESOLVED: BEAR },
    }),
  ],
  PAYOUTS_HELD: [{ name: 'rail', subject: async () => 'sandbox-bank', accepts: REFUSE }],
  // The payments have been submitted, so they do not wait.
  PAYMENT_HELD: [
    ...outgoingStates({
      ...{ PENDING: REFUSE, PROCESSING: REFUSE, COMPLETED: REFUSE, FAILED: REFUSE },
      ...{ REFUND_PENDING: REFUSE, REFUND_COMPLETED: REFUSE, REFUND_FAILED: REFUSE },
    }),
    ...outgoingStates(
      {
        ...{ PENDING: REFUSE, PROCESSING: ['RETRIED', 'REFUSED'], COMPLETED: REFUSE, FAILED: REFUSE },
        ...{ REFUND_PENDING: REFUSE, REFUND_COMPLETED: REFUSE, REFUND_FAILED: REFUSE },
      },
      { submittedAt: null },
      { name: ' that no rail has', matter: { leg: 'DELIVERY' } },
    ),
  ],
};

/** Opens the exception unless the service has opened it itself. */
async function opened(kind: Kind, subject: string, over: Partial<ExceptionRecord>): Promise<ExceptionRecord> {
  const { play } = bank.payer;
  const isOwn = (each: ExceptionRecord): boolean =>
    each.kind === kind && each.subject === subject && each.status === 'OPEN';
  const own = (await bank.exceptions()).find(isOwn);
  if (own !== undefined) return own;
  const isHouse = ['STATEMENT_DIFFERENCE', 'CARD_SETTLEMENT_DIFFERENCE', 'PAYOUTS_HELD'].includes(kind);
  const tenant = isHouse ? houseTenant('SANDBOX') : play.tenant;
  const reference = kind === 'RECALL' || kind === 'RAIL_CONTRADICTION' ? 'R1' : '';
  const matter = {
    ...{ kind, subject, reference, rail: 'sandbox-bank', currency: 'USD' as never, amount: 5n, reason: 'x' },
    ...over,
  };
  return valueOf(
    await play.storage.units.run(tenant, async (tx) => {
      const stake = await subjectStake(tx, { leg: null, ...matter });
      const { rail, currency, amount } = stake ?? matter;
      const named = { ...matter, rail, currency, amount };
      return ok(await openException({ tx, ctx: { ...play.context(), tenant }, ids }, named));
    }),
  );
}

/** The resolutions that are accepted, each in a unit that is rolled back. */
async function accepted({ id: exceptionId, tenant }: ExceptionRecord): Promise<readonly Resolution[]> {
  const { play, usd, internal } = bank.payer;
  const platform = (await internal('USD', 'platform')).account.id;
  const found: Resolution[] = [];
  for (const resolution of RESOLUTIONS)
    for (const account of [undefined, usd.id, platform]) {
      let isAccepted = false;
      const { resolve } = play.core.treasury;
      const ctx = { ...play.context(), tenant };
      const by = operatorNamed('Ann');
      const input = { exceptionId, resolution, account, by, ...saidPayment(resolution) };
      const ready = valueOf(await resolve.prepare(ctx, input));
      await play.storage.units
        .run(tenant, async (tx) => {
          const done = await resolve.finish(tx, ctx, ready);
          isAccepted = done.ok;
          return { ok: false, error: { code: 'CONFLICT', message: 'only tried' } } as never;
        })
        .catch(() => undefined);
      if (isAccepted && !found.includes(resolution)) found.push(resolution);
    }
  return found;
}

/** The resolutions that the console offers as possible. */
async function offered({ id: exceptionId, tenant }: ExceptionRecord): Promise<readonly Resolution[]> {
  const { play } = bank.payer;
  const ctx = { ...play.context(), tenant };
  const choices = await play.storage.units.read(tenant, (reads) =>
    play.core.treasury.choices(reads, ctx, { exceptionId }),
  );
  return valueOf(choices).flatMap(({ resolution, refused }) => (refused === null ? [resolution] : []));
}

it('the table has every kind of exception', () => {
  expect([...Object.keys(STATES), WITHOUT_RESOLUTION].toSorted()).toEqual([...EXCEPTION_KINDS].toSorted());
});

describe.each(EXCEPTION_KINDS.filter((kind) => kind !== WITHOUT_RESOLUTION))('%s', (kind) => {
  it.each(STATES[kind])(
    'has exactly the resolutions that are right, and offers them: $name',
    async ({ subject, matter, accepts }) => {
      const id = await subject();
      const over = typeof matter === 'function' ? matter(id) : (matter ?? {});
      const exception = await opened(kind, id, over);
      expect(await accepted(exception)).toEqual(accepts);
      expect(await offered(exception)).toEqual(accepts);
    },
  );

  it('has a way out of each state', () => {
    expect(STATES[kind].filter(({ accepts }) => accepts.length === 0)).toEqual([]);
  });
});
