import { beforeEach, describe, expect, it } from 'vitest';
import { INTERNAL_ACCOUNT, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { EXCEPTION_KINDS, type ExceptionRecord, openException, RESOLUTIONS } from '../exceptions/index.js';
import { createIds, houseTenant, type IdSource, newRecord, ok, transition, type Tx } from '../kernel/index.js';
import { statesOf } from '../kernel/states.js';
import { FUNDED, type PlayBank, playBank, SENT } from '../testing/play-bank.js';
import { valueOf } from '../testing/play-core.js';
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

type State = readonly [name: string, subject: () => Promise<string>, reference?: string];

const corrections = { ...NO_CORRECTIONS, fundingReversed: true };
const payments: readonly State[] = [
  ...statesOf(INCOMING).map((status): State => [`incoming ${status}`, payment('incoming', { status } as never)]),
  ['incoming FAILED and reversed', payment('incoming', { status: 'FAILED', corrections })],
  ['incoming COMPLETED and sent back', payment('incoming', { corrections: { ...NO_CORRECTIONS, sentBack: SENT } })],
  ...statesOf(OUTGOING).map((status): State => [`outgoing ${status}`, payment('outgoing', { status } as never)]),
  ...statesOf(REFUND).map((refundStatus): State => [
    `outgoing with a refund ${refundStatus}`,
    payment('outgoing', { status: 'FAILED', refundStatus, refundReference: null } as never),
  ]),
];
const lost = (fundingRecovered: boolean) =>
  payment('outgoing', { corrections: { ...NO_CORRECTIONS, fundingReversed: true, fundingRecovered } });
const deposits = statesOf(DEPOSIT).map((status): State => [`deposit ${status}`, deposit(status)]);
const rail: readonly State[] = [['rail', async () => 'sandbox-bank']];

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

const STATES: Readonly<Record<Kind, readonly State[]>> = {
  REFUND_FAILED: payments.filter(([name]) => name.startsWith('outgoing')),
  DEPOSIT_REFUSED: deposits,
  DEPOSIT_HELD: deposits,
  RAIL_CONTRADICTION: [
    ...payments,
    ...deposits,
    ['loss', lost(false), 'loss:R1'],
    ['loss made good', lost(true), 'loss:R1'],
    ['charge', payment('outgoing', {}), 'bank-charges:R1'],
  ],
  STATEMENT_DIFFERENCE: [
    ['rail, money that came in', async () => 'sandbox-bank', 'IN:1'],
    ['rail, money that went out', async () => 'sandbox-bank', 'OUT:1'],
  ],
  CARD_EXCESS: [['use of a card', payment('outgoing', { type: 'CARD' } as never)]],
  RECEIVABLE_OVERDUE: [
    ['debt', debt(false, false)],
    ['debt that was settled', debt(true, false)],
    ['debt of a closed account', debt(false, true)],
  ],
  RECALL: [...payments, ...deposits],
  PAYOUTS_HELD: rail,
};

/** Opens the exception unless the service has opened it itself. */
async function opened(kind: Kind, subject: string, reference: string): Promise<ExceptionRecord> {
  const { play } = bank.payer;
  const own = (await bank.exceptions()).find((each) => each.kind === kind && each.subject === subject);
  if (own !== undefined) return own;
  const isHouse = kind === 'STATEMENT_DIFFERENCE' || kind === 'PAYOUTS_HELD';
  const tenant = isHouse ? houseTenant('SANDBOX') : play.tenant;
  const matter = { kind, subject, reference, rail: 'sandbox-bank', currency: 'USD' as never, amount: 5n, reason: 'x' };
  return valueOf(
    await play.storage.units.run(tenant, async (tx) =>
      ok(await openException({ tx, ctx: { ...play.context(), tenant }, ids }, matter)),
    ),
  );
}

/** The resolutions that are accepted, each in a unit that is rolled back. */
async function accepted({ id: exceptionId, tenant }: ExceptionRecord): Promise<readonly string[]> {
  const { play, usd } = bank.payer;
  const found: string[] = [];
  for (const resolution of RESOLUTIONS)
    for (const account of [undefined, usd.id]) {
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
      if (isAccepted) found.push(resolution);
    }
  return found;
}

it('the table has every kind of exception', () => {
  expect(Object.keys(STATES).toSorted()).toEqual([...EXCEPTION_KINDS].toSorted());
});

describe.each(EXCEPTION_KINDS)('%s', (kind) => {
  const states = STATES[kind].map(([name, subject, reference = 'R1']) => ({ name, subject, reference }));
  it.each(states)('has a resolution that is accepted: $name', async ({ subject, reference }) => {
    const exception = await opened(kind, await subject(), reference);
    expect(await accepted(exception)).not.toEqual([]);
  });
});
