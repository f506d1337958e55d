import { scaPorts } from '@corridor/adapters-rails/identity';
import { describe, expect, it } from 'vitest';
import { err, invalidFields, ok } from '../kernel/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { type PlayCore, valueOf } from '../testing/play-core.js';
import { ATTESTATION, ORIGIN, PASSKEY, playPasskeys } from '../testing/play-passkeys.js';
import { payerOn } from '../testing/play-payer.js';
import { byCode, CODE, CONFLICT, PHONE, regulated, WRONG, wrongField } from '../testing/play-regulated.js';
import { digest } from '../testing/ports.js';
import { type EnrollmentStart, SCA_ENROLLMENTS, type ScaFactorView } from './index.js';
import type { Totp } from './ports.js';
import { recoveryDigest } from './recovery-codes.js';
import { creationOptions } from './webauthn-json.js';

const OTHER_ORIGIN = 'https://app.example.com';
const PLACE = { origins: [ORIGIN, OTHER_ORIGIN], relyingPartyId: 'localhost' };
const UNKNOWN = { ok: false, error: { code: 'REFERENCE_NOT_FOUND' } };
const OPTIONS = {
  ...DEFAULT_OPTIONS,
  cursorKey: new Uint8Array(32).fill(1),
  publicAuthority: 'localhost:8080',
  passkeys: PLACE,
};

/** A payer of the EEA with a phone and a passkey device, whose app shows the secrets and codes that the test knows. */
async function world(phone: string | null = PHONE) {
  const { device, over } = playPasskeys();
  const app = { made: [] as { issuer: string; account: string }[], step: null as number | null };
  const totp: Totp = {
    create(issuer, account) {
      app.made.push({ issuer, account });
      return {
        hex: `abc${app.made.length}`,
        base32: `BASE${app.made.length}`,
        uri: `otpauth://totp/${app.made.length}`,
      };
    },
    base32Of: (hex) => `BASE${hex.slice(3)}`,
    stepOf: () => app.step,
  };
  const payer = await regulated(phone, { ...over, sca: { ...scaPorts(), totp }, options: OPTIONS });
  const { play, core, customerId } = payer;
  const start = (type: 'TOTP' | 'PASSKEY', of = customerId) =>
    play.run(core.sca.startEnrollment, { customerId: of, type });
  const confirmPasskey = (over: { readonly origin?: string; readonly credential?: object } = {}) =>
    play.run(core.sca.confirmEnrollment, {
      customerId,
      type: 'PASSKEY',
      origin: ORIGIN,
      credential: ATTESTATION,
      ...over,
    } as never);
  return {
    ...payer,
    device,
    app,
    start,
    started: async (type: 'TOTP' | 'PASSKEY') => valueOf(await start(type)),
    confirmTotp: (secret: string, code = CODE) =>
      play.run(core.sca.confirmEnrollment, { customerId, type: 'TOTP', secret, code }),
    confirmPasskey,
    async enrollPasskey() {
      valueOf(await start('PASSKEY'));
      return valueOf(await confirmPasskey()) as { readonly factor: ScaFactorView };
    },
    remove: (credentialId: string, of = customerId) =>
      play.run(core.sca.deleteFactor, { customerId: of, credentialId }),
    factors: async () => valueOf(await play.read(core.sca.listFactors, { customerId })),
    rows: () => enrollments(play),
  };
}

const enrollments = async (play: PlayCore) =>
  (await play.storage.units.read(play.tenant, (reads) => reads.list(SCA_ENROLLMENTS, { order: 'asc', limit: 9 }))).rows;

