import type { AccountChecks, Accounts, OwnershipProofs, Rail } from '../accounts/index.js';
import type { agentsArea } from '../agents/index.js';
import type { AuditReport } from '../audit/index.js';
import type { CardIssuer, Cards } from '../cards/index.js';
import type { Messages } from '../codes/index.js';
import type { BulkImports, Customers, EndUserTerms } from '../customers/index.js';
import type { Events, JobStore, OutboxStore, WebhookTransport } from '../events/index.js';
import type {
  Actor,
  Clock,
  Commands,
  Context,
  Digest,
  Environment,
  KeyPairs,
  Page,
  PageRequest,
  Query,
  Random,
  Result,
  Sealer,
  TenantKey,
  UnitOfWork,
} from '../kernel/index.js';
import type { EntryFilter, LedgerEntry, Position } from '../ledger/index.js';
import type { DomainRecords, Platforms, ProviderRequirements } from '../platforms/index.js';
import type { QuotesArea, RailTelling, Told } from '../quotes/index.js';
import type { CorridorSetting, Institution, RatesArea, RateSource, ServiceFees, Vasp } from '../rates/index.js';
import type { SandboxArea } from '../sandbox/index.js';
import type { PasskeyPlace, Sca, ScaPorts } from '../sca/index.js';
import type { SealedJournal } from '../seals/index.js';
import type { StablecoinIssuers, StablecoinsArea } from '../stablecoins/index.js';
import type { TransactionsArea } from '../transactions/index.js';
import type { TransfersArea } from '../transfers/index.js';
import type { ApprovalAmounts, TreasuryArea } from '../treasury/index.js';
import type { PreparedQuote, UmaPorts, UmaArea } from '../uma/index.js';
import type { VerificationArea, VerificationPorts } from '../verification/index.js';
import type { WalletPorts, Wallets } from '../wallets/index.js';

/** What the core needs from outside. Everything is a port of core; nothing is looked up anywhere else. */
export interface CorePorts {
  readonly storage: { readonly units: UnitOfWork; readonly jobs: JobStore; readonly outbox: OutboxStore };
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly keyPairs: KeyPairs;
  readonly rails: readonly Rail[];
  readonly rates: readonly RateSource[];
  /** Checksums of account details and tax numbers; null where nothing is checked beyond patterns, so that production takes none. */
  readonly accountChecks: AccountChecks | null;
  /** Signatures of wallets; null where ownership of wallets cannot be proven. */
  readonly ownershipProofs: OwnershipProofs | null;
  readonly webhooks: WebhookTransport;
  /** The domain name system, in which platforms prove their UMA domains; without it their operator vouches for them. */
  readonly domainRecords?: DomainRecords | null;
  /** Payments between institutions; without them nobody is looked up, paid or taken money from over UMA. */
  readonly uma?: UmaPorts | null;
  readonly wallets: WalletPorts;
  /** Who mints and burns stablecoins; without them no issuer can be linked. */
  readonly stablecoins?: StablecoinIssuers;
  readonly sca: ScaPorts;
  /** Who makes cards, for which environments; without one for its environment a platform has none. */
  readonly cardIssuers?: readonly CardIssuer[];
  /** Who decides on customers, and where and how their documents are kept. */
  readonly verification: VerificationPorts;
  /** The way to customers' mailboxes and phones. */
  readonly messages: Messages;
  /** Told of work that did not succeed and will be tried again. */
  readonly report: (what: string, details: Readonly<Record<string, unknown>>) => void;
  /** Waits in real time. Without it, a clock that is moved waits for whole passes of the work that is due. */
  readonly pause?: (milliseconds: number) => Promise<void>;
  readonly options: CoreOptions;
}

export interface CoreOptions {
  /** Key of the MACs in list cursors and of one-time codes' digests; the same on all hosts of one database. */
  readonly cursorKey: Uint8Array;
  /** Host and port under which the service is reached: domain of UMA addresses where a platform has none. */
  readonly publicAuthority: string;
  /** Address of the hosted page on which customers verify themselves, without a slash at its end. */
  readonly hostedPage: string;
  /** Address below which invitations are shown, without a slash at its end; default: `/invite` of `publicAuthority`. */
  readonly invitationPage?: string;
  readonly quoteSeconds: number;
  readonly serviceFees: ServiceFees;
  /** Terms of single corridors, where they differ from what holds elsewhere. */
  readonly corridors?: readonly CorridorSetting[];
  /** What providers ask for before they move a currency. */
  readonly providerRequirements?: readonly ProviderRequirements[];
  /** How long rates are cached, and how old they may become while their source fails; default 5 and 15 minutes. */
  readonly rateCacheSeconds?: number;
  readonly rateMaxAgeSeconds?: number;
  /** The directories of `GET /discoveries` and `GET /vasps`; default none. */
  readonly institutions?: readonly Institution[];
  readonly vasps?: readonly Vasp[];
  readonly endUserTerms: EndUserTerms;
  /**
   * Up to how much banks may keep of a returned payout before an operator is asked, by currency in smallest units;
   * default 0.
   */
  readonly bankChargeLimits?: ReadonlyMap<string, bigint>;
  /** After how many days what an internal account owes becomes an exception; default 30. */
  readonly receivableDays?: number;
  /** Amounts above which a second person approves what operators do with money; default: nobody has to. */
  readonly approvalAmounts?: ApprovalAmounts;
  /** Whether the sandbox checks checksums of accounts and tax numbers too. */
  readonly strictSandboxAccounts: boolean;
  /** Where customers register passkeys for strong customer authentication; default: the host's own public address. */
  readonly passkeys?: PasskeyPlace;
  /** Whether what is a regulated customer's is shown only within five minutes of a login; default: it is not asked for. */
  readonly scaSessions?: boolean;
  /** How much more than was authorized a merchant may clear, in basis points of it; default 2,000. */
  readonly cardToleranceBps?: number;
}

