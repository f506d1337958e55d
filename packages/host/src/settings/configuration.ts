import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type CurrencyCode, isLedgerCurrency, type RetentionPeriods } from '@corridor/core';
import * as z from 'zod';
import { readJsonFile } from '../files/data-file.js';
import { ConfigurationError } from '../kernel/errors.js';
import { processesOf } from './process-count.js';
import { SETTING_NAMES, type SettingName, settingOf } from './settings.js';
import { settingsDigest } from './settings-digest.js';
import { readKeyCommand } from './data.js';
import type { EMAIL_WAYS, PHONE_WAYS } from './messages.js';
import type { LogFormat, LogLevel } from './operation.js';
import type { RateSourceName } from './payments.js';
import { listed } from './setting.js';

export interface Configuration {
  readonly host: string;
  readonly port: number;
  readonly basePath: string;
  readonly headerPrefix: string;
  /** Host name and port of public addresses; null means `localhost` and the port of the host. */
  readonly publicAuthority: string | null;
  /** Scheme of public addresses. Null: `http` if `publicAuthority` is localhost or an IP address, otherwise `https`. */
  readonly publicScheme: 'http' | 'https' | null;
  readonly dataDirectory: string;
  readonly documents: 'files' | 'database';
  /**
   * The folder of the archive, after how many days events are archived (null: none is), and whether answers are archived
   * when they expire.
   */
  readonly archive: { readonly directory: string; readonly afterDays: number | null; readonly answers: boolean };
  /** How many full months the files of banks are kept after the end of their month; null: for ever. */
  readonly voucherMonths: number | null;
  readonly database: { readonly kind: 'sqlite'; readonly file: string } | Postgres;
  /** 32 bytes in hexadecimal or base64; null means the key of the command, or the one in the data directory. */
  readonly masterKey: string | null;
  /** The program that prints the master key, with its arguments; `configuredKey` runs it. */
  readonly masterKeyCommand: readonly string[] | null;
  /** The new master key; only the command that rotates the master key reads it. */
  readonly nextMasterKey: string | null;
  readonly bootstrap: { readonly clientId: string; readonly clientSecret: string } | null;
  /** Digest of the settings that the hosts of one database share (`settings-digest.ts`). */
  readonly settingsDigest: string;
  readonly quoteSeconds: number;
  readonly receivableDays: number;
  readonly retention: RetentionPeriods;
  /** The fixed time of the daily safeguarding reports, in minutes after midnight in UTC. */
  readonly safeguardingMinute: number;
  readonly bankChargeLimits: ReadonlyMap<CurrencyCode, bigint>;
  readonly approvalAmounts: ReadonlyMap<CurrencyCode, bigint>;
  readonly serviceFeeBps: number;
  readonly strictSandboxAccounts: boolean;
  /** The rate sources, in order of precedence. */
  readonly rateSources: readonly RateSourceName[];
  readonly ratesFile: string | null;
  readonly ecb: { readonly url: string; readonly allowPrivate: boolean };
  readonly kraken: { readonly url: string; readonly allowPrivate: boolean };
  readonly rateCacheSeconds: number;
  readonly rateMaxAgeSeconds: number;
  readonly corridorsFile: string | null;
  readonly connectionsFile: string | null;
  /** Null means the bundled directory of institutions. */
  readonly institutionsFile: string | null;
  readonly vaspsFile: string | null;
  readonly endUserTerms: { readonly version: string; readonly url: string; readonly earlier: readonly string[] };
  /** Limit for each API token; null means no limit. */
  readonly rateLimit: { readonly perSecond: number; readonly burst: number } | null;
  readonly trustedProxies: readonly string[];
  /** Maximum number of concurrent uploads. */
  readonly uploads: { readonly perHost: number; readonly perSession: number };
  /** Address of the separate server for `/metrics`; null means that the API serves it. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Address of the separate server for the console, null if the API serves it; and its public address, if one is set. */
  readonly console: {
    readonly listener: { readonly host: string; readonly port: number } | null;
    readonly url: string | null;
  };
  /** The host that commands such as `listen` call. */
  readonly remote: {
    readonly baseUrl: string | null;
    readonly clientId: string | null;
    readonly clientSecret: string | null;
  };
  readonly allowPrivateWebhooks: boolean;
  readonly umaProvidersFile: string | null;
  readonly umaLayers: readonly string[];
  readonly lightningDirectory: string;
  /** By issuer of identity tokens, the address of its key set. */
  readonly oidcIssuers: ReadonlyMap<string, string>;
  /**
   * The origins of pages with passkeys. If the list is empty, wallets accept passkeys of any https origin, each for its
   * own origin only.
   */
  readonly passkeyOrigins: readonly string[];
  /** The origins whose pages may hold a page with passkeys in a frame. */
  readonly passkeyTopOrigins: readonly string[];
  /** The domain to which passkeys are bound; null means the domain of the first passkey origin. */
  readonly passkeyDomain: string | null;
  /** The identity provider of operators; null: they sign in locally alone. */
  readonly operatorSignInFile: string | null;
  readonly scaSessions: boolean;
  readonly cardToleranceBps: number;
  /** Origins that may frame the page that shows a card; if the list is empty, framing is forbidden. */
  readonly cardFrameOrigins: readonly string[];
  readonly messages: MessagesConfiguration;
  /** How approvers learn that a request waits, beside the console. */
  readonly approvals: ApprovalsConfiguration;
  readonly csvBytes: number;
  /** Number of processes of a host that `corridor serve` starts. */
  readonly processes: number;
  readonly workers: boolean;
  /** Where spans are sent, and which share of traces; null means that nothing is traced. */
  readonly tracing: { readonly endpoint: string; readonly sample: number } | null;
  readonly drainSeconds: number;
  readonly logLevel: LogLevel;
  /** Null: lines for people on a terminal, JSON elsewhere. */
  readonly logFormat: LogFormat | null;
}

