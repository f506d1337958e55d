import type { Environment } from '@corridor/core';
import { base58, bech32, bech32m } from '@scure/base';
import { decodeAnyAddress, decodeBitcoin, decodeEvm, decodeSolana, decodeSpark, decodeTron } from './addresses.js';

/**
 * What is wrong with an address of each chain, in words that say what to do; null if nothing is. In the sandbox the form
 * of an address is enough, because samples are often made up behind their prefix; the mixed case of an EVM address is
 * never made up, so its checksum counts there too.
 */

const NAME = /^[^\s:/]+\.[a-z]{2,}$/i;
const LINK = /^([a-z]{3,12}):/i;

/** The fault of a name, or of a link that contains an address; null for other texts. */
function otherText(text: string): string | null {
  const scheme = LINK.exec(text)?.[1];
  if (scheme !== undefined) return `is a link; send the address alone, without ${scheme}: in front of it`;
  return NAME.test(text) ? 'is a name, not an address; send the address that the name stands for' : null;
}

export function evmFault(text: string): string | null {
  if (decodeEvm(text) !== null) return null;
  const other = otherText(text);
  if (other !== null) return other;
  if (/^[0-9a-f]{40}$/i.test(text)) return 'lacks 0x in front of its 40 hexadecimal digits';
  if (!/^0x[0-9a-f]{40}$/.test(text.toLowerCase())) return 'must be 0x and 40 hexadecimal digits';
  if (text.startsWith('0X')) return 'must begin with 0x in small letters';
  return 'has a wrong checksum (EIP-55): copy the address again, because a character of it is wrong';
}

const WRONG_CHECKSUM = 'has a wrong checksum: copy the address again, because a character of it is wrong';

export function tronFault(text: string, environment: Environment): string | null {
  if (decodeTron(text) !== null) return null;
  const isTron = /^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(text);
  if (isTron && environment === 'SANDBOX') return null;
  return otherText(text) ?? (isTron ? WRONG_CHECKSUM : 'must be a Tron address: T and 33 characters in base58');
}

export function solanaFault(text: string, environment: Environment): string | null {
  if (decodeSolana(text) !== null) return null;
  if (environment === 'SANDBOX' && /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)) return null;
  return otherText(text) ?? 'must be a Solana address: 32 bytes in base58, which are 32 to 44 characters';
}

/** Addresses of test networks have other prefixes. */
const SPARK_OF_SANDBOX = /^(?:spark(?:rt|t|s|l)?|sp(?:rt|t|s|l)?)1[0-9a-z]{6,}$/i;

export function sparkFault(text: string, environment: Environment): string | null {
  if (decodeSpark(text) !== null) return null;
  const isSpark = SPARK_OF_SANDBOX.test(text);
  if (isSpark && environment === 'SANDBOX') return null;
  const other = otherText(text);
  if (other !== null) return other;
  return isSpark && /^sp(?:ark)?1/i.test(text)
    ? WRONG_CHECKSUM
    : 'must be a Spark address of the main network, which begins with spark1';
}

const TEST_VERSIONS: readonly number[] = [0x6f, 0xc4];

/** An address of a test network, whose checksum is right. */
function isBitcoinOfTests(text: string): boolean {
  const bytes = attempt(() => base58.decode(text));
  if (bytes?.length === 25) return TEST_VERSIONS.includes(bytes[0]!);
  const segwit =
    attempt(() => bech32.decode(text as `tb1${string}`, 90)) ??
    attempt(() => bech32m.decode(text as `tb1${string}`, 90));
  return segwit !== null && ['tb', 'bcrt'].includes(segwit.prefix);
}

function attempt<T>(decode: () => T): T | null {
  try {
    return decode();
  } catch {
    return null;
  }
}

const BITCOIN_OF_SANDBOX = /^(?:(?:bc|tb|bcrt)1[0-9a-z]{6,87}|[123mn][0-9a-z]{24,34})$/i;

export function bitcoinFault(text: string, environment: Environment): string | null {
  if (decodeBitcoin(text) !== null) return null;
  const isOfTests = isBitcoinOfTests(text);
  if (isOfTests) return environment === 'SANDBOX' ? null : 'is an address of a test network of Bitcoin';
  if (environment === 'SANDBOX' && BITCOIN_OF_SANDBOX.test(text)) return null;
  const isBitcoin = /^(?:bc1[02-9ac-hj-np-z]{8,87}|[13][1-9A-HJ-NP-Za-km-z]{25,34})$/i.test(text);
  return otherText(text) ?? (isBitcoin ? WRONG_CHECKSUM : 'must be a Bitcoin address, which begins with bc1, 1 or 3');
}

/** The chain of the address follows from its form. */
export function anyAddressFault(text: string, asset: unknown, environment: Environment): string | null {
  if (decodeAnyAddress(text, asset) !== null) return null;
  if (asset === 'BTC' || (asset === undefined && /^(?:bc1|tb1)/i.test(text))) return bitcoinFault(text, environment);
  if (/^0x/i.test(text) || /^[0-9a-f]{40}$/i.test(text)) return evmFault(text);
  if (/^T/.test(text) && text.length === 34) return tronFault(text, environment);
  return otherText(text) ?? 'is not a valid address of a chain that carries the asset';
}