describe('the enrollment of an authenticator app', () => {
  it('starts with a new secret, which is stored sealed and shown with the names of platform and customer', async () => {
    const { play, started, app, rows, customerId } = await world();
    expect(await started('TOTP')).toEqual({
      type: 'TOTP',
      secret: 'abc1',
      base32: 'BASE1',
      uri: 'otpauth://totp/1',
      notice: null,
    });
    expect(app.made).toEqual([{ issuer: 'Play', account: 'Ada Lovelace' }]);
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    const now = play.clock.now();
    expect(row).toEqual({
      id: expect.stringMatching(/^ScaFactor:/) as string,
      tenant: play.tenant,
      version: 1,
      createdAt: now,
      updatedAt: now,
      customerId,
      type: 'TOTP',
      status: 'PENDING',
      slot: `${customerId} TOTP`,
      confirmBefore: now + 600_000,
      sealedSecret: `sealed:sca_enrollments/${row!.id}/sealedSecret:1cba`,
      usedStep: null,
      recoveryCodes: [],
      registration: null,
      passkey: null,
    });
  });

  it('is shown with the mailbox of the customer, or else with its name or the id of the platform', async () => {
    const { play, core, app, start } = await world();
    for (const of of [
      { fullName: 'Bob', email: 'bob@example.com', platformCustomerId: 'c1' },
      { fullName: 'Bob', platformCustomerId: 'c2' },
      { platformCustomerId: 'c3' },
    ]) {
      const created = await play.run(core.customers.create, {
        customerType: 'INDIVIDUAL',
        region: 'FR',
        ...of,
      } as never);
      valueOf(await start('TOTP', valueOf(created).id));
    }
    expect(app.made.map(({ account }) => account)).toEqual(['bob@example.com', 'Bob', 'c3']);
  });

  it('replaces an unfinished one, and keeps its place', async () => {
    const { play, started, rows, confirmTotp } = await world();
    await started('TOTP');
    const [first] = await rows();
    play.clock.advance(599);
    await started('TOTP');
    expect(await rows()).toEqual([
      {
        ...first,
        version: 2,
        updatedAt: play.clock.now(),
        confirmBefore: play.clock.now() + 600_000,
        sealedSecret: `sealed:sca_enrollments/${first!.id}/sealedSecret:2cba`,
      },
    ]);
    expect(await confirmTotp('abc1')).toMatchObject(wrongField('secret'));
    play.clock.advance(599);
    expect((await confirmTotp('abc2')).ok).toBe(true);
  });

  it('ends with the first code, and stores its time step and the digests of ten recovery codes', async () => {
    const { play, started, confirmTotp, app, rows, login, factors } = await world();
    await started('TOTP');
    const [pending] = await rows();
    expect(await factors()).toEqual([{ factor: 'SMS_OTP', credentialId: null, name: null }]);
    play.clock.advance(5);
    app.step = 7;
    const enrolled = valueOf(await confirmTotp('abc1', '777777'));
    expect(enrolled).toEqual({ type: 'TOTP', recoveryCodes: expect.any(Array) as string[], notice: null });
    const codes = enrolled.type === 'TOTP' ? enrolled.recoveryCodes : [];
    expect(new Set(codes).size).toBe(10);
    expect(await rows()).toEqual([
      {
        ...pending,
        version: 2,
        updatedAt: play.clock.now(),
        status: 'ACTIVE',
        usedStep: 7,
        recoveryCodes: codes.map((code) => recoveryDigest(digest, pending!.id, code)),
      },
    ]);
    expect(await factors()).toEqual([
      { factor: 'SMS_OTP', credentialId: null, name: null },
      { factor: 'TOTP', credentialId: pending!.id, name: 'Authenticator app' },
    ]);
    // The code that confirmed the enrollment is used.
    expect(await login(byCode('777777'), 'TOTP')).toMatchObject(wrongField('code'));
    app.step = 8;
    valueOf(await login(byCode('888888'), 'TOTP'));
  });

  it.each(['ABC1', 'base1', 'BASE1', 'base1==', 'BASE1='])('takes its secret as %s', async (secret) => {
    const { started, confirmTotp } = await world();
    await started('TOTP');
    expect((await confirmTotp(secret)).ok).toBe(true);
  });

  it.each(['abc', 'abc2', 'abc1=', 'BASE', 'BASE=1', 'BASE2', ''])('refuses the secret %j', async (secret) => {
    const { started, confirmTotp } = await world();
    await started('TOTP');
    expect(await confirmTotp(secret)).toMatchObject(wrongField('secret'));
  });

  it('is refused with a wrong code, and goes on', async () => {
    const { started, confirmTotp, rows } = await world();
    await started('TOTP');
    expect(await confirmTotp('abc1', WRONG)).toMatchObject(wrongField('code'));
    expect(await rows()).toMatchObject([{ status: 'PENDING', version: 1 }]);
    expect((await confirmTotp('abc1')).ok).toBe(true);
  });

  it('can be confirmed for ten minutes', async () => {
    const { play, core, customerId, started, confirmTotp, start } = await world();
    expect(await confirmTotp('abc1')).toMatchObject(CONFLICT);
    await started('TOTP');
    play.clock.advance(599);
    const input = { customerId, type: 'TOTP', secret: 'abc1', code: CODE } as const;
    const ready = valueOf(await core.sca.confirmEnrollment.prepare(play.context(), input));
    play.clock.advance(1);
    expect(await play.run(core.sca.confirmEnrollment.finish, ready)).toMatchObject(CONFLICT);
    expect(await confirmTotp('abc1')).toMatchObject(CONFLICT);
    await started('TOTP');
    play.clock.advance(599.999);
    expect((await confirmTotp('abc2')).ok).toBe(true);
    expect(await confirmTotp('abc2')).toMatchObject(CONFLICT);
    expect(await start('TOTP')).toMatchObject(CONFLICT);
  });

  it('shows a notice unless a phone or a passkey can authorize payments', async () => {
    const { started, confirmTotp, enrollPasskey, remove, factors } = await world(null);
    expect(await started('TOTP')).toMatchObject({ notice: expect.any(String) as string });
    expect(valueOf(await confirmTotp('abc1'))).toMatchObject({ notice: expect.any(String) as string });
    valueOf(await remove((await factors())[0]!.credentialId!));
    await enrollPasskey();
    expect(await started('TOTP')).toMatchObject({ notice: null });
    expect(valueOf(await confirmTotp('abc2'))).toMatchObject({ notice: null });
  });

  it('is started once by two concurrent requests', async () => {
    const { play, core, customerId, started } = await world();
    await started('TOTP');
    // The unit reads that the customer has no enrollment, before the other unit adds one.
    const answer = await core.units.run(play.tenant, (tx) =>
      core.sca.startEnrollment({ ...tx, find: async () => null } as never, play.context(), {
        customerId,
        type: 'TOTP',
      }),
    );
    expect(answer).toMatchObject({ ok: false, error: { code: 'CONFLICT', details: { retryAfter: 1 } } });
  });
});

