import type { FailedWork, Instant, PaymentTimeline, RailEntry } from '@corridor/core';
import { correctedAmounts, correctionsOf, heldOn, pulledFrom } from '@corridor/core/internal';
import type { Transaction } from '@corridor/core/records';
import { decisionName, KINDS } from '../exceptions/names.js';
import { type Content, linkIf } from '../kit/components.js';
import { recordPath } from '../kit/record-link.js';
import type { TenantVisit } from '../kit/visit.js';
import type { ShownAttempts } from './attempts.js';
import type { Parties } from './parties.js';
import type { PlaceFacts, Reported } from './place-of-money.js';

/** What a payment and its timeline say about its money, with links to its parties and its open exceptions. */
export function placeFacts(
  visit: TenantVisit,
  { entries, approval }: Pick<PaymentTimeline, 'entries' | 'approval'>,
  transaction: Transaction,
  parties: Parties,
  { work, willBeHeld }: Pick<ShownAttempts, 'work' | 'willBeHeld'> = { work: [], willBeHeld: null },
): PlaceFacts {
  const { type, status, destination, rail, fundingRail, card, refundReference } = transaction;
  const received = amountOf(transaction.receivedAmount, transaction.receivedCurrency);
  const collects = pulledFrom(transaction) !== null;
  const { fundingReversed, fundingRecovered } = correctionsOf({ corrections: transaction.corrections ?? null });
  const { open, decision, reported } = exceptionsOf(visit, entries);
  const acceptedAt = (step: RailEntry['step'], reference?: string | null) =>
    entries.findLast(
      (entry) =>
        entry.kind === 'rail' && entry.step === step && (reference === undefined || entry.reference === reference),
    )?.at ?? null;
  return {
    now: visit.place.context.now,
    type,
    status,
    sent: amountOf(transaction.sentAmount, transaction.sentCurrency) ?? received,
    received,
    payer: payerOf(transaction, parties),
    payee: payeeOf(destination, parties),
    source: heldOn(transaction) !== null ? 'HELD' : collects ? 'COLLECTED' : 'ARRIVED',
    collection: {
      rail: fundingRail,
      begunAt: transaction.pullSubmittedAt,
      acceptedAt: acceptedAt('collection submitted'),
      nextAttemptAt: nextAttemptOf(work, 'pull.submit'),
      willBeHeld,
      collectedAt: transaction.collectedAt,
      reported,
    },
    payout: {
      rail,
      begunAt: transaction.submittedAt,
      acceptedAt: acceptedAt('payout submitted'),
      nextAttemptAt: nextAttemptOf(work, 'payout.submit'),
      willBeHeld,
    },
    isToInstitution: destination.destinationType === 'UMA_ADDRESS',
    isReturned: type === 'OUTGOING' && status === 'FAILED' && transaction.settledAt !== null,
    expectedAt: transaction.expectedSettlementAt,
    cancelRequestedAt: transaction.cancelRequestedAt,
    settledAt: transaction.settledAt,
    awaitsApproval: approval === 'ASKED' || approval === 'DEFERRED',
    refund: {
      status: transaction.refundStatus,
      rail: fundingRail,
      begunAt:
        entries.findLast(
          (entry) => entry.kind === 'rail' && entry.step === 'refund begun' && entry.reference === refundReference,
        )?.at ?? null,
      acceptedAt: acceptedAt('refund submitted', refundReference),
      settledAt: transaction.refundSettledAt,
      decision,
    },
    fundingReversed,
    fundingRecovered,
    ...correctedAmounts(transaction),
    card,
    isCredit: transaction.direction === 'CREDIT',
    holdEndsAt: transaction.holdEndsAt,
    openExceptions: open,
  };
}

const nextAttemptOf = (failed: readonly FailedWork[], work: FailedWork['work']): Instant | null =>
  failed.find((each) => each.work === work && each.isRetried)?.attempts.at(-1)?.nextAt ?? null;

type ExceptionEntry = Extract<PaymentTimeline['entries'][number], { kind: 'exception' }>;

const amountOf = (amount: bigint | null, currency: Transaction['sentCurrency']): PlaceFacts['sent'] =>
  amount === null || currency === null ? null : { amount, currency };

/** Who the money came from, and goes back to. */
function payerOf({ source }: Transaction, parties: Parties): Content {
  if (source?.sourceType === 'UMA_ADDRESS') return source.umaAddress;
  return source?.sourceType === 'ACCOUNT' ? parties(source.accountId) : 'the payer';
}

const payeeOf = (destination: Transaction['destination'], parties: Parties): Content => {
  switch (destination.destinationType) {
    case 'ACCOUNT':
      return parties(destination.accountId);
    case 'UMA_ADDRESS':
      return destination.umaAddress;
    case 'MERCHANT':
      return destination.descriptor;
  }
};

/** `an operator decided: Write off`; null without a decision. */
function decisionOf({ exception, resolution, resolvedBy, approvedBy }: ExceptionEntry): string | null {
  if (resolution === null) return null;
  const one = resolvedBy?.includes('Operator:') === true ? 'an operator' : 'the service';
  return `${approvedBy === null ? one : 'two operators'} decided: ${decisionName(resolution, exception)}`;
}

/**
 * Links to the open exceptions, the decision that ended a failed refund without another attempt, and the last report of a
 * collection that the records do not have.
 */
function exceptionsOf(
  visit: TenantVisit,
  entries: PaymentTimeline['entries'],
): { readonly open: readonly Content[]; readonly decision: string | null; readonly reported: Reported | null } {
  const found = entries.flatMap((entry) => (entry.kind === 'exception' ? [entry] : []));
  const resolved = new Set(found.filter(({ step }) => step === 'resolved').map(({ exceptionId }) => exceptionId));
  const open = found.filter(({ step, exceptionId }) => step === 'opened' && !resolved.has(exceptionId));
  const last = found.findLast(({ exception, step }) => exception === 'REFUND_FAILED' && step === 'resolved');
  const isEnded =
    last !== undefined &&
    last.resolution !== null &&
    last.resolution !== 'RETRIED' &&
    open.every(({ exception }) => exception !== 'REFUND_FAILED');
  // The resolution of an exception follows its opening, so the last entry says what was decided.
  const told = found.findLast(({ isCollected }) => isCollected);
  return {
    open: open.map(({ exception, exceptionId }) => linkIf(recordPath(visit, exceptionId), KINDS[exception])),
    decision: isEnded ? decisionOf(last) : null,
    reported:
      told === undefined
        ? null
        : {
            amount: { amount: told.amount, currency: told.currency },
            decision: decisionOf(told),
          },
  };
}
