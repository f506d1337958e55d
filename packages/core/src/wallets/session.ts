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
    why: 'a session has signed the revocation, or the credential was revoked',
  },
  { from: 'ACTIVE', on: 'expire', to: 'EXPIRED', emits: null, why: 'expiresAt has passed' },
] as const);

/** A session: for fifteen minutes, a key of the owner signs for a wallet. */
export interface WalletSession extends BaseRecord {
  readonly id: Id<'Session'>;
  readonly accountId: Id<'InternalAccount'>;
  /** The account while the session is active. */
  readonly livingIn: string | null;
  readonly credentialId: Id<'AuthMethod'>;
  readonly type: CredentialType;
  readonly nickname: string;
  /** WebAuthn credential id of the passkey that opened the session. */
  readonly passkeyId: string | null;
  readonly status: StateOf<typeof WALLET_SESSION>;
  /** Compressed hex of the key that signs. Only the owner has its private half. */
  readonly publicKey: string;
  /** The client's own key, if it signs besides the issued one. */
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
