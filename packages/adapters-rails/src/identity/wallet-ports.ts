import type { Clock, OutboundHttp, Sealer, WalletPorts } from '@corridor/core/ports';
import { createWalletSigner } from '../custody/index.js';
import { createIdentityTokens } from './identity-tokens.js';
import { createPasskeys } from './passkeys.js';

export interface WalletAdapterOptions {
  readonly sealer: Sealer;
  readonly clock: Clock;
  /** How issuers' keys are fetched; without it only the sandbox takes identity tokens. */
  readonly http?: OutboundHttp;
  /** Where each issuer publishes its keys. */
  readonly issuers?: ReadonlyMap<string, string>;
  /** Origins whose passkeys count; none: any, each passkey from its own. */
  readonly origins?: readonly string[];
}

const OFFLINE: OutboundHttp = { send: async () => ({ kind: 'unreachable', reason: 'this host asks no issuers' }) };

/** What a core needs for Embedded Wallets, with custody in this process. */
export function walletPorts({ sealer, clock, ...options }: WalletAdapterOptions): WalletPorts {
  const { http = OFFLINE, issuers = new Map<string, string>(), origins = [] } = options;
  return {
    signer: createWalletSigner(sealer),
    identityTokens: createIdentityTokens({ issuers, http, clock }),
    passkeys: createPasskeys({ origins }),
  };
}
