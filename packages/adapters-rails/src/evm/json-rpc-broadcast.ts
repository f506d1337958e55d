import type { Broadcast } from './nodes.js';

/**
 * How clients refuse a transaction, in the order in which the texts are looked for: geth (also of Base and Polygon),
 * Erigon, Nethermind, reth, Besu and Anvil.
 */
const TEXTS: readonly (readonly [RegExp, Broadcast])[] = [
  [/already ?known|known transaction|already (?:imported|exists)|ALREADY_EXISTS/i, 'accepted'],
  [/nonce ?too ?low|OldNonce|nonce below sender|invalid transaction nonce/i, 'nonce-spent'],
  [/underpriced|could not replace|ReplacementNotAllowed|replacement.{0,80}not allowed/i, 'underpriced'],
  [/fee ?too ?low|less than block base fee|below (?:configured )?minimum gas price/i, 'underpriced'],
  [/insufficient ?(?:funds|balance)|upfront cost exceeds/i, 'insufficient-funds'],
];

/** What the error text of a node says about a transaction that it was given. */
export const broadcastSaid = (message: string): Broadcast =>
  TEXTS.find(([text]) => text.test(message))?.[1] ?? 'refused';

/** What one node said counts for all of them in this order: one that has the transaction passes it on. */
const BY_WEIGHT: readonly Broadcast[] = ['accepted', 'nonce-spent', 'underpriced', 'insufficient-funds', 'refused'];

export const weightiest = (outcomes: readonly Broadcast[]): Broadcast =>
  BY_WEIGHT.find((each) => outcomes.includes(each)) ?? 'refused';