describe('the enrollment of a passkey', () => {
  it('starts with a challenge to register at the configured origins', async () => {
    const { play, start, rows, customerId } = await world();
    const begun = valueOf(await start('PASSKEY')) as Extract<EnrollmentStart, { type: 'PASSKEY' }>;
    const [row] = await rows();
    const challenge = row!.registration!;
    expect(challenge).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(begun).toEqual({
      type: 'PASSKEY',
      options: creationOptions(PLACE, { challenge, name: 'Play', userId: customerId, userName: 'Ada Lovelace' }),
      place: PLACE,
    });
    expect(row).toMatchObject({
      type: 'PASSKEY',
      slot: `${customerId} PASSKEY`,
      status: 'PENDING',
      confirmBefore: play.clock.now() + 600_000,
      sealedSecret: null,
      passkey: null,
    });
    valueOf(await start('PASSKEY'));
    expect((await rows())[0]).toMatchObject({ id: row!.id, status: 'PENDING' });
    expect((await rows())[0]!.registration).not.toBe(challenge);
  });

  it('ends with its registration, which is stored without the challenge', async () => {
    const { play, started, confirmPasskey, device, rows, factors, start } = await world();
    await started('PASSKEY');
    const [pending] = await rows();
    play.clock.advance(5);
    const factor = { factor: 'PASSKEY', credentialId: pending!.id, name: 'Passkey' };
    expect(valueOf(await confirmPasskey())).toEqual({ type: 'PASSKEY', factor });
    expect(device.registrations).toEqual([pending!.registration]);
    expect(await rows()).toEqual([
      {
        ...pending,
        version: 2,
        updatedAt: play.clock.now(),
        status: 'ACTIVE',
        registration: null,
        passkey: PASSKEY,
      },
    ]);
    expect(await factors()).toEqual([{ factor: 'SMS_OTP', credentialId: null, name: null }, factor]);
    expect(await start('PASSKEY')).toMatchObject({ ok: false, error: { code: 'PASSKEY_ALREADY_ENROLLED' } });
    expect((await start('TOTP')).ok).toBe(true);
  });

  it('is refused for a credential that cannot be read, and for an origin that is not configured', async () => {
    const { started, confirmPasskey, device } = await world();
    await started('PASSKEY');
    expect(await confirmPasskey({ credential: {} })).toMatchObject(wrongField('credential'));
    expect(await confirmPasskey({ origin: 'https://evil.example' })).toMatchObject(wrongField('origin'));
    expect(device.registrations).toEqual([]);
    expect((await confirmPasskey()).ok).toBe(true);
  });

  it('is refused for a registration that is wrong, with the reason', async () => {
    const { started, confirmPasskey, device } = await world();
    await started('PASSKEY');
    device.registered = invalidFields([{ field: 'clientDataJSON', message: 'has another challenge' }]);
    expect(await confirmPasskey()).toMatchObject({
      error: { details: { errors: [{ field: 'credential', message: 'has another challenge' }] } },
    });
    for (const details of [undefined, {}, { errors: [] }, { errors: [{}] }]) {
      device.registered = err('INVALID_INPUT', 'wrong', details);
      expect(await confirmPasskey()).toMatchObject(wrongField('credential'));
    }
  });

  it('is refused at another origin, for another domain, or without user verification', async () => {
    const { started, confirmPasskey, device, rows } = await world();
    await started('PASSKEY');
    expect(await confirmPasskey({ origin: OTHER_ORIGIN })).toMatchObject(wrongField('origin'));
    device.registered = ok({ ...PASSKEY, rpId: 'example.com' });
    expect(await confirmPasskey()).toMatchObject(wrongField('credential'));
    device.registered = ok({ ...PASSKEY, userVerified: false });
    expect(await confirmPasskey()).toMatchObject(wrongField('credential'));
    expect(await rows()).toMatchObject([{ status: 'PENDING', passkey: null }]);
    device.registered = ok({ ...PASSKEY, origin: OTHER_ORIGIN });
    expect((await confirmPasskey({ origin: OTHER_ORIGIN })).ok).toBe(true);
  });

  it('ends only with a registration for its own challenge, and in time', async () => {
    const { play, core, customerId, started, confirmPasskey } = await world();
    const { prepare, finish } = core.sca.confirmEnrollment;
    const input = { customerId, type: 'PASSKEY', origin: ORIGIN, credential: ATTESTATION } as const;
    expect(await confirmPasskey()).toMatchObject(CONFLICT);
    await started('PASSKEY');
    const replaced = valueOf(await prepare(play.context(), input));
    await started('PASSKEY');
    expect(await play.run(finish, replaced)).toMatchObject(CONFLICT);
    expect(await play.run(finish, { input, passkey: null })).toMatchObject(CONFLICT);
    const late = valueOf(await prepare(play.context(), input));
    play.clock.advance(600);
    expect(await play.run(finish, late)).toMatchObject(CONFLICT);
    expect(await confirmPasskey()).toMatchObject(CONFLICT);
  });

  it('asks outside, unlike that of an app', async () => {
    const { core, customerId } = await world();
    const { asks } = core.sca.confirmEnrollment;
    expect(asks?.({ customerId, type: 'PASSKEY', origin: ORIGIN, credential: ATTESTATION })).toBe(true);
    expect(asks?.({ customerId, type: 'TOTP', secret: 'abc1', code: CODE })).toBe(false);
  });
});

