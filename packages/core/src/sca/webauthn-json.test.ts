import { describe, expect, it } from 'vitest';
import {
  creationOptions,
  discoverableOptions,
  readAssertion,
  readAttestation,
  requestOptions,
  type WebAuthnJson,
} from './webauthn-json.js';

const ASSERTION = { id: 'Y3JlZA', clientDataJSON: 'e30', authenticatorData: 'YXV0aA', signature: 'c2ln' };
const ATTESTATION = { id: 'Y3JlZA', clientDataJSON: 'e30', attestationObject: 'b2Jq' };
const READ_ASSERTION = {
  credentialId: 'Y3JlZA',
  clientDataJson: 'e30',
  authenticatorData: 'YXV0aA',
  signature: 'c2ln',
};
const READ_ATTESTATION = { credentialId: 'Y3JlZA', clientDataJson: 'e30', attestationObject: 'b2Jq', transports: [] };

const refusedFor = (field: string, name: string) => ({
  ok: false,
  error: {
    code: 'INVALID_INPUT',
    details: { errors: [{ field, message: expect.stringMatching(new RegExp(`^${name} `)) as string }] },
  },
});

/** The form of browsers: the texts are in `response`, and the id is beside it. */
const inResponse = ({ id, ...response }: WebAuthnJson): WebAuthnJson => ({ id, type: 'public-key', response });

describe('an assertion', () => {
  it.each([
    ['in the form of browsers', inResponse(ASSERTION)],
    ['with its texts beside its id', ASSERTION],
    ['in a response with its id', { response: ASSERTION }],
    [
      'in the form of wallets',
      { credentialId: 'Y3JlZA', clientDataJson: 'e30', authenticatorData: 'YXV0aA', signature: 'c2ln' },
    ],
    ['that names its id only as rawId', { ...ASSERTION, id: undefined, rawId: 'Y3JlZA' }],
    ['beside a response that is a list', { ...ASSERTION, response: [ASSERTION] }],
    ['beside a response that is null', { ...ASSERTION, response: null }],
    ['beside a response that is a text', { ...ASSERTION, response: 'x' }],
  ])('is read %s', (_form, given) => {
    expect(readAssertion(given)).toEqual({ ok: true, value: READ_ASSERTION });
  });

  it('is read from its response before the texts beside it', () => {
    const given = { ...ASSERTION, response: { signature: 'aW5uZXI' } };
    expect(readAssertion(given)).toEqual({ ok: true, value: { ...READ_ASSERTION, signature: 'aW5uZXI' } });
  });

  it.each([
    ['id', { ...ASSERTION, id: undefined }],
    ['clientDataJSON', { ...ASSERTION, clientDataJSON: undefined }],
    ['authenticatorData', { ...ASSERTION, authenticatorData: undefined }],
    ['signature', { ...ASSERTION, signature: undefined }],
    ['signature', { ...ASSERTION, signature: null }],
    ['signature', { ...ASSERTION, signature: 5 }],
    ['signature', { ...ASSERTION, signature: '' }],
    ['signature', { ...ASSERTION, signature: '=' }],
    ['signature', { ...ASSERTION, signature: 'c2ln===' }],
    ['signature', { ...ASSERTION, signature: 'c2 ln' }],
    ['signature', { ...ASSERTION, signature: '+c2ln' }],
    ['signature', { ...ASSERTION, signature: 'c2ln+' }],
    ['signature', { ...ASSERTION, signature: 'A'.repeat(65_537) }],
  ])('is refused with the name of the text that is missing or wrong: %s', (name, given) => {
    expect(readAssertion(given)).toEqual({
      ok: false,
      error: expect.objectContaining(refusedFor('passkeyAssertion', name).error) as object,
    });
  });

  it('is refused for its first wrong text only', () => {
    expect(readAssertion({})).toMatchObject(refusedFor('passkeyAssertion', 'id'));
    expect(readAssertion({ id: 'Y3JlZA' })).toMatchObject(refusedFor('passkeyAssertion', 'clientDataJSON'));
  });

  it.each(['A', 'c2ln=', 'c2ln==', 'A-_z09', 'A'.repeat(65_536)])('may have texts of base64url', (signature) => {
    expect(readAssertion({ ...ASSERTION, signature })).toEqual({ ok: true, value: { ...READ_ASSERTION, signature } });
  });
});

