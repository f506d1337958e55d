import type { EndUserTerms } from '../customers/index.js';
import type { ApprovalAmounts } from '../operators/index.js';
import type { ProviderRequirements } from '../platforms/index.js';
import type { CorridorSetting, Institution, ServiceFees, Vasp } from '../rates/index.js';
import type { RetentionPeriods } from '../retention/index.js';
import type { SafeguardingAccount } from '../safeguarding/index.js';
import type { PasskeyPlace } from '../sca/index.js';

export interface CoreOptions {
  /** Key of the MACs in list cursors and of the digests of one-time codes; the same on all hosts of one database. */
  readonly cursorKey: Uint8Array;
  /** Public host and port of the service; the domain of UMA addresses for platforms without a `umaDomain`. */
  readonly publicAuthority: string;
  /** URL of the hosted page on which customers verify themselves, without a slash at its end. */
  readonly hostedPage: string;
  /** URL of the page of invitations, without a slash at its end; default: `/invite` of `publicAuthority`. */
  readonly invitationPage?: string;
  readonly quoteSeconds: number;
  /**
   * The general fees that the first start stores as terms. Once a database has terms, this option has no effect: change
   * them with the actions of operators (docs/areas/terms.md). `report` is called at a start whose options differ.
   */
  readonly serviceFees: ServiceFees;
  /** Terms of single corridors that differ from the general ones; stored by the first start, like `serviceFees`. */
  readonly corridors?: readonly CorridorSetting[];
  /** Information about customers that providers require before they move a currency. */
  readonly providerRequirements?: readonly ProviderRequirements[];
  /** Cache time of rates, and their maximum age while the source fails; default 300 and 900 seconds. */
  readonly rateCacheSeconds?: number;
  readonly rateMaxAgeSeconds?: number;
  /** The directories of `GET /discoveries` and `GET /vasps`; default none. */
  readonly institutions?: readonly Institution[];
  readonly vasps?: readonly Vasp[];
  readonly endUserTerms: EndUserTerms;
  /**
   * The amount that banks may deduct from a returned payout before an exception is opened, by currency in smallest
   * units; default 0.
   */
  readonly bankChargeLimits?: ReadonlyMap<string, bigint>;
  /** The days after which a debt of an internal account opens an exception; default 30. */
  readonly receivableDays?: number;
  /** How long the data of a deleted customer cannot be erased in production; default: `DEFAULT_PERIODS`. */
  readonly retention?: RetentionPeriods;
  /** Amounts above which a second operator must approve an action that moves money; default: no approval. */
  readonly approvalAmounts?: ApprovalAmounts;
  /** Whether the sandbox also checks the checksums of accounts and tax numbers. */
  readonly strictSandboxAccounts: boolean;
  /** The accounts that hold the money of customers apart from that of the service; default none. */
  readonly safeguardingAccounts?: readonly SafeguardingAccount[];
  /** The fixed time of the daily safeguarding reports, in minutes after midnight in UTC; default 0. */
  readonly safeguardingMinute?: number;
  /** Relying party and origins of passkeys for strong customer authentication; default: those of `hostedPage`. */
  readonly passkeys?: PasskeyPlace;
  /** URL of the console of operators, to whose origin their passkeys are bound; default: that of `publicAuthority`. */
  readonly consoleUrl?: string;
  /** Whether data of a regulated customer is shown only within five minutes of a login; default false. */
  readonly scaSessions?: boolean;
  /** How much more than the authorized amount a merchant may clear, in basis points of it; default 2,000. */
  readonly cardToleranceBps?: number;
  /**
   * The layers of payments between institutions in the order in which this host prefers to pay, such as `eip155:8453`
   * and `ln`; default: chains, then Lightning.
   */
  readonly umaLayers?: readonly string[];
}

/** Defaults of the required options. */
export const DEFAULT_OPTIONS = {
  hostedPage: 'http://localhost:8080/verify',
  quoteSeconds: 300,
  serviceFees: { variableBps: 50, fixed: new Map() },
  endUserTerms: { version: '1', url: 'https://example.com/terms', earlier: [] },
  strictSandboxAccounts: false,
} as const satisfies Partial<CoreOptions>;
