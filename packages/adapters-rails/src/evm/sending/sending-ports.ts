import type { Clock, RailLog, RailStore } from '@corridor/core/ports';
import type { Address, Block, EvmNodes } from '../nodes.js';
import type { Intent, OutcomeHandler } from '../sender.js';
import type { EvmSigner } from '../signer.js';
import type { GasPrice } from './fees.js';
import type { Problems } from './sending-problems.js';

export interface SenderPorts {
  readonly store: RailStore;
  readonly nodes: EvmNodes;
  readonly clock: Clock;
  readonly log: RailLog;
  /** Null for an address whose key no host has. */
  readonly signerOf: (address: Address) => EvmSigner | null;
  /** For each purpose of the connection's intents; `fill` tells the gas of transactions that only spend a nonce. */
  readonly handlers: Readonly<Partial<Record<Intent['purpose'], OutcomeHandler>> & Record<'fill', OutcomeHandler>>;
  /**
   * Asked about each intent before its first signature: why it must not be sent; null if it may. If it throws, nothing
   * is known, and the intent waits.
   */
  readonly screen: (intent: Intent) => Promise<string | null>;
  readonly fees: {
    /** The most wei for one gas. */
    readonly maxFeePerGas: bigint;
    readonly replaceAfterSeconds: number;
  };
  /** Seconds between two passes. */
  readonly everySeconds: number;
}

/** The handler of the outcomes of an intent. */
export function handlerOf({ handlers }: SenderPorts, purpose: Intent['purpose']): OutcomeHandler {
  const handler = handlers[purpose];
  if (handler === undefined) throw new Error(`the connection has no handler of outcomes for ${purpose}`);
  return handler;
}

/** What one pass works with. */
export interface Pass extends SenderPorts {
  readonly head: Block;
  readonly confirmed: Block;
  readonly problems: Problems;
  /** Wei for one gas that the next block asks; null if this pass sends nothing. */
  readonly price: GasPrice | null;
  /** Problems that this pass has found, by key. */
  readonly found: Map<string, string>;
}

/** A signer in one pass: what the chain and its row say. */
export interface SignerNow {
  readonly address: Address;
  /** Null before its first transaction. */
  readonly row: { readonly next: number; readonly floor: number } | null;
  /** Mined transactions at the head. */
  readonly atHead: number;
  /** Mined transactions at the confirmed block. */
  readonly atConfirmed: number;
}

/** Transactions of one signer that are signed or about to be, and not mined. Nodes keep few for one sender. */
export const MOST_IN_FLIGHT = 96;
