import type { AccountChecks, OwnershipProofs, Rail } from '../accounts/index.js';
import type { CardIssuer } from '../cards/index.js';
import type { Messages } from '../codes/index.js';
import type { JobStore, OutboxStore, WebhookTransport } from '../events/index.js';
import type { Clock, Digest, KeyPairs, Random, Sealer, UnitOfWork } from '../kernel/index.js';
import type { DomainRecords } from '../platforms/index.js';
import type { RateSource } from '../rates/index.js';
import type { ScaPorts } from '../sca/index.js';
import type { StablecoinIssuers } from '../stablecoins/index.js';
import type { UmaPorts } from '../uma/index.js';
import type { VerificationPorts } from '../verification/index.js';
import type { WalletPorts } from '../wallets/index.js';
import type { CoreOptions } from './options.js';

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
