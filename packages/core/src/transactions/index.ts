export * from './area.js';
export { attemptOf } from './begin-attempt.js';
export { cannotCredit } from './conclude-pull.js';
export * from './arrival.js';
export * from './card-spend.js';
export type { CancelTransaction } from './cancel-transaction.js';
export { type BookedTo, bookedToOf, contradictionReference, tellsCollection } from './contradiction.js';
export type { ConfirmReceipt } from './confirm-receipt.js';
export { reportedSubject } from './credited-deposit.js';
export * from './decided.js';
export * from './deposit.js';
export { failPayment } from './fail-payment.js';
export { type Ending, endingOf, ENDINGS, FAILURES, type Failure, failedBecause, failureOf } from './failure.js';
export { formerAttempt, type FormerAttempt } from './former-attempt.js';
export { type FormerRefund, FORMER_REFUNDS, refundedBy } from './former-refund.js';
export * from './hold-at-rail.js';
export {
  continueHeld,
  goOnUnlessHeld,
  wasStopped,
  failHeld,
  heldLegOf,
  holdPayment,
  holdReference,
  isUnconfirmed,
  partiesOf,
  UNDECIDED,
} from './hold-payment.js';
export { UNDECIDED_MONEY } from './hold-deposit.js';
export { isUma, railOf, WITHOUT_RAIL } from './rail-of.js';
export { type Hear, type Heard, TWIN_MESSAGE } from './hear-rail.js';
export { repayLoss } from './lose-funding.js';
export { contentOf, isRepeatOf } from './message-content.js';
export { type CorrectedAmount, correctedAmounts, deliveryStakeOf, stakeOf } from './stake-of.js';
export { reportsSent, restReference, toldSent } from './paid-again.js';
export * from './payer.js';
export * from './rail-message.js';
export { RAIL_STEPS, type RailRequest, type RailStep } from './rail-step.js';
export * from './payment.js';
export type { Suspended } from './read-suspense.js';
export * from './read-transactions.js';
export * from './receive-deposit.js';
export * from './receive-unattributed.js';
export * from './refund.js';
export { answeredPayment } from './answered-payment.js';
export { answeredDeposit, askAboutDeposit, askAboutKept, isScreenedArrival, senderParty } from './screen-deposit.js';
export { type Clearance, clearanceOf, type Movement, movementOf, screens, type ScreenPorts } from './screen-payment.js';
export { endScreening } from './end-screening.js';
export type { BlockPorts } from './block-matched.js';
export { repayBearers } from './repay-bearers.js';
export { concludeRefund } from './refund-payment.js';
export { resumeReturn, retryReturn, reverseDeposit } from './return-deposit.js';
export * from './shortfall.js';
export { sideOf } from './side-of.js';
export { isSpent, mustBeUnspent, SPENT, SPENT_AT_ONCE, spending } from './spent-request.js';
export * from './transaction.js';
export * from './transaction-states.js';
