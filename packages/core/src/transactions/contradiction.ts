import { openException } from '../exceptions/index.js';
import { type Context, type CurrencyCode, type IdSource, ok, type Result, type Tx } from '../kernel/index.js';
import type { Effect } from './rail-message.js';

export interface Contradiction {
  readonly rail: string;
  /** Id of the transaction or deposit. */
  readonly subject: string;
  /** Tells contradictions about one subject apart: the rail's id of what it says, or the word for it. */
  readonly reference: string;
  readonly currency: CurrencyCode;
  /** What is at stake, smallest units. */
  readonly amount: bigint;
  /** One sentence: what the rail says, and what the books say. */
  readonly reason: string;
}

/**
 * The rail says what cannot be, after what it has said before. The books stay as they are, for they say what the
 * platform was told, and an operator sees to the money outside.
 */
export async function contradicted(
  tx: Tx,
  ctx: Context,
  ids: IdSource,
  contradiction: Contradiction,
): Promise<Result<Effect>> {
  const amount = contradiction.amount > 0n ? contradiction.amount : 1n;
  await openException(tx, ctx, ids, { kind: 'RAIL_CONTRADICTION', ...contradiction, amount });
  return ok('CONTRADICTED');
}