describe('the deletion of a factor', () => {
  it('removes its secrets and frees its place', async () => {
    const { play, started, confirmTotp, enrollPasskey, remove, rows, factors, start } = await world();
    await started('TOTP');
    valueOf(await confirmTotp('abc1'));
    await enrollPasskey();
    const [totp, passkey] = await rows();
    expect((await factors()).map(({ factor }) => factor)).toEqual(['SMS_OTP', 'TOTP', 'PASSKEY']);
    play.clock.advance(5);
    valueOf(await remove(totp!.id));
    const gone = { slot: null, sealedSecret: null, recoveryCodes: [], passkey: null };
    const removed = { ...gone, status: 'REMOVED', version: 3, updatedAt: play.clock.now() };
    expect(await rows()).toEqual([{ ...totp, ...removed }, passkey]);
    valueOf(await remove(passkey!.id));
    expect(await rows()).toEqual([
      { ...totp, ...removed },
      { ...passkey, ...removed },
    ]);
    expect(await factors()).toEqual([{ factor: 'SMS_OTP', credentialId: null, name: null }]);
    for (const type of ['TOTP', 'PASSKEY'] as const) expect((await start(type)).ok).toBe(true);
  });

  it('is for an enrolled factor of the customer only', async () => {
    const { play, started, confirmTotp, remove, rows } = await world();
    const neighbour = await payerOn(play, { region: 'FR' });
    await started('TOTP');
    const { id } = (await rows())[0]!;
    expect(await remove(id)).toMatchObject(UNKNOWN);
    valueOf(await confirmTotp('abc1'));
    expect(await remove(id, neighbour.customerId)).toMatchObject(UNKNOWN);
    for (const unknown of ['nonsense', 'ScaFactor:018bcfe5-6800-7000-8000-00000000abcd']) {
      expect(await remove(unknown)).toMatchObject(UNKNOWN);
    }
    expect((await remove(id)).ok).toBe(true);
    expect(await remove(id)).toMatchObject(UNKNOWN);
  });
});
