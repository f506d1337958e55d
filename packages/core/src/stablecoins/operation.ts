import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  type Environment,
  type Id,
  type Instant,
  machine,
  type Reads,
  recordKind,
  type StateOf,
} from '../kernel/index.js';
import type {
  BurnRail,
  BurnSourceType,
  MintSourceType,
  StablecoinOperationType,
  StablecoinProviderName,
} from './vocabulary.js';

/** A mint or a burn. The contract has no event for it; what it moves on accounts here is told by their balances. */
export const STABLECOIN_OPERATION = machine('Stablecoin operation', 'status', ['COMPLETED', 'FAILED', 'EXPIRED'], [
  { from: null, on: 'create', to: 'CREATED', emits: null, why: 'written, its money held, its issuer not asked yet' },
  { from: 'CREATED', on: 'await', to: 'PENDING_FUNDING', emits: null, why: 'the issuer waits for money or tokens' },
  { from: 'CREATED', on: 'accept', to: 'PENDING_PROVIDER', emits: null, why: 'the issuer has taken the order' },
  { from: 'CREATED', on: 'process', to: 'PROCESSING', emits: null, why: 'the issuer works on it' },
  { from: 'CREATED', on: 'complete', to: 'COMPLETED', emits: null, why: 'the issuer has done it at once' },
  { from: 'CREATED', on: 'fail', to: 'FAILED', emits: null, why: 'the issuer has refused it' },
  { from: 'CREATED', on: 'expire', to: 'EXPIRED', emits: null, why: 'nobody has paid, which is the first to be heard' },
  { from: 'PENDING_FUNDING', on: 'accept', to: 'PENDING_PROVIDER', emits: null, why: 'what was awaited has come' },
  { from: 'PENDING_FUNDING', on: 'process', to: 'PROCESSING', emits: null, why: 'what was awaited has come' },
  { from: 'PENDING_FUNDING', on: 'complete', to: 'COMPLETED', emits: null, why: 'it came, and the issuer has done it' },
  { from: 'PENDING_FUNDING', on: 'fail', to: 'FAILED', emits: null, why: 'the issuer has refused it' },
  { from: 'PENDING_FUNDING', on: 'expire', to: 'EXPIRED', emits: null, why: 'nobody has paid in time' },
  { from: 'PENDING_PROVIDER', on: 'process', to: 'PROCESSING', emits: null, why: 'the issuer works on it' },
  { from: 'PENDING_PROVIDER', on: 'complete', to: 'COMPLETED', emits: null, why: 'the issuer has done it' },
  { from: 'PENDING_PROVIDER', on: 'fail', to: 'FAILED', emits: null, why: 'the issuer could not do it' },
  { from: 'PROCESSING', on: 'complete', to: 'COMPLETED', emits: null, why: 'the issuer has done it' },
  { from: 'PROCESSING', on: 'fail', to: 'FAILED', emits: null, why: 'the issuer could not do it' },
] as const);
export type StablecoinOperationStatus = StateOf<typeof STABLECOIN_OPERATION>;

const OPEN = ['CREATED', 'PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING'] as const;
const OPEN_STATUSES: ReadonlySet<StablecoinOperationStatus> = new Set(OPEN);

export const isOpenOperation = ({ status }: Pick<StablecoinOperation, 'status'>): boolean => OPEN_STATUSES.has(status);

/** Where money or tokens come from, as the caller named it. */
export interface OperationSource {
  readonly type: MintSourceType | BurnSourceType;
  readonly externalAccountId: Id<'ExternalAccount'> | null;
  readonly accountId: Id<'InternalAccount'> | null;
  readonly sourceTokenIdentifier: string | null;
  readonly cryptoNetwork: string | null;
}

export interface OperationDestination {
  readonly accountId: Id<'InternalAccount'> | Id<'ExternalAccount'>;
  /** Of burns. */
  readonly rail: BurnRail | null;
}

/** How the issuer is paid: an account by a rail, or an address on a chain. Texts by name, as the issuer gave them. */
export type FundingInstructions = Readonly<Record<string, string>>;