export interface MessagesConfiguration {
  readonly email: (typeof EMAIL_WAYS)[number];
  readonly phone: (typeof PHONE_WAYS)[number];
  /** Present if a channel uses SMTP. */
  readonly smtp: { readonly url: string; readonly from: string; readonly requireTls: boolean } | null;
  readonly webhook: { readonly url: string; readonly secret: string } | null;
}

export interface ApprovalsConfiguration {
  readonly webhook: { readonly url: string; readonly secret: string } | null;
  readonly mail: {
    readonly to: readonly string[];
    readonly url: string;
    readonly from: string;
    readonly requireTls: boolean;
  } | null;
}

interface Postgres {
  readonly kind: 'postgres';
  readonly url: string;
  /** Maximum number of connections; null derives it from the number of processors. */
  readonly poolSize: number | null;
  /** Maximum duration of a statement. */
  readonly statementMs: number;
  /** Whether statements are prepared under a name. */
  readonly prepare: boolean;
}

const PREFIX = 'CORRIDOR_';

const strings = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).transform(String));

const schema = z
  .object(
    Object.fromEntries(SETTING_NAMES.map((name) => [name, settingOf(name).schema.optional()])) as {
      readonly [N in SettingName]: z.ZodOptional<z.ZodType<string, string>>;
    },
  )
  .refine(
    (all) => (all.CORRIDOR_BOOTSTRAP_CLIENT_ID === undefined) === (all.CORRIDOR_BOOTSTRAP_CLIENT_SECRET === undefined),
    {
      error: 'CORRIDOR_BOOTSTRAP_CLIENT_ID and CORRIDOR_BOOTSTRAP_CLIENT_SECRET: set both or neither',
    },
  )
  .refine((all) => all.CORRIDOR_MASTER_KEY === undefined || all.CORRIDOR_MASTER_KEY_COMMAND === undefined, {
    error: 'CORRIDOR_MASTER_KEY and CORRIDOR_MASTER_KEY_COMMAND: set one of them',
  })
  .refine(
    (all) => !(all.CORRIDOR_ARCHIVE_AFTER_DAYS && all.CORRIDOR_DATABASE_URL) || all.CORRIDOR_ARCHIVE_DIR !== undefined,
    {
      error:
        'CORRIDOR_ARCHIVE_AFTER_DAYS: with CORRIDOR_DATABASE_URL, set CORRIDOR_ARCHIVE_DIR to a folder that every host mounts',
    },
  )
  .refine(
    (all) =>
      !(all.CORRIDOR_ARCHIVE_ANSWERS === 'true' && all.CORRIDOR_DATABASE_URL) || all.CORRIDOR_ARCHIVE_DIR !== undefined,
    {
      error:
        'CORRIDOR_ARCHIVE_ANSWERS: with CORRIDOR_DATABASE_URL, set CORRIDOR_ARCHIVE_DIR to a folder that every host mounts',
    },
  )
  .refine((all) => !(secondsOf(all, 'CORRIDOR_RATE_MAX_AGE_SECONDS') < secondsOf(all, 'CORRIDOR_RATE_CACHE_SECONDS')), {
    error: 'CORRIDOR_RATE_MAX_AGE_SECONDS: must not be less than CORRIDOR_RATE_CACHE_SECONDS',
  })
  .refine((all) => all.CORRIDOR_EMAIL_MESSAGES !== 'smtp' || (all.CORRIDOR_SMTP_URL && all.CORRIDOR_SMTP_FROM), {
    error: 'CORRIDOR_EMAIL_MESSAGES: smtp needs CORRIDOR_SMTP_URL and CORRIDOR_SMTP_FROM',
  })
  .refine(
    (all) =>
      ![all.CORRIDOR_EMAIL_MESSAGES, all.CORRIDOR_PHONE_MESSAGES].includes('webhook') ||
      (all.CORRIDOR_MESSAGES_WEBHOOK_URL && all.CORRIDOR_MESSAGES_WEBHOOK_SECRET),
    {
      error:
        'CORRIDOR_EMAIL_MESSAGES, CORRIDOR_PHONE_MESSAGES: webhook needs CORRIDOR_MESSAGES_WEBHOOK_URL and CORRIDOR_MESSAGES_WEBHOOK_SECRET',
    },
  )
  .refine((all) => isSecure(all, 'ecb', 'CORRIDOR_ECB_URL', 'CORRIDOR_ECB_ALLOW_PRIVATE'), {
    error: 'CORRIDOR_ECB_URL: must start with https: unless CORRIDOR_ECB_ALLOW_PRIVATE is true',
  })
  .refine((all) => isSecure(all, 'kraken', 'CORRIDOR_KRAKEN_URL', 'CORRIDOR_KRAKEN_ALLOW_PRIVATE'), {
    error: 'CORRIDOR_KRAKEN_URL: must start with https: unless CORRIDOR_KRAKEN_ALLOW_PRIVATE is true',
  });

