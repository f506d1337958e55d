import { X509Certificate } from 'node:crypto';
import { err, instant, type Instant, ok, type Result } from '@corridor/core';
import type { KeyMaterial } from '@corridor/core/ports';
import { chainFault, isPoint, readChain } from './certificates.js';

/**
 * The key document of this host (`/.well-known/lnurlpubkey`). Written here because the library writes one chain in the
 * place of the other.
 */
export function writeKeyDocument(
  keys: Pick<KeyMaterial, 'signingCertificates' | 'encryptionCertificates'>,
  expiresAt: Instant,
): string {
  const signing = readChain(keys.signingCertificates);
  const encryption = readChain(keys.encryptionCertificates);
  return JSON.stringify({
    signingCertChain: signing.chain,
    encryptionCertChain: encryption.chain,
    signingPubKey: signing.publicKey,
    encryptionPubKey: encryption.publicKey,
    expirationTimestamp: Math.floor(expiresAt / 1000),
  });
}

type Document = Readonly<Record<string, unknown>>;

/** Checks another institution's key document. `expiresAt` is the end of the cache time that the document gives. */
export function checkKeyDocument(text: string, now: Instant): Result<Instant | null> {
  const document = parse(text);
  if (document === null)
    return err('COUNTERPARTY_PUBKEY_FETCH_ERROR', "the counterparty's key document cannot be read");
  for (const purpose of ['signing', 'encryption'] as const) {
    const checked = checkKey(document[`${purpose}CertChain`], document[`${purpose}PubKey`], now);
    if (!checked.ok) return checked;
  }
  const { expirationTimestamp: expires } = document;
  const isTime = Number.isSafeInteger(expires) && (expires as number) >= 0 && (expires as number) <= LATEST;
  return ok(isTime ? instant((expires as number) * 1000) : null);
}

/** The year 9999: a later time is not written as a date. Some institutions send milliseconds by mistake. */
const LATEST = 253_402_300_799;

function parse(text: string): Document | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : null;
  } catch {
    return null;
  }
}

function checkKey(chain: unknown, key: unknown, now: Instant): Result<void> {
  if (chain === undefined || chain === null) {
    return typeof key === 'string' && isPoint(key) ? ok() : err('INVALID_PUBKEY_FORMAT');
  }
  const certificates = readCertificates(chain);
  const fault = certificates === null ? 'CERT_CHAIN_INVALID' : faultOf(certificates, now);
  return fault === null ? ok() : err(fault);
}

/** The library decodes the keys of certificates when they are used, and throws for a key that is not one. */
function faultOf(certificates: readonly X509Certificate[], now: Instant): ReturnType<typeof chainFault> {
  try {
    return chainFault(certificates, now);
  } catch {
    return 'CERT_CHAIN_INVALID';
  }
}

const MOST_CERTIFICATES = 10;

function readCertificates(chain: unknown): readonly X509Certificate[] | null {
  if (!Array.isArray(chain) || chain.length > MOST_CERTIFICATES) return null;
  try {
    return chain.map((hex: unknown) => {
      if (typeof hex !== 'string' || !/^([0-9a-f]{2})+$/i.test(hex)) throw new TypeError('not hex');
      return new X509Certificate(Buffer.from(hex, 'hex'));
    });
  } catch {
    return null;
  }
}
