import { expect, it } from 'vitest';
import { type Context, tenantKey } from '../kernel/index.js';
import { digest, reversingSealer, START } from '../testing/ports.js';
import { type ScaEnrollment, secretOf } from './factor.js';
import type { Totp } from './ports.js';
import { recoveryDigest } from './recovery-codes.js';
import { provesTotp } from './totp-proof.js';

const ID = 'ScaFactor:018bcfe5-6800-7000-8000-000000000001' as ScaEnrollment['id'];
const SECRET = 'abcdef';
const RECOVERY = 'AAAA-BBBB-CCCC-DDDD';
const OTHER = 'EEEE-FFFF-GGGG-HHHH';
const KEPT = [recoveryDigest(digest, ID, RECOVERY), recoveryDigest(digest, ID, OTHER)];

/** An app whose code of the time step 7 is 777777. */
const totp: Totp = {
  create: () => ({ hex: SECRET, base32: '', uri: '' }),
  base32Of: () => '',
  stepOf: (secret, code, at) => (secret === SECRET && at === START + 1 && code === '777777' ? 7 : null),
};

function tried(code: string, of: Partial<ScaEnrollment> = {}, environment: 'SANDBOX' | 'PRODUCTION' = 'PRODUCTION') {
  const ctx = {
    tenant: tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, environment),
    now: START,
    // Apps use real time, whatever a test clock shows.
    hostNow: START + 1,
  } as Context;
  const enrollment = {
    id: ID,
    sealedSecret: reversingSealer.seal(SECRET, secretOf(ID)),
    usedStep: null,
    recoveryCodes: KEPT,
    ...of,
  } as ScaEnrollment;
  return provesTotp({ totp, sealer: reversingSealer, digest }, ctx, enrollment, code);
}

it('a code proves once, with its time step', () => {
  expect(tried('777777')).toEqual({ usedStep: 7, recoveryCodes: KEPT });
  expect(tried('777 777')).toEqual({ usedStep: 7, recoveryCodes: KEPT });
  expect(tried('777777', { usedStep: 6 })).toEqual({ usedStep: 7, recoveryCodes: KEPT });
  expect(tried('777777', { usedStep: 7 })).toBeNull();
  expect(tried('777777', { usedStep: 8 })).toBeNull();
  expect(tried('777778')).toBeNull();
});

it('the code of the first time step of all proves once', () => {
  const first = { ...totp, stepOf: () => 0 };
  const ctx = { tenant: tenantKey('Platform:1' as never, 'PRODUCTION'), now: START, hostNow: START } as Context;
  const sealedSecret = reversingSealer.seal(SECRET, secretOf(ID));
  const enrollment = { id: ID, sealedSecret, usedStep: null, recoveryCodes: [] as readonly string[] } as ScaEnrollment;
  const ports = { totp: first, sealer: reversingSealer, digest };
  expect(provesTotp(ports, ctx, enrollment, '000000')).toEqual({ usedStep: 0, recoveryCodes: [] });
  expect(provesTotp(ports, ctx, { ...enrollment, usedStep: 0 }, '000000')).toBeNull();
});

it('the code of the sandbox proves in the sandbox only, and changes nothing', () => {
  expect(tried('123456', { usedStep: 9 }, 'SANDBOX')).toEqual({ usedStep: 9, recoveryCodes: KEPT });
  expect(tried('123456')).toBeNull();
  expect(tried('654321', {}, 'SANDBOX')).toBeNull();
  expect(tried('777777', {}, 'SANDBOX')).toEqual({ usedStep: 7, recoveryCodes: KEPT });
});

it('a recovery code proves once, and the others are kept', () => {
  expect(tried(RECOVERY, { usedStep: 3 })).toEqual({ usedStep: 3, recoveryCodes: [KEPT[1]] });
  expect(tried('eeeeffffgggghhhh')).toEqual({ usedStep: null, recoveryCodes: [KEPT[0]] });
  expect(tried(RECOVERY, { recoveryCodes: [KEPT[1]!] })).toBeNull();
  expect(tried('AAAA-BBBB-CCCC-DDDE')).toBeNull();
});

it('a factor without a secret is proven by no code', () => {
  for (const code of ['777777', '123456', RECOVERY]) {
    expect(tried(code, { sealedSecret: null }, 'SANDBOX')).toBeNull();
  }
});
