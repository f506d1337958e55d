import * as z from 'zod';
import type { Address, Block, Hex, Log, Receipt } from './nodes.js';

/*
 * Readers of the results of JSON-RPC calls. The bytes come from another machine: everything is checked, hexadecimal
 * digits are put into lower case so that the answers of different clients compare, and amounts are never floats.
 */

/**
 * A list of at most `most` elements. The first mistake ends the reading: a report on each of a million wrong elements would
 * take more memory than the host has.
 */
const listOf = <T>(element: z.ZodType<T, unknown>, most = Infinity) =>
  z.unknown().transform((value, { issues }): readonly T[] => {
    const refused = (why: string): never => {
      issues.push({ code: 'custom', input: value, message: why });
      return z.NEVER;
    };
    if (!Array.isArray(value)) return refused('must be a list');
    if (value.length > most) return refused(`must have at most ${most} elements`);
    const all: T[] = [];
    for (const each of value as readonly unknown[]) {
      const read = element.safeParse(each);
      if (!read.success) return refused(`the element ${all.length} is invalid`);
      all.push(read.data);
    }
    return all;
  });

/** Unsigned, of at most 256 bits. */
export const quantity = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform((digits) => BigInt(digits));

const MOST = 2n ** 53n - 1n;
const small = quantity.refine((value) => value <= MOST);
const integer = small.transform(Number);

const lower = (digits: string): Hex => digits.toLowerCase() as Hex;
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .transform((digits): Address => lower(digits));
export const hash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform(lower);
export const bytes = z
  .string()
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/)
  .transform(lower);

export const chainId = integer;
export const count = integer;

/** Null for a block that the node does not have. */
export const block = z
  .object({ number: small, hash, parentHash: hash, timestamp: integer })
  .nullable() satisfies z.ZodType<Block | null, unknown>;

const log = z.object({
  address,
  topics: listOf(hash, 4),
  data: bytes,
  logIndex: integer,
  blockNumber: small,
  blockHash: hash,
  transactionHash: hash,
  // True for an event of a block that has left the chain.
  removed: z.literal(false).optional(),
});

export type PlacedLog = Log & Pick<Receipt, 'blockNumber' | 'blockHash' | 'transactionHash'>;

const placed = ({ address: from, topics, data, logIndex, ...place }: z.infer<typeof log>): PlacedLog => ({
  address: from,
  topics,
  data,
  logIndex,
  blockNumber: place.blockNumber,
  blockHash: place.blockHash,
  transactionHash: place.transactionHash,
});

export const logs = listOf(log).transform((all): readonly PlacedLog[] => all.map(placed));

/** Null for a transaction that no block of the node contains. */
export const receipt = z
  .object({
    transactionHash: hash,
    status: z.enum(['0x0', '0x1']),
    blockNumber: small,
    blockHash: hash,
    gasUsed: quantity,
    effectiveGasPrice: quantity,
    // Only chains of the OP stack have it.
    l1Fee: quantity.nullish(),
    logs: listOf(log),
  })
  .nullable()
  .refine(isOfOneTransaction)
  .transform((read): Receipt | null =>
    read === null
      ? null
      : {
          transactionHash: read.transactionHash,
          status: read.status === '0x1' ? 'success' : 'reverted',
          blockNumber: read.blockNumber,
          blockHash: read.blockHash,
          gasUsed: read.gasUsed,
          effectiveGasPrice: read.effectiveGasPrice,
          l1Fee: read.l1Fee ?? 0n,
          logs: read.logs.map((each) => ({
            address: each.address,
            topics: each.topics,
            data: each.data,
            logIndex: each.logIndex,
          })),
        },
  );

interface StatedReceipt {
  readonly transactionHash: Hex;
  readonly blockHash: Hex;
  readonly logs: readonly { readonly transactionHash: Hex; readonly blockHash: Hex; readonly logIndex: number }[];
}

/** The order of the events matters: their ordinals identify deposits. */
function isOfOneTransaction(read: StatedReceipt | null): boolean {
  if (read === null) return true;
  return read.logs.every(
    (each, index) =>
      each.transactionHash === read.transactionHash &&
      each.blockHash === read.blockHash &&
      (index === 0 || each.logIndex > read.logs[index - 1]!.logIndex),
  );
}

/** What the block after the last of the requested ones asks at least. */
export const nextBaseFee = z
  .object({ baseFeePerGas: listOf(quantity, 2000).refine(({ length }) => length > 0) })
  .transform(({ baseFeePerGas }) => baseFeePerGas.at(-1)!);

/** An answer to one call of a batch: a result or an error. */
const answer = z.union([
  z.object({
    id: z.number().int(),
    error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
  }),
  z.object({ id: z.number().int(), result: z.unknown(), error: z.null().optional() }),
]);

/** The answers to a batch. A node that takes no batches answers with an error without an id. */
export const answers = z.union([
  listOf(answer),
  z.object({ error: z.object({ code: z.number(), message: z.string() }) }),
]);
export type Answer = z.infer<typeof answer>;
