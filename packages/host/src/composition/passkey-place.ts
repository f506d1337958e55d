import type { PasskeyPlace } from '@corridor/core';
import { passkeyPlaceOf } from '@corridor/core/internal';
import type { Configuration } from '../settings/configuration.js';

/** Passkeys are bound to the configured domain, else to the domain of the first origin. */
export function passkeyPlace(
  { passkeyOrigins, passkeyDomain }: Pick<Configuration, 'passkeyOrigins' | 'passkeyDomain'>,
  publicAddress: string,
): PasskeyPlace {
  const own = passkeyPlaceOf(publicAddress);
  const origins = passkeyOrigins.length === 0 ? own.origins : passkeyOrigins;
  // The origin of an Android app (`android:apk-key-hash:…`) has no host name.
  const host = passkeyOrigins.map((origin) => new URL(origin).hostname).find((name) => name !== '');
  return { origins, relyingPartyId: passkeyDomain ?? host ?? own.relyingPartyId };
}
