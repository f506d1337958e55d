import type { Clock, OutboundHttp, Sealer, WalletPorts } from '@corridor/core/ports';
import { createWalletSigner } from '../custody/index.js';
import { createIdentityTokens } from './identity-tokens.js';
import { createPasskeys } from './passkeys.js';

export interface WalletAdapterOptions {
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** Fetches issuers' keys. Without it, only the sandbox accepts identity tokens. */
  readonly http?: OutboundHttp;
  /** The address of each issuer's key set. */
  readonly issuers?: ReadonlyMap<string, string>;
  /** Origins that may use passkeys; if absent, each passkey signs from the origin where it was registered. */
  readonly origins?: readonly string[];
  /** Origins whose pages may hold a page with passkeys in a frame. */
  readonly topOrigins?: readonly string[];
}

const OFFLINE: OutboundHttp = {
  send: async () => ({ kind: 'unreachable', reason: 'this host has no connection to issuers' }),
};

/** The ports of Embedded Wallets, with custody in this process. */
export function walletPorts({ sealer, clock, ...options }: WalletAdapterOptions): WalletPorts {
  const { http = OFFLINE, issuers = new Map<string, string>(), origins = [], topOrigins = [] } = options;
  return {
    signer: createWalletSigner(sealer),
    identityTokens: createIdentityTokens({ issuers, http, clock }),
    passkeys: createPasskeys({ origins, topOrigins }),
  };
}
