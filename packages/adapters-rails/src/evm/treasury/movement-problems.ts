import { amountText } from '@corridor/core/internal';
import type { RailWrites } from '@corridor/core/ports';
import { problemsIn } from '../sending/sending-problems.js';
import { ownTransaction } from './coins.js';
import type { Movement } from './movement.js';
import type { TreasuryParts } from './parts.js';

/** Movements that a reorganisation has removed after their confirmation. They stay until they are on the chain again. */
export const movementProblems = problemsIn('movement-problems');

const keyOf = ({ id }: Movement): string => `movement/${id}`;

/** The sender itself watches its own transactions, and broadcasts them again. */
export async function openMovementProblem(
  { tokens }: TreasuryParts,
  records: RailWrites,
  movement: Movement,
): Promise<void> {
  const { transactionHash: hash, token, amount, from, to, block } = movement;
  if ((await ownTransaction(records, hash)) !== null) return;
  const { currency } = tokens.find(({ address }) => address === token)!;
  movementProblems.open(
    records,
    keyOf(movement),
    `a reorganisation deeper than \`confirmations\` has removed the transaction ${hash} in block ${block}, which sent ${amountText(amount, currency)} from ${from} to ${to}; it was booked back`,
  );
}

export const closeMovementProblem = (records: RailWrites, movement: Movement): Promise<boolean> =>
  movementProblems.close(records, keyOf(movement));
