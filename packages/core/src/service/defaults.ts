import { NO_OBSERVER } from '../events/index.js';
import { DEFAULT_PERIODS } from '../retention/index.js';
import { passkeyPlaceOf } from '../sca/index.js';
import { NO_OPERATORS } from '../sign-in/index.js';
import type { StablecoinIssuers } from '../stablecoins/index.js';
import { NO_UMA, originOf } from '../uma/index.js';
import type { CoreOptions } from './options.js';
import type { CorePorts } from './ports.js';

/** The ports with all defaults filled in. */
export interface CompletePorts extends Required<
  Omit<CorePorts, 'uma' | 'operators' | 'archive' | 'vouchers' | 'pause' | 'tracing' | 'options'>
> {
  readonly uma: NonNullable<CorePorts['uma']>;
  readonly operators: NonNullable<CorePorts['operators']>;
  readonly archive: NonNullable<CorePorts['archive']> | null;
  readonly vouchers: NonNullable<CorePorts['vouchers']> | null;
  readonly pause: NonNullable<CorePorts['pause']> | null;
  readonly tracing: NonNullable<CorePorts['tracing']> | null;
  readonly options: Required<CoreOptions>;
}

const RATE_CACHE_SECONDS = 300;
const RATE_MAX_AGE_SECONDS = 900;
/** Allows for a tip. */
const CARD_TOLERANCE_BPS = 2_000;
const RECEIVABLE_DAYS = 30;
const NO_ISSUERS: StablecoinIssuers = { SANDBOX: [], PRODUCTION: [] };

/** Fills in the defaults of missing ports and options. */
export const withDefaults = (ports: CorePorts): CompletePorts => ({
  ...ports,
  domainRecords: ports.domainRecords ?? null,
  connections: ports.connections ?? [],
  kycConnections: ports.kycConnections ?? [],
  screening: ports.screening ?? [],
  uma: ports.uma ?? NO_UMA,
  stablecoins: ports.stablecoins ?? NO_ISSUERS,
  cardIssuers: ports.cardIssuers ?? [],
  cardConnections: ports.cardConnections ?? [],
  operators: ports.operators ?? NO_OPERATORS,
  approverNotices: ports.approverNotices ?? null,
  archive: ports.archive ?? null,
  vouchers: ports.vouchers ?? null,
  pause: ports.pause ?? null,
  observer: ports.observer ?? NO_OBSERVER,
  tracing: ports.tracing ?? null,
  options: completeOptions(ports.options),
});

const completeOptions = (options: CoreOptions): Required<CoreOptions> => ({
  ...options,
  invitationPage: options.invitationPage ?? `${originOf(options.publicAuthority)}/invite`,
  corridors: options.corridors ?? [],
  providerRequirements: options.providerRequirements ?? [],
  rateCacheSeconds: options.rateCacheSeconds ?? RATE_CACHE_SECONDS,
  rateMaxAgeSeconds: options.rateMaxAgeSeconds ?? RATE_MAX_AGE_SECONDS,
  institutions: options.institutions ?? [],
  vasps: options.vasps ?? [],
  bankChargeLimits: options.bankChargeLimits ?? new Map(),
  receivableDays: options.receivableDays ?? RECEIVABLE_DAYS,
  retention: options.retention ?? DEFAULT_PERIODS,
  approvalAmounts: options.approvalAmounts ?? new Map(),
  passkeys: options.passkeys ?? passkeyPlaceOf(options.hostedPage),
  consoleUrl: options.consoleUrl ?? originOf(options.publicAuthority),
  scaSessions: options.scaSessions ?? false,
  cardToleranceBps: options.cardToleranceBps ?? CARD_TOLERANCE_BPS,
  umaLayers: options.umaLayers ?? [],
  safeguardingAccounts: options.safeguardingAccounts ?? [],
  safeguardingMinute: options.safeguardingMinute ?? 0,
});
