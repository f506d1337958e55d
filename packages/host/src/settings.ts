import { networks } from '@corridor/adapters-http';
import * as z from 'zod';

export interface Setting {
  readonly schema: z.ZodType<string, string>;
  readonly default: string | null;
  readonly meaning: string;
  /** Its value is never repeated, not even when it is wrong. */
  readonly secret?: true;
}

/** What stands between commas. */
export const listed = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const integer = (min: number, max: number) =>
  z.string().refine((text) => /^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max, {
    error: `must be an integer from ${min} to ${max}`,
  });
const flag = z.enum(['true', 'false'], { error: 'must be true or false' });
const text = (pattern: RegExp, error: string) => z.string().regex(pattern, { error });
const present = z.string().min(1, { error: 'must not be empty' });
const visible = (min: number) =>
  text(
    new RegExp(`^[\\x21-\\x39\\x3b-\\x7e]{${min},255}$`),
    `must be ${min} to 255 characters of printable ASCII without spaces and colons`,
  );

const amounts = text(
  /^\{(\s*"[A-Z0-9]{3,8}"\s*:\s*"?\d{1,16}"?\s*,)*\s*"[A-Z0-9]{3,8}"\s*:\s*"?\d{1,16}"?\s*\}$|^\{\s*\}$/,
  'must be a JSON object of amounts in smallest units by currency, such as {"USD":1000000}',
);
function areNetworks(list: string): boolean {
  try {
    networks(listed(list));
    return true;
  } catch {
    return false;
  }
}

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const RATE_SOURCES = ['sandbox', 'ecb', 'stablecoins'] as const;
export type RateSourceName = (typeof RATE_SOURCES)[number];
export const EMAIL_WAYS = ['console', 'smtp', 'webhook'] as const;
export const PHONE_WAYS = ['console', 'webhook'] as const;

