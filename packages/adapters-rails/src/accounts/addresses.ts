import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58, bech32, bech32m, createBase58check, hex } from '@scure/base';

const base58check = createBase58check(sha256);

/** What an address says about the key or script that can spend from it. */
export type BitcoinAddress =
  | { readonly kind: 'p2pkh' | 'p2sh' | 'p2wpkh'; readonly hash: Uint8Array }
  | { readonly kind: 'p2tr'; readonly key: Uint8Array }
  | { readonly kind: 'other' };

export type Address =
  | { readonly chain: 'bitcoin'; readonly address: BitcoinAddress }
  | { readonly chain: 'evm' | 'tron'; readonly hash: Uint8Array }
  | { readonly chain: 'solana' | 'spark'; readonly key: Uint8Array };

/** The decoded text; null if the text does not have the encoding, whichever error the decoder throws. */
function decoded<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

const BASE58_KINDS: ReadonlyMap<number, 'p2pkh' | 'p2sh'> = new Map([
  [0x00, 'p2pkh'],
  [0x05, 'p2sh'],
]);

/** Base58check; bech32 for version 0, bech32m for later versions (BIP-173, BIP-350). Main network only. */
export function decodeBitcoin(text: string): BitcoinAddress | null {
  if (!/^bc1/i.test(text)) {
    const bytes = decoded(() => base58check.decode(text));
    const kind = BASE58_KINDS.get(bytes?.[0] ?? -1);
    return bytes?.length === 21 && kind !== undefined ? { kind, hash: bytes.slice(1) } : null;
  }
  const version0 = decoded(() => bech32.decode(text as `bc1${string}`, 90));
  const segwit = version0 ?? decoded(() => bech32m.decode(text as `bc1${string}`, 90));
  const version = segwit?.words[0];
  if (segwit?.prefix !== 'bc' || version === undefined || version > 16) return null;
  if ((version === 0) !== (version0 !== null)) return null;
  const program = decoded(() => bech32.fromWords(segwit.words.slice(1)));
  if (program === null || program.length < 2 || program.length > 40) return null;
  if (version === 0 && program.length === 20) return { kind: 'p2wpkh', hash: program };
  if (version === 0) return program.length === 32 ? { kind: 'other' } : null;
  return version === 1 && program.length === 32 ? { kind: 'p2tr', key: program } : { kind: 'other' };
}

/** EIP-55: in an address with letters of both cases, the case is a checksum. */
export function decodeEvm(text: string): Uint8Array | null {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return null;
  const digits = text.slice(2);
  const lower = digits.toLowerCase();
  if (digits !== lower && digits !== digits.toUpperCase() && digits !== withCaseChecksum(lower)) return null;
  return hex.decode(lower);
}

/** The address of a key or contract from the last 20 bytes of its hash, with the checksum of EIP-55. */
export const encodeEvm = (hash: Uint8Array): string => `0x${withCaseChecksum(hex.encode(hash))}`;

function withCaseChecksum(digits: string): string {
  const check = hex.encode(keccak_256(new TextEncoder().encode(digits)));
  return [...digits].map((digit, i) => (check[i]! >= '8' ? digit.toUpperCase() : digit)).join('');
}

const TRON_PREFIX = 0x41;

/** Base58check of the same 20 bytes of hash that an EVM address shows in hexadecimal. */
export function decodeTron(text: string): Uint8Array | null {
  const bytes = decoded(() => base58check.decode(text));
  return bytes?.length === 21 && bytes[0] === TRON_PREFIX ? bytes.slice(1) : null;
}

/** 32 bytes: a public key, or the address of a program, which has no key. */
export function decodeSolana(text: string): Uint8Array | null {
  const bytes = decoded(() => base58.decode(text));
  return bytes?.length === 32 ? bytes : null;
}

/** Older addresses begin with `sp` instead of `spark`. */
const SPARK_PREFIXES: readonly string[] = ['spark', 'sp'];
const SPARK_KEY_LENGTH = 33;
/** Protobuf: field 1, 33 bytes long. */
const SPARK_KEY_FIELD = [0x0a, SPARK_KEY_LENGTH] as const;

/** The compressed identity key of a Spark wallet. Later bytes of the address belong to an invoice and are ignored. */
export function decodeSpark(text: string): Uint8Array | null {
  const words = decoded(() => bech32m.decode(text as `spark1${string}`, false));
  if (words === null || !SPARK_PREFIXES.includes(words.prefix)) return null;
  const bytes = decoded(() => bech32m.fromWords(words.words));
  if (bytes === null || bytes[0] !== SPARK_KEY_FIELD[0] || bytes[1] !== SPARK_KEY_FIELD[1]) return null;
  const key = bytes.slice(2, 2 + SPARK_KEY_LENGTH);
  return key.length === SPARK_KEY_LENGTH && (key[0] === 2 || key[0] === 3) ? key : null;
}

/** The address of a compressed identity key, on the main network or on the test network. */
export const encodeSpark = (network: 'main' | 'test', key: Uint8Array): string =>
  bech32m.encode(
    network === 'main' ? 'spark' : 'sparkrt',
    bech32m.toWords(Uint8Array.from([...SPARK_KEY_FIELD, ...key])),
    false,
  );

const BITCOIN = 'BTC';

/** Decodes an address that does not name its chain: its form, and the asset if known, determine the chain. */
export function decodeAnyAddress(text: string, asset: unknown): Address | null {
  if (asset === BITCOIN) return asBitcoin(text);
  const evm = decodeEvm(text);
  if (evm !== null) return { chain: 'evm', hash: evm };
  const tron = decodeTron(text);
  if (tron !== null) return { chain: 'tron', hash: tron };
  const solana = decodeSolana(text);
  if (solana !== null) return { chain: 'solana', key: solana };
  return asset === undefined ? asBitcoin(text) : null;
}

export function asBitcoin(text: string): Address | null {
  const address = decodeBitcoin(text);
  return address === null ? null : { chain: 'bitcoin', address };
}
