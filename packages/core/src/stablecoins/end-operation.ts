import { bookEntry, INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { ok, type Result, transition, type Unit } from '../kernel/index.js';
import type { Line } from '../ledger/index.js';
import { giveBackLimits } from '../limits/index.js';
import { NEVER_SHORT } from '../transactions/index.js';
import { STABLECOIN_OPERATION, STABLECOIN_OPERATIONS, type StablecoinOperation } from './operation.js';
import { creditedTo, doneLines, releaseLines } from './operation-books.js';

/** What the issuer told about an operation. */
export type Told = Partial<
  Pick<StablecoinOperation, 'providerStatus' | 'failureReason' | 'fundingInstructions' | 'expiresAt'>
>;

/** Ends an operation: completing it books the payment and the tokens; any other end releases the hold and gives limits back. */
export async function endOperation(
  unit: Unit,
  operation: StablecoinOperation,
  event: 'complete' | 'fail' | 'expire',
  learned: Told,
): Promise<Result<void>> {
  const { tx, ctx } = unit;
  const isDone = event === 'complete';
  const limitUse = isDone ? operation.limitUse : await giveBackLimits(tx, ctx, operation.limitUse);
  const patch = { ...learned, limitUse };
  const moved = transition(tx, ctx, STABLECOIN_OPERATION, STABLECOIN_OPERATIONS, operation, event, patch);
  if (!moved.ok) return moved;
  const lines: readonly Line[] = isDone ? doneLines(operation) : releaseLines(operation);
  if (lines.length === 0) return ok();
  const kind = !isDone ? 'HOLD_RELEASE' : operation.operationType === 'MINT' ? 'TOKEN_MINT' : 'TOKEN_BURN';
  const gets = isDone
    ? operation.operationType === 'MINT'
      ? creditedTo(operation)
      : null
    : operation.source.accountId;
  const account = gets === null ? null : await tx.get(INTERNAL_ACCOUNTS, gets);
  const accounts = account === null ? [] : [account];
  return bookEntry(unit, { kind, cause: operation.id, lines }, accounts, NEVER_SHORT);
}
