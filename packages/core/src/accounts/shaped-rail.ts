import { Bug, type Instant, MalformedAnswer, type Shape, shaped, shapes } from '../kernel/index.js';
import { MAX_COMPUTED } from '../money/index.js';
import type { PaymentAccountInfo, PaymentInstruction } from './account-types/index.js';
import {
  type CancelAnswer,
  type FundingRail,
  type NetworkFees,
  PAYOUT_FAILURES,
  type PayoutRail,
  type PayoutStatus,
  PULL_FAILURES,
  type PullRail,
  type PullStatus,
  type Rail,
  type RailRefundStatus,
  RailUnavailable,
  type RailReturn,
} from './rail.js';

const { aDelay, aFlag, anAmount, anId, anInstant, aText, listOf, objectWith, oneOf, orAbsent, orNull, variants } =
  shapes;

const returned: shapes.Members<Omit<RailReturn, 'state'>> = {
  returnId: anId,
  // An amount of 0 or less contradicts the records, and opens an exception.
  amount: anAmount(-MAX_COMPUTED, MAX_COMPUTED),
  reason: orNull(aText),
};

export const PAYOUT_STATUS: Shape<PayoutStatus> = variants<PayoutStatus>()('state', {
  delivered: {
    onChainTransaction: orNull(objectWith({ transactionHash: anId, network: anId })),
    checkAfterSeconds: orNull(aDelay),
    arrived: orAbsent(anAmount(0n, MAX_COMPUTED)) as Shape<bigint>,
  },
  pending: { checkAfterSeconds: aDelay, undone: orAbsent(aText) as Shape<string> },
  failed: {
    reason: oneOf(PAYOUT_FAILURES),
    refundReason: oneOf(['TRANSACTION_FAILED', 'USER_CANCELLATION', 'TIMEOUT']),
    refundable: aFlag,
  },
  returned,
});

export const PULL_STATUS: Shape<PullStatus> = variants<PullStatus>()('state', {
  collected: { checkAfterSeconds: orNull(aDelay) },
  pending: { checkAfterSeconds: aDelay },
  failed: { reason: oneOf(PULL_FAILURES) },
  returned,
});

export const REFUND_STATUS: Shape<RailRefundStatus> = variants<RailRefundStatus>()('state', {
  completed: {},
  pending: { checkAfterSeconds: aDelay },
  failed: { reason: aText },
});

const CANCEL_ANSWER: Shape<CancelAnswer> = oneOf(['cancelled', 'too-late']);
const REACH: Shape<'reachable' | 'unreachable'> = oneOf(['reachable', 'unreachable']);
const INSTRUCTIONS: Shape<readonly PaymentInstruction[] | null> = orNull(
  listOf(
    objectWith<PaymentInstruction>({
      instructionsNotes: orNull(aText),
      isPlatformAccount: orNull(aFlag),
      accountOrWalletInfo: objectWith({ accountType: anId }) as unknown as Shape<PaymentAccountInfo>,
    }),
  ),
);
const FEE: Shape<bigint | null> = orNull(anAmount(0n, MAX_COMPUTED));
const NETWORKS: Shape<readonly string[]> = listOf(anId);
const FUNDING_NETWORKS: Shape<readonly (string | null)[]> = listOf(orNull(anId));

/**
 * The rail with every answer checked (docs/rails.md#how-core-calls-a-rail). A malformed answer and any error become
 * `RailUnavailable`, whose message names the rail, the call and the member, so that the call is repeated. A `Bug` is
 * thrown unchanged.
 */
export function shapedRail(rail: Rail): Rail {
  const { payouts, pulls, funding, networkFees } = rail;
  const call = shapedCalls(rail.name);
  const callNow = <T>(name: string, answer: Shape<T>, run: () => T): T => {
    try {
      return shaped(rail.name, name, answer, run());
    } catch (cause) {
      throw unavailable(rail.name, name, cause);
    }
  };
  const shapedPayouts: PayoutRail | null = payouts && {
    submit: (instruction) => call('submit', PAYOUT_STATUS, () => payouts.submit(instruction)),
    status: (instruction, now) => call('status', PAYOUT_STATUS, () => payouts.status(instruction, now)),
    cancel: payouts.cancel && ((instruction) => call('cancel', CANCEL_ANSWER, () => payouts.cancel!(instruction))),
    lookUp: (account, currency) => call('look-up', REACH, () => payouts.lookUp(account, currency)),
    ...(payouts.settlesAt && {
      settlesAt: (paymentRail, submittedAt) =>
        callNow('settles-at', anInstant<Instant>(), () => payouts.settlesAt!(paymentRail, submittedAt)),
    }),
    ...(payouts.isPayable && {
      isPayable: (account, paymentRail, submittedAt) =>
        callNow('is-payable', aFlag, () => payouts.isPayable!(account, paymentRail, submittedAt)),
    }),
  };
  const shapedPulls: PullRail | null = pulls && {
    submit: (instruction) => call('pull', PULL_STATUS, () => pulls.submit(instruction)),
    status: (instruction, now) => call('pull-status', PULL_STATUS, () => pulls.status(instruction, now)),
    cancel: pulls.cancel && ((instruction) => call('pull-cancel', CANCEL_ANSWER, () => pulls.cancel!(instruction))),
    refund: (refund, now) => call('pull-refund', REFUND_STATUS, () => pulls.refund(refund, now)),
  };
  const shapedFunding: FundingRail | null = funding && {
    networks: (currency) => callNow('networks', FUNDING_NETWORKS, () => funding.networks(currency)),
    addressSpace: funding.addressSpace,
    instructions: (request) => callNow('instructions', INSTRUCTIONS, () => funding.instructions(request)),
    refund: (refund, now) => call('refund', REFUND_STATUS, () => funding.refund(refund, now)),
  };
  const shapedFees: NetworkFees | null = networkFees && {
    networks: (currency) => callNow('networks', NETWORKS, () => networkFees.networks(currency)),
    networkOf: (account, currency) =>
      callNow('network-of', orNull(anId), () => networkFees.networkOf(account, currency)),
    estimate: (request) => call('network-fee', FEE, () => networkFees.estimate(request)),
  };
  // By name, because the members of an instance of a class may be getters, which a spread leaves out.
  return {
    name: rail.name,
    environment: rail.environment,
    simulated: rail.simulated,
    capabilities: rail.capabilities,
    payouts: shapedPayouts,
    pulls: shapedPulls,
    funding: shapedFunding,
    networkFees: shapedFees,
  };
}

/** Calls of a party outside, whose answers are checked. Every failure but a `Bug` is `RailUnavailable`. */
export const shapedCalls =
  (party: string) =>
  async <T>(call: string, answer: Shape<T>, run: () => Promise<T>): Promise<T> => {
    try {
      return shaped(party, call, answer, await run());
    } catch (cause) {
      throw unavailable(party, call, cause);
    }
  };

/** The member at fault, if a call failed because the answer was malformed; empty for the whole answer, otherwise null. */
export const malformedMember = (cause: unknown): string | null =>
  cause instanceof RailUnavailable && cause.cause instanceof MalformedAnswer ? cause.cause.member : null;

function unavailable(party: string, call: string, cause: unknown): Error {
  if (cause instanceof Bug || cause instanceof RailUnavailable) return cause;
  if (cause instanceof MalformedAnswer)
    return new RailUnavailable(party, call, `the answer is malformed: ${cause.fault}`, { cause });
  return new RailUnavailable(party, call, cause instanceof Error ? cause.message : String(cause), { cause });
}