/** Whether a rate source is not used, or has an address with TLS, or may do without. */
const isSecure = (
  all: { readonly [N in SettingName]?: string | undefined },
  source: RateSourceName,
  url: SettingName,
  allowPrivate: SettingName,
): boolean =>
  all[allowPrivate] === 'true' ||
  !all.CORRIDOR_RATE_SOURCES?.split(',').includes(source) ||
  !/^http:/i.test(all[url] ?? '');

/** The setting in seconds, or its default; NaN for an invalid value, which has its own error. */
function secondsOf(all: Readonly<Record<string, unknown>>, name: SettingName): number {
  return Number(all[name] ?? settingOf(name).default);
}

/**
 * Reads the settings from the environment and from the file that it names. Throws a ConfigurationError.
 *
 * @example
 * ```ts
 * import { readConfiguration } from '@corridor/host';
 *
 * readConfiguration({ CORRIDOR_PORT: '9090' }).port; // 9090
 * ```
 */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const given = Object.fromEntries(
    SETTING_NAMES.map((name) => [name, environment[name]]).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = schema.safeParse({ ...readFile(given['CORRIDOR_CONFIG_FILE']), ...given });
  const wrong = [...unknownIn(environment), ...(parsed.error?.issues.map(sentence) ?? [])];
  if (!parsed.success || wrong.length > 0) throw new ConfigurationError(wrong.join('; '));

  const values = parsed.data;
  const read = (name: SettingName): string | null => values[name] ?? settingOf(name).default;
  const need = (name: SettingName): string => read(name) ?? '';
  const whole = (name: SettingName): number => Number(need(name));
  const dataDirectory = resolve(need('CORRIDOR_DATA_DIR'));
  const url = read('CORRIDOR_DATABASE_URL');
  const poolSize = read('CORRIDOR_DATABASE_POOL_SIZE');
  const clientId = read('CORRIDOR_BOOTSTRAP_CLIENT_ID');
  const afterDays = read('CORRIDOR_ARCHIVE_AFTER_DAYS');
  return {
    host: need('CORRIDOR_HOST'),
    port: whole('CORRIDOR_PORT'),
    basePath: need('CORRIDOR_BASE_PATH'),
    headerPrefix: need('CORRIDOR_HEADER_PREFIX'),
    publicAuthority: read('CORRIDOR_PUBLIC_AUTHORITY'),
    publicScheme: read('CORRIDOR_PUBLIC_SCHEME') as Configuration['publicScheme'],
    dataDirectory,
    documents: need('CORRIDOR_DOCUMENTS') as Configuration['documents'],
    archive: {
      directory: resolve(read('CORRIDOR_ARCHIVE_DIR') ?? join(dataDirectory, 'archive')),
      afterDays: afterDays === null ? null : Number(afterDays),
      answers: need('CORRIDOR_ARCHIVE_ANSWERS') === 'true',
    },
    voucherMonths: read('CORRIDOR_VOUCHERS_MONTHS') === null ? null : whole('CORRIDOR_VOUCHERS_MONTHS'),
    database:
      url === null
        ? { kind: 'sqlite', file: resolve(dataDirectory, 'corridor.db') }
        : {
            kind: 'postgres',
            url,
            poolSize: poolSize === null ? null : Number(poolSize),
            statementMs: whole('CORRIDOR_DATABASE_STATEMENT_SECONDS') * 1000,
            prepare: need('CORRIDOR_POSTGRES_PREPARE') === 'true',
          },
    masterKey: read('CORRIDOR_MASTER_KEY'),
    masterKeyCommand: readKeyCommand(read('CORRIDOR_MASTER_KEY_COMMAND') ?? ''),
    nextMasterKey: read('CORRIDOR_MASTER_KEY_NEXT'),
    bootstrap: clientId === null ? null : { clientId, clientSecret: need('CORRIDOR_BOOTSTRAP_CLIENT_SECRET') },
    settingsDigest: settingsDigest(read),
    quoteSeconds: whole('CORRIDOR_QUOTE_SECONDS'),
    receivableDays: whole('CORRIDOR_RECEIVABLE_DAYS'),
    retention: {
      identityDays: whole('CORRIDOR_RETENTION_IDENTITY_DAYS'),
      paymentDays: whole('CORRIDOR_RETENTION_PAYMENT_DAYS'),
      operatorDays: whole('CORRIDOR_RETENTION_OPERATOR_DAYS'),
    },
    safeguardingMinute: minuteOf(need('CORRIDOR_SAFEGUARDING_TIME')),
    bankChargeLimits: amounts('CORRIDOR_BANK_CHARGE_LIMITS', need('CORRIDOR_BANK_CHARGE_LIMITS')),
    approvalAmounts: amounts('CORRIDOR_APPROVAL_AMOUNTS', need('CORRIDOR_APPROVAL_AMOUNTS')),
    serviceFeeBps: whole('CORRIDOR_SERVICE_FEE_BPS'),
    strictSandboxAccounts: need('CORRIDOR_SANDBOX_STRICT_ACCOUNTS') === 'true',
    rateSources: [...new Set(need('CORRIDOR_RATE_SOURCES').split(',') as RateSourceName[])],
    ratesFile: read('CORRIDOR_RATES_FILE'),
    ecb: { url: need('CORRIDOR_ECB_URL'), allowPrivate: need('CORRIDOR_ECB_ALLOW_PRIVATE') === 'true' },
    kraken: { url: need('CORRIDOR_KRAKEN_URL'), allowPrivate: need('CORRIDOR_KRAKEN_ALLOW_PRIVATE') === 'true' },
    rateCacheSeconds: whole('CORRIDOR_RATE_CACHE_SECONDS'),
    rateMaxAgeSeconds: whole('CORRIDOR_RATE_MAX_AGE_SECONDS'),
    corridorsFile: read('CORRIDOR_CORRIDORS_FILE'),
    connectionsFile: read('CORRIDOR_CONNECTIONS_FILE'),
    institutionsFile: read('CORRIDOR_INSTITUTIONS_FILE'),
    vaspsFile: read('CORRIDOR_VASPS_FILE'),
    endUserTerms: {
      version: need('CORRIDOR_END_USER_TERMS_VERSION'),
      url: need('CORRIDOR_END_USER_TERMS_URL'),
      earlier: need('CORRIDOR_END_USER_TERMS_EARLIER')
        .split(',')
        .filter((version) => version !== ''),
    },
    rateLimit:
      whole('CORRIDOR_RATE_LIMIT') === 0
        ? null
        : { perSecond: whole('CORRIDOR_RATE_LIMIT'), burst: whole('CORRIDOR_RATE_BURST') },
    trustedProxies: listed(need('CORRIDOR_TRUSTED_PROXIES')),
    uploads: { perHost: whole('CORRIDOR_UPLOADS'), perSession: whole('CORRIDOR_UPLOADS_PER_SESSION') },
    metrics:
      read('CORRIDOR_METRICS_PORT') === null
        ? null
        : { host: need('CORRIDOR_METRICS_HOST'), port: whole('CORRIDOR_METRICS_PORT') },
    console: {
      listener:
        read('CORRIDOR_CONSOLE_PORT') === null
          ? null
          : { host: need('CORRIDOR_CONSOLE_HOST'), port: whole('CORRIDOR_CONSOLE_PORT') },
      url: read('CORRIDOR_CONSOLE_URL'),
    },
    remote: {
      baseUrl: read('CORRIDOR_BASE_URL'),
      clientId: read('CORRIDOR_CLIENT_ID'),
      clientSecret: read('CORRIDOR_CLIENT_SECRET'),
    },
    allowPrivateWebhooks: need('CORRIDOR_WEBHOOK_ALLOW_PRIVATE') === 'true',
    umaProvidersFile: read('CORRIDOR_UMA_PROVIDERS_FILE'),
    umaLayers: read('CORRIDOR_UMA_LAYERS')?.split(',') ?? [],
    lightningDirectory: resolve(read('CORRIDOR_LIGHTNING_DIR') ?? join(tmpdir(), 'corridor-lightning')),
    oidcIssuers: new Map(listed(need('CORRIDOR_OIDC_ISSUERS')).map((pair) => pair.split(' ') as [string, string])),
    passkeyOrigins: listed(need('CORRIDOR_PASSKEY_ORIGINS')),
    passkeyTopOrigins: listed(need('CORRIDOR_PASSKEY_TOP_ORIGINS')),
    passkeyDomain: read('CORRIDOR_PASSKEY_DOMAIN'),
    operatorSignInFile: read('CORRIDOR_OPERATOR_SIGN_IN_FILE'),
    scaSessions: need('CORRIDOR_SCA_SESSIONS') === 'true',
    cardToleranceBps: whole('CORRIDOR_CARD_TOLERANCE_BPS'),
    cardFrameOrigins: listed(need('CORRIDOR_CARD_FRAME_ORIGINS')),
    messages: {
      email: need('CORRIDOR_EMAIL_MESSAGES') as MessagesConfiguration['email'],
      phone: need('CORRIDOR_PHONE_MESSAGES') as MessagesConfiguration['phone'],
      smtp:
        need('CORRIDOR_EMAIL_MESSAGES') === 'smtp'
          ? {
              url: need('CORRIDOR_SMTP_URL'),
              from: need('CORRIDOR_SMTP_FROM'),
              requireTls: need('CORRIDOR_SMTP_REQUIRE_TLS') === 'true',
            }
          : null,
      webhook: [need('CORRIDOR_EMAIL_MESSAGES'), need('CORRIDOR_PHONE_MESSAGES')].includes('webhook')
        ? { url: need('CORRIDOR_MESSAGES_WEBHOOK_URL'), secret: need('CORRIDOR_MESSAGES_WEBHOOK_SECRET') }
        : null,
    },
    approvals: {
      webhook:
        read('CORRIDOR_APPROVALS_WEBHOOK_URL') === null
          ? null
          : { url: need('CORRIDOR_APPROVALS_WEBHOOK_URL'), secret: need('CORRIDOR_APPROVALS_WEBHOOK_SECRET') },
      mail:
        read('CORRIDOR_APPROVALS_MAIL') === null
          ? null
          : {
              to: need('CORRIDOR_APPROVALS_MAIL').split(','),
              url: need('CORRIDOR_SMTP_URL'),
              from: need('CORRIDOR_SMTP_FROM'),
              requireTls: need('CORRIDOR_SMTP_REQUIRE_TLS') === 'true',
            },
    },
    csvBytes: whole('CORRIDOR_CSV_MEBIBYTES') * 1024 * 1024,
    processes: processesOf(need('CORRIDOR_PROCESSES'), url !== null, poolSize === null ? null : Number(poolSize)),
    workers: need('CORRIDOR_WORKERS') === 'true',
    tracing:
      read('CORRIDOR_TRACING_ENDPOINT') === null
        ? null
        : { endpoint: need('CORRIDOR_TRACING_ENDPOINT'), sample: Number(need('CORRIDOR_TRACING_SAMPLE')) },
    drainSeconds: whole('CORRIDOR_DRAIN_SECONDS'),
    logLevel: need('CORRIDOR_LOG_LEVEL') as LogLevel,
    logFormat: read('CORRIDOR_LOG_FORMAT') as LogFormat | null,
  };
}

