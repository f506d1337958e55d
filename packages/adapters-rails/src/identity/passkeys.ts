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
  /**
   * The origins whose pages may hold a page with passkeys in a frame. If empty, a passkey made or used in a frame of
   * another origin is refused, if the browser names that origin; Safari does not.
   */
  readonly topOrigins?: readonly string[];
}

/** ES256, EdDSA, RS256. */
const ALGORITHMS = [-7, -8, -257];

/** WebAuthn, verified by `@simplewebauthn/server`. */
export function createPasskeys({ origins, topOrigins = [] }: PasskeyOptions): Passkeys {
  return {
    async register({ transports, ...attestation }, challenge) {
      const [credentialId, clientDataJson, attestationObject] = [
        unpadded(attestation.credentialId),
        unpadded(attestation.clientDataJson),
        unpadded(attestation.attestationObject),
      ];
      const refused = (field: string, message: string) => invalidFields([{ field, message }]);
      const client = clientDataOf(clientDataJson);
      if (client === null) return refused('attestation.clientDataJson', 'does not name an origin');
      const { origin } = client;
      const allowed = origins.length === 0 ? isWebOrigin(origin) : origins.includes(origin);
      if (!allowed) return refused('attestation.clientDataJson', `the origin ${origin} may not register passkeys`);
      const fault = frameFault(client, topOrigins);
      if (fault !== null) return refused('attestation.clientDataJson', fault);
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
      const credentialId = unpadded(assertion.credentialId);
      if (credentialId !== passkey.credentialId) {
        return err('INVALID_SIGNATURE', 'the assertion belongs to another passkey');
      }
      const expectedOrigin = origins.length === 0 ? [passkey.origin] : [...origins];
      if (named !== undefined && !expectedOrigin.includes(named)) {
        return err('INVALID_SIGNATURE', `the passkey may not sign at ${named}`);
      }
      const client = clientDataOf(assertion.clientDataJson);
      if (client === null) return err('INVALID_SIGNATURE', 'the client data of the assertion names no origin');
      const fault = frameFault(client, topOrigins);
      if (fault !== null) return err('INVALID_SIGNATURE', `the assertion ${fault}`);
      const { verifyAuthenticationResponse } = await library();
      const authenticated = await outcome(() =>
        verifyAuthenticationResponse({
          response: {
            id: credentialId,
            rawId: credentialId,
            type: 'public-key',
            clientExtensionResults: {},
            response: {
              clientDataJSON: unpadded(assertion.clientDataJson),
              authenticatorData: unpadded(assertion.authenticatorData),
              signature: unpadded(assertion.signature),
              ...(assertion.userHandle !== undefined && { userHandle: assertion.userHandle }),
            },
          },
          // The authenticator received the UTF-8 bytes of the text as its challenge and reports them in base64url.
          expectedChallenge: Buffer.from(text, 'utf8').toString('base64url'),
          expectedOrigin: named ?? expectedOrigin,
          expectedRPID: passkey.rpId,
          ...(client.topOrigin !== null && { expectedTopOrigin: client.topOrigin }),
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

/** What a browser says about the page on which a passkey is made or used. */
interface ClientData {
  readonly origin: string;
  readonly isFramed: boolean;
  /** The origin of the window, if the page is in a frame of another origin and the browser says so. */
  readonly topOrigin: string | null;
}

function clientDataOf(clientDataJson: string): ClientData | null {
  try {
    const data = JSON.parse(Buffer.from(clientDataJson, 'base64url').toString('utf8')) as {
      readonly [name in 'origin' | 'crossOrigin' | 'topOrigin']?: unknown;
    };
    const { origin, topOrigin = null } = data;
    if (typeof origin !== 'string' || (topOrigin !== null && typeof topOrigin !== 'string')) return null;
    return { origin, isFramed: data.crossOrigin === true, topOrigin };
  } catch {
    return null;
  }
}

/** Why a passkey is refused in this frame; null if it is not. Both ceremonies ask, so that what registers also signs. */
function frameFault({ isFramed, topOrigin }: ClientData, allowed: readonly string[]): string | null {
  if (topOrigin === null) return null;
  if (!isFramed) return 'names a top origin, but no frame of another origin';
  return allowed.includes(topOrigin)
    ? null
    : `comes from a frame in a page of ${topOrigin}, which is not a configured top origin`;
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

/** Base64url without padding, which some platforms and libraries add. */
const unpadded = (challenge: string): string => challenge.replace(/=+$/, '');
