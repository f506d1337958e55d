import {
  type CancelAnswer,
  type PayoutInstruction,
  type PayoutStatus,
  primaryIdentifier,
  type PullFailure,
  type PullInstruction,
  type PullStatus,
  type RailInstruction,
  type RailRefundStatus,
  type RailReturn,
} from '../accounts/index.js';
import { type Instant, type SandboxSuffix, sandboxSuffix } from '../kernel/index.js';

type Delivered = Extract<PayoutStatus, { readonly state: 'delivered' }>;
type Failed = Extract<PayoutStatus, { readonly state: 'failed' }>;

/** The state of a movement from `after` seconds on. */
interface Step<S> {
  readonly after: number;
  readonly state: S;
}

type Script<S> = readonly Step<S>[];
type Scripts<S> = Readonly<Partial<Record<SandboxSuffix, Script<S>>>>;

type PayoutStep = 'pending' | 'delivered' | 'returned' | 'returned-short' | 'returned-over' | Failed;
type PullStep = 'pending' | 'collected' | 'returned' | PullFailure;

const failure = (of: Partial<Omit<Failed, 'state'>>): Failed => ({
  state: 'failed',
  reason: 'QUOTE_EXECUTION_FAILED',
  refundReason: 'TRANSACTION_FAILED',
  refundable: true,
  ...of,
});

const atOnce = <S>(state: S): Script<S> => [{ after: 0, state }];

/** Pending for 30 seconds, then this state. */
const later = <S>(state: S): Script<S | 'pending'> => [
  { after: 0, state: 'pending' },
  { after: 30, state },
];

/** The first state, and after 30 seconds the second. */
const after30 = <S>(first: S, then: S): Script<S> => [
  { after: 0, state: first },
  { after: 30, state: then },
];

/** Returns of transfers and of converted payments: less than was sent by a bank's charge, or more than was sent. */
const RETURNS: Scripts<PayoutStep> = {
  '008': after30<PayoutStep>('delivered', 'returned-short'),
  '009': after30<PayoutStep>('delivered', 'returned-over'),
};

/** Outcome of a converted payment by the ending of the destination, see docs/sandbox.md#payouts-with-a-conversion. */
export const PAYMENTS: Scripts<PayoutStep> = {
  '002': atOnce(failure({})),
  '003': [
    { after: 0, state: 'pending' },
    { after: 360, state: 'delivered' },
  ],
  '004': atOnce(failure({ reason: 'ACCOUNT_CANNOT_RECEIVE' })),
  '005': [
    { after: 0, state: 'delivered' },
    { after: 30, state: 'returned' },
  ],
  '006': atOnce(failure({ refundReason: 'USER_CANCELLATION' })),
  '007': atOnce(failure({ refundable: false })),
  ...RETURNS,
};

/** Outcome of a transfer out, see docs/sandbox.md#transfers-out. */
export const TRANSFERS: Scripts<PayoutStep> = {
  '002': atOnce(failure({})),
  '003': atOnce(failure({ reason: 'ACCOUNT_INVALID' })),
  '004': atOnce(failure({ reason: 'ACCOUNT_CANNOT_RECEIVE' })),
  '005': later(failure({})),
  ...RETURNS,
};

/** Outcome of a collection by the ending of the account that pays, see docs/sandbox.md#pulls. */
export const PULLS: Scripts<PullStep> = {
  '002': atOnce('INSUFFICIENT_FUNDS'),
  '003': atOnce('ACCOUNT_CLOSED'),
  '004': atOnce('REJECTED'),
  '005': later('TIMED_OUT'),
  '008': after30<PullStep>('collected', 'returned'),
};

/** Outcome of a refund by the ending of the account that receives it, see docs/sandbox.md#refunds. */
export const REFUNDS: Scripts<'pending' | 'completed' | 'failed'> = {
  '008': later('completed'),
  '009': later('failed'),
};

function scriptFor<S>(identifier: string, scripts: Scripts<S>, usual: Script<S>): Script<S> {
  const suffix = sandboxSuffix(identifier);
  return (suffix === null ? null : scripts[suffix]) ?? usual;
}

const scriptOf = <S>({ account }: RailInstruction, scripts: Scripts<S>, usual: Script<S>): Script<S> =>
  scriptFor(primaryIdentifier(account), scripts, usual);