/** The minutes after midnight of a time such as `17:30`. */
function minuteOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 60 + minutes!;
}

function amounts(name: SettingName, json: string): ReadonlyMap<CurrencyCode, bigint> {
  const read = Object.entries(JSON.parse(json) as Readonly<Record<string, number | string>>);
  return new Map(
    read.map(([currency, amount]) => {
      if (!isLedgerCurrency(currency))
        throw new ConfigurationError(`${name}: must be amounts by currency; ${currency} is not a currency`);
      if (typeof amount === 'number' && !Number.isSafeInteger(amount)) {
        throw new ConfigurationError(
          `${name}: the amount of ${currency} exceeds what a JSON number holds exactly; write it as a string`,
        );
      }
      return [currency, BigInt(amount)];
    }),
  );
}

function readFile(path: string | undefined): Readonly<Record<string, string>> {
  if (path === undefined) return {};
  const { content, broken } = readJsonFile('CORRIDOR_CONFIG_FILE', path);
  const parsed = strings.safeParse(content);
  if (!parsed.success) throw broken('must be an object of settings whose values are strings, numbers or booleans');
  const unknown = Object.keys(parsed.data).filter(
    (name) => !SETTING_NAMES.includes(name as SettingName) || name === 'CORRIDOR_CONFIG_FILE',
  );
  const names = unknown.map((name) => JSON.stringify(name)).join(', ');
  if (unknown.length > 0)
    throw broken(`has ${unknown.length === 1 ? 'an unknown setting' : 'unknown settings'}: ${names}`);
  return parsed.data;
}

/** Unknown names are errors, because a misspelt setting would silently have no effect. */
const unknownIn = (environment: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(environment)
    .filter(([name, value]) => name.startsWith(PREFIX) && value && !SETTING_NAMES.includes(name as SettingName))
    .map(([name]) => `${name}: ${RENAMED[name] === undefined ? 'unknown setting' : `is called ${RENAMED[name]} now`}`);

/** Former names of settings, so that a host that still has one says how it is called today. */
const RENAMED: Readonly<Record<string, SettingName | undefined>> = {
  CORRIDOR_RAILS_FILE: 'CORRIDOR_CONNECTIONS_FILE',
};

function sentence(issue: z.core.$ZodIssue): string {
  const [name] = issue.path;
  return name === undefined ? issue.message : `${String(name)}: ${issue.message}`;
}
