import {
  accountField,
  type ContractSignatures,
  type OwnershipVerdict,
  type SignatureScheme,
  type SignedMessage,
} from '@corridor/core/ports';
import type { AccountInfo } from '@corridor/core/records';
import { accountType, type FieldContent } from '@corridor/core/internal';
import { ed25519 } from '@noble/curves/ed25519.js';
import { secp256k1 } from '@noble/curves/secp256k1.js';
import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { base58, base64, hex } from '@scure/base';
import {
  type Address,
  asBitcoin,
  type BitcoinAddress,
  decodeAnyAddress,
  decodeEvm,
  decodeSolana,
  decodeSpark,
  decodeTron,
} from './addresses.js';
import { isSignedWitness } from './bip322.js';

type Held = { readonly key: Uint8Array };

/**
 * Whether the key of the account's address signed the message in the way of its chain, or the contract at the address
 * accepts the signature, see docs/rails.md#ownership-proofs.
 */
export async function judge(signed: SignedMessage, chains: readonly ContractSignatures[]): Promise<OwnershipVerdict> {
  const address = addressOf(signed.account, signed.currency);
  if (address === null) return 'wrong';
  const byKey = judgeByKey(signed, address);
  if (byKey === 'proven' || address.chain !== 'evm') return byKey;
  const signature = fromHex(signed.signature);
  const chain = chains.find(({ network }) => network === networkOf(signed.account));
  if (signature === null || chain === undefined) return byKey;
  const answer = await chain.judge({
    address: with0x(address.hash),
    hash: with0x(personalHash(signed.message, 'Ethereum')),
    signature: with0x(signature),
  });
  return VERDICTS[answer];
}

function judgeByKey(signed: SignedMessage, address: Address): OwnershipVerdict {
  try {
    return judgeOnChain(signed, address);
  } catch {
    // The curve libraries throw for bytes that are not a valid point or scalar.
    return 'unreadable';
  }
}

const VERDICTS = { valid: 'proven', invalid: 'wrong', unknown: 'unknown' } as const;

/** An address that does not name its chain is one of Ethereum: a contract can exist on one chain only. */
const networkOf = ({ accountType: type }: AccountInfo): string => accountType(type).network ?? 'ETHEREUM';

const with0x = (bytes: Uint8Array): string => `0x${hex.encode(bytes)}`;

const on = <C extends 'evm' | 'tron'>(chain: C, hash: Uint8Array | null) => (hash === null ? null : { chain, hash });
const heldBy = <C extends 'solana' | 'spark'>(chain: C, key: Uint8Array | null) =>
  key === null ? null : { chain, key };

/** How to decode `address`, by its content in the row of the account type. Other contents have no key to sign with. */
const ADDRESSES: Readonly<Partial<Record<FieldContent, (text: string, asset: string) => Address | null>>> = {
  ANY_CHAIN_ADDRESS: decodeAnyAddress,
  BITCOIN_ADDRESS: asBitcoin,
  EVM_ADDRESS: (text) => on('evm', decodeEvm(text)),
  SOLANA_ADDRESS: (text) => heldBy('solana', decodeSolana(text)),
  SPARK_ADDRESS: (text) => heldBy('spark', decodeSpark(text)),
  TRON_ADDRESS: (text) => on('tron', decodeTron(text)),
};

function addressOf(account: AccountInfo, currency: string): Address | null {
  const content = accountType(account.accountType).fields.find(({ name }) => name === 'address')?.content;
  const text = accountField(account, 'address');
  return content === undefined || text === null ? null : (ADDRESSES[content]?.(text, currency) ?? null);
}

function judgeOnChain(signed: SignedMessage, address: Address): OwnershipVerdict {
  switch (address.chain) {
    case 'bitcoin':
      return judgeBitcoin(signed, address);
    case 'evm':
      return judgeKeccak(signed, address.hash, 'Ethereum');
    case 'tron':
      return judgeKeccak(signed, address.hash, 'TRON');
    case 'solana':
      return judgeSolana(signed, address);
    case 'spark':
      return judgeSpark(signed, address);
  }
}

const verdict = (holds: boolean): OwnershipVerdict => (holds ? 'proven' : 'wrong');
const same = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, i) => byte === b[i]);

const HEX = /^(0x)?([0-9a-f]{2})+$/i;
/** The bytes of a hexadecimal text; null for any other text. */
const fromHex = (text: string): Uint8Array | null => (HEX.test(text) ? hex.decode(text.replace(/^0x/i, '')) : null);
const fromBase58 = (text: string): Uint8Array | null => attempt(() => base58.decode(text));
const fromBase64 = (text: string): Uint8Array | null => attempt(() => base64.decode(text));

function attempt<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

/** Bitcoin's convention: wallets add 27 to the recovery bit. Some wallets leave it out. */
const RECOVERY_BASE = 27;

/** EIP-191 (`personal_sign`), and TIP-191 of Tron, which differs only by the name in its prefix. */
function judgeKeccak({ message, signature }: SignedMessage, hash: Uint8Array, name: string): OwnershipVerdict {
  const parts = recoverable(fromHex(signature));
  if (parts === null) return 'unreadable';
  const key = recover(parts.recovery, parts.rs, personalHash(message, name));
  return verdict(same(keccak_256(key.toBytes(false).subarray(1)).subarray(12), hash));
}

/** The digest of a message that a wallet shows before it signs. */
function personalHash(message: string, name: string): Uint8Array {
  const text = utf8ToBytes(message);
  return keccak_256(concatBytes(utf8ToBytes(`\x19${name} Signed Message:\n${text.length}`), text));
}