describe('a registration', () => {
  it.each([
    ['in the form of browsers', inResponse(ATTESTATION)],
    ['with its texts beside its id', ATTESTATION],
    ['in the form of wallets', { credentialId: 'Y3JlZA', clientDataJson: 'e30', attestationObject: 'b2Jq' }],
    ['that names its id only as rawId', { ...ATTESTATION, id: undefined, rawId: 'Y3JlZA' }],
  ])('is read %s', (_form, given) => {
    expect(readAttestation(given)).toEqual({ ok: true, value: READ_ATTESTATION });
  });

  it.each([
    ['id', { ...ATTESTATION, id: undefined }],
    ['clientDataJSON', { ...ATTESTATION, clientDataJSON: undefined }],
    ['attestationObject', { ...ATTESTATION, attestationObject: undefined }],
  ])('is refused with the name of the text that is missing: %s', (name, given) => {
    expect(readAttestation(given)).toMatchObject(refusedFor('credential', name));
  });

  it('keeps at most eight transports, and only their names', () => {
    const transports = (named: unknown) =>
      readAttestation({ id: 'Y3JlZA', response: { ...ATTESTATION, transports: named } });
    const kept = (...names: string[]) => ({ ok: true, value: { ...READ_ATTESTATION, transports: names } });
    expect(transports(['internal', 'smart-card'])).toEqual(kept('internal', 'smart-card'));
    expect(transports(['usb', 5, '', 'a'.repeat(21), 'USB', 'x y', '!nfc', 'ble!', 'a'.repeat(20)])).toEqual(
      kept('usb', 'a'.repeat(20)),
    );
    const ten = [...'abcdefghij'];
    expect(transports(ten)).toEqual(kept(...ten.slice(0, 8)));
    for (const none of [undefined, null, 'usb', {}]) expect(transports(none)).toEqual(kept());
    expect(readAttestation({ ...ATTESTATION, transports: ['usb'] })).toEqual(kept('usb'));
    expect(readAttestation({ ...inResponse(ATTESTATION), transports: ['usb'] })).toEqual(kept());
  });
});

describe('options for a browser', () => {
  const place = { origins: ['https://app.example.com'], relyingPartyId: 'example.com' };

  it('register a passkey of the domain that verifies its user, for the algorithms ES256, EdDSA and RS256', () => {
    const about = { challenge: 'Y2hhbGxlbmdl', name: 'Play', userId: 'Customer:1', userName: 'Ada' };
    expect(creationOptions(place, about)).toEqual({
      challenge: 'Y2hhbGxlbmdl',
      rp: { id: 'example.com', name: 'Play' },
      user: { id: 'Q3VzdG9tZXI6MQ', name: 'Ada', displayName: 'Ada' },
      pubKeyCredParams: [
        { type: 'public-key', alg: -7 },
        { type: 'public-key', alg: -8 },
        { type: 'public-key', alg: -257 },
      ],
      timeout: 300_000,
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    });
  });

  it('ask for a signature of one passkey', () => {
    const passkey = {
      credentialId: 'Y3JlZA',
      publicKey: 'a2V5',
      counter: 5,
      transports: ['internal'],
      origin: 'https://app.example.com',
      rpId: 'example.com',
      userVerified: true,
    };
    expect(requestOptions(passkey, 'sign me')).toEqual({
      challenge: 'c2lnbiBtZQ',
      rpId: 'example.com',
      allowCredentials: [{ type: 'public-key', id: 'Y3JlZA', transports: ['internal'] }],
      userVerification: 'required',
      timeout: 300_000,
    });
  });

  it('ask for a signature of any passkey of the domain', () => {
    expect(discoverableOptions(place, 'sign me')).toEqual({
      challenge: 'c2lnbiBtZQ',
      rpId: 'example.com',
      userVerification: 'required',
      timeout: 300_000,
    });
  });
});
