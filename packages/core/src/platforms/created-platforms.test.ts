import { beforeEach, describe, expect, test } from 'vitest';
import { JOBS } from '../events/index.js';
import {
  type CurrencyCode,
  houseTenant,
  type Id,
  readAll,
  type Result,
  type TenantKey,
  tenantKey,
} from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import { refusal, reversingSealer, type TestHost, testHost, valueOf } from '../testing/index.js';
import { defaultLimits, type NewPlatform } from './create-platform.js';
import { invalidInConfig } from './config-fields.js';
import { PLATFORMS } from './platform.js';
import { webhookSecretOf } from './webhook-secret.js';

const OTHER = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000ff' as Id<'Platform'>, 'SANDBOX');

let host: TestHost;
beforeEach(async () => {
  host = await testHost();
});

const create = (over: Partial<NewPlatform> = {}, tenant: TenantKey = OTHER) =>
  host.units.run(tenant, (tx) =>
    host.platforms.create(tx, { ...host.context(), tenant }, { name: 'Other', currencies: ['USD'], ...over }),
  );
const limitsOf = (code: string) => defaultLimits(code as CurrencyCode);
const jobsOf = async (tenant: TenantKey) =>
  (await host.units.read(tenant, (reads) => readAll(reads, JOBS)))
    .filter((job) => job.tenant === tenant)
    .map(({ kind, subject, dueAt }) => [kind, subject, dueAt]);

describe('a new platform', () => {
  test('has its settings, and the defaults of all others', async () => {
    const { platform, webhookSecret } = valueOf(
      await create({ umaDomain: 'Bank.Example', currencies: ['USD', 'EUR', 'USD'], allowsMoneyDuringReview: true }),
    );
    expect(platform).toEqual({
      id: OTHER,
      tenant: OTHER,
      version: 1,
      createdAt: host.clock.now(),
      updatedAt: host.clock.now(),
      platformId: 'Platform:018bcfe5-6800-7000-8000-0000000000ff',
      environment: 'SANDBOX',
      name: 'Other',
      umaDomain: 'bank.example',
      pendingUmaDomain: null,
      webhookEndpoint: null,
      webhookPausedAt: null,
      supportedCurrencies: [limitsOf('USD'), limitsOf('EUR')],
      feeConfigs: [],
      isRegulatedFinancialInstitution: false,
      embeddedWalletConfig: null,
      cardTokenization2faConfig: null,
      redirectSchemes: null,
      invitationUri: null,
      requiresEndUserTerms: false,
      allowsMoneyDuringReview: true,
      webhookSecret: reversingSealer.seal(webhookSecret, webhookSecretOf(OTHER)),
      previousWebhookSecret: null,
      previousWebhookSecretUntil: null,
      clockOffset: 0,
      blockedAs: null,
      customerLimits: null,
    });
    expect(await host.units.read(OTHER, (reads) => reads.get(PLATFORMS, OTHER))).toEqual(platform);
  });

  test.each([
    ['USD', 100_000_000_000n],
    ['JPY', 100_000_000_000n],
    ['BTC', 1_000_000_000_000n],
    ['USDC', 1_000_000_000_000_000n],
    ['VND', 10_000_000_000_000n],
    ['IRR', MAX_AMOUNT],
  ] as const)('accepts payments in %s from one smallest unit to %d', (code, maxAmount) => {
    expect(limitsOf(code)).toEqual({
      currencyCode: code,
      minAmount: 1n,
      maxAmount,
      requiredCounterpartyFields: [],
      providerRequiredCustomerFields: [],
      providerRequiredCounterpartyCustomerFields: [],
      enabledTransactionTypes: ['INCOMING', 'OUTGOING'],
    });
  });

  test('takes the addresses of others at its domain, if it has one', async () => {
    valueOf(await create({ umaDomain: 'bank.example' }));
    expect(await jobsOf(OTHER)).toEqual([['platform.reclaim-addresses', OTHER, host.clock.now()]]);
    const third = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000fe' as Id<'Platform'>, 'SANDBOX');
    valueOf(await create({}, third));
    expect(await jobsOf(third)).toEqual([]);
  });

  test('has neither a domain nor a privilege unless its operator gives it one', async () => {
    expect(valueOf(await create()).platform).toMatchObject({
      umaDomain: null,
      isRegulatedFinancialInstitution: false,
      requiresEndUserTerms: false,
      allowsMoneyDuringReview: false,
    });
  });

  test('needs a name and currencies, and a valid domain', async () => {
    const fieldsOf = async (over: object) => refusal(await create(over)).fields;
    expect(await fieldsOf({ name: '', currencies: [], umaDomain: 'not a domain' })).toEqual([
      'name',
      'currencies',
      'umaDomain',
    ]);
    expect(await fieldsOf({ name: 'x'.repeat(256), currencies: ['USD', 'XXX'] })).toEqual(['name', 'currencies.1']);
    expect(await fieldsOf({ name: undefined, currencies: undefined })).toEqual(['name', 'currencies']);
    valueOf(await create({ name: 'x'.repeat(255) }));
  });

  test('is the only one of its tenant, and not in a house tenant', async () => {
    valueOf(await create());
    expect(refusal(await create()).code).toBe('CONFLICT');
    expect(refusal(await create({}, houseTenant('SANDBOX'))).code).toBe('FORBIDDEN');
  });

  test('is refused as a whole if the client id of its token is taken or malformed', async () => {
    const { clientId } = host.created.token;
    expect(refusal(await create({ clientId })).code).toBe('CONFLICT');
    expect(refusal(await create({ clientId: 'with blank' })).fields).toEqual(['clientId']);
    expect(await host.units.read(OTHER, (reads) => reads.get(PLATFORMS, OTHER))).toBeNull();
  });
});

