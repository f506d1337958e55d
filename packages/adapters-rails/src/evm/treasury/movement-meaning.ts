import type { CurrencyCode } from '@corridor/core';
import { amountText } from '@corridor/core/internal';
import type { RailRecord, RailRecords } from '@corridor/core/ports';
import type { Address } from '../nodes.js';
import { ownTransaction } from './coins.js';
import { type Movement, movementIn, MOVEMENTS, OWN } from './movement.js';
import type { TreasuryParts } from './parts.js';
import type { Leg, Telling } from './tellings.js';

const PAGE = 100;

interface MovementEffect {
  readonly messages: readonly Telling[];
  /** Set for a payment of ours that another part of the connection tells. */
  readonly intent: string | null;
}

/** What a movement means: docs/rails/evm-treasury.md#treasury-and-reconciliation. */
export async function effectOf(
  parts: TreasuryParts,
  records: RailRecords,
  movement: Movement,
): Promise<MovementEffect> {
  const { rails, treasury, cold, ownAddresses, tokens } = parts;
  const { from, to, amount, token, transactionHash: hash, block, id } = movement;
  const { currency } = tokens.find(({ address }) => address === token)!;
  const railOf = (address: Address): string | null =>
    address === treasury ? rails.treasury : address === cold ? rails.cold : null;
  const [source, target] = [railOf(from), railOf(to)];
  const about = { currency, amount, messageId: `move/${id}` };
  const where = `transaction ${hash} in block ${block}`;
  const booked = (booking: 'TOP_UP' | 'WITHDRAWAL', rail: string): Telling => ({
    ...{ kind: 'booking', booking, rail, ...about, note: where },
  });
  const transfer = (rail: string, receiver: string): Telling => ({
    ...{ kind: 'booking', booking: 'TRANSFER', rail, to: receiver, ...about, note: where },
  });
  const differs = (direction: 'IN' | 'OUT', rail: string, reason: string): Telling => ({
    ...{ kind: 'difference', rail, direction, ...about, reason },
  });

  const own = from === treasury ? await ownTransaction(records, hash) : null;
  if (own !== null && (own.purpose === 'payout' || own.purpose === 'refund')) {
    const back = target === null ? [] : [differs('IN', target, `${where} paid a customer at an address of ours`)];
    return { messages: back, intent: own.intent };
  }
  const only = (...messages: readonly Telling[]): MovementEffect => ({ messages, intent: null });
  if (source !== null && target !== null) return source === target ? only() : only(transfer(source, target));
  if (source !== null) {
    if (source === rails.cold && ownAddresses.has(to)) return only(booked('WITHDRAWAL', source));
    return only(
      differs('OUT', source, `${where} sent ${amountText(amount, currency)} to ${to} without an order of ours`),
    );
  }
  if (target === null) return only();
  if ((await parts.deposits.indexesOf(records, [from])).has(from)) return only(transfer(rails.deposits, target));
  if (ownAddresses.has(from)) return only(booked('TOP_UP', target));
  return only(
    differs('IN', target, `${where} brought ${amountText(amount, currency)} from ${from}, an unknown address`),
  );
}

export const again = (message: Telling, times: number): Telling => ({
  ...message,
  messageId: `${message.messageId}/${times}`,
});

/** The opposite of a message whose movement has left the chain. */
export function takenBack(message: Telling): Telling {
  const gone = 'left the chain in a reorganization';
  if (message.kind === 'difference') {
    const direction = message.direction === 'IN' ? 'OUT' : 'IN';
    return { ...message, direction, reason: `${message.reason}; it ${gone}` };
  }
  const note = `${message.note ?? ''} ${gone}`.trim();
  if (message.booking === 'TRANSFER') return { ...message, rail: message.to!, to: message.rail, note };
  return { ...message, booking: message.booking === 'TOP_UP' ? 'WITHDRAWAL' : 'TOP_UP', note };
}

/**
 * What moved and core does not know, but for open messages: payments of ours, and movements above the position. Those
 * from deposit addresses count up to the block `deposits`.
 */
export async function untoldMovements(
  parts: TreasuryParts,
  records: RailRecords,
  unfollowed: readonly Movement[],
  deposits: bigint,
): Promise<readonly Leg[]> {
  const legs: Leg[] = [];
  const isTold = async (intent: string | null) => intent !== null && (await parts.isTold(records, intent));
  let after: RailRecord | undefined;
  for (;;) {
    const page = await records.list(MOVEMENTS, { status: OWN, limit: PAGE, after });
    for (const record of page) {
      const { movement, intent, isOnChain } = movementIn(record);
      if (isOnChain && !(await isTold(intent))) legs.push(...legsOfMovement(parts, movement, true));
    }
    if (page.length < PAGE) break;
    after = page.at(-1);
  }
  for (const movement of unfollowed) {
    const own = movement.from === parts.treasury ? await ownTransaction(records, movement.transactionHash) : null;
    const isKnown = own !== null && (await isTold(own.intent));
    const legsHere = legsOfMovement(parts, movement, false);
    legs.push(...(isKnown ? legsHere.filter(({ amount }) => amount > 0n) : legsHere));
    if (movement.block > deposits) continue;
    const isSweep = (await parts.deposits.indexesOf(records, [movement.from])).has(movement.from);
    const currency = currencyOf(parts, movement);
    if (isSweep) legs.push({ rail: parts.rails.deposits, currency, amount: -movement.amount });
  }
  return legs;
}

const currencyOf = ({ tokens }: TreasuryParts, { token }: Movement): CurrencyCode =>
  tokens.find(({ address }) => address === token)!.currency;

function legsOfMovement(parts: TreasuryParts, movement: Movement, isOutOnly: boolean): readonly Leg[] {
  const { rails, treasury, cold } = parts;
  const { from, to, amount } = movement;
  const currency = currencyOf(parts, movement);
  const legs: Leg[] = [];
  if (from === treasury) legs.push({ rail: rails.treasury, currency, amount: -amount });
  if (from === cold) legs.push({ rail: rails.cold, currency, amount: -amount });
  if (isOutOnly) return legs;
  if (to === treasury) legs.push({ rail: rails.treasury, currency, amount });
  if (to === cold) legs.push({ rail: rails.cold, currency, amount });
  return legs;
}
