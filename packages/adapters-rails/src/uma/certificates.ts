import { createPublicKey, generateKeyPair, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import { promisify } from 'node:util';
import type { Instant } from '@corridor/core';
import type { KeyMaterial } from '@corridor/core/ports';
import { AsnConvert } from '@peculiar/asn1-schema';
import {
  AlgorithmIdentifier,
  AttributeTypeAndValue,
  AttributeValue,
  Certificate,
  Name,
  RelativeDistinguishedName,
  SubjectPublicKeyInfo,
  TBSCertificate,
  Validity,
  Version,
} from '@peculiar/asn1-x509';

const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';
const COMMON_NAME = '2.5.4.3';
/** The maximum length of a common name (X.520); a longer domain is truncated. */
const COMMON_NAME_LENGTH = 64;

interface KeysOf {
  readonly domain: string;
  readonly from: Instant;
  readonly until: Instant;
}

const newPair = promisify(generateKeyPair);

/** Two self-signed certificates on secp256k1: one for signatures, one to which other institutions encrypt. */
export async function makeKeys(of: KeysOf): Promise<KeyMaterial> {
  const signing = await makeCertificate(of);
  const encryption = await makeCertificate(of);
  return {
    signingCertificates: signing.certificate,
    signingKey: signing.privateKey,
    encryptionCertificates: encryption.certificate,
    encryptionKey: encryption.privateKey,
  };
}

async function makeCertificate({ domain, from, until }: KeysOf) {
  const { publicKey, privateKey } = await newPair('ec', { namedCurve: 'secp256k1' });
  const algorithm = new AlgorithmIdentifier({ algorithm: ECDSA_WITH_SHA256 });
  const value = new AttributeValue({ utf8String: domain.slice(0, COMMON_NAME_LENGTH) });
  const name = new Name([new RelativeDistinguishedName([new AttributeTypeAndValue({ type: COMMON_NAME, value })])]);
  const serial = randomBytes(16);
  // Serial numbers must be positive and must not begin with a zero byte.
  serial[0] = (serial[0]! & 0x7f) | 0x40;
  const body = new TBSCertificate({
    version: Version.v3,
    serialNumber: bytesOf(serial),
    signature: algorithm,
    issuer: name,
    subject: name,
    subjectPublicKeyInfo: AsnConvert.parse(publicKey.export({ type: 'spki', format: 'der' }), SubjectPublicKeyInfo),
    validity: new Validity({ notBefore: new Date(from), notAfter: new Date(until) }),
  });
  const signature = sign('sha256', Buffer.from(AsnConvert.serialize(body)), privateKey);
  const whole = new Certificate({
    tbsCertificate: body,
    signatureAlgorithm: algorithm,
    signatureValue: bytesOf(signature),
  });
  const certificate = new X509Certificate(Buffer.from(AsnConvert.serialize(whole))).toString();
  const { d = '' } = privateKey.export({ format: 'jwk' });
  return { certificate, privateKey: Buffer.from(d, 'base64url').toString('hex') };
}

const bytesOf = (buffer: Buffer): ArrayBuffer => new Uint8Array(buffer).buffer;

/** The certificates of a PEM chain as DER in hex, leaf first, and the leaf's key as an uncompressed point in hex. */
export function readChain(pem: string): { readonly chain: readonly string[]; readonly publicKey: string } {
  const certificates = (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (text) => new X509Certificate(text),
  );
  return {
    chain: certificates.map(({ raw }) => raw.toString('hex')),
    publicKey: pointOf(certificates[0]!).toString('hex'),
  };
}

const POINT_LENGTH = 65;
const pointOf = ({ publicKey }: X509Certificate): Buffer =>
  publicKey.export({ type: 'spki', format: 'der' }).subarray(-POINT_LENGTH);

/** The fault of another institution's certificate chain, leaf first; null if it is valid. */
export function chainFault(
  chain: readonly X509Certificate[],
  now: Instant,
): 'CERT_CHAIN_INVALID' | 'CERT_CHAIN_EXPIRED' | 'INVALID_PUBKEY_FORMAT' | null {
  const [leaf] = chain;
  if (leaf === undefined) return 'CERT_CHAIN_INVALID';
  const details = leaf.publicKey.asymmetricKeyDetails as { readonly namedCurve?: string } | undefined;
  if (details?.namedCurve !== 'secp256k1') return 'INVALID_PUBKEY_FORMAT';
  if (chain.some(({ validFrom, validTo }) => now < Date.parse(validFrom) || now > Date.parse(validTo))) {
    return 'CERT_CHAIN_EXPIRED';
  }
  const holds = chain.every((certificate, index) => {
    const issuer = chain[index + 1] ?? (certificate.checkIssued(certificate) ? certificate : null);
    return issuer === null || (certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey));
  });
  return holds ? null : 'CERT_CHAIN_INVALID';
}

/** Whether the text is the hex encoding of a point of the curve. */
export function isPoint(hex: string): boolean {
  if (!/^(04[0-9a-f]{128}|0[23][0-9a-f]{64})$/i.test(hex)) return false;
  try {
    publicKeyOf(Buffer.from(hex, 'hex'));
    return true;
  } catch {
    return false;
  }
}

/** The key of a point of the curve. Throws for other bytes. */
export function publicKeyOf(point: Buffer): KeyObject {
  const prefix = point.length === POINT_LENGTH ? UNCOMPRESSED : COMPRESSED;
  return createPublicKey({ key: Buffer.concat([Buffer.from(prefix, 'hex'), point]), format: 'der', type: 'spki' });
}

/** The SPKI prefix of an uncompressed point of secp256k1. */
const UNCOMPRESSED = '3056301006072a8648ce3d020106052b8104000a034200';
const COMPRESSED = '3036301006072a8648ce3d020106052b8104000a032200';
