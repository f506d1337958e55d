import type { Transaction } from './transaction.js';

/** What stands for the rail of a payment that has none: it stays in the ledger, or arrives by UMA. */
export const WITHOUT_RAIL = ['internal', 'uma'] as const;

export const isUma = ({ type, source }: Transaction): boolean =>
  type === 'INCOMING' && source?.sourceType === 'UMA_ADDRESS';

/** The rail that delivers an outgoing payment or brings an incoming one, the issuer of a card, or one of WITHOUT_RAIL. */
export function railOf(payment: Transaction): string {
  const { type, rail, fundingRail } = payment;
  return (type === 'INCOMING' ? fundingRail : rail) ?? (isUma(payment) ? 'uma' : 'internal');
}
