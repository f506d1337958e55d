import type { Instant } from '@corridor/core';
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
} from '@corridor/core/ports';
import { type SandboxSuffix, sandboxSuffix } from '@corridor/core/internal';

type Delivered = Extract<PayoutStatus, { readonly state: 'delivered' }>;
type Failed = Extract<PayoutStatus, { readonly state: 'failed' }>;

/** What a movement has come to `after` so many seconds. */
interface Step<S> {
  readonly after: number;
  readonly is: S;
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

const atOnce = <S>(is: S): Script<S> => [{ after: 0, is }];

/** Pending for half a minute, then this. */
const later = <S>(is: S): Script<S | 'pending'> => [
  { after: 0, is: 'pending' },
  { after: 30, is },
];

/** At first this, and after half a minute that. */
const after30 = <S>(first: S, then: S): Script<S> => [
  { after: 0, is: first },
  { after: 30, is: then },
];

/** What comes back of a delivery, of transfers as of what was converted: less a bank's charge, or more than was sent. */
const RETURNS: Scripts<PayoutStep> = {
  '008': after30<PayoutStep>('delivered', 'returned-short'),
  '009': after30<PayoutStep>('delivered', 'returned-over'),
};

/** The magic endings of the destination's primary identifier, for what was converted (behaviour, "Sandbox"). */
export const PAYMENTS: Scripts<PayoutStep> = {
  '002': atOnce(failure({})),
  '003': [
    { after: 0, is: 'pending' },
    { after: 360, is: 'delivered' },
  ],
  '004': atOnce(failure({ reason: 'ACCOUNT_CANNOT_RECEIVE' })),
  '005': [
    { after: 0, is: 'delivered' },
    { after: 30, is: 'returned' },
  ],
  '006': atOnce(failure({ refundReason: 'USER_CANCELLATION' })),
  '007': atOnce(failure({ refundable: false })),
  ...RETURNS,
};

/** The same for transfers out: insufficient funds, account closed, refused by its bank, too late. */
export const TRANSFERS: Scripts<PayoutStep> = {
  '002': atOnce(failure({})),
  '003': atOnce(failure({ reason: 'ACCOUNT_INVALID' })),
  '004': atOnce(failure({ reason: 'ACCOUNT_CANNOT_RECEIVE' })),
  '005': later(failure({})),
  ...RETURNS,
};

/** The same for what is collected, by the ending of the account that pays. */
export const PULLS: Scripts<PullStep> = {
  '002': atOnce('INSUFFICIENT_FUNDS'),
  '003': atOnce('ACCOUNT_CLOSED'),
  '004': atOnce('REJECTED'),
  '005': later('TIMED_OUT'),
  '008': after30<PullStep>('collected', 'returned'),
};

/** What becomes of money that goes back, by the ending of the account that it goes back to. */
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
  readonly is: S;
  /** Seconds until it changes; null when it does not. */
  readonly rest: number | null;
}

function standingAt<S>(
  script: Script<S>,
  { submittedAt }: Pick<RailInstruction, 'submittedAt'>,
  now: Instant,
): Standing<S> {
  // A clock that was set back must not undo the submission.
  const elapsed = Math.max(0, now - submittedAt) / 1000;
  const { is } = script.findLast((step) => step.after <= elapsed)!;
  const following = script.find((step) => step.after > elapsed);
  return { is, rest: following === undefined ? null : Math.ceil(following.after - elapsed) };
}

/** What is pending when its platform asks can be taken back: the instruction says when that was. */
const isCancelled = <S>(script: Script<S>, instruction: RailInstruction): boolean =>
  instruction.cancelRequestedAt !== null &&
  standingAt(script, instruction, instruction.cancelRequestedAt).is === ('pending' as S);

const cancellation = <S>(script: Script<S>, instruction: RailInstruction): CancelAnswer =>
  isCancelled(script, instruction) ? 'cancelled' : 'too-late';

export const cancelPayout = (instruction: PayoutInstruction): CancelAnswer =>
  cancellation(payoutScript(instruction), instruction);
export const cancelPull = (instruction: PullInstruction): CancelAnswer =>
  cancellation(pullScript(instruction), instruction);

/**
 * How a delivery stands at `now`: a function of the instruction and the time that has passed since it was submitted,
 * so that any host can settle what another submitted, and asking twice changes nothing.
 */
export function outcomeAt(
  instruction: PayoutInstruction,
  now: Instant,
  onChainTransaction: Delivered['onChainTransaction'],
): PayoutStatus {
  const script = payoutScript(instruction);
  if (isCancelled(script, instruction)) return failure({ refundReason: 'USER_CANCELLATION' });
  const { is, rest } = standingAt(script, instruction, now);
  if (typeof is !== 'string') return is;
  if (is === 'returned' || is === 'returned-short' || is === 'returned-over') {
    const { amount } = instruction;
    const charge = amount > 100n ? amount / 100n : amount > 1n ? 1n : 0n;
    const back = is === 'returned' ? amount : is === 'returned-short' ? amount - charge : amount + charge + 1n;
    return returned(instruction, back);
  }
  if (is === 'delivered') return { state: 'delivered', onChainTransaction, checkAfterSeconds: rest };
  return { state: 'pending', checkAfterSeconds: rest! };
}

const returned = ({ reference }: RailInstruction, amount: bigint): RailReturn => ({
  state: 'returned',
  returnId: `return of ${reference}`,
  amount,
  reason: 'Sandbox: returned by the ending of the account',
});

/** How money that goes back to this account stands at `now`, likewise. */
export function refundAt(
  account: string | null,
  refund: { readonly submittedAt: Instant },
  now: Instant,
): RailRefundStatus {
  const { is, rest } = standingAt(scriptFor(account ?? '', REFUNDS, atOnce('completed')), refund, now);
  if (is === 'completed') return { state: 'completed' };
  if (is === 'pending') return { state: 'pending', checkAfterSeconds: rest! };
  return { state: 'failed', reason: 'Sandbox: bounced by the ending of the account' };
}

/** How a collection stands at `now`, likewise. */
export function collectionAt(instruction: PullInstruction, now: Instant): PullStatus {
  const script = pullScript(instruction);
  if (isCancelled(script, instruction)) return { state: 'failed', reason: 'CANCELLED' };
  const { is, rest } = standingAt(script, instruction, now);
  if (is === 'collected') return { state: 'collected', checkAfterSeconds: rest };
  if (is === 'returned') return returned(instruction, instruction.amount);
  return is === 'pending' ? { state: 'pending', checkAfterSeconds: rest! } : { state: 'failed', reason: is };
}
