import type { Rails, RailRefundStatus } from '../accounts/index.js';
import { finish, type JobHandler, reschedule, schedule } from '../events/index.js';
import { openException } from '../exceptions/index.js';
import {
  Bug,
  type Context,
  type IdSource,
  ok,
  type Reads,
  type Result,
  type Sealer,
  splitTenant,
  transition,
  type Unit,
  type UnitOfWork,
} from '../kernel/index.js';
import { chart, type JournalEntry, post } from '../ledger/index.js';
import { arrivalOf, refundedArrival } from './arrival.js';
import { answeredRecalls } from './answered-recalls.js';
import { contradicted } from './contradiction.js';
import { type Deposit, DEPOSIT, DEPOSITS } from './deposit.js';
import type { Reversal } from './lose-funding.js';
import type { Effect } from './rail-message.js';
import { NEVER_SHORT } from './shortfall.js';

export interface ReturnPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly rails: Rails;
  readonly sealer: Sealer;
}

const NO_REMITTER: RailRefundStatus = { state: 'failed', reason: 'its remitter has no account to send it to' };

/**
 * Sends money in suspense back by the rail that it came by, to the account of its remitter. What cannot go back is the
 * exception DEPOSIT_REFUSED.
 */
export function returnDeposit(ports: ReturnPorts): JobHandler {
  return async (begun, job, ask) => {
    const { deposit, arrival } = await ports.units.read(begun.tenant, async (reads) => {
      const found = await readDeposit(reads, job.subject);
      return {
        deposit: found,
        arrival: refundedArrival(ports.sealer, await arrivalOf(reads, { depositId: found.id })),
      };
    });
    const funding = ports.rails.byName(deposit.rail).funding;
    if (funding === null) throw new Bug(`rail ${deposit.rail} does not receive`);
    const { currency, amount, createdAt: submittedAt } = deposit;
    const reference = returnReference(deposit);
    const asked = await ask(deposit.rail, async () => {
      if (deposit.status !== 'IN_SUSPENSE') return null;
      if (arrival !== null && arrival.remitter.account === null) return NO_REMITTER;
      return funding.refund({ reference, currency, amount, arrival, submittedAt }, begun.now);
    });
    if (!asked.ok) return asked;
    const { answer, ctx } = asked.value;
    return ports.units.run(ctx.tenant, async (tx) => {
      const now = await readDeposit(tx, job.subject);
      const concluded =
        answer === null ? ok() : await concludeDeposit({ tx, ctx, ids: ports.ids }, now, reference, answer);
      if (!concluded.ok) return concluded;
      if (answer?.state === 'pending' && now.status === 'IN_SUSPENSE') {
        reschedule(tx, ctx, job, answer.checkAfterSeconds);
      } else finish(tx, job);
      return ok();
    });
  };
}

/** Has money that a rail refused to take back sent back again. 409 INVALID_STATE_TRANSITION unless it is KEPT. */
export function retryReturn(unit: Unit, deposit: Deposit): Result<void> {
  const { tx, ctx } = unit;
  const moved = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'retry');
  if (!moved.ok) return moved;
  schedule(unit, { kind: 'suspense.return', subject: deposit.id, dueAt: ctx.hostNow });
  return ok();
}

/** What the rail knows the return by: one that an operator has tried again has a reference of its own. */
export const returnReference = ({ id, version }: Pick<Deposit, 'id' | 'version'>): string =>
  version === 1 ? id : `${id}/${version}`;

/** The deposit of which such a reference is. */
export const depositOf = (reference: string): string => reference.split('/')[0]!;

export async function readDeposit(reads: Reads, id: string): Promise<Deposit> {
  const deposit = await reads.get(DEPOSITS, id);
  if (deposit === null) throw new Bug(`no deposit ${id}`);
  return deposit;
}

const stakeOf = ({ id, rail, currency, amount }: Deposit) => ({ rail, subject: id, currency, amount });

/**
 * Books what a rail says of a deposit that it sends back under this reference, whether it was asked or tells. What it
 * says of a try before the last one changes nothing, unless it has sent that too.
 */
