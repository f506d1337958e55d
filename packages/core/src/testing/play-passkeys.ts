import { walletPorts } from '@corridor/adapters-rails/identity';
import { ok, type Result } from '../kernel/index.js';
import type { Passkey, Passkeys } from '../wallets/index.js';
import { fixedClock, reversingSealer } from './ports.js';

export const ORIGIN = 'http://localhost:8080';
export const PASSKEY: Passkey = {
  credentialId: 'Y3JlZA',
  publicKey: 'a2V5',
  counter: 5,
  transports: ['internal'],
  origin: ORIGIN,
  rpId: 'localhost',
  userVerified: true,
};
export const ATTESTATION = { id: PASSKEY.credentialId, clientDataJSON: 'e30', attestationObject: 'e30' };
export const ASSERTION = {
  id: PASSKEY.credentialId,
  clientDataJSON: 'e30',
  authenticatorData: 'e30',
  signature: 'e30',
};

/** An authenticator whose answers the test sets. By default its signatures are right, and each one counts. */
export function playPasskeys() {
  const clock = fixedClock();
  const device = {
    registered: ok(PASSKEY) as Result<Passkey>,
    /** The next signature; null: a right one of the passkey that is asked. */
    signed: null as Result<Passkey> | null,
    counter: PASSKEY.counter,
    /** The challenges of registrations, and the texts to sign with their origins, in order. */
    registrations: [] as string[],
    asked: [] as { readonly text: string; readonly origin: string | undefined }[],
  };
  const passkeys: Passkeys = {
    async register(_attestation, challenge) {
      device.registrations.push(challenge);
      return device.registered;
    },
    async authenticate(passkey, _assertion, text, origin) {
      device.asked.push({ text, origin });
      device.counter += 1;
      return device.signed ?? ok({ ...passkey, counter: device.counter });
    },
  };
  return { device, over: { clock, wallets: { ...walletPorts({ sealer: reversingSealer, clock }), passkeys } } };
}
