import { amountText } from '@corridor/core/internal';
import type { RailRecords, RailWrites } from '@corridor/core/ports';
import { transferIn } from '../token-transfer.js';
import type { Intent, Outcome } from '../sender.js';
import { takenBack } from './movement-meaning.js';
import type { TreasuryParts } from './parts.js';
import { addTelling, isTelling } from './tellings.js';

/**
 * Tells core what a payment took from the treasury beside its amount, as a difference: a token can take its fee from the
 * sender. `isUndone`: the transaction has left the chain.
 */
export async function tellExcess(
  { rails, tokens }: TreasuryParts,
  records: RailWrites,
  { key, to, data }: Intent,
  { moved, transactionHash, blockNumber }: Outcome,
  isUndone = false,
): Promise<void> {
  const transfer = transferIn(data);
  const token = tokens.find(({ address }) => address === to);
  if (moved === undefined || transfer === null || token === undefined) return;
  const excess = moved.left - transfer.amount;
  if (excess === 0n) return;
  const difference = {
    kind: 'difference',
    rail: rails.treasury,
    messageId: await openId(records, `excess/${transactionHash}/${blockNumber}`),
    currency: token.currency,
    amount: excess > 0n ? excess : -excess,
    direction: excess > 0n ? 'OUT' : 'IN',
    reason: `the token ${to} took ${amountText(moved.left, token.currency)} for ${amountText(transfer.amount, token.currency)} of ${key} (transaction ${transactionHash})`,
  } as const;
  addTelling(records, isUndone ? { ...takenBack(difference), messageId: undoneId(difference.messageId) } : difference);
}

const undoneId = (id: string): string => `${id}/undone`;

/** The id of the first message that is not taken back: a transaction can be mined at the same height again. */
async function openId(records: RailRecords, id: string): Promise<string> {
  for (let times = 0; ; times += 1) {
    const each = times === 0 ? id : `${id}/${times}`;
    if (!(await isTelling(records, undoneId(each)))) return each;
  }
}