const payoutScript = (instruction: PayoutInstruction): Script<PayoutStep> =>
  scriptOf(instruction, instruction.sameCurrency ? TRANSFERS : PAYMENTS, atOnce('delivered'));
const pullScript = (instruction: PullInstruction): Script<PullStep> =>
  scriptOf(instruction, PULLS, atOnce('collected'));

interface Standing<S> {
  readonly state: S;
  /** Seconds until the next change; null if the state is final. */
  readonly rest: number | null;
}

function standingAt<S>(
  script: Script<S>,
  { submittedAt }: Pick<RailInstruction, 'submittedAt'>,
  now: Instant,
): Standing<S> {
  // If the clock was set back, the payment counts as submitted now, never as not submitted.
  const elapsed = Math.max(0, now - submittedAt) / 1000;
  const { state } = script.findLast((step) => step.after <= elapsed)!;
  const following = script.find((step) => step.after > elapsed);
  return { state, rest: following === undefined ? null : Math.ceil(following.after - elapsed) };
}

/** A movement that was pending when its platform asked is cancelled; `cancelRequestedAt` says when that was. */
const isCancelled = <S>(script: Script<S>, instruction: RailInstruction): boolean =>
  instruction.cancelRequestedAt !== null &&
  standingAt(script, instruction, instruction.cancelRequestedAt).state === ('pending' as S);

const cancellation = <S>(script: Script<S>, instruction: RailInstruction): CancelAnswer =>
  isCancelled(script, instruction) ? 'cancelled' : 'too-late';

export const cancelPayout = (instruction: PayoutInstruction): CancelAnswer =>
  cancellation(payoutScript(instruction), instruction);
export const cancelPull = (instruction: PullInstruction): CancelAnswer =>
  cancellation(pullScript(instruction), instruction);

/**
 * The state of a delivery at `now`: a function of the instruction and of the time since its submission. Any host can
 * continue what another one submitted, and a repeated call has the same answer.
 */
export function outcomeAt(
  instruction: PayoutInstruction,
  now: Instant,
  onChainTransaction: Delivered['onChainTransaction'],
): PayoutStatus {
  const script = payoutScript(instruction);
  if (isCancelled(script, instruction)) return failure({ refundReason: 'USER_CANCELLATION' });
  const { state, rest } = standingAt(script, instruction, now);
  if (typeof state !== 'string') return state;
  if (state === 'returned' || state === 'returned-short' || state === 'returned-over') {
    const { amount } = instruction;
    const charge = amount > 100n ? amount / 100n : amount > 1n ? 1n : 0n;
    const back = state === 'returned' ? amount : state === 'returned-short' ? amount - charge : amount + charge + 1n;
    return returned(instruction, back);
  }
  if (state === 'delivered') return { state: 'delivered', onChainTransaction, checkAfterSeconds: rest };
  return { state: 'pending', checkAfterSeconds: rest! };
}

const returned = ({ reference }: RailInstruction, amount: bigint): RailReturn => ({
  state: 'returned',
  returnId: `return of ${reference}`,
  amount,
  reason: 'Sandbox: returned by the ending of the account',
});

/** The state of a refund to this account at `now`, by the same rule as `outcomeAt`. */
export function refundAt(
  account: string | null,
  refund: { readonly submittedAt: Instant },
  now: Instant,
): RailRefundStatus {
  const { state, rest } = standingAt(scriptFor(account ?? '', REFUNDS, atOnce('completed')), refund, now);
  if (state === 'completed') return { state: 'completed' };
  if (state === 'pending') return { state: 'pending', checkAfterSeconds: rest! };
  return { state: 'failed', reason: 'Sandbox: bounced by the ending of the account' };
}

/** The state of a collection at `now`, by the same rule as `outcomeAt`. */
export function collectionAt(instruction: PullInstruction, now: Instant): PullStatus {
  const script = pullScript(instruction);
  if (isCancelled(script, instruction)) return { state: 'failed', reason: 'CANCELLED' };
  const { state, rest } = standingAt(script, instruction, now);
  if (state === 'collected') return { state: 'collected', checkAfterSeconds: rest };
  if (state === 'returned') return returned(instruction, instruction.amount);
  return state === 'pending' ? { state: 'pending', checkAfterSeconds: rest! } : { state: 'failed', reason: state };
}
