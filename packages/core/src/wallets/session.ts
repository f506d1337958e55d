import {
  BASE_COLUMNS,
  type BaseRecord,
  type Id,
  type Instant,
  machine,
  recordKind,
  type StateOf,
} from '../kernel/index.js';
import type { CredentialType } from './credential.js';

export const WALLET_SESSION = machine('Wallet session', 'status', ['REVOKED', 'EXPIRED'], [
  { from: null, on: 'verify', to: 'ACTIVE', emits: null, why: 'a credential was verified' },
  {
    from: 'ACTIVE',
    on: 'revoke',
    to: 'REVOKED',
    emits: null,
    why: 'signed by a session, or its credential is revoked',
  },
  { from: 'ACTIVE', on: 'expire', to: 'EXPIRED', emits: null, why: 'expiresAt has passed' },
] as const);

/** Fifteen minutes in which keys that the owner holds sign for a wallet (interface, "Session"). */
export interface WalletSession extends BaseRecord {
  readonly id: Id<'Session'>;
  readonly accountId: Id<'InternalAccount'>;
  /** The account while the session is active. */
  readonly livingIn: string | null;
  readonly credentialId: Id<'AuthMethod'>;
  readonly type: CredentialType;
  readonly nickname: string;
  /** WebAuthn id of the passkey that opened it. */
  readonly passkeyId: string | null;
  readonly status: StateOf<typeof WALLET_SESSION>;
  /** Compressed hex of the key that signs. Its private half is the owner's alone. */
  readonly publicKey: string;
  /** The client's own key, where it signs beside one that was made for it. */
  readonly clientKey: string | null;
  readonly expiresAt: Instant;
}

export const WALLET_SESSIONS = recordKind<WalletSession>()({
  name: 'wallet_sessions',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    accountId: 'text',
    livingIn: 'text?',
    credentialId: 'text',
    type: 'text',
    nickname: 'text',
    passkeyId: 'text?',
    status: 'text',
    publicKey: 'text',
    clientKey: 'text?',
    expiresAt: 'instant',
  },
  states: ['status'],
  unique: [],
  filters: ['livingIn'],
  immutable: ['accountId', 'credentialId', 'type', 'nickname', 'passkeyId'],
});

export const SESSION_SECONDS = 900;
