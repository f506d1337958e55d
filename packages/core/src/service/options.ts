import type { EndUserTerms } from '../customers/index.js';
import type { ProviderRequirements } from '../platforms/index.js';
import type { CorridorSetting, Institution, ServiceFees, Vasp } from '../rates/index.js';
import type { PasskeyPlace } from '../sca/index.js';
import type { ApprovalAmounts } from '../treasury/index.js';

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
