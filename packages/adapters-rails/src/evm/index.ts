export type { Address, Block, EvmNodes, Hex, Receipt, TransferLog } from './nodes.js';
export type { EvmSender, Intent, Outcome, OutcomeHandler } from './sender.js';
export type { EvmSigner, SignedTransaction, UnsignedTransaction } from './signer.js';
