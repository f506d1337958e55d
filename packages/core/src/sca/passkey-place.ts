import type { PasskeyPlace } from './ports.js';

/** The origin of the host's own pages, and their host name as the relying party id. */
export function passkeyPlaceOf(hostedPage: string): PasskeyPlace {
  const [, origin = '', host = ''] = /^(https?:\/\/([^/:]+)(?::\d+)?)/.exec(hostedPage) ?? [];
  return { origins: [origin], relyingPartyId: host };
}
