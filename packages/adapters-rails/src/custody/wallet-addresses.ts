import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha512 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Environment } from '@corridor/core';
import { type FieldContent, instructionFields, PAYMENT_ACCOUNTS } from '@corridor/core/internal';
import { base58 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { mnemonicToSeedWebcrypto } from '@scure/bip39';
import { encodeEvm, encodeSpark } from '../accounts/addresses.js';

/** The paths at which wallet software looks for the first account of a mnemonic. */
const EVM_PATH = "m/44'/60'/0'/0/0";
/** The derivation path 44', 501', 0', 0'. SLIP-0010 supports hardened steps only. */
const SOLANA_PATH = [44, 501, 0, 0];
/**
 * The identity key. As in the Spark SDK, wallets begin with account 1 on the main network and with account 0 on the
 * test network.
 */
const SPARK_PATHS: Readonly<Record<Environment, string>> = {
  PRODUCTION: "m/8797555'/1'/0'",
  SANDBOX: "m/8797555'/0'/0'",
};

/**
 * The address of a wallet on each network, derived from its mnemonic (BIP-39, no passphrase), see
 * docs/rails.md#wallet-keys-and-addresses. Only networks where an address depends on a key alone have one: EVM chains
 * (BIP-44), Solana (SLIP-0010) and Spark. The sandbox has Spark addresses of the test network; EVM and Solana addresses
 * are the same on all networks.
 */
export async function walletAddresses(
  mnemonic: string,
  environment: Environment,
): Promise<ReadonlyMap<string, string>> {
  const seed = await mnemonicToSeedWebcrypto(mnemonic);
  const root = HDKey.fromMasterSeed(seed);
  const byContent: Partial<Record<FieldContent, string>> = {
    EVM_ADDRESS: evmAddress(root.derive(EVM_PATH).publicKey!),
    SOLANA_ADDRESS: base58.encode(ed25519.getPublicKey(ed25519Key(seed, SOLANA_PATH))),
    SPARK_ADDRESS: encodeSpark(
      environment === 'PRODUCTION' ? 'main' : 'test',
      root.derive(SPARK_PATHS[environment]).publicKey!,
    ),
  };
  return new Map(
    PAYMENT_ACCOUNTS.flatMap((row) => {
      const content = instructionFields(row).find(({ name }) => name === 'address')?.content;
      const address = content === undefined ? undefined : byContent[content];
      return row.network === null || address === undefined ? [] : [[row.network, address] as const];
    }),
  );
}

/** The last 20 bytes of the hash of the uncompressed point, without its leading format byte. */
const evmAddress = (publicKey: Uint8Array): string =>
  encodeEvm(keccak_256(secp256k1.Point.fromBytes(publicKey).toBytes(false).subarray(1)).subarray(-20));

const HARDENED = 0x80000000;

/** The private key that a path of hardened derivation steps gives for a seed (SLIP-0010, curve ed25519). */
function ed25519Key(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(sha512, utf8ToBytes('ed25519 seed'), seed);
  for (const step of path) {
    const index = new Uint8Array(4);
    new DataView(index.buffer).setUint32(0, HARDENED + step);
    node = hmac(sha512, node.subarray(32), concatBytes(Uint8Array.of(0), node.subarray(0, 32), index));
  }
  return node.subarray(0, 32);
}
