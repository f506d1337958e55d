import type { ArchiveStore } from '../archive/index.js';
import type { AccountChecks, OwnershipProofs, Rail, RailConnection } from '../accounts/index.js';
import type { CardConnection, CardIssuer } from '../cards/index.js';
import type { Messages } from '../codes/index.js';
import type { JobStore, OutboxStore, WebhookTransport, WorkObserver } from '../events/index.js';
import type { Clock, Digest, KeyPairs, Random, Sealer, Tracing, UnitOfWork } from '../kernel/index.js';
import type { ApproverNotices } from '../operators/index.js';
import type { DomainRecords } from '../platforms/index.js';
import type { RateSource } from '../rates/index.js';
import type { ScaPorts } from '../sca/index.js';
import type { OperatorPorts } from '../sign-in/index.js';
import type { ScreeningConnection } from '../screening/index.js';
import type { StablecoinIssuers } from '../stablecoins/index.js';
import type { UmaPorts } from '../uma/index.js';
import type { VoucherCipher } from '../vouchers/index.js';
import type { KycConnection, VerificationPorts } from '../verification/index.js';
import type { WalletPorts } from '../wallets/index.js';
import type { CoreOptions } from './options.js';

export interface EventArchivePorts {
  readonly store: ArchiveStore;
  /** Events are archived when they are older than this many days. Null: none is archived, and the archive is read. */
  readonly afterDays: number | null;
  /** Whether answers under idempotency keys are archived when they expire, instead of deleted. Default: false. */
  readonly answers?: boolean;
}

export interface VouchersPorts {
  readonly cipher: VoucherCipher;
  /** How many full months the files of a month are kept after its end, before they are deleted; null: for ever. */
  readonly keepMonths: number | null;
}

/** Everything that core needs from outside. Core looks up nothing elsewhere. */
export interface CorePorts {
  readonly storage: { readonly units: UnitOfWork; readonly jobs: JobStore; readonly outbox: OutboxStore };
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly keyPairs: KeyPairs;
  readonly rails: readonly Rail[];
  /** Connections to KYC providers, whose messages core hears. Their providers are in `verification` too. */
  readonly kycConnections?: readonly KycConnection[];
  /**
   * Connections to providers that screen parties and payments, at most one of each environment. An environment without one
   * screens nothing.
   */
  readonly screening?: readonly ScreeningConnection[];
  /** Connections to banks and providers. Their rails come before `rails`. */
  readonly connections?: readonly RailConnection[];
  readonly rates: readonly RateSource[];
  /** Checksums of account details and tax numbers. With null only patterns are checked, and production accepts none. */
  readonly accountChecks: AccountChecks | null;
  /** Verifies signatures of wallets; null if ownership of wallets cannot be proven. */
  readonly ownershipProofs: OwnershipProofs | null;
  readonly webhooks: WebhookTransport;
  /** Reads DNS records with which platforms prove their UMA domains. Without it, the operator approves domains. */
  readonly domainRecords?: DomainRecords | null;
  /** Payments between institutions. Without it, UMA lookups and payments are not available in either direction. */
  readonly uma?: UmaPorts | null;
  readonly wallets: WalletPorts;
  /** Issuers that mint and burn stablecoins. Without them no provider account can be linked. */
  readonly stablecoins?: StablecoinIssuers;
  readonly sca: ScaPorts;
  /** Lets operators sign in. Without it, the core has no operators. */
  readonly operators?: OperatorPorts | null;
  /** Tells approvers outside of the console that a request waits. Without it, the console alone shows it. */
  readonly approverNotices?: ApproverNotices | null;
  /** Card issuers with their environments. Without an issuer for its environment, a platform has no cards. */
  readonly cardIssuers?: readonly CardIssuer[];
  /** Connections to card processors, whose issuers are among `cardIssuers`. */
  readonly cardConnections?: readonly CardConnection[];
  /** Providers that decide on customers, and the storage and inspection of documents. */
  readonly verification: VerificationPorts;
  /**
   * The archive of old events. Without it nothing is archived, and events of a database that has an archive are missing
   * in every list.
   */
  readonly archive?: EventArchivePorts | null;
  /**
   * The files that connections exchange, which are in the store of documents (`verification.blobs`). Without it none can be
   * read or deleted.
   */
  readonly vouchers?: VouchersPorts | null;
  /** Sends messages to customers' mailboxes and phones. */
  readonly messages: Messages;
  /** Reports failed work, most of which is retried. */
  readonly report: (what: string, details: Readonly<Record<string, unknown>>) => void;
  /** Counts deliveries of webhooks, and leases that passed to another host. */
  readonly observer?: WorkObserver;
  /**
   * Waits in real time. The deletion of expired records uses it between two batches, and an audit to say every few
   * seconds that it goes on while one read takes long. The call that moves a test clock uses it to return after 5 seconds
   * at most; without it, the call returns when all due work of every tenant is done. Calls of custody end after 10 seconds
   * by it, and have no time-out without it; `until` is the answer of such a call, and the wait should end when it
   * settles.
   */
  readonly pause?: (milliseconds: number, until?: Promise<unknown>) => Promise<void>;
  /** Records spans of jobs and deliveries. Without it nothing is recorded. */
  readonly tracing?: Tracing | null;
  readonly options: CoreOptions;
}
