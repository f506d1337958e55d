import { secp256k1 } from '@noble/curves/secp256k1.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import { RailEntryError } from '@corridor/core/ports';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedWebcrypto, validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Address, Hex } from '../nodes.js';

/**
 * The external chain of the second account (BIP-44). Wallet software uses the first account, so a key of the same words
 * that was made with it, such as that of a treasury, is never the key of a deposit address.
 */
const PARENT_PATH = "m/44'/60'/1'/0";

/** The keys of all deposit addresses: docs/rails/evm-deposits.md#addresses. */
export interface DepositKeys {
  /** The address with this index; without I/O. */
  addressOf(index: number): Address;
  /** The private key of the address with this index. */
  privateKeyOf(index: number): Hex;
}

/**
 * Derives the keys from a mnemonic (BIP-39, English, no passphrase). Throws a `RailEntryError` for the member
 * `deposits.mnemonic` if it is invalid; the message does not repeat it.
 */
export async function depositKeys(mnemonic: string): Promise<DepositKeys> {
  const words = mnemonic.trim().split(/\s+/).join(' ');
  if (!validateMnemonic(words, wordlist)) {
    throw new RailEntryError('deposits.mnemonic', 'is not an English BIP-39 mnemonic of 12 to 24 words');
  }
  const parent = HDKey.fromMasterSeed(await mnemonicToSeedWebcrypto(words)).derive(PARENT_PATH);
  return {
    addressOf: (index) => evmAddress(parent.deriveChild(index).publicKey!),
    privateKeyOf: (index) => `0x${bytesToHex(parent.deriveChild(index).privateKey!)}`,
  };
}

/** The last 20 bytes of the hash of the uncompressed point, without its leading format byte. */
const evmAddress = (publicKey: Uint8Array): Address =>
  `0x${bytesToHex(keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)).subarray(-20))}`;
