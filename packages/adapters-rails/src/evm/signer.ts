import type { Address, Hex } from './nodes.js';

/** A transaction of type 2 (EIP-1559), complete but for its signature. */
export interface UnsignedTransaction {
  readonly chainId: number;
  readonly nonce: number;
  readonly to: Address;
  readonly value: bigint;
  readonly data: Hex;
  readonly gas: bigint;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

export interface SignedTransaction {
  readonly hash: Hex;
  readonly bytes: Hex;
}

/** The holder of one key. Signs what it is given; limits and screening come before. */
export interface EvmSigner {
  readonly address: Address;
  sign(transaction: UnsignedTransaction): Promise<SignedTransaction>;
  /** Signs the EIP-712 digest of the encoded data `0x19 0x01 ‖ domain separator ‖ hash of the struct` (66 bytes). */
  signTypedData(encoded: Hex): Promise<Hex>;
}