/** 65 bytes with the recovery bit at the end; or 64, where it is the highest bit of `s` (EIP-2098). */
function recoverable(bytes: Uint8Array | null): { readonly recovery: number; readonly rs: Uint8Array } | null {
  if (bytes?.length === 64) {
    const rs = Uint8Array.from(bytes);
    rs[32]! &= 0x7f;
    return { recovery: bytes[32]! >> 7, rs };
  }
  if (bytes?.length !== 65) return null;
  const last = bytes[64]!;
  const recovery = last >= RECOVERY_BASE ? last - RECOVERY_BASE : last;
  return recovery > 1 ? null : { recovery, rs: bytes.subarray(0, 64) };
}

/** Ed25519 over the message itself, which is what `signMessage` of Solana wallets signs. */
function judgeSolana({ message, signature }: SignedMessage, { key }: Held): OwnershipVerdict {
  const bytes = [fromHex(signature), fromBase58(signature), fromBase64(signature)].find((of) => of?.length === 64);
  if (bytes === undefined || bytes === null) return 'unreadable';
  // An address off the curve belongs to a program, which has no private key.
  return verdict(attempt(() => ed25519.verify(bytes, utf8ToBytes(message), key, { zip215: false })) ?? false);
}

/** ECDSA by the identity key over the digest of the message (DER or compact), or the form of Bitcoin wallets. */
function judgeSpark({ message, signature, scheme }: SignedMessage, { key }: Held): OwnershipVerdict {
  const bytes = fromHex(signature);
  if (bytes === null) {
    const compact = compactSignature(signature, scheme);
    return compact === null ? 'unreadable' : verdict(same(recoverBitcoin(compact, message).toBytes(true), key));
  }
  const format = bytes.length === 64 ? 'compact' : 'der';
  const { r, s } = secp256k1.Signature.fromBytes(bytes, format);
  const plain = new secp256k1.Signature(r, s).toBytes('compact');
  return verdict(
    secp256k1.verify(plain, sha256(utf8ToBytes(message)), key, { prehash: false, lowS: false, format: 'compact' }),
  );
}

/** The form of address that the first byte of a Bitcoin signature declares (BIP-137). */
type KeyForm = 'uncompressed' | 'compressed' | 'p2sh-p2wpkh' | 'p2wpkh';
const KEY_FORMS: readonly KeyForm[] = ['uncompressed', 'compressed', 'p2sh-p2wpkh', 'p2wpkh'];

interface CompactSignature {
  readonly form: KeyForm;
  readonly recovery: number;
  readonly rs: Uint8Array;
}

/** 65 bytes in base64. Electrum declares only whether the key is compressed. */
function compactSignature(signature: string, scheme: SignatureScheme): CompactSignature | null {
  const bytes = fromBase64(signature);
  const first = (bytes?.[0] ?? 0) - RECOVERY_BASE;
  const form = first < 0 ? undefined : KEY_FORMS[first >> 2];
  if (bytes?.length !== 65 || form === undefined) return null;
  if (scheme === 'electrum' && form !== 'uncompressed' && form !== 'compressed') return null;
  return { form, recovery: first & 3, rs: bytes.subarray(1) };
}

function recoverBitcoin({ recovery, rs }: CompactSignature, message: string) {
  const text = utf8ToBytes(message);
  const signed = concatBytes(utf8ToBytes('\x18Bitcoin Signed Message:\n'), varint(text.length), text);
  return recover(recovery, rs, sha256(sha256(signed)));
}

const recover = (recovery: number, rs: Uint8Array, digest: Uint8Array) =>
  secp256k1.Signature.fromBytes(rs, 'compact').addRecoveryBit(recovery).recoverPublicKey(digest);

/** Supports lengths below 64 KiB; Corridor's messages are much shorter. */
const varint = (length: number): Uint8Array =>
  length < 0xfd ? Uint8Array.of(length) : Uint8Array.of(0xfd, length & 0xff, length >> 8);

const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes));
const SEGWIT_V0_KEY = Uint8Array.of(0x00, 0x14);

/** BIP-137 or Electrum, which recover the key; otherwise BIP-322, where the signature is the witness of a spend. */
function judgeBitcoin(
  { message, signature, scheme }: SignedMessage,
  { address }: Extract<Address, { readonly chain: 'bitcoin' }>,
): OwnershipVerdict {
  const bytes = fromBase64(signature.replace(/^smp/, ''));
  if (bytes === null) return 'unreadable';
  if (bytes.length !== 65) return verdict(isSignedWitness(bytes, message, address));
  const compact = compactSignature(signature, scheme);
  if (compact === null) return 'unreadable';
  return verdict(isKeyOf(address, recoverBitcoin(compact, message), compact.form, scheme));
}

function isKeyOf(
  address: BitcoinAddress,
  key: { toBytes(compressed: boolean): Uint8Array },
  form: KeyForm,
  scheme: SignatureScheme,
): boolean {
  const { kind } = address;
  if (kind === 'other' || kind === 'p2tr') return false;
  const hash = hash160(key.toBytes(form !== 'uncompressed'));
  const forms = FORMS_OF[kind];
  const says = scheme === 'electrum' ? form === 'compressed' || kind === 'p2pkh' : forms.includes(form);
  if (!says) return false;
  return same(kind === 'p2sh' ? hash160(concatBytes(SEGWIT_V0_KEY, hash)) : hash, address.hash);
}

const FORMS_OF: Readonly<Record<'p2pkh' | 'p2sh' | 'p2wpkh', readonly KeyForm[]>> = {
  p2pkh: ['uncompressed', 'compressed'],
  p2sh: ['p2sh-p2wpkh'],
  p2wpkh: ['p2wpkh'],
};
