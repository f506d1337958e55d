import { schnorr, secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { OutScript, RawWitness, Script, SigHash, Transaction } from '@scure/btc-signer';
import type { BitcoinAddress } from './addresses.js';

const LAX = { version: 0, allowUnknownOutputs: true, allowUnknownInputs: true, disableScriptCheck: true } as const;
const NO_TRANSACTION = '00'.repeat(32);
const NO_OUTPUT = 0xffffffff;
const TAPROOT_DEFAULT = 0;

/**
 * Checks a "simple" signature of BIP-322: the witness that would spend an output of the address, in a transaction that
 * commits to the message. Supports single-key addresses: segwit version 0, and taproot by key path.
 */
export function isSignedWitness(bytes: Uint8Array, message: string, address: BitcoinAddress): boolean {
  const witness = RawWitness.decode(bytes);
  if (address.kind === 'p2wpkh') return isWitnessOfKeyHash(witness, message, address.hash);
  return address.kind === 'p2tr' && isWitnessOfKey(witness, message, address.key);
}

function isWitnessOfKeyHash(witness: readonly Uint8Array[], message: string, hash: Uint8Array): boolean {
  const [signed, key, ...rest] = witness;
  if (signed === undefined || key === undefined || rest.length > 0 || signed.at(-1) !== SigHash.ALL) return false;
  if (!ripemd160(sha256(key)).every((byte, i) => byte === hash[i])) return false;
  const spend = spendOf(OutScript.encode({ type: 'wpkh', hash }), message);
  const digest = spend.preimageWitnessV0(0, OutScript.encode({ type: 'pkh', hash }), SigHash.ALL, 0n);
  const { r, s } = secp256k1.Signature.fromBytes(signed.subarray(0, -1), 'der');
  const plain = new secp256k1.Signature(r, s).toBytes('compact');
  return secp256k1.verify(plain, digest, key, { prehash: false, lowS: true, format: 'compact' });
}

function isWitnessOfKey(witness: readonly Uint8Array[], message: string, key: Uint8Array): boolean {
  const [signed, ...rest] = witness;
  if (signed === undefined || rest.length > 0) return false;
  const type = signed.length === 65 ? signed[64]! : TAPROOT_DEFAULT;
  if (type !== TAPROOT_DEFAULT && type !== SigHash.ALL) return false;
  const script = OutScript.encode({ type: 'tr', pubkey: key });
  const digest = spendOf(script, message).preimageWitnessV1(0, [script], type, [0n]);
  return schnorr.verify(signed.subarray(0, 64), digest, key);
}

/** The transaction that spends a virtual output, which pays to the address and commits to the message. */
function spendOf(script: Uint8Array, message: string): Transaction {
  const commitment = schnorr.utils.taggedHash('BIP0322-signed-message', utf8ToBytes(message));
  const held = new Transaction(LAX);
  const finalScriptSig = Script.encode([0, commitment]);
  // Outputs are added first: the library accepts no output after a final input.
  held.addOutput({ script, amount: 0n });
  held.addInput({ txid: NO_TRANSACTION, index: NO_OUTPUT, sequence: 0, finalScriptSig });
  const spend = new Transaction(LAX);
  spend.addInput({ txid: held.id, index: 0, sequence: 0, witnessUtxo: { script, amount: 0n } });
  spend.addOutput({ script: Script.encode(['RETURN']), amount: 0n });
  return spend;
}
