import { verify } from 'node:crypto';
import { instant } from '@corridor/core';
import type { SignedTerms } from '@corridor/core/ports';
import { type PubKeyResponse, signPayload } from '@uma-sdk/core';
import { publicKeyOf } from './certificates.js';

/** The answer to a pay request, as far as the signature of its terms covers it. */
export interface TermsOf {
  readonly payer: string;
  readonly payee: string;
  /** Those of the signature of the answer. */
  readonly nonce: string;
  readonly timestamp: number;
  readonly currency: string;
  /** Smallest units of the currency. */
  readonly receiving: number;
  readonly pr: string;
}

/** The member `settlement` of the payee data (docs/areas/uma.md#settle-on-a-chain). */
export interface WireTerms {
  readonly layer: string;
  readonly assetIdentifier: string;
  /** Seconds since 1970. */
  readonly expiresAt: number;
  /** As the signature of the answer: hex DER of secp256k1 over SHA-256. */
  readonly signature: string;
}

type Unsigned = Omit<WireTerms, 'signature'>;

/** The protocol signs neither the payment request nor the amounts. Nonce and time bind these terms to one answer. */
const payloadOf = (of: TermsOf, { layer, assetIdentifier, expiresAt }: Unsigned): string =>
  [
    of.payer,
    of.payee,
    of.nonce,
    of.timestamp,
    layer,
    assetIdentifier,
    expiresAt,
    of.currency,
    of.receiving,
    of.pr,
  ].join('|');

export async function signTerms(key: string, of: TermsOf, terms: SignedTerms): Promise<WireTerms> {
  const { layer, asset: assetIdentifier } = terms;
  const unsigned = { layer, assetIdentifier, expiresAt: Math.floor(terms.expiresAt / 1000) };
  return { ...unsigned, signature: await signPayload(payloadOf(of, unsigned), Buffer.from(key, 'hex')) };
}

/** The terms in payee data; null if there are none, or if they are malformed. */
export function readTerms(member: unknown): WireTerms | null {
  if (typeof member !== 'object' || member === null) return null;
  const { layer, assetIdentifier, expiresAt, signature } = member as Readonly<Record<string, unknown>>;
  if (typeof layer !== 'string' || typeof assetIdentifier !== 'string' || typeof signature !== 'string') return null;
  if (!Number.isSafeInteger(expiresAt) || !/^(?:[0-9a-f]{2}){8,72}$/i.test(signature)) return null;
  const seconds = expiresAt as number;
  return seconds < 0 || seconds > LATEST ? null : { layer, assetIdentifier, expiresAt: seconds, signature };
}

/** The year 9999: a later time is not written as a date. */
const LATEST = 253_402_300_799;

export const termsOf = ({ layer, assetIdentifier: asset, expiresAt }: WireTerms): SignedTerms => ({
  layer,
  asset,
  expiresAt: instant(expiresAt * 1000),
});

/** Throws for a malformed key or signature. */
export const areSignedBy = (keys: PubKeyResponse, of: TermsOf, terms: WireTerms): boolean =>
  verify(
    'sha256',
    Buffer.from(payloadOf(of, terms)),
    publicKeyOf(Buffer.from(keys.getSigningPubKey())),
    Buffer.from(terms.signature, 'hex'),
  );