describe('the list of platforms', () => {
  test('is in pages, newest first', async () => {
    host.clock.advance(1);
    valueOf(await create());
    const first = valueOf(await host.read(host.platforms.list, { limit: 1 }));
    expect([first.data.map(({ name }) => name), first.hasMore]).toEqual([['Other'], true]);
    const next = valueOf(await host.read(host.platforms.list, { limit: 1, cursor: first.nextCursor }));
    expect([next.data.map(({ name }) => name), next.hasMore]).toEqual([['Test platform'], false]);
  });
});

describe('the domain of a platform', () => {
  const own = () => host.created.platform.id;
  const reclaims = async () => (await jobsOf(own())).filter(([kind]) => kind === 'platform.reclaim-addresses').length;

  test.each(['updateConfig', 'updateOperatorSettings'] as const)(
    'takes the addresses of others when %s puts it in force, and only then',
    async (name) => {
      const set = (input: object): Promise<Result<unknown>> => host.run(host.platforms[name], input);
      valueOf(await set({ umaDomain: 'bank.example' }));
      expect(await reclaims()).toBe(1);
      valueOf(await set({ umaDomain: 'Bank.Example' }));
      valueOf(await set({}));
      expect(await reclaims()).toBe(1);
      valueOf(await set({ umaDomain: null }));
      expect(await reclaims()).toBe(1);
      valueOf(await set({ umaDomain: 'new.example' }));
      expect(await reclaims()).toBe(2);
      expect((await jobsOf(own())).map(([kind]) => kind)).toEqual(new Array(2).fill('platform.reclaim-addresses'));
    },
  );
});

