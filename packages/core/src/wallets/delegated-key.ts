import { BASE_COLUMNS, type BaseRecord, type Id, machine, recordKind, type StateOf } from '../kernel/index.js';

/** The states of a delegated signing key. */
export const DELEGATED_KEY = machine('Delegated signing key', 'status', ['REVOKED'], [
  {
    from: null,
    on: 'create',
    to: 'PENDING',
    emits: null,
    why: 'the owner has signed the creation, but not yet the policy',
  },
  { from: 'PENDING', on: 'activate', to: 'ACTIVE', emits: null, why: 'the owner has signed the policy' },
  { from: 'PENDING', on: 'revoke', to: 'REVOKED', emits: null, why: 'revoked before the owner signed the policy' },
  {
    from: 'ACTIVE',
    on: 'revoke',
    to: 'REVOKED',
    emits: null,
    why: 'the platform has revoked the key, or the card or account has ended; the key can no longer sign',
  },
] as const);

/** A key in custody that signs for a wallet what one card spends. */
export interface DelegatedKey extends BaseRecord {
  readonly id: Id<'DelegatedKey'>;
  readonly cardId: Id<'Card'>;
  readonly fundingSourceId: string;
  readonly accountId: Id<'InternalAccount'>;
  /** Compressed hex. */
  readonly publicKey: string;
  /** Sealed. */
  readonly keyHandle: string;
  readonly nickname: string;
  readonly status: StateOf<typeof DELEGATED_KEY>;
  /** Card and funding source while the key is ACTIVE, then null. Unique. */
  readonly slot: string | null;
}

export const DELEGATED_KEYS = recordKind<DelegatedKey>()({
  name: 'delegated_keys',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    cardId: 'text',
    fundingSourceId: 'text',
    accountId: 'text',
    publicKey: 'text',
    keyHandle: 'text',
    nickname: 'text',
    status: 'text',
    slot: 'text?',
  },
  states: ['status'],
  unique: [{ name: 'slot', columns: ['slot'] }],
  filters: ['accountId', 'fundingSourceId'],
  immutable: ['cardId', 'fundingSourceId', 'accountId', 'publicKey', 'nickname'],
  sealed: ['keyHandle'],
});
