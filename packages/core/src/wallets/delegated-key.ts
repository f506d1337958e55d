import { BASE_COLUMNS, type BaseRecord, type Id, machine, recordKind, type StateOf } from '../kernel/index.js';

/** A delegated signing key (interface, "States and transitions"). */
export const DELEGATED_KEY = machine('Delegated signing key', 'status', ['REVOKED'], [
  { from: null, on: 'create', to: 'PENDING', emits: null, why: 'its creation was signed, its policy not yet' },
  { from: 'PENDING', on: 'activate', to: 'ACTIVE', emits: null, why: 'its policy was signed' },
  { from: 'PENDING', on: 'revoke', to: 'REVOKED', emits: null, why: 'given up before its policy was signed' },
  { from: 'ACTIVE', on: 'revoke', to: 'REVOKED', emits: null, why: 'asked for by the platform: it can no longer sign' },
] as const);

/** A key that custody holds and that signs for a wallet what one card spends. */
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
  /** The card's funding source while the key is active: there is one for each. */
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