describe('the settings of a platform', () => {
  const usd = {
    currencyCode: 'USD',
    minAmount: 100n,
    maxAmount: 100n,
    requiredCounterpartyFields: [],
    enabledTransactionTypes: ['OUTGOING'],
  } as const;
  const fieldsOf = (input: object, environment: 'SANDBOX' | 'PRODUCTION' = 'SANDBOX') =>
    invalidInConfig({ tenant: tenantKey('Platform:1' as Id<'Platform'>, environment) }, input).map(
      ({ field }) => field,
    );

  test('may have one amount as both limits, from 0 to the greatest amount', () => {
    const limits = (minAmount: unknown, maxAmount: unknown) =>
      fieldsOf({ supportedCurrencies: [{ ...usd, minAmount, maxAmount }] });
    expect(limits(100n, 100n)).toEqual([]);
    expect(limits(0n, MAX_AMOUNT)).toEqual([]);
    expect(limits(101n, 100n)).toEqual(['supportedCurrencies.0.minAmount']);
    expect(limits(-1n, MAX_AMOUNT + 1n)).toEqual([
      'supportedCurrencies.0.minAmount',
      'supportedCurrencies.0.maxAmount',
    ]);
    expect(limits(100n, '1')).toEqual(['supportedCurrencies.0.maxAmount']);
    expect(limits('100', 1n)).toEqual(['supportedCurrencies.0.minAmount']);
    expect(limits(5, '1')).toEqual(['supportedCurrencies.0.minAmount', 'supportedCurrencies.0.maxAmount']);
  });

  test('are refused in the environment whose rules they break', () => {
    expect(fieldsOf({ webhookEndpoint: 'http://hooks.example/' })).toEqual([]);
    expect(fieldsOf({ webhookEndpoint: 'http://hooks.example/' }, 'PRODUCTION')).toEqual(['webhookEndpoint']);
    expect(
      fieldsOf({ webhookEndpoint: 'http://hooks.example/', invitationUri: 'http://a.example/' }, 'PRODUCTION'),
    ).toEqual(['webhookEndpoint', 'invitationUri']);
  });

  test.each<[string, object]>([
    ['supportedCurrencies', { supportedCurrencies: [] }],
    ['supportedCurrencies', { supportedCurrencies: 'USD' }],
    [
      'supportedCurrencies.0.requiredCounterpartyFields.0.name',
      { supportedCurrencies: [{ ...usd, requiredCounterpartyFields: [{ name: 'X', mandatory: true }] }] },
    ],
    [
      'supportedCurrencies.0.enabledTransactionTypes.0',
      { supportedCurrencies: [{ ...usd, enabledTransactionTypes: ['X'] }] },
    ],
    ['embeddedWalletConfig.otpLength', { embeddedWalletConfig: { otpLength: 13 } }],
    ['embeddedWalletConfig.expirationSeconds', { embeddedWalletConfig: { expirationSeconds: 86_401 } }],
    ['embeddedWalletConfig.expirationSeconds', { embeddedWalletConfig: { expirationSeconds: 0 } }],
    ['embeddedWalletConfig.alphanumeric', { embeddedWalletConfig: { alphanumeric: 'yes' } }],
    ['embeddedWalletConfig.appName', { embeddedWalletConfig: { appName: 'x'.repeat(256) } }],
    ['embeddedWalletConfig.sendFromEmailAddress', { embeddedWalletConfig: { sendFromEmailAddress: 'x' } }],
    ['embeddedWalletConfig.replyToEmailAddress', { embeddedWalletConfig: { replyToEmailAddress: 'x' } }],
    ['cardTokenization2faConfig.logoUrl', { cardTokenization2faConfig: { logoUrl: 'http://a.example/l.png' } }],
    [
      'cardTokenization2faConfig.email.bodyText',
      { cardTokenization2faConfig: { email: { bodyText: 'x'.repeat(2_001) } } },
    ],
    ['cardTokenization2faConfig.email.fromAddress', { cardTokenization2faConfig: { email: { fromAddress: 'x' } } }],
    ['cardTokenization2faConfig.sms.bodyText', { cardTokenization2faConfig: { sms: { bodyText: 'x'.repeat(481) } } }],
    [
      'cardTokenization2faConfig.sms.templateSid',
      { cardTokenization2faConfig: { sms: { templateSid: 'x'.repeat(65) } } },
    ],
    ['redirectSchemes', { redirectSchemes: 'myapp' }],
    [
      'feeConfigs.0.feeType',
      {
        feeConfigs: [
          { feeType: 'X', sourceCurrency: 'USD', variableFeeBps: 0, fixedFee: { amount: 0n, currency: 'USD' } },
        ],
      },
    ],
  ])('are refused by the name of %s', (field, input) => {
    expect(fieldsOf(input)).toEqual([field]);
  });

  test('are refused by each field once, even with several errors in it', () => {
    const unknown = { ...usd, currencyCode: 'XXX' };
    expect(fieldsOf({ supportedCurrencies: [unknown, unknown] })).toEqual([
      'supportedCurrencies.0.currencyCode',
      'supportedCurrencies.1.currencyCode',
    ]);
    expect(fieldsOf({ supportedCurrencies: [null], feeConfigs: [null] })).toEqual([
      'supportedCurrencies.0',
      'feeConfigs.0',
    ]);
  });

  test('may have every value at its limit', () => {
    expect(
      fieldsOf({
        embeddedWalletConfig: {
          otpLength: 12,
          expirationSeconds: 86_400,
          appName: 'x'.repeat(255),
          alphanumeric: false,
        },
        cardTokenization2faConfig: {
          logoUrl: 'https://a.example/l.png',
          email: { bodyText: `${'x'.repeat(1_999)}\n` },
          sms: { bodyText: 'x'.repeat(480), templateSid: 'x'.repeat(64) },
        },
      }),
    ).toEqual([]);
    expect(fieldsOf({ embeddedWalletConfig: { otpLength: 4, expirationSeconds: 1 } })).toEqual([]);
  });
});
