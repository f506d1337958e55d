import { optionalPackage } from '@corridor/core/internal';
import type { CreateConnection } from '@corridor/core/ports';

export {
  type Address,
  type Block,
  type Branch,
  type EvmNodes,
  type Hex,
  NoQuorum,
  type Receipt,
  type TransferLog,
} from './nodes.js';
export type { EvmSender, Intent, Outcome, OutcomeHandler } from './sender.js';
export type { EvmSigner, SignedTransaction, UnsignedTransaction } from './signer.js';

/** Stablecoins on a chain: docs/rails/evm-treasury.md. It needs the optional package `viem`. */
export const evm: CreateConnection = async (entry, context) => {
  const { createEvmConnection } = await optionalPackage('viem@2.57.20', () => import('./connection.js'));
  return createEvmConnection(entry, context);
};
