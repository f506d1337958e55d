import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfiguration } from './configuration.js';
import { ConfigurationError } from '../kernel/errors.js';
import { SETTINGS } from './settings.js';

const folder = mkdtempSync(join(tmpdir(), 'corridor-configuration-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const fileWith = (content: string): string => {
  const path = join(folder, 'settings.json');
  writeFileSync(path, content);
  return path;
};

const refusal = (environment: Record<string, string>): string => {
  try {
    readConfiguration(environment);
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message;
  }
  throw new Error('was accepted');
};

const WEBHOOK_SECRET = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;

describe('configuration', () => {
  test('has a default for every setting', () => {
    expect(readConfiguration({})).toEqual({
      host: '127.0.0.1',
      port: 8080,
      basePath: '',
      headerPrefix: 'Svc',
      publicAuthority: null,
      publicScheme: null,
      dataDirectory: resolve('data'),
      documents: 'files',
      archive: { directory: resolve('data/archive'), afterDays: null, answers: false },
      voucherMonths: null,
      database: { kind: 'sqlite', file: resolve('data/corridor.db') },
      masterKey: null,
      masterKeyCommand: null,
      nextMasterKey: null,
      bootstrap: null,
      settingsDigest: expect.stringMatching(/^[0-9a-f]{16}$/),
      quoteSeconds: 300,
      receivableDays: 30,
      retention: { identityDays: 1_827, paymentDays: 3_653, operatorDays: 1_827 },
      safeguardingMinute: 0,
      bankChargeLimits: new Map(),
      approvalAmounts: new Map(),
      serviceFeeBps: 50,
      strictSandboxAccounts: false,
      rateSources: ['sandbox'],
      ratesFile: null,
      ecb: { url: 'https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml', allowPrivate: false },
      kraken: { url: 'https://api.kraken.com/0/public/Ticker', allowPrivate: false },
      rateCacheSeconds: 300,
      rateMaxAgeSeconds: 900,
      corridorsFile: null,
      connectionsFile: null,
      institutionsFile: null,
      vaspsFile: null,
      endUserTerms: { version: '1', url: 'https://corridor.example/end-user-terms', earlier: [] },
      rateLimit: { perSecond: 100, burst: 200 },
      trustedProxies: [],
      uploads: { perHost: 200, perSession: 50 },
      console: { listener: null, url: null },
      metrics: null,
      remote: { baseUrl: null, clientId: null, clientSecret: null },
      allowPrivateWebhooks: false,
      umaProvidersFile: null,
      operatorSignInFile: null,
      umaLayers: [],
      lightningDirectory: join(tmpdir(), 'corridor-lightning'),
      oidcIssuers: new Map([
        ['https://accounts.google.com', 'https://www.googleapis.com/oauth2/v3/certs'],
        ['https://appleid.apple.com', 'https://appleid.apple.com/auth/keys'],
      ]),
      passkeyOrigins: [],
      passkeyTopOrigins: [],
      passkeyDomain: null,
      scaSessions: false,
      cardToleranceBps: 2_000,
      cardFrameOrigins: [],
      messages: { email: 'console', phone: 'console', smtp: null, webhook: null },
      approvals: { webhook: null, mail: null },
      csvBytes: 64 * 1024 * 1024,
      processes: 1,
      workers: true,
      tracing: null,
      drainSeconds: 0,
      logLevel: 'info',
      logFormat: null,
    });
  });

  test('reads every setting from the environment', () => {
    const configuration = readConfiguration({
      CORRIDOR_HOST: '0.0.0.0',
      CORRIDOR_PORT: '0',
      CORRIDOR_BASE_PATH: '/payments/v1',
      CORRIDOR_HEADER_PREFIX: 'Acme',
      CORRIDOR_PUBLIC_AUTHORITY: 'pay.example:8443',
      CORRIDOR_PUBLIC_SCHEME: 'https',
      CORRIDOR_DOCUMENTS: 'database',
      CORRIDOR_ARCHIVE_AFTER_DAYS: '400',
      CORRIDOR_ARCHIVE_ANSWERS: 'true',
      CORRIDOR_ARCHIVE_DIR: '/mnt/archive',
      CORRIDOR_VOUCHERS_MONTHS: '131',
      CORRIDOR_DATA_DIR: folder,
      CORRIDOR_DATABASE_URL: 'postgres://corridor@db.example/corridor',
      CORRIDOR_DATABASE_POOL_SIZE: '12',
      CORRIDOR_POSTGRES_PREPARE: 'false',
      CORRIDOR_MASTER_KEY: '0f'.repeat(32),
      CORRIDOR_RATE_LIMIT: '7',
      CORRIDOR_RATE_BURST: '9',
      CORRIDOR_BASE_URL: 'https://pay.example/2025-10-13',
      CORRIDOR_CLIENT_ID: 'developer',
      CORRIDOR_CLIENT_SECRET: 'hush',
      CORRIDOR_MASTER_KEY_NEXT: '1e'.repeat(32),
      CORRIDOR_BOOTSTRAP_CLIENT_ID: 'automation',
      CORRIDOR_BOOTSTRAP_CLIENT_SECRET: 'no-secret-in-truth',
      CORRIDOR_QUOTE_SECONDS: '60',
      CORRIDOR_RECEIVABLE_DAYS: '14',
      CORRIDOR_RETENTION_IDENTITY_DAYS: '2000',
      CORRIDOR_RETENTION_PAYMENT_DAYS: '4000',
      CORRIDOR_RETENTION_OPERATOR_DAYS: '3000',
      CORRIDOR_SAFEGUARDING_TIME: '17:30',
      CORRIDOR_BANK_CHARGE_LIMITS: '{"EUR":2500}',
      CORRIDOR_APPROVAL_AMOUNTS: '{"USD":1000000,"BTC":"50000"}',
      CORRIDOR_SERVICE_FEE_BPS: '0',
      CORRIDOR_SANDBOX_STRICT_ACCOUNTS: 'true',
      CORRIDOR_RATE_SOURCES: 'http:acme-2,ecb,kraken,stablecoins,ecb',
      CORRIDOR_RATES_FILE: 'rates.json',
      CORRIDOR_KRAKEN_URL: 'http://mirror.example/ticker',
      CORRIDOR_KRAKEN_ALLOW_PRIVATE: 'true',
      CORRIDOR_ECB_URL: 'http://mirror.example/rates.xml',
      CORRIDOR_ECB_ALLOW_PRIVATE: 'true',
      CORRIDOR_RATE_CACHE_SECONDS: '60',
      CORRIDOR_RATE_MAX_AGE_SECONDS: '120',
      CORRIDOR_CORRIDORS_FILE: 'corridors.json',
      CORRIDOR_CONNECTIONS_FILE: 'connections.json',
      CORRIDOR_INSTITUTIONS_FILE: 'institutions.json',
      CORRIDOR_VASPS_FILE: 'vasps.json',
      CORRIDOR_END_USER_TERMS_VERSION: '3',
      CORRIDOR_END_USER_TERMS_EARLIER: '1,2',
      CORRIDOR_END_USER_TERMS_URL: 'https://terms.example/3',
      CORRIDOR_WEBHOOK_ALLOW_PRIVATE: 'true',
      CORRIDOR_OIDC_ISSUERS: 'https://id.example https://id.example/jwks,http://b.example http://b.example/keys',
      CORRIDOR_PASSKEY_ORIGINS: 'https://app.example, https://b.example',
      CORRIDOR_PASSKEY_TOP_ORIGINS: 'https://shop.example',
      CORRIDOR_CARD_FRAME_ORIGINS: 'https://app.example,http://localhost:3000',
      CORRIDOR_PASSKEY_DOMAIN: 'example',
      CORRIDOR_SCA_SESSIONS: 'true',
      CORRIDOR_CARD_TOLERANCE_BPS: '1500',
      CORRIDOR_EMAIL_MESSAGES: 'smtp',
      CORRIDOR_PHONE_MESSAGES: 'webhook',
      CORRIDOR_SMTP_URL: 'smtps://user:p%40ss@mail.example:465',
      CORRIDOR_SMTP_FROM: 'Acme <no-reply@acme.example>',
      CORRIDOR_SMTP_REQUIRE_TLS: 'false',
      CORRIDOR_APPROVALS_WEBHOOK_URL: 'https://chat.example/approvals',
      CORRIDOR_APPROVALS_WEBHOOK_SECRET: WEBHOOK_SECRET,
      CORRIDOR_APPROVALS_MAIL: 'ann@acme.example,bob@acme.example',
      CORRIDOR_MESSAGES_WEBHOOK_URL: 'https://sms.example/send',
      CORRIDOR_MESSAGES_WEBHOOK_SECRET: WEBHOOK_SECRET,
      CORRIDOR_CSV_MEBIBYTES: '2',
      CORRIDOR_WORKERS: 'false',
      CORRIDOR_TRACING_ENDPOINT: 'https://collector.example/v1/traces',
      CORRIDOR_TRACING_SAMPLE: '0.25',
      CORRIDOR_DRAIN_SECONDS: '3',
      CORRIDOR_UMA_PROVIDERS_FILE: '/etc/corridor/providers.json',
      CORRIDOR_OPERATOR_SIGN_IN_FILE: '/etc/corridor/sign-in.json',
      CORRIDOR_UMA_LAYERS: 'ln,eip155:8453',
      CORRIDOR_LIGHTNING_DIR: '/var/lib/lightning',
      CORRIDOR_TRUSTED_PROXIES: '10.0.0.0/8, 192.0.2.9',
      CORRIDOR_UPLOADS: '9',
      CORRIDOR_UPLOADS_PER_SESSION: '3',
      CORRIDOR_METRICS_PORT: '9464',
      CORRIDOR_METRICS_HOST: '127.0.0.2',
      CORRIDOR_CONSOLE_PORT: '9465',
      CORRIDOR_CONSOLE_HOST: '127.0.0.3',
      CORRIDOR_CONSOLE_URL: 'https://ops.example',
      CORRIDOR_LOG_LEVEL: 'warn',
      CORRIDOR_LOG_FORMAT: 'text',
    });
    expect(configuration).toEqual({
      processes: 1,
      trustedProxies: ['10.0.0.0/8', '192.0.2.9'],
      uploads: { perHost: 9, perSession: 3 },
      metrics: { host: '127.0.0.2', port: 9464 },
      console: { listener: { host: '127.0.0.3', port: 9465 }, url: 'https://ops.example' },
      host: '0.0.0.0',
      port: 0,
      basePath: '/payments/v1',
      headerPrefix: 'Acme',
      publicAuthority: 'pay.example:8443',
      publicScheme: 'https',
      documents: 'database',
      archive: { directory: '/mnt/archive', afterDays: 400, answers: true },
      voucherMonths: 131,
      dataDirectory: folder,
      database: {
        kind: 'postgres',
        url: 'postgres://corridor@db.example/corridor',
        poolSize: 12,
        statementMs: 15_000,
        prepare: false,
      },
      masterKey: '0f'.repeat(32),
      masterKeyCommand: null,
      nextMasterKey: '1e'.repeat(32),
      bootstrap: { clientId: 'automation', clientSecret: 'no-secret-in-truth' },
      settingsDigest: expect.stringMatching(/^[0-9a-f]{16}$/),
      quoteSeconds: 60,
      receivableDays: 14,
      retention: { identityDays: 2_000, paymentDays: 4_000, operatorDays: 3_000 },
      safeguardingMinute: 1_050,
      bankChargeLimits: new Map([['EUR', 2_500n]]),
      approvalAmounts: new Map([
        ['USD', 1_000_000n],
        ['BTC', 50_000n],
      ]),
      serviceFeeBps: 0,
      strictSandboxAccounts: true,
      rateSources: ['http:acme-2', 'ecb', 'kraken', 'stablecoins'],
      ratesFile: 'rates.json',
      kraken: { url: 'http://mirror.example/ticker', allowPrivate: true },
      ecb: { url: 'http://mirror.example/rates.xml', allowPrivate: true },
      rateCacheSeconds: 60,
      rateMaxAgeSeconds: 120,
      corridorsFile: 'corridors.json',
      connectionsFile: 'connections.json',
      institutionsFile: 'institutions.json',
      vaspsFile: 'vasps.json',
      endUserTerms: { version: '3', url: 'https://terms.example/3', earlier: ['1', '2'] },
      rateLimit: { perSecond: 7, burst: 9 },
      remote: { baseUrl: 'https://pay.example/2025-10-13', clientId: 'developer', clientSecret: 'hush' },
      allowPrivateWebhooks: true,
      umaProvidersFile: '/etc/corridor/providers.json',
      operatorSignInFile: '/etc/corridor/sign-in.json',
      umaLayers: ['ln', 'eip155:8453'],
      lightningDirectory: '/var/lib/lightning',
      oidcIssuers: new Map([
        ['https://id.example', 'https://id.example/jwks'],
        ['http://b.example', 'http://b.example/keys'],
      ]),
      passkeyOrigins: ['https://app.example', 'https://b.example'],
      passkeyTopOrigins: ['https://shop.example'],
      cardFrameOrigins: ['https://app.example', 'http://localhost:3000'],
      passkeyDomain: 'example',
      scaSessions: true,
      cardToleranceBps: 1_500,
      messages: {
        email: 'smtp',
        phone: 'webhook',
        smtp: {
          url: 'smtps://user:p%40ss@mail.example:465',
          from: 'Acme <no-reply@acme.example>',
          requireTls: false,
        },
        webhook: { url: 'https://sms.example/send', secret: WEBHOOK_SECRET },
      },
      approvals: {
        webhook: { url: 'https://chat.example/approvals', secret: WEBHOOK_SECRET },
        mail: {
          to: ['ann@acme.example', 'bob@acme.example'],
          url: 'smtps://user:p%40ss@mail.example:465',
          from: 'Acme <no-reply@acme.example>',
          requireTls: false,
        },
      },
      csvBytes: 2 * 1024 * 1024,
      workers: false,
      tracing: { endpoint: 'https://collector.example/v1/traces', sample: 0.25 },
      drainSeconds: 3,
      logLevel: 'warn',
      logFormat: 'text',
    });
  });

  test('reads from a file the settings that the environment does not set', () => {
    const file = fileWith('{ "CORRIDOR_PORT": 9000, "CORRIDOR_WORKERS": false, "CORRIDOR_HOST": "0.0.0.0" }');
    const configuration = readConfiguration({ CORRIDOR_CONFIG_FILE: file, CORRIDOR_HOST: '127.0.0.2' });
    expect(configuration).toMatchObject({ port: 9000, workers: false, host: '127.0.0.2' });
  });

  test('treats an empty variable as not set', () => {
    expect(readConfiguration({ CORRIDOR_PORT: '', CORRIDOR_DATABASE_URL: '' })).toMatchObject({ port: 8080 });
  });

  test.each([
    ['CORRIDOR_PORT', '65536'],
    ['CORRIDOR_PORT', '80.5'],
    ['CORRIDOR_PORT', '-1'],
    ['CORRIDOR_WORKERS', 'yes'],
    ['CORRIDOR_DATABASE_URL', 'mysql://db.example'],
    ['CORRIDOR_BASE_PATH', 'payments/'],
    ['CORRIDOR_HEADER_PREFIX', 'X_1'],
    ['CORRIDOR_DRAIN_SECONDS', '6'],
    ['CORRIDOR_SERVICE_FEE_BPS', '10000'],
    ['CORRIDOR_QUOTE_SECONDS', '0'],
    ['CORRIDOR_RECEIVABLE_DAYS', '0'],
    ['CORRIDOR_RETENTION_PAYMENT_DAYS', '-1'],
    ['CORRIDOR_SAFEGUARDING_TIME', '24:00'],
    ['CORRIDOR_APPROVAL_AMOUNTS', '{"USD":1.5}'],
    ['CORRIDOR_APPROVAL_AMOUNTS', '{"XXXX":1}'],
    ['CORRIDOR_APPROVAL_AMOUNTS', '1000'],
    ['CORRIDOR_BANK_CHARGE_LIMITS', '{"USD":-1}'],
    ['CORRIDOR_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['CORRIDOR_TRUSTED_PROXIES', 'proxy.example'],
    ['CORRIDOR_TRACING_ENDPOINT', 'collector:4318'],
    ['CORRIDOR_TRACING_ENDPOINT', 'file:///etc/passwd'],
    ['CORRIDOR_TRACING_SAMPLE', '1.01'],
    ['CORRIDOR_TRACING_SAMPLE', '-0.5'],
    ['CORRIDOR_TRACING_SAMPLE', 'all'],
    ['CORRIDOR_METRICS_PORT', '70000'],
    ['CORRIDOR_CONSOLE_PORT', 'console'],
    ['CORRIDOR_CONSOLE_URL', 'https://ops.example/console'],
    ['CORRIDOR_UPLOADS', '0'],
    ['CORRIDOR_RATE_SOURCES', 'sandbox,bank'],
    ['CORRIDOR_RATE_SOURCES', 'ecb,'],
    ['CORRIDOR_RATE_SOURCES', 'http:'],
    ['CORRIDOR_RATE_SOURCES', 'http:My Bank'],
    ['CORRIDOR_KRAKEN_URL', 'kraken'],
    ['CORRIDOR_KRAKEN_ALLOW_PRIVATE', 'yes'],
    ['CORRIDOR_ECB_URL', 'file:///etc/passwd'],
    ['CORRIDOR_ECB_ALLOW_PRIVATE', '1'],
    ['CORRIDOR_RATE_MAX_AGE_SECONDS', '0'],
    ['CORRIDOR_END_USER_TERMS_URL', 'ftp://terms.example'],
    ['CORRIDOR_BOOTSTRAP_CLIENT_SECRET', 'too-short'],
    ['CORRIDOR_LOG_LEVEL', 'loud'],
    ['CORRIDOR_LOG_FORMAT', 'pretty'],
    ['CORRIDOR_EMAIL_MESSAGES', 'fax'],
    ['CORRIDOR_APPROVALS_WEBHOOK_URL', 'ftp://x.example'],
    ['CORRIDOR_APPROVALS_WEBHOOK_SECRET', 'short'],
    ['CORRIDOR_APPROVALS_MAIL', 'ann'],
    ['CORRIDOR_PHONE_MESSAGES', 'smtp'],
    ['CORRIDOR_SMTP_URL', 'mail.example'],
    ['CORRIDOR_SMTP_FROM', 'Acme\r\nBcc: eve@example.com'],
    ['CORRIDOR_MESSAGES_WEBHOOK_URL', 'file:///etc'],
    ['CORRIDOR_MESSAGES_WEBHOOK_SECRET', 'whsec_short'],
    ['CORRIDOR_CSV_MEBIBYTES', '0'],
  ])('refuses %s=%s with the name of the setting, on one line', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toMatch(new RegExp(`^${name}: must be [^\\n]+$`));
  });

  test('names every invalid setting at once', () => {
    expect(refusal({ CORRIDOR_PORT: 'x', CORRIDOR_WORKERS: 'x' })).toMatch(/CORRIDOR_PORT: .*; CORRIDOR_WORKERS: /);
  });

  test('refuses an unknown CORRIDOR_ variable and ignores those of other programs', () => {
    expect(refusal({ CORRIDOR_PROT: '1', CORRIDOR_PORT: 'x' })).toMatch(
      /^CORRIDOR_PROT: unknown setting; CORRIDOR_PORT: must be /,
    );
    expect(refusal({ CORRIDOR_RAILS_FILE: '/etc/rails.json' })).toBe(
      'CORRIDOR_RAILS_FILE: is called CORRIDOR_CONNECTIONS_FILE now',
    );
    expect(readConfiguration({ CORRIDOR_PROT: '', CORRIDORS: '1', PORT: '1' }).port).toBe(8080);
  });

  test.each([
    [{ CORRIDOR_EMAIL_MESSAGES: 'smtp', CORRIDOR_SMTP_URL: 'smtp://mail.example' }, 'CORRIDOR_SMTP_FROM'],
    [{ CORRIDOR_EMAIL_MESSAGES: 'smtp', CORRIDOR_SMTP_FROM: 'a@b.example' }, 'CORRIDOR_SMTP_URL'],
    [{ CORRIDOR_PHONE_MESSAGES: 'webhook' }, 'CORRIDOR_MESSAGES_WEBHOOK_SECRET'],
  ])('refuses a message channel without the settings that it needs: %o', (given, needed) => {
    expect(refusal(given)).toContain(needed);
  });

  test('never repeats a secret', () => {
    const message = refusal({
      CORRIDOR_DATABASE_URL: 'canary',
      CORRIDOR_BOOTSTRAP_CLIENT_SECRET: 'can ary',
      CORRIDOR_SMTP_URL: 'canary',
      CORRIDOR_MESSAGES_WEBHOOK_SECRET: 'canary',
      CORRIDOR_APPROVALS_WEBHOOK_URL: 'canary',
      CORRIDOR_MESSAGES_WEBHOOK_URL: 'canary',
    });
    expect(message).not.toMatch(/can ?ary/);
  });

  test('requires both halves of the bootstrap credential, and an id without a colon', () => {
    expect(refusal({ CORRIDOR_BOOTSTRAP_CLIENT_ID: 'a' })).toContain('CORRIDOR_BOOTSTRAP_CLIENT_SECRET');
    expect(refusal({ CORRIDOR_BOOTSTRAP_CLIENT_ID: 'a:b', CORRIDOR_BOOTSTRAP_CLIENT_SECRET: 'c'.repeat(16) })).toMatch(
      /^CORRIDOR_BOOTSTRAP_CLIENT_ID: /,
    );
  });

  test('reads the program that prints the master key', () => {
    const command = ['/usr/bin/tool', 'read', 'a key'];
    expect(readConfiguration({ CORRIDOR_MASTER_KEY_COMMAND: JSON.stringify(command) }).masterKeyCommand).toEqual(
      command,
    );
  });

  test.each(['tool read key', '[]', '["tool", 1]', '[""]', '{"tool": "read"}', String.raw`["tool", "a\u0000b"]`])(
    'refuses %s as the program that prints the master key',
    (value) => {
      expect(refusal({ CORRIDOR_MASTER_KEY_COMMAND: value })).toMatch(
        /^CORRIDOR_MASTER_KEY_COMMAND: must be a JSON array of a program and its arguments/,
      );
    },
  );

  test('takes the master key from one setting only', () => {
    expect(refusal({ CORRIDOR_MASTER_KEY: 'ab'.repeat(32), CORRIDOR_MASTER_KEY_COMMAND: '["/usr/bin/tool"]' })).toBe(
      'CORRIDOR_MASTER_KEY and CORRIDOR_MASTER_KEY_COMMAND: set one of them',
    );
  });

  test('requires a folder that hosts of a Postgres database share for an archive of events', () => {
    const given = {
      CORRIDOR_ARCHIVE_AFTER_DAYS: '90',
      CORRIDOR_DATABASE_URL: 'postgres://corridor@db.example/corridor',
    };
    expect(refusal(given)).toMatch(/^CORRIDOR_ARCHIVE_AFTER_DAYS: .* set CORRIDOR_ARCHIVE_DIR /);
    expect(readConfiguration({ CORRIDOR_ARCHIVE_AFTER_DAYS: '90', CORRIDOR_DATA_DIR: '/srv' }).archive).toEqual({
      directory: '/srv/archive',
      afterDays: 90,
      answers: false,
    });
    const answers = { CORRIDOR_ARCHIVE_ANSWERS: 'true', CORRIDOR_DATABASE_URL: given.CORRIDOR_DATABASE_URL };
    expect(refusal(answers)).toMatch(/^CORRIDOR_ARCHIVE_ANSWERS: .* set CORRIDOR_ARCHIVE_DIR /);
    expect(readConfiguration({ ...answers, CORRIDOR_ARCHIVE_DIR: '/mnt' }).archive.answers).toBe(true);
  });

  test('requires a maximum age of rates of at least their cache time', () => {
    expect(refusal({ CORRIDOR_RATE_MAX_AGE_SECONDS: '299' })).toMatch(/^CORRIDOR_RATE_MAX_AGE_SECONDS: /);
    expect(refusal({ CORRIDOR_RATE_CACHE_SECONDS: '901' })).toMatch(/^CORRIDOR_RATE_MAX_AGE_SECONDS: /);
  });

  test('reports an age that is not a number with one error only', () => {
    expect(refusal({ CORRIDOR_RATE_CACHE_SECONDS: 'x' })).toBe(
      'CORRIDOR_RATE_CACHE_SECONDS: must be an integer from 1 to 86400',
    );
  });

  test('requires an https address of Kraken unless private addresses are allowed', () => {
    const plain = { CORRIDOR_KRAKEN_URL: 'http://rates.example/ticker' };
    const listed = { ...plain, CORRIDOR_RATE_SOURCES: 'ecb,kraken' };
    expect(refusal(listed)).toMatch(/^CORRIDOR_KRAKEN_URL: must start with https/);
    for (const allowed of [plain, { ...listed, CORRIDOR_KRAKEN_ALLOW_PRIVATE: 'true' }]) {
      expect(readConfiguration(allowed).kraken.url).toBe(plain.CORRIDOR_KRAKEN_URL);
    }
  });

  test('requires an https address of the ECB unless private addresses are allowed', () => {
    const plain = { CORRIDOR_ECB_URL: 'http://rates.example/daily.xml' };
    expect(refusal({ ...plain, CORRIDOR_RATE_SOURCES: 'ecb' })).toMatch(/^CORRIDOR_ECB_URL: must start with https/);
    for (const also of [{ CORRIDOR_ECB_ALLOW_PRIVATE: 'true', CORRIDOR_RATE_SOURCES: 'ecb' }, {}]) {
      expect(readConfiguration({ ...plain, ...also }).ecb.url).toBe(plain.CORRIDOR_ECB_URL);
    }
    expect(
      readConfiguration({ CORRIDOR_ECB_URL: 'HTTPS://x.example', CORRIDOR_RATE_SOURCES: 'ecb' }).rateSources,
    ).toEqual(['ecb']);
  });

  test.each([
    ['{', 'is not JSON'],
    ['[1]', 'must be an object'],
    ['{ "CORRIDOR_PROT": 1 }', 'CORRIDOR_PROT'],
    ['{ "CORRIDOR_PROT": 1, "CORRIDOR_HOST": "h", "HOST": "h" }', '"CORRIDOR_PROT", "HOST"'],
    ['{ "CORRIDOR_PORT": null }', 'must be an object of settings'],
  ])('refuses the file %s', (content, reason) => {
    const message = refusal({ CORRIDOR_CONFIG_FILE: fileWith(content) });
    expect(message).toMatch(/^CORRIDOR_CONFIG_FILE: /);
    expect(message).toContain(reason);
  });

  test('refuses a file that does not exist', () => {
    expect(refusal({ CORRIDOR_CONFIG_FILE: join(folder, 'none.json') })).toContain('cannot be read');
  });

  const GUIDES = ['README', 'backup', 'deploy', 'keys', 'tracing', 'upgrade'].map(
    (name) => `../../../../docs/operate/${name}.md`,
  );

  const compose = readFileSync(new URL('../../../../compose.yaml', import.meta.url), 'utf8');
  /** Variables that `compose.yaml` takes from the shell; Prometheus and not the host reads some of them. */
  const composeVariables = new Set(Array.from(compose.matchAll(/\$\{([A-Z_]+)/g), ([, name = '']) => name));
  const isKnown = (name: string): boolean => Object.hasOwn(SETTINGS, name) || composeVariables.has(name);

  test.each([
    '../../README.md',
    '../../../../docs/operations.md',
    '../../../../docs/storage.md',
    '../../../../SECURITY.md',
    ...GUIDES,
  ])('has every setting that %s names', (document) => {
    const text = readFileSync(new URL(document, import.meta.url), 'utf8');
    const named = new Set(text.match(/\bCORRIDOR_[A-Z_]*[A-Z]\b/g));
    expect([...named].filter((name) => !isKnown(name))).toEqual([]);
  });

  test('describes every setting in one sentence or more, without a full stop at its end', () => {
    for (const [name, { meaning }] of Object.entries(SETTINGS)) expect(meaning, name).toMatch(/^[A-Z].{10,}[^.]$/);
  });
});