/** What arrives, in smallest units of its currency, and when, in the issuer's words. */
export interface EstimatedDelivery {
  readonly rail: BurnRail | null;
  readonly amount: bigint;
  readonly currency: string;
  readonly timing: string | null;
}

export interface StablecoinOperation extends BaseRecord {
  readonly id: Id<'StablecoinOperation'>;
  readonly stablecoinId: Id<'Stablecoin'>;
  readonly operationType: StablecoinOperationType;
  readonly status: StablecoinOperationStatus;
  /** Smallest units of the token: what a mint pays for, what a burn takes. */
  readonly amount: bigint;
  /** The same without the issuer's fees: what a mint makes, what is paid out for a burn. */
  readonly netAmount: bigint;
  readonly source: OperationSource;
  readonly destination: OperationDestination;
  readonly provider: StablecoinProviderName;
  readonly providerEnvironment: Environment;
  readonly stablecoinProviderAccountId: Id<'StablecoinProviderAccount'>;
  /** Whose accounts it moves: `platform` or a customer's id. */
  readonly owner: string;
  /** Accounts outside, at a bank or on chain, from which the issuer collects and to which it delivers. */
  readonly collectedFrom: Id<'ExternalAccount'> | null;
  readonly deliveredTo: Id<'ExternalAccount'> | null;
  readonly baseCurrency: CurrencyCode;
  /** Of the token's accounts; null where none are kept in it, so that no tokens are booked. */
  readonly currency: CurrencyCode | null;
  /** What is held on the account that pays, in smallest units of its currency; null where none here pays. */
  readonly heldAmount: bigint | null;
  readonly quoteId: Id<'StablecoinQuote'> | null;
  readonly fundingInstructions: FundingInstructions | null;
  readonly estimatedDelivery: EstimatedDelivery | null;
  /** Until when the issuer waits for what it is paid with. */
  readonly expiresAt: Instant | null;
  readonly providerStatus: string | null;
  readonly failureReason: string | null;
  readonly description: string | null;
  /** When it was first given to the issuer, written before; null: nobody has asked it yet. */
  readonly submittedAt: Instant | null;
}

export const STABLECOIN_OPERATIONS = recordKind<StablecoinOperation>()({
  name: 'stablecoin_operations',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    stablecoinId: 'text',
    operationType: 'text',
    status: 'text',
    amount: 'amount',
    netAmount: 'amount',
    source: 'json',
    destination: 'json',
    provider: 'text',
    providerEnvironment: 'text',
    stablecoinProviderAccountId: 'text',
    owner: 'text',
    collectedFrom: 'text?',
    deliveredTo: 'text?',
    baseCurrency: 'text',
    currency: 'text?',
    heldAmount: 'amount?',
    quoteId: 'text?',
    fundingInstructions: 'json?',
    estimatedDelivery: 'json?',
    expiresAt: 'instant?',
    providerStatus: 'text?',
    failureReason: 'text?',
    description: 'text?',
    submittedAt: 'instant?',
  },
  states: ['status'],
  unique: [],
  filters: ['stablecoinId', 'operationType', 'status', 'owner', 'collectedFrom', 'deliveredTo'],
  immutable: [
    'stablecoinId',
    'operationType',
    'amount',
    'netAmount',
    'source',
    'destination',
    'provider',
    'providerEnvironment',
    'stablecoinProviderAccountId',
    'owner',
    'collectedFrom',
    'deliveredTo',
    'baseCurrency',
    'currency',
    'heldAmount',
    'quoteId',
    'estimatedDelivery',
    'description',
  ],
});

/** Whether a mint or a burn of this owner, or with this account outside, is still under way. */
export async function hasOpenOperations(
  reads: Reads,
  of: { readonly owner: string } | { readonly externalAccountId: Id<'ExternalAccount'> },
): Promise<boolean> {
  for (const status of OPEN) {
    const { rows } = await reads.list(STABLECOIN_OPERATIONS, {
      where: 'owner' in of ? { status, owner: of.owner } : { status },
      anyOf:
        'externalAccountId' in of
          ? { columns: ['collectedFrom', 'deliveredTo'], value: of.externalAccountId }
          : undefined,
      order: 'desc',
      limit: 1,
      counted: false,
    });
    if (rows.length > 0) return true;
  }
  return false;
}
