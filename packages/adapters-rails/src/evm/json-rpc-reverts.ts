import type { Hex, Reverted } from './nodes.js';

/** The selectors of `Error(string)` and `Panic(uint256)`, which Solidity encodes refusals with. */
const ERROR = '0x08c379a0';
const PANIC = '0x4e487b71';
const WORD = 64;
const MOST_CHARACTERS = 300;

/**
 * How clients say that a contract refused a call or that the call cannot be executed, as opposed to a fault of the node:
 * code 3 of geth, reth, Erigon and Anvil, -32015 of Nethermind, and their texts.
 */
const CODES: readonly number[] = [3, -32_015];
const TEXTS =
  /\brevert|VM execution error|invalid opcode|invalid jump|bad jump|stack (?:under|over)flow|out of ?gas|OutOfGas|StackUnderflow|InvalidJump/i;

/** The refusal by a contract that the error of a node stands for; null for another error. */
export function revertedBy(error: {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}): Reverted | null {
  if (!CODES.includes(error.code) && !TEXTS.test(error.message)) return null;
  return { reverted: true, reason: plain(reasonIn(error.data) ?? error.message) };
}

/** Nethermind writes `Reverted 0x…`, others put the bytes into a member. */
function reasonIn(data: unknown): string | null {
  const text =
    typeof data === 'object' && data !== null && 'data' in data ? (data as { readonly data: unknown }).data : data;
  const found = typeof text === 'string' ? /0x([0-9a-fA-F]{2})+$/.exec(text.trim().slice(-20_000)) : null;
  if (found === null) return null;
  const bytes = found[0].toLowerCase() as Hex;
  return decoded(bytes) ?? bytes;
}

function decoded(bytes: Hex): string | null {
  const selector = bytes.slice(0, 10);
  const words = bytes.slice(10);
  if (selector === PANIC && words.length === WORD) return `panic 0x${BigInt(`0x${words}`).toString(16)}`;
  if (selector !== ERROR || words.length < 2 * WORD || BigInt(`0x${words.slice(0, WORD)}`) !== 32n) return null;
  const length = BigInt(`0x${words.slice(WORD, 2 * WORD)}`);
  const rest = words.slice(2 * WORD);
  if (length * 2n > BigInt(rest.length)) return null;
  return Buffer.from(rest.slice(0, Number(length) * 2), 'hex').toString('utf8');
}

/** A text of a node or a contract, fit for a line of a log: both write what they like. */
export const plain = (text: string): string =>
  text
    .slice(0, 10 * MOST_CHARACTERS)
    .replace(/[^\p{L}\p{N}\p{P}\p{S}]+/gu, ' ')
    .trim()
    .slice(0, MOST_CHARACTERS);
