export * from './area.js';
export type { CardVerdict } from './authorize.js';
export type { CardConnection, CreateCardConnection } from './card-connection.js';
export type {
  AdviceMessage,
  AuthorizationMessage,
  BalanceMessage,
  CardChangeMessage,
  CardMessage,
  CardReply,
  ClearingMessage,
  DisputeEvent,
  DisputeMessage,
  HearCard,
  IncrementMessage,
  ReturnMessage,
  ReturnReversalMessage,
  ReversalMessage,
  SettlementMessage,
  TellCard,
} from './card-message.js';
export { DISPUTE_EVENTS } from './card-message.js';
export type { CardUse } from './card-use.js';
export * from './card.js';
export * from './card-dispute.js';
export * from './card-books.js';
export * from './card-log.js';
export * from './card-refund.js';
export type { CardFilter } from './card-service.js';
export { type CardControls, CONTROL_LIMITS, SPEND_PERIODS, type SpendLimit, type SpendPeriod } from './controls.js';
export { BY_NETWORK, openExcessOf } from './excess.js';
export type { DecideAmount, DecideDispute, PlannedDispute } from './dispute-credits.js';
export type { DisputeFilter } from './dispute-service.js';
export { expireOverdueUse } from './expiry.js';
export { CARD_LIMITS, cardFunding } from './funding.js';
export { createMissingEnds } from './missing-ends.js';
export {
  type CardAnswer,
  type CardTelling,
  NETWORK_MESSAGE_KINDS,
  NETWORK_MESSAGES,
  type NetworkMessage,
  type NetworkMessageKind,
} from './network-message.js';
export type { NewDispute } from './open-dispute.js';
export type { NewCard } from './order-card.js';
export type { CardFrame, Cardholder, CardIssuer, CardOrder, Delegates, IssueOutcome } from './ports.js';
export type { Identified, Simulated, SimulatedTelling, SimulatedUse } from './simulations.js';
export type { RecordDispute } from './record-dispute.js';
export type { PlannedRelease, ReleaseHold } from './release-hold.js';
export {
  SETTLEMENT_LINE_KINDS,
  SETTLEMENT_LINES,
  SETTLEMENT_MOVES,
  SETTLEMENT_PARTS,
  settlementEntries,
  type SettlementFee,
  type SettlementLine,
  type SettlementLineKind,
  type SettlementMove,
  type SettlementPart,
  type SettlementTotals,
} from './settlement.js';
export { countedOf, holdEndOf } from './take.js';
export type { CardPatch } from './update-card.js';
export { shapedCardIssuer } from './shaped-issuer.js';
