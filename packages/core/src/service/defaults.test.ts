import { describe, expect, it } from 'vitest';
import { NO_UMA } from '../uma/index.js';
import { withDefaults } from './defaults.js';
import { DEFAULT_OPTIONS } from './options.js';
import type { CorePorts } from './ports.js';

const REQUIRED = { ...DEFAULT_OPTIONS, cursorKey: new Uint8Array(32), publicAuthority: 'pay.example' };
const given = (over: Partial<CorePorts> = {}): CorePorts => ({ options: REQUIRED, ...over }) as CorePorts;

describe('a missing port or option', () => {
  it('disables its feature if it is a port', () => {
    expect(withDefaults(given())).toMatchObject({
      domainRecords: null,
      uma: NO_UMA,
      stablecoins: { SANDBOX: [], PRODUCTION: [] },
      cardIssuers: [],
      pause: null,
    });
    expect(withDefaults(given({ uma: null })).uma).toBe(NO_UMA);
  });

  it('has its default if it is an option', () => {
    expect(withDefaults(given()).options).toEqual({
      ...REQUIRED,
      consoleUrl: 'https://pay.example',
      retention: { identityDays: 1_827, paymentDays: 3_653, operatorDays: 1_827 },
      invitationPage: 'https://pay.example/invite',
      corridors: [],
      providerRequirements: [],
      rateCacheSeconds: 300,
      rateMaxAgeSeconds: 900,
      institutions: [],
      umaLayers: [],
      vasps: [],
      bankChargeLimits: new Map(),
      receivableDays: 30,
      approvalAmounts: new Map(),
      passkeys: { relyingPartyId: 'localhost', origins: ['http://localhost:8080'] },
      safeguardingAccounts: [],
      safeguardingMinute: 0,
      scaSessions: false,
      cardToleranceBps: 2_000,
    });
  });
});

it('a given port or option is kept, even if it is empty or 0', () => {
  const pause = async (): Promise<void> => undefined;
  const options = { ...REQUIRED, rateCacheSeconds: 0, receivableDays: 0, cardToleranceBps: 0, scaSessions: true };
  const complete = withDefaults(given({ pause, cardIssuers: [], options }));
  expect(complete.pause).toBe(pause);
  expect(complete.options).toMatchObject(options);
});
