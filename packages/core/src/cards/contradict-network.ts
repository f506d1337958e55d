import { openException } from '../exceptions/index.js';
import { domainError, ok, Refused, type Result, type Unit } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { contradictionReference } from '../transactions/index.js';
import type { CardTransaction } from './card-books.js';

/** Two contents that a card network sent under one id. */
export interface ReusedId {
  readonly messageId: string;
  readonly first: string;
  readonly second: string;
  /** The second content as its exception is stored, with the amount in smallest units. */
  readonly content: string;
  /** The amount of the second message; 0 if it names none. */
  readonly amount: bigint;
}

/**
 * Opens the exception of other content under a known id, and returns the refusal that commits it. The books stay as they
 * are. A repeat of the second content opens nothing and has the same refusal.
 */
export async function contradictNetwork(
  unit: Unit,
  { id, rail, card }: CardTransaction,
  { messageId, first, second, content, amount }: ReusedId,
): Promise<Refused> {
  const network = rail ?? 'cards';
  const exception = await openException(unit, {
    kind: 'RAIL_CONTRADICTION',
    subject: id,
    reference: contradictionReference(`${messageId}: ${content}`),
    rail: network,
    leg: 'DELIVERY',
    currency: card.currency,
    amount: amount > 0n ? amount : 1n,
    reason:
      `${network} sent the message ${messageId} as "${first}", and then as "${second}"; ` +
      `nothing was booked for the second one`,
  });
  const message = `networkMessageId was used for a message with other content; an operator looks at both (${exception.id})`;
  return new Refused(domainError('CONFLICT', message));
}

/**
 * The network takes back, or changes, money that a merchant gave and that the customer has: the message is stored, and an
 * operator decides.
 */
export async function contradictCredit(
  unit: Unit,
  use: CardTransaction,
  messageId: string,
  said: (print: (amount: bigint) => string) => string,
): Promise<Result<CardTransaction>> {
  const { currency, settled } = use.card;
  const inUnits = (amount: bigint): string => amountText(amount, currency);
  await contradictNetwork(unit, use, {
    messageId,
    first: `a credit of ${inUnits(settled)}`,
    second: said(inUnits),
    content: said(String),
    amount: settled,
  });
  return ok(use);
}
