import { err, ok } from '@corridor/core';
import { invalidFields, type Passkeys } from '@corridor/core/ports';
import type { Passkey } from '@corridor/core/records';
import { optionalPackage } from '@corridor/core/internal';

export interface PasskeyOptions {
  /**
   * The origins that may use passkeys. If empty, a passkey may be registered from any https origin (and
   * http://localhost), and signs from that origin only.
   */
  readonly origins: readonly string[];
}

/** ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

/** WebAuthn, verified by `@simplewebauthn/server`. */
export function createPasskeys({ origins }: PasskeyOptions): Passkeys {
  return {
    async register({ credentialId, clientDataJson, attestationObject, transports }, challenge) {
      const refused = (field: string, message: string) => invalidFields([{ field, message }]);
      const origin = originOf(clientDataJson);
      if (origin === null) return refused('attestation.clientDataJson', 'does not name an origin');
      const allowed = origins.length === 0 ? isWebOrigin(origin) : origins.includes(origin);
      if (!allowed) return refused('attestation.clientDataJson', `the origin ${origin} may not register passkeys`);
      const { verifyRegistrationResponse } = await library();
      const registered = await outcome(() =>
        verifyRegistrationResponse({
          response: {
            id: credentialId,
            rawId: credentialId,
            type: 'public-key',
            clientExtensionResults: {},
            response: { clientDataJSON: clientDataJson, attestationObject },
          },
          expectedChallenge: unpadded(challenge),
          expectedOrigin: origin,
          expectedRPID: [origin, ...origins].flatMap(rpIdsOf),
          requireUserVerification: false,
          supportedAlgorithmIDs: ALGORITHMS,
        }),
      );
      if (!registered.ok) return refused('attestation', registered.reason);
      const { verified, registrationInfo: info } = registered.value;
      if (!verified || info.rpID === undefined) return refused('attestation', 'does not verify');
      return ok({
        credentialId: info.credential.id,
        publicKey: Buffer.from(info.credential.publicKey).toString('base64url'),
        counter: info.credential.counter,
        transports,
        origin,
        rpId: info.rpID,
        userVerified: info.userVerified,
      });
    },

    async authenticate(passkey, assertion, text, named) {
      if (assertion.credentialId !== passkey.credentialId) {
        return err('INVALID_SIGNATURE', 'the assertion belongs to another passkey');
      }
      const expectedOrigin = origins.length === 0 ? [passkey.origin] : [...origins];
      if (named !== undefined && !expectedOrigin.includes(named)) {
        return err('INVALID_SIGNATURE', `the passkey may not sign at ${named}`);
      }
      const { verifyAuthenticationResponse } = await library();
      const authenticated = await outcome(() =>
        verifyAuthenticationResponse({
          response: {
            id: assertion.credentialId,
            rawId: assertion.credentialId,
            type: 'public-key',
            clientExtensionResults: {},
            response: {
              clientDataJSON: assertion.clientDataJson,
              authenticatorData: assertion.authenticatorData,
              signature: assertion.signature,
              ...(assertion.userHandle !== undefined && { userHandle: assertion.userHandle }),
            },
          },
          // The authenticator received the UTF-8 bytes of the text as its challenge and reports them in base64url.
          expectedChallenge: Buffer.from(text, 'utf8').toString('base64url'),
          expectedOrigin: named ?? expectedOrigin,
          expectedRPID: passkey.rpId,
          credential: {
            id: passkey.credentialId,
            publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')),
            counter: passkey.counter,
          },
          requireUserVerification: passkey.userVerified,
        }),
      );
      if (!authenticated.ok) return err('INVALID_SIGNATURE', authenticated.reason);
      const { verified, authenticationInfo } = authenticated.value;
      if (!verified) return err('INVALID_SIGNATURE', 'the assertion does not verify');
      return ok({ ...passkey, counter: authenticationInfo.newCounter } satisfies Passkey);
    },
  };
}

/** Loaded with the first passkey, because a start does not need it. */
const library = () => optionalPackage('@simplewebauthn/server@14.0.3', () => import('@simplewebauthn/server'));

type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** The library throws for every failed check. */
async function outcome<T>(check: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await check() };
  } catch (cause) {
    return { ok: false, reason: cause instanceof Error ? cause.message : 'does not verify' };
  }
}

function originOf(clientDataJson: string): string | null {
  try {
    const { origin } = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8')) as { origin?: unknown };
    return typeof origin === 'string' ? origin : null;
  } catch {
    return null;
  }
}

function isWebOrigin(origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === origin && (url.protocol === 'https:' || url.hostname === 'localhost');
}

/** A passkey is bound to the host of its origin, or to a parent domain. */
function rpIdsOf(origin: string): string[] {
  const { hostname } = new URL(origin);
  // The origin of a native app names its signing key and has no host.
  if (hostname === '') return [];
  const labels = hostname.split('.');
  const ids = labels.map((_, at) => labels.slice(at).join('.'));
  return labels.length === 1 ? ids : ids.slice(0, -1);
}

/** Platforms issue registration challenges, and some pad them. */
const unpadded = (challenge: string): string => challenge.replace(/=+$/, '');
