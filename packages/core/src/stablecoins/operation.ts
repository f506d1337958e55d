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
import type { LimitUse } from '../limits/index.js';
import type {
  BurnRail,
  BurnSourceType,
  MintSourceType,
  StablecoinOperationType,
  StablecoinProviderName,
} from './vocabulary.js';

/**
 * The states of a mint or burn. They emit no events: a movement on an internal account emits the event of its balance.
 */
export const STABLECOIN_OPERATION = machine('Stablecoin operation', 'status', ['COMPLETED', 'FAILED', 'EXPIRED'], [
  {
    from: null,
    on: 'create',
    to: 'CREATED',
    emits: null,
    why: 'created and its payment held; the issuer has not accepted the order yet',
  },
  {
    from: 'CREATED',
    on: 'await',
    to: 'PENDING_FUNDING',
    emits: null,
    why: 'the issuer is waiting for money or tokens',
  },
  { from: 'CREATED', on: 'accept', to: 'PENDING_PROVIDER', emits: null, why: 'the issuer has accepted the order' },
  { from: 'CREATED', on: 'process', to: 'PROCESSING', emits: null, why: 'the issuer is processing the order' },
  { from: 'CREATED', on: 'complete', to: 'COMPLETED', emits: null, why: 'the issuer has completed the order at once' },
  { from: 'CREATED', on: 'fail', to: 'FAILED', emits: null, why: 'the issuer has refused the order' },
  {
    from: 'CREATED',
    on: 'expire',
    to: 'EXPIRED',
    emits: null,
    why: 'the payment did not arrive in time; the issuer first reported this state',
  },
  {
    from: 'PENDING_FUNDING',
    on: 'accept',
    to: 'PENDING_PROVIDER',
    emits: null,
    why: 'the money or tokens have arrived',
  },
  { from: 'PENDING_FUNDING', on: 'process', to: 'PROCESSING', emits: null, why: 'the money or tokens have arrived' },
  {
    from: 'PENDING_FUNDING',
    on: 'complete',
    to: 'COMPLETED',
    emits: null,
    why: 'the money or tokens have arrived, and the issuer has completed the order',
  },
  { from: 'PENDING_FUNDING', on: 'fail', to: 'FAILED', emits: null, why: 'the issuer has refused the order' },
  {
    from: 'PENDING_FUNDING',
    on: 'expire',
    to: 'EXPIRED',
    emits: null,
    why: 'the money or tokens did not arrive in time',
  },
  { from: 'PENDING_PROVIDER', on: 'process', to: 'PROCESSING', emits: null, why: 'the issuer is processing the order' },
  { from: 'PENDING_PROVIDER', on: 'complete', to: 'COMPLETED', emits: null, why: 'the issuer has completed the order' },
  { from: 'PENDING_PROVIDER', on: 'fail', to: 'FAILED', emits: null, why: 'the issuer could not complete the order' },
  { from: 'PROCESSING', on: 'complete', to: 'COMPLETED', emits: null, why: 'the issuer has completed the order' },
  { from: 'PROCESSING', on: 'fail', to: 'FAILED', emits: null, why: 'the issuer could not complete the order' },
] as const);
export type StablecoinOperationStatus = StateOf<typeof STABLECOIN_OPERATION>;

const OPEN = ['CREATED', 'PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING'] as const;
const OPEN_STATUSES: ReadonlySet<StablecoinOperationStatus> = new Set(OPEN);

export const isOpenOperation = ({ status }: Pick<StablecoinOperation, 'status'>): boolean => OPEN_STATUSES.has(status);

/** The source of money or tokens, as the caller named it. */
export interface OperationSource {
  readonly type: MintSourceType | BurnSourceType;
  readonly externalAccountId: Id<'ExternalAccount'> | null;
  readonly accountId: Id<'InternalAccount'> | null;
  readonly sourceTokenIdentifier: string | null;
  readonly cryptoNetwork: string | null;
}

export interface OperationDestination {
  readonly accountId: Id<'InternalAccount'> | Id<'ExternalAccount'>;
  /** Set for burns. */
  readonly rail: BurnRail | null;
}

/** How to pay the issuer: a bank account or an address on a chain, in named fields of the issuer. */
export type FundingInstructions = Readonly<Record<string, string>>;

/** The amount that arrives, in smallest units of its currency. `timing` is a text of the issuer. */
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
  /** Smallest units of the token: the paid amount of a mint, or the tokens of a burn. */
  readonly amount: bigint;
  /** The amount minus the fees of the issuer: the minted tokens, or the payout of a burn. */
  readonly netAmount: bigint;
  readonly source: OperationSource;
  readonly destination: OperationDestination;
  readonly provider: StablecoinProviderName;
  readonly providerEnvironment: Environment;
  readonly stablecoinProviderAccountId: Id<'StablecoinProviderAccount'>;
  /** The owner of the accounts: `platform` or the id of a customer. */
  readonly owner: string;
  /** External accounts (bank or chain) from which the issuer collects and to which it delivers. */
  readonly collectedFrom: Id<'ExternalAccount'> | null;
  readonly deliveredTo: Id<'ExternalAccount'> | null;
  readonly baseCurrency: CurrencyCode;
  /** The currency of accounts that hold the token; null if there is none, so that its tokens are not booked. */
  readonly currency: CurrencyCode | null;
  /** The held amount in smallest units of the paying account; null if no internal account pays. */
  readonly heldAmount: bigint | null;
  /** What the operation has used of the limits of its customer; null if none was in force when it started. */
  readonly limitUse: LimitUse | null;
  readonly quoteId: Id<'StablecoinQuote'> | null;
  readonly fundingInstructions: FundingInstructions | null;
  readonly estimatedDelivery: EstimatedDelivery | null;
  /** The issuer waits for money or tokens until then. */
  readonly expiresAt: Instant | null;
  readonly providerStatus: string | null;
  readonly failureReason: string | null;
  readonly description: string | null;
  /** When the operation was first submitted to the issuer, written before the call; null if it was never submitted. */
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
    limitUse: 'json?',
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
  filters: ['collectedFrom', 'deliveredTo', 'owner', 'stablecoinId', 'status', 'operationType'],
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

/** Whether an operation of this owner, or with this external account, is open. */
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