export async function concludeDeposit(
  unit: Unit,
  deposit: Deposit,
  reference: string,
  status: RailRefundStatus,
): Promise<Result<Effect>> {
  const { tx, ctx } = unit;
  if (status.state === 'pending') return ok('NONE');
  if (deposit.status === 'RETURNED' && (deposit.returnedAs ?? deposit.id) === reference) {
    if (status.state === 'completed') return ok('NONE');
    const bounced = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'bounce', { bounces: (deposit.bounces ?? 0) + 1 });
    if (!bounced.ok) return bounced;
    post(unit, entryOf(ctx, deposit, 'REFUND_BOUNCED'), NEVER_SHORT);
    return refuseReturn(unit, deposit, `${reference}/bounced`, `it bounced: ${status.reason}`);
  }
  if (deposit.status === 'IN_SUSPENSE' && returnReference(deposit) === reference) {
    if (status.state === 'failed') {
      const kept = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'refuse');
      return kept.ok ? refuseReturn(unit, deposit, reference, status.reason) : kept;
    }
    const moved = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'return', { returnedAs: reference });
    if (!moved.ok) return moved;
    post(unit, entryOf(ctx, deposit, 'SUSPENSE_RETURN'), NEVER_SHORT);
    return ok('APPLIED');
  }
  if (status.state === 'failed') return ok('NONE');
  return contradicted(unit, {
    ...stakeOf(deposit),
    reference,
    reason: `${deposit.rail} has sent ${deposit.id} back as ${reference}, which is ${deposit.status} here`,
  });
}

async function refuseReturn(unit: Unit, deposit: Deposit, reference: string, why: string): Promise<Result<Effect>> {
  const reason = `the rail cannot send the money back (${why}); it is in suspense`;
  await openException(unit, { kind: 'DEPOSIT_REFUSED', ...stakeOf(deposit), reference, reason });
  return ok('APPLIED');
}

/**
 * The rail has taken the money of a deposit back from us. What is in suspense goes with it; what had been sent back is
 * gone twice, and lost.
 */
export async function reverseDeposit(
  unit: Unit,
  deposit: Deposit,
  { returnId, reason }: Reversal & { readonly returnId: string },
): Promise<Result<Effect>> {
  const { tx, ctx } = unit;
  if (deposit.reversalId !== null) return ok('NONE');
  const recalled = await answeredRecalls(tx, deposit.id);
  if (recalled > 0n) {
    return contradicted(unit, {
      ...stakeOf(deposit),
      reference: returnId,
      reason: `${deposit.rail} has taken ${deposit.id} back, of which ${recalled} ${deposit.currency} went back by recalls before`,
    });
  }
  if (deposit.status === 'IN_SUSPENSE' || deposit.status === 'KEPT') {
    const moved = transition(tx, ctx, DEPOSIT, DEPOSITS, deposit, 'reverse', { reversalId: returnId });
    if (!moved.ok) return moved;
    post(unit, entryOf(ctx, deposit, 'SUSPENSE_RETURN'), NEVER_SHORT);
    return ok('APPLIED');
  }
  return contradicted(unit, {
    ...stakeOf(deposit),
    reference: returnId,
    reason: `${deposit.rail} has taken ${deposit.id} back (${reason ?? 'no reason given'}), which is ${deposit.status} here`,
  });
}

function entryOf(ctx: Context, { id, rail, currency, amount }: Deposit, kind: 'SUSPENSE_RETURN' | 'REFUND_BOUNCED') {
  const suspense = chart.suspense(ctx.tenant, currency);
  const clearing = chart.clearing(splitTenant(ctx.tenant).environment, rail, currency);
  const [from, to] = kind === 'SUSPENSE_RETURN' ? [suspense, clearing] : [clearing, suspense];
  const lines = [
    { account: from, amount: -amount },
    { account: to, amount },
  ];
  return { kind, cause: id, lines } satisfies JournalEntry;
}
