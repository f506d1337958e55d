import type { Id } from '../kernel/index.js';
import type { RefundPart } from './card-refund.js';

/** The clearing that a return names. */
export interface NamedClearing {
  /** The network's id of its message. */
  readonly id: string;
  /** The exception about the part that the customer was not debited for; null if there is none. */
  readonly excess: Id<'Exception'> | null;
  /** What returns that name this clearing have left of the part that the customer was debited for. */
  readonly settled: bigint;
}

/** What a return can cover. */
export interface Returnable {
  /** The excesses in the order in which returns cover them. */
  readonly excesses: readonly { readonly id: Id<'Exception'>; readonly left: bigint }[];
  /** What can be returned of the settled amount. */
  readonly settled: bigint;
}

export interface Allocated {
  readonly parts: readonly RefundPart[];
  /** The amount that covers nothing. */
  readonly left: bigint;
}

const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const atLeastZero = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

/**
 * Divides a return. The clearing that it names comes first; what exceeds that clearing is treated like a return that
 * names none: the excesses, then the settled amount.
 */
export function allocate(amount: bigint, { excesses, settled }: Returnable, named: NamedClearing | null): Allocated {
  const parts: RefundPart[] = [];
  let left = amount;
  const take = (of: RefundPart['of'], most: bigint, clearing: string | null): bigint => {
    const taken = min(left, atLeastZero(most));
    left -= taken;
    if (taken > 0n) parts.push({ of, clearing, amount: taken, reversed: 0n, reopened: 0n });
    return taken;
  };
  let room = settled;
  let others = excesses;
  if (named !== null) {
    const own = excesses.find(({ id }) => id === named.excess);
    if (own !== undefined) take(own.id, own.left, named.id);
    others = excesses.filter((excess) => excess !== own);
    room -= take('SETTLED', min(room, named.settled), named.id);
  }
  for (const { id, left: most } of others) take(id, most, null);
  take('SETTLED', room, null);
  return { parts, left };
}
