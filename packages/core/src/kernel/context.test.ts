import { describe, expect, it } from 'vitest';
import {
  actingAgent,
  clockOffsetOf,
  fromIso,
  houseTenant,
  type Instant,
  isHouse,
  plusSeconds,
  splitTenant,
  tenantKey,
  toIso,
} from './index.js';

const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-000000000001' as never;

describe('a tenant', () => {
  it('is a platform in one environment', () => {
    const tenant = tenantKey(PLATFORM, 'PRODUCTION');
    expect(splitTenant(tenant)).toEqual({ platformId: PLATFORM, environment: 'PRODUCTION' });
    expect(isHouse(tenant)).toBe(false);
    expect([houseTenant('SANDBOX'), houseTenant('PRODUCTION')].map(isHouse)).toEqual([true, true]);
  });
});

describe('a context', () => {
  it('names the acting agent, and no other actor', () => {
    const agentId = 'Agent:1' as never;
    expect(actingAgent({ actor: { kind: 'agent', agentId, customerId: 'Customer:1' as never } })).toBe(agentId);
    expect(actingAgent({ actor: { kind: 'system' } })).toBeNull();
    expect(actingAgent({ actor: { kind: 'token', tokenId: 'Token:1' as never, permissions: [] } })).toBeNull();
  });

  it('knows how far the clock of its tenant is ahead of the clock of the host', () => {
    expect(clockOffsetOf({ now: 5_000 as Instant, hostNow: 3_000 as Instant })).toBe(2_000);
  });
});

it('a time is written as ISO 8601 in UTC with milliseconds, and read from it', () => {
  const at = 1_700_000_000_123 as Instant;
  expect(toIso(at)).toBe('2023-11-14T22:13:20.123Z');
  expect(fromIso('2023-11-14T22:13:20.123Z')).toBe(at);
  expect(fromIso('yesterday')).toBeNull();
  expect(plusSeconds(at, 2)).toBe(1_700_000_002_123);
});