/** Every setting: its name as environment variable and in the file, what it must look like, and what it means. */
export const SETTINGS = {
  CORRIDOR_CONFIG_FILE: {
    schema: present,
    default: null,
    meaning: 'JSON file with an object of these very names; a variable of the environment wins over the file',
  },
  CORRIDOR_HOST: { schema: present, default: '127.0.0.1', meaning: 'Address to listen on' },
  CORRIDOR_PORT: { schema: integer(0, 65_535), default: '8080', meaning: 'Port to listen on; 0 takes any free one' },
  CORRIDOR_BASE_PATH: {
    schema: text(/^(\/[A-Za-z0-9._~-]+)*$/, 'must be a path that starts with a slash and does not end in one'),
    default: '',
    meaning: 'Path before `/2025-10-13`, where a proxy forwards one',
  },
  CORRIDOR_HEADER_PREFIX: {
    schema: text(/^[A-Za-z][A-Za-z0-9]*$/, 'must be letters and digits'),
    default: 'Svc',
    meaning: 'Product prefix of header names: `Svc` makes `Svc-Wallet-Signature` and `X-Svc-Signature`',
  },
  CORRIDOR_PUBLIC_AUTHORITY: {
    schema: text(/^[A-Za-z0-9.-]+(:\d{1,5})?$/, 'must be a host name, with a port if it is not the usual one'),
    default: null,
    meaning:
      'Host name (and port) under which others reach the service: domain of UMA addresses; by default `localhost` and the port it listens on',
  },
  CORRIDOR_PUBLIC_SCHEME: {
    schema: z.enum(['http', 'https'], { error: 'must be http or https' }),
    default: null,
    meaning: 'How others reach it; by default `http` for localhost and IP addresses, else `https`',
  },
  CORRIDOR_DATA_DIR: {
    schema: present,
    default: './data',
    meaning:
      'Folder of the SQLite database `corridor.db`, of `master.key`, of `documents`, of `uploads` that come in, of `card-issuer` and of `sandbox-issuer`',
  },
  CORRIDOR_DATABASE_URL: {
    schema: text(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// address'),
    default: null,
    meaning: 'Postgres database to use instead of SQLite',
    secret: true,
  },
  CORRIDOR_DATABASE_POOL_SIZE: {
    schema: integer(2, 1000),
    default: null,
    meaning: 'Connections to Postgres; by default 4 per processor',
  },
  CORRIDOR_DATABASE_STATEMENT_SECONDS: {
    schema: integer(1, 3600),
    default: '15',
    meaning:
      'How long a statement in Postgres may take, and how long a connection is waited for: what takes longer is answered 503. Migrations and commands have 10 minutes',
  },
  CORRIDOR_DOCUMENTS: {
    schema: z.enum(['files', 'database'], { error: 'must be files or database' }),
    default: 'files',
    meaning:
      'Where documents of customers are kept: `files` in the data folder, or the `database`, for hosts that share one and no disk',
  },
  CORRIDOR_MASTER_KEY: {
    schema: present,
    default: null,
    meaning:
      'Key that seals signing keys and webhook secrets, 32 bytes in base64 or hexadecimal; by default `master.key` in the data folder, made on first start. Hosts that share a database share it',
    secret: true,
  },
  CORRIDOR_MASTER_KEY_NEXT: {
    schema: present,
    default: null,
    meaning: 'Key that `corridor master-key rotate` seals everything with, where `CORRIDOR_MASTER_KEY` is set',
    secret: true,
  },
  CORRIDOR_BOOTSTRAP_CLIENT_ID: {
    schema: visible(1),
    default: null,
    meaning: 'Client id of a token of the first platform that every start makes sure of; together with the secret',
  },
  CORRIDOR_BOOTSTRAP_CLIENT_SECRET: {
    schema: visible(16),
    default: null,
    meaning: 'Client secret of that token',
    secret: true,
  },
  CORRIDOR_QUOTE_SECONDS: { schema: integer(1, 86_400), default: '300', meaning: 'How long a quote is valid' },
  CORRIDOR_SERVICE_FEE_BPS: {
    schema: integer(0, 9_999),
    default: '50',
    meaning: "The service's fee on payments across currencies, in basis points",
  },
  CORRIDOR_RECEIVABLE_DAYS: {
    schema: integer(1, 3_650),
    default: '30',
    meaning: 'After how many days what an internal account owes the service becomes an exception for an operator',
  },
  CORRIDOR_BANK_CHARGE_LIMITS: {
    schema: amounts,
    default: '{}',
    meaning:
      'Amounts in smallest units, as a JSON object by currency, up to which banks may keep part of a returned payout before an operator is asked; in currencies that it does not name every such charge is an exception',
  },
  CORRIDOR_APPROVAL_AMOUNTS: {
    schema: amounts,
    default: '{}',
    meaning:
      'Amounts in smallest units, as a JSON object by currency, above which a second person approves what operators do with money; in currencies that it does not name nobody has to',
  },
  CORRIDOR_SANDBOX_STRICT_ACCOUNTS: {
    schema: flag,
    default: 'false',
    meaning:
      'Check check digits and encodings of accounts, and tax numbers, in the sandbox too, but for those with a magic ending; production always does',
  },
  CORRIDOR_RATE_SOURCES: {
    schema: text(
      /^(sandbox|ecb|stablecoins)(,(sandbox|ecb|stablecoins))*$/,
      `must be of ${RATE_SOURCES.join(', ')}, with commas between them`,
    ),
    default: 'sandbox',
    meaning:
      'Where exchange rates come from, the first that knows both currencies: `sandbox` (fixed, for sandbox platforms alone), `ecb` (daily reference rates, no currencies of chains), `stablecoins` (USDC, USDT and USDB at one dollar). Production needs one other than `sandbox`',
  },
  CORRIDOR_ECB_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
    default: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml',
    meaning: "Where the source `ecb` reads the ECB's daily XML",
  },
  CORRIDOR_ECB_ALLOW_PRIVATE: {
    schema: flag,
    default: 'false',
    meaning: 'Read it from loopback and private addresses too, and without TLS (a mirror in a network of your own)',
  },
  CORRIDOR_RATE_CACHE_SECONDS: {
    schema: integer(1, 86_400),
    default: '300',
    meaning: 'How old exchange rates become before they are fetched anew',
  },
  CORRIDOR_RATE_MAX_AGE_SECONDS: {
    schema: integer(1, 604_800),
    default: '900',
    meaning: 'How old they may become while their source fails; then quoting fails with `QUOTE_REQUEST_FAILED`',
  },
  CORRIDOR_CORRIDORS_FILE: {
    schema: present,
    default: null,
    meaning: 'JSON file with the terms of single corridors, and with what providers ask for: see below',
  },
  CORRIDOR_INSTITUTIONS_FILE: {
    schema: present,
    default: null,
    meaning:
      'JSON file with the institutions of `GET /discoveries`; by default `directories/institutions.json` of this package',
  },
  CORRIDOR_VASPS_FILE: {
    schema: present,
    default: null,
    meaning: 'JSON file with the directory of `GET /vasps`; by default `directories/vasps.json` of this package',
  },
  CORRIDOR_END_USER_TERMS_VERSION: {
    schema: text(/^[\x21-\x7e]{1,64}$/, 'must be 1 to 64 characters of printable ASCII without spaces'),
    default: '1',
    meaning: 'Version of the terms that end users of platforms accept',
  },
  CORRIDOR_END_USER_TERMS_EARLIER: {
    schema: text(/^[\x21-\x7e]*$/, 'must be versions with commas between them'),
    default: '',
    meaning: 'Earlier versions whose acceptance still counts, with commas between them',
  },
  CORRIDOR_END_USER_TERMS_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
    default: 'https://corridor.example/end-user-terms',
    meaning: 'Where the terms are read; name your own before end users do',
  },
  CORRIDOR_RATE_LIMIT: {
    schema: integer(0, 1_000_000),
    default: '100',
    meaning: 'Requests a second that one API token may make of this host; 0: no limit',
  },
  CORRIDOR_RATE_BURST: {
    schema: integer(1, 1_000_000),
    default: '200',
    meaning: 'Requests that it may make at once after a quiet time',
  },
  CORRIDOR_TRUSTED_PROXIES: {
    schema: z
      .string()
      .refine(areNetworks, { error: 'must be addresses and networks (10.0.0.0/8), separated by commas' }),
    default: '',
    meaning:
      'Proxies before the host, addresses and networks (`10.0.0.0/8`) separated by commas: behind them the address of a client is what `X-Forwarded-For` says',
  },
  CORRIDOR_UPLOADS: {
    schema: integer(1, 10_000),
    default: '200',
    meaning: 'Files that may come in at once on this host; each is kept on disk until it has come in',
  },
  CORRIDOR_UPLOADS_PER_SESSION: {
    schema: integer(1, 10_000),
    default: '50',
    meaning: 'Of these, those of one API token or one page on which a customer verifies itself',
  },
  CORRIDOR_BASE_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
    default: null,
    meaning: 'For `listen`: address of a running host, with `/2025-10-13` at its end',
  },
  CORRIDOR_CLIENT_ID: { schema: present, default: null, meaning: 'For `listen`: client id of a token with MANAGE' },
  CORRIDOR_CLIENT_SECRET: {
    schema: present,
    default: null,
    meaning: 'For `listen`: client secret of that token',
    secret: true,
  },
  CORRIDOR_WEBHOOK_ALLOW_PRIVATE: {
    schema: flag,
    default: 'false',
    meaning:
      'Deliver webhooks to loopback, private and link-local addresses, and call UMA counterparties there (development, closed networks)',
  },
  CORRIDOR_UMA_PROVIDERS_FILE: {
    schema: present,
    default: null,
    meaning: 'JSON file with the UMA counterparties that are listed, limited or blocked; the sandbox alone by default',
  },
  CORRIDOR_LIGHTNING_DIR: {
    schema: present,
    default: null,
    meaning:
      'Folder of the simulated Lightning network: hosts that share it settle UMA payments with each other; by default `corridor-lightning` in the temporary folder of the system',
  },
  CORRIDOR_OIDC_ISSUERS: {
    schema: text(
      /^(https?:\/\/[^\s,]+ https?:\/\/[^\s,]+(, *|$))*$/,
      'must be pairs of web addresses, issuer and key set with a space between them, with commas between the pairs',
    ),
    default:
      'https://accounts.google.com https://www.googleapis.com/oauth2/v3/certs, https://appleid.apple.com https://appleid.apple.com/auth/keys',
    meaning:
      'Issuers of identity tokens that sign in to wallets in production: address of each and of its key set, with a space between the two and commas between issuers',
  },
  CORRIDOR_PASSKEY_ORIGINS: {
    schema: text(/^([^\s,]+(, *|$))*$/, 'must be origins with commas between them'),
    default: '',
    meaning:
      'Origins whose passkeys sign in to wallets and authorize payments, with commas between them; by default wallets take those of any https origin, each from its own alone, and payments those of the public address',
  },
  CORRIDOR_PASSKEY_DOMAIN: {
    schema: text(/^[A-Za-z0-9.-]+$/, 'must be a domain'),
    default: null,
    meaning:
      'Domain that passkeys of strong customer authentication are bound to, that of the origins or one above it; by default that of the first origin, or of the public address where no origin is named',
  },
  CORRIDOR_SCA_SESSIONS: {
    schema: flag,
    default: 'false',
    meaning:
      "Show internal accounts and transactions of a customer of the EEA, alone or in a list, and change its factors, only within five minutes of the customer's login",
  },
  CORRIDOR_CARD_TOLERANCE_BPS: {
    schema: integer(0, 10_000),
    default: '2000',
    meaning:
      'How much more than was authorized a merchant may clear, such as a tip, in basis points; what exceeds it does not debit the customer but opens an exception',
  },
  CORRIDOR_CARD_FRAME_ORIGINS: {
    schema: text(/^(https?:\/\/[^\s,;'"/]+(, *|$))*$/, 'must be origins with commas between them'),
    default: '',
    meaning:
      'Origins whose pages may frame the page that shows a card, with commas between them; by default none: it opens by itself alone',
  },
  CORRIDOR_EMAIL_MESSAGES: {
    schema: z.enum(EMAIL_WAYS, { error: `must be one of ${EMAIL_WAYS.join(', ')}` }),
    default: 'console',
    meaning:
      'How codes reach mailboxes: `console` prints them (sandbox alone: production sends none by it), `smtp` sends mail, `webhook` hands them to a program of yours',
  },
  CORRIDOR_PHONE_MESSAGES: {
    schema: z.enum(PHONE_WAYS, { error: `must be one of ${PHONE_WAYS.join(', ')}` }),
    default: 'console',
    meaning: 'How codes reach phones: `console` (sandbox alone) or `webhook`',
  },
  CORRIDOR_SMTP_URL: {
    schema: text(
      /^smtps?:\/\/[^\s/]+$/,
      'must be smtp://host:port or smtps://host:port, with user:password@ where needed',
    ),
    default: null,
    meaning: 'Mail server, for `smtp`',
    secret: true,
  },
  CORRIDOR_SMTP_FROM: {
    schema: text(/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/, 'must be a mailbox, such as Acme <no-reply@acme.example>'),
    default: null,
    meaning: 'Mailbox that mail comes from, for `smtp`',
  },
  CORRIDOR_SMTP_REQUIRE_TLS: {
    schema: flag,
    default: 'true',
    meaning:
      'Send no mail over a connection that is not encrypted; `false` where the mail server stands on this machine',
  },
  CORRIDOR_MESSAGES_WEBHOOK_URL: {
    schema: z.url({ protocol: /^https?$/, error: 'must be a web address' }),
    default: null,
    meaning: 'Where messages are posted, for `webhook`; https for those of production',
  },
  CORRIDOR_MESSAGES_WEBHOOK_SECRET: {
    schema: text(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ and at least 24 bytes in base64'),
    default: null,
    meaning: 'Standard Webhooks secret that signs those posts',
    secret: true,
  },
  CORRIDOR_CSV_MEBIBYTES: {
    schema: integer(1, 4096),
    default: '64',
    meaning: 'Largest file of customers that is imported',
  },
  CORRIDOR_WORKERS: {
    schema: flag,
    default: 'true',
    meaning: 'Run the workers (settlement, expiry, webhooks) in this process; with `false` another host must',
  },
  CORRIDOR_METRICS_PORT: {
    schema: integer(0, 65_535),
    default: null,
    meaning: 'Port on which `/metrics` is served, and nothing else; by default it is at `CORRIDOR_PORT`',
  },
  CORRIDOR_METRICS_HOST: {
    schema: present,
    default: '127.0.0.1',
    meaning: 'Address to listen on for `CORRIDOR_METRICS_PORT`',
  },
  CORRIDOR_DRAIN_SECONDS: {
    schema: integer(0, 5),
    default: '0',
    meaning:
      'How long a host that stops serves on while `/readyz` answers 503, so that load balancers turn away before it takes no more connections',
  },
  CORRIDOR_LOG_LEVEL: {
    schema: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }),
    default: 'info',
    meaning: `Least severe level that is logged: ${LOG_LEVELS.join(', ')}`,
  },
} as const satisfies Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;
export const SETTING_NAMES = Object.keys(SETTINGS) as SettingName[];
export const settingOf = (name: SettingName): Setting => SETTINGS[name];

/** The settings as a table of Markdown. */
export function configurationTable(): string {
  const rows = SETTING_NAMES.map((name) => {
    const setting = settingOf(name);
    const fallback = setting.default === null ? '' : setting.default === '' ? '(none)' : `\`${setting.default}\``;
    return `| \`${name}\` | ${fallback} | ${setting.meaning} |`;
  });
  return ['| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
}