/** What holds where nothing else is said. */
export const DEFAULT_OPTIONS = {
  hostedPage: 'http://localhost:8080/verify',
  quoteSeconds: 300,
  serviceFees: { variableBps: 50, fixed: new Map() },
  endUserTerms: { version: '1', url: 'https://example.com/terms', earlier: [] },
  strictSandboxAccounts: false,
} as const satisfies Partial<CoreOptions>;

/** The whole service without a server: its use cases by area, the way to run them, and the work that waits. */
export interface Core {
  readonly platforms: Omit<Platforms, 'handlers'>;
  readonly customers: Omit<Customers, 'createWith' | 'handlers'>;
  readonly verification: Omit<VerificationArea, 'handlers'>;
  readonly bulkImports: BulkImports;
  readonly accounts: Accounts;
  readonly rates: RatesArea;
  readonly quotes: QuotesArea;
  readonly transfers: TransfersArea;
  readonly transactions: TransactionsArea;
  readonly uma: UmaArea;
  readonly wallets: Omit<
    Wallets,
    'handlers' | 'forCustomers' | 'signedUpdate' | 'unsignedUpdate' | 'createCustomerWith'
  > & {
    readonly createCustomer: ReturnType<Wallets['createCustomerWith']>;
    readonly updateCustomer: ReturnType<Wallets['signedUpdate']>;
  };
  readonly stablecoins: Omit<StablecoinsArea, 'handlers' | 'auditSupply'>;
  readonly sca: Omit<Sca, 'handlers' | 'ports' | 'guardRead'>;
  readonly agents: ReturnType<typeof agentsArea<PreparedQuote>>;
  readonly cards: Omit<Cards, 'handlers' | 'closeAll'>;
  readonly events: Pick<Events, 'test' | 'redeliver' | 'get' | 'list' | 'follow' | 'sign'>;
  readonly sandbox: SandboxArea;
  readonly treasury: TreasuryArea;
  readonly ledger: {
    readonly audit: (tenant?: TenantKey) => Promise<AuditReport>;
    /** Asks the issuers of stablecoins; a sentence for each supply that is not what was minted and burned here. */
    readonly auditSupply: () => Promise<readonly string[]>;
    readonly entries: Query<EntryFilter & PageRequest, Page<LedgerEntry>>;
    /** The trial balance of all tenants. */
    readonly positions: () => Promise<readonly Position[]>;
  };
  /** Runs use cases with an idempotency key, or without. */
  readonly commands: Commands;
  /** Units for callers who combine use cases, or read and write in one transaction. */
  readonly units: UnitOfWork;
  /**
   * What a rail's callback calls, whatever the rail has been told: how a delivery, a collection or a refund stands, that
   * one of them came back, that money has arrived, was taken away again or is asked back. At any time, also long after
   * the last job of a payment has ended, in any order, however often: a message that was heard before has no effect.
   * What contradicts what the rail has said before becomes the exception RAIL_CONTRADICTION, and moves nothing.
   *
   * 404 REFERENCE_NOT_FOUND for a rail that does not serve the environment, 404 TRANSACTION_NOT_FOUND or
   * REFERENCE_NOT_FOUND for what nobody there knows (arrived money goes to suspense instead), 403 FORBIDDEN for a
   * payment of another rail, 400 INVALID_INPUT, INVALID_AMOUNT, INVALID_CURRENCY. 503 SERVICE_UNAVAILABLE, and 409
   * CONFLICT against a twin or for what the rail was not given yet: the rail is to tell again later.
   */
  railTells(environment: Environment, telling: RailTelling): Promise<Result<Told>>;
  /** How many addresses of a rail were allocated: it watches those of the numbers below. */
  addressesOf(rail: string): Promise<number>;
  /** The context of a call that comes now. */
  context(tenant: TenantKey, actor: Actor, requestId: string): Context;
  readonly work: Work;
}

/** What waits and is due. A host runs the parts in loops of their own; `drain` runs them until nothing is left. */
export interface Work {
  /** Does due jobs; lasts as long as the slowest answer of a rail. Answers how many were done. */
  runJobs(): Promise<number>;
  /** Delivers due events; lasts as long as the slowest endpoint. Answers how many were settled. */
  deliverEvents(): Promise<number>;
  /** Fetches exchange rates when those in force have grown old. Needed once before the first quote. */
  refreshRates(): Promise<void>;
  /** Deletes remembered answers and waiting commands that are no longer kept; answers how many. */
  forgetAnswers(): Promise<number>;
  /** Seals postings and events that nothing can precede any more, so that the audit finds whoever changes them. */
  sealJournal(): Promise<SealedJournal>;
  /** After a test clock was moved: what is due by it, of that tenant, in a bounded time. */
  catchUp(tenant: TenantKey): Promise<void>;
  /** Everything that is due, and what becomes due by it. */
  drain(): Promise<void>;
  /** Begins no more jobs and deliveries, and waits for those that have begun. */
  stop(): Promise<void>;
}
