import { instant } from '@corridor/core';
import type { KeyMaterial } from '@corridor/core/ports';
import { PubKeyResponse } from '@uma-sdk/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { isPoint, makeKeys, readChain } from './certificates.js';
import { checkKeyDocument, writeKeyDocument } from './key-document.js';

const NOW = instant(Date.UTC(2026, 0, 15));
const DAY = 24 * 3600 * 1000;
const validity = { from: instant(NOW - DAY), until: instant(NOW + DAY) };
let keys: KeyMaterial;
let text = '';

beforeAll(async () => {
  keys = await makeKeys({ domain: `${'long.'.repeat(20)}example:8080`, ...validity });
  text = writeKeyDocument(keys, instant(NOW + 3_600_000));
});

const codeOf = (document: string, at = NOW): string => {
  const checked = checkKeyDocument(document, at);
  return checked.ok ? 'ok' : checked.error.code;
};

describe('a key document', () => {
  it('contains each chain under its own name, and both public keys', () => {
    const { signingCertificates, encryptionCertificates } = keys;
    expect(JSON.parse(text)).toEqual({
      signingCertChain: readChain(signingCertificates).chain,
      encryptionCertChain: readChain(encryptionCertificates).chain,
      signingPubKey: readChain(signingCertificates).publicKey,
      encryptionPubKey: readChain(encryptionCertificates).publicKey,
      expirationTimestamp: NOW / 1000 + 3600,
    });
    expect(readChain(signingCertificates).chain).not.toEqual(readChain(encryptionCertificates).chain);
  });

  it('can be read by the library of other institutions', () => {
    const read = PubKeyResponse.fromJson(text);
    expect(Buffer.from(read.getSigningPubKey()).toString('hex')).toBe(readChain(keys.signingCertificates).publicKey);
    const encryption = readChain(keys.encryptionCertificates).publicKey;
    expect(Buffer.from(read.getEncryptionPubKey()).toString('hex')).toBe(encryption);
  });

  it('contains the end of its cache time', () => {
    expect(checkKeyDocument(text, NOW)).toEqual({ ok: true, value: NOW + 3_600_000 });
  });

  it('is refused outside the validity of its certificates', () => {
    expect(codeOf(text, instant(NOW - 2 * DAY))).toBe('CERT_CHAIN_EXPIRED');
    expect(codeOf(text, instant(NOW + 2 * DAY))).toBe('CERT_CHAIN_EXPIRED');
  });

  it.each<readonly [string, () => string, string]>([
    ['is not JSON', () => 'keys', 'COUNTERPARTY_PUBKEY_FETCH_ERROR'],
    ['is a list', () => '[]', 'COUNTERPARTY_PUBKEY_FETCH_ERROR'],
    ['is empty', () => '{}', 'INVALID_PUBKEY_FORMAT'],
    [
      'has an empty chain',
      () => JSON.stringify({ ...JSON.parse(text), encryptionCertChain: [] }),
      'CERT_CHAIN_INVALID',
    ],
    ['has a chain of numbers', () => JSON.stringify({ signingCertChain: [1] }), 'CERT_CHAIN_INVALID'],
    ['has a chain of nonsense', () => JSON.stringify({ signingCertChain: ['00ff'] }), 'CERT_CHAIN_INVALID'],
    [
      'has a key that is not a point of the curve',
      () => JSON.stringify({ signingPubKey: `04${'11'.repeat(64)}` }),
      'INVALID_PUBKEY_FORMAT',
    ],
  ])('that %s is refused', (_, document, code) => {
    expect(codeOf(document())).toBe(code);
  });

  it('is accepted with keys and without certificates', () => {
    const { publicKey } = readChain(keys.signingCertificates);
    expect(codeOf(JSON.stringify({ signingPubKey: publicKey, encryptionPubKey: publicKey }))).toBe('ok');
    expect(isPoint(publicKey)).toBe(true);
  });
});
