/** What the chain asks for one gas: at least the base fee of the next block, and a usual tip. */
export interface GasPrice {
  readonly base: bigint;
  readonly tip: bigint;
}

/** What a transaction pays at most, in wei for one gas. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);

/**
 * The fees of a new transaction: room for the base fee to double, at most `limit`. Null if the chain asks more than the
 * limit now.
 */
export function feesFor({ base, tip }: GasPrice, limit: bigint): Fees | null {
  const offered = larger(tip, 1n);
  if (base + offered > limit) return null;
  const maxFeePerGas = smaller(2n * base + offered, limit);
  return { maxFeePerGas, maxPriorityFeePerGas: smaller(offered, maxFeePerGas) };
}

/** At least 12.5 % more: some nodes ask 10 % of a replacement, others 12.5 %. */
const raised = (fee: bigint): bigint => larger((fee * 9n + 7n) / 8n, fee + 1n);

/**
 * The fees of a replacement: both are at least 12.5 % above those of the transaction that it replaces, and what the
 * chain asks now if that is more. Null if that is above the limit.
 */
export function feesToReplace(paid: Fees, wanted: Fees | null, limit: bigint): Fees | null {
  const least = { fee: raised(paid.maxFeePerGas), tip: raised(paid.maxPriorityFeePerGas) };
  if (least.fee > limit) return null;
  const maxFeePerGas = smaller(larger(least.fee, wanted?.maxFeePerGas ?? 0n), limit);
  const tip = larger(least.tip, wanted?.maxPriorityFeePerGas ?? 0n);
  return { maxFeePerGas, maxPriorityFeePerGas: smaller(tip, maxFeePerGas) };
}
