import { describe, expect, it } from 'vitest';
import { EXTERNAL_ACCOUNTS } from '../accounts/index.js';
import { err, ok, PENDING_COMMANDS } from '../kernel/index.js';
import { valueOf } from '../testing/play-core.js';
import { ASSERTION, ATTESTATION, ORIGIN, PASSKEY, playPasskeys } from '../testing/play-passkeys.js';
import {
  answered,
  asked,
  byCode,
  CODE,
  CONFLICT,
  LOCKED,
  PHONE,
  regulated,
  WRONG,
  wrongField,
} from '../testing/play-regulated.js';
import { digest } from '../testing/ports.js';
import { SCA_ENROLLMENTS, SCA_GUARDS, type ScaFactor } from './index.js';
import { requestOptions } from './webauthn-json.js';

const BY_PASSKEY = { passkeyAssertion: ASSERTION, origin: ORIGIN };
const BAD_SIGNATURE = { ok: false, error: { code: 'INVALID_SIGNATURE' } };
const ADDRESS = '203.0.113.7';

/** A payer of the EEA with a passkey. */
async function world(phone: string | null = PHONE) {
  const { device, over } = playPasskeys();
  const payer = await regulated(phone, over);
  const { play, core, customerId } = payer;
  const proof = { customerId, type: 'PASSKEY', origin: ORIGIN, credential: ATTESTATION } as const;
  valueOf(await play.run(core.sca.startEnrollment, { customerId, type: 'PASSKEY' }));
  const { factor } = valueOf(await play.run(core.sca.confirmEnrollment, proof)) as {
    readonly factor: { readonly credentialId: string };
  };
  const read = play.storage.units.read;
  return {
    ...payer,
    device,
    passkeyId: factor.credentialId,
    guard: () => read(play.tenant, (reads) => reads.get(SCA_GUARDS, customerId)),
    enrollment: async () => (await read(play.tenant, (reads) => reads.get(SCA_ENROLLMENTS, factor.credentialId)))!,
    pending: (id: string) => read(play.tenant, (reads) => reads.get(PENDING_COMMANDS, id)),
    startLogin: (factor: ScaFactor) => play.run(core.sca.startLogin, { customerId, factor }),
    sent: async () => {
      await core.work.drain();
      return play.sent.map(({ to, purpose }) => [to, purpose]);
    },
    wrongProofs: async () => (await read(play.tenant, (reads) => reads.get(SCA_GUARDS, customerId)))?.wrongProofs ?? 0,
  };
}

describe('a challenge', () => {
  it('to log in with a passkey asks it to sign what was stored', async () => {
    const { play, startLogin, pending, customerId, sent, guard } = await world();
    const { factor, challenge } = valueOf(await startLogin('PASSKEY'));
    const now = play.clock.now();
    const stored = (await pending(challenge!.id))!;
    expect(stored).toEqual({
      id: challenge!.id,
      tenant: play.tenant,
      version: 1,
      createdAt: now,
      updatedAt: now,
      operation: 'sca.login',
      path: customerId,
      account: customerId,
      bodyDigest: expect.any(String) as string,
      payload: JSON.stringify({ operation: 'login', customerId, requestId: challenge!.id, timestampMs: now }),
      state: { factor: 'PASSKEY' },
      expiresAt: now + 300_000,
    });
    expect(factor).toBe('PASSKEY');
    expect(challenge).toEqual({
      id: stored.id,
      expiresAt: now + 300_000,
      factor: 'PASSKEY',
      availableFactors: ['PASSKEY'],
      purpose: 'log in',
      passkey: { options: requestOptions(PASSKEY, digest.sha256(stored.payload)), origins: [ORIGIN] },
    });
    expect(await sent()).toEqual([]);
    expect((await guard())!.loginChallenge).toBe(challenge!.id);
  });

  it('to log in with a code can also be answered with a passkey', async () => {
    const { startLogin, pending, sent } = await world();
    const { factor, challenge } = valueOf(await startLogin('SMS_OTP'));
    expect(factor).toBe('SMS_OTP');
    expect(challenge).toMatchObject({ factor: 'SMS_OTP', availableFactors: ['SMS_OTP', 'PASSKEY'] });
    expect(challenge!.passkey).not.toBeNull();
    expect((await pending(challenge!.id))!.state).toEqual({ factor: 'SMS_OTP' });
    expect(await sent()).toEqual([[PHONE, 'log in']]);
  });

  it('is not opened to log in with an app, which makes its codes itself', async () => {
    const { startLogin, enrollTotp, guard } = await world();
    expect(await startLogin('TOTP')).toMatchObject(wrongField('factor'));
    await enrollTotp();
    expect(valueOf(await startLogin('TOTP'))).toEqual({ factor: 'TOTP', challenge: null });
    expect(await guard()).toMatchObject({ loginChallenge: null });
  });

  it('for a payment is a code if the payer has a phone, or else for the passkey', async () => {
    const withPhone = await world();
    await withPhone.enrollTotp();
    expect((await asked(withPhone)).sca?.challenge).toMatchObject({
      factor: 'SMS_OTP',
      availableFactors: ['SMS_OTP', 'PASSKEY'],
    });
    const without = await world(null);
    await without.enrollTotp();
    const quote = await asked(without);
    expect(quote.sca?.challenge).toMatchObject({ factor: 'PASSKEY', availableFactors: ['PASSKEY'] });
    expect(await without.sent()).toEqual([]);
    expect(await without.resend(quote)).toMatchObject(CONFLICT);
  });

  it('for trust can be answered with every factor, and prefers the phone, then the passkey, then the app', async () => {
    const { play, core, enrollTotp, external, passkeyId, customerId, pending, trust } = await world();
    await enrollTotp();
    const account = await external();
    const { id } = account;
    const started = async () => valueOf(await play.run(core.sca.startTrust, { id })).challenge;
    const challenge = await started();
    const purpose = 'trust Grace Hopper (…3890)';
    expect(challenge).toMatchObject({
      factor: 'SMS_OTP',
      availableFactors: ['SMS_OTP', 'PASSKEY', 'TOTP'],
      purpose,
      expiresAt: play.clock.now() + 300_000,
    });
    const body = { operation: 'trust', accountId: id, identity: account.identity };
    expect(JSON.parse((await pending(challenge.id))!.payload)).toEqual({
      ...body,
      requestId: challenge.id,
      timestampMs: play.clock.now(),
    });
    expect(await pending(challenge.id)).toMatchObject({ operation: 'sca.trust', path: id, account: customerId });
    // Without a verified phone.
    valueOf(await play.run(core.customers.update, { id: customerId, phoneNumber: '+491600000001' } as never));
    expect(await started()).toMatchObject({ factor: 'PASSKEY', availableFactors: ['PASSKEY', 'TOTP'] });
    valueOf(await play.run(core.sca.deleteFactor, { customerId, credentialId: passkeyId }));
    expect(await started()).toMatchObject({ factor: 'TOTP', availableFactors: ['TOTP'], passkey: null });
    expect(valueOf(await trust(id))).toEqual({ trusted: true });
    const untrust = valueOf(await play.run(core.sca.startUntrust, { id })).challenge;
    expect(untrust).toMatchObject({ factor: 'TOTP', purpose: 'no longer trust Grace Hopper (…3890)' });
    expect(JSON.parse((await pending(untrust.id))!.payload)).toMatchObject({ ...body, operation: 'untrust' });
    expect(await pending(untrust.id)).toMatchObject({ operation: 'sca.untrust' });
  });

  it('for a payment is refused for a factor that the payer does not have, or that cannot authorize a payment', async () => {
    const payer = await world(null);
    const { play, core, fromAccount, usd, external, quoted, enrollTotp } = payer;
    await enrollTotp();
    const { id } = await external();
    const { id: quoteId } = await quoted(fromAccount(usd.id, id));
    const executed = (scaFactor: ScaFactor) => play.run(core.quotes.execute, { id: quoteId, scaFactor });
    const refused = (message: RegExp) => ({
      error: {
        code: 'INVALID_INPUT',
        details: { errors: [{ field: 'scaFactor', message: expect.stringMatching(message) }] },
      },
    });
    expect(await executed('SMS_OTP')).toMatchObject(refused(/^must be a factor that the customer has/));
    expect(await executed('TOTP')).toMatchObject(refused(/^TOTP cannot authorize a payment/));
    expect(valueOf(await executed('PASSKEY')).sca?.challenge).toMatchObject({ factor: 'PASSKEY' });
  });

  it('is not opened for a customer without a factor that could answer it', async () => {
    const { play, core, fromAccount, usd, external, quoted, enrollTotp } = await regulated(null);
    const { id } = await external();
    const notReady = { ok: false, error: { code: 'USER_NOT_READY' } };
    expect(await play.run(core.sca.startTrust, { id })).toMatchObject(notReady);
    await enrollTotp();
    // An app can answer a challenge of trust, but not one of a payment.
    expect((await play.run(core.sca.startTrust, { id })).ok).toBe(true);
    const quote = await quoted(fromAccount(usd.id, id));
    expect(await play.run(core.quotes.execute, { id: quote.id })).toMatchObject(notReady);
  });

  it('takes another code only as long as it is open, and only for the phone', async () => {
    const { play, core, quoted, fromAccount, usd, external, resend, sent } = await world();
    const { id } = await external();
    const passkey = await quoted({ ...fromAccount(usd.id, id), scaFactor: 'PASSKEY' });
    const byDevice = valueOf(await play.run(core.quotes.execute, { id: passkey.id }));
    expect(byDevice.sca?.challenge).toMatchObject({ factor: 'PASSKEY', availableFactors: ['PASSKEY'] });
    expect(await resend(byDevice)).toMatchObject(CONFLICT);
    const byPhone = valueOf(await play.run(core.quotes.execute, { id: (await quoted(fromAccount(usd.id, id))).id }));
    const { purpose } = byPhone.sca!.challenge!;
    await sent();
    valueOf(await resend(byPhone));
    expect(await sent()).toEqual([
      [PHONE, purpose],
      [PHONE, purpose],
    ]);
    play.clock.advance(300);
    expect(await resend(byPhone)).toMatchObject(CONFLICT);
    expect(await sent()).toHaveLength(2);
  });

  it('takes no code of a phone that is no longer verified', async () => {
    const payer = await world();
    const { play, core, customerId, authorize, resend, sent, wrongProofs } = payer;
    const quote = await asked(payer);
    await sent();
    valueOf(await play.run(core.customers.update, { id: customerId, phoneNumber: '+491600000001' } as never));
    expect(await resend(quote)).toMatchObject(CONFLICT);
    expect(await authorize(quote, byCode(CODE))).toMatchObject(CONFLICT);
    expect(await sent()).toHaveLength(1);
    expect(await wrongProofs()).toBe(0);
    expect(valueOf(await authorize(quote, BY_PASSKEY)).status).toBe('PROCESSING');
  });
});

describe('a proof by passkey', () => {
  it('authorizes a payment whose code was sent, with a signature of the stored text', async () => {
    const payer = await world();
    const { play, device, authorize, pending, enrollment, guard } = payer;
    const quote = await asked(payer);
    const { payload } = (await pending(quote.sca!.challenge!.id))!;
    const before = await enrollment();
    play.clock.advance(1);
    expect(valueOf(await authorize(quote, BY_PASSKEY))).toMatchObject({
      status: 'PROCESSING',
      sca: { authorized: { factor: 'PASSKEY', at: play.clock.now(), endUserIpAddress: ADDRESS } },
    });
    expect(device.asked).toEqual([{ text: digest.sha256(payload), origin: ORIGIN }]);
    expect(await enrollment()).toEqual({
      ...before,
      version: before.version + 1,
      updatedAt: play.clock.now(),
      passkey: { ...PASSKEY, counter: 6 },
    });
    expect(await guard()).toMatchObject({ wrongProofs: 0, failedLogins: 0, lockedUntil: null });
    // The challenge is used up.
    expect(await pending(quote.sca!.challenge!.id)).toBeNull();
    expect(await authorize(quote, BY_PASSKEY)).toMatchObject(CONFLICT);
  });

  it('logs in, and trusts and untrusts a beneficiary', async () => {
    const { play, core, startLogin, login, external } = await world();
    expect(await login(BY_PASSKEY, 'PASSKEY')).toMatchObject(CONFLICT);
    valueOf(await startLogin('PASSKEY'));
    expect(valueOf(await login(BY_PASSKEY, 'PASSKEY'))).toEqual({ sessionExpiresAt: play.clock.now() + 300_000 });
    expect(await login(BY_PASSKEY, 'PASSKEY')).toMatchObject(CONFLICT);
    const { id } = await external();
    expect(await answered(play, core.sca.confirmTrust, { id, ...BY_PASSKEY })).toMatchObject(CONFLICT);
    valueOf(await play.run(core.sca.startTrust, { id }));
    expect(valueOf(await answered(play, core.sca.confirmTrust, { id, ...BY_PASSKEY }))).toEqual({ trusted: true });
    valueOf(await play.run(core.sca.startUntrust, { id }));
    expect(valueOf(await answered(play, core.sca.confirmUntrust, { id, ...BY_PASSKEY }))).toEqual({ trusted: false });
  });

  it('is counted if it is wrong, or from another origin, and the fifth locks', async () => {
    const payer = await world();
    const { device, authorize, wrongProofs } = payer;
    const quote = await asked(payer);
    const elsewhere = { ...BY_PASSKEY, origin: 'https://evil.example' };
    for (let i = 1; i <= 2; i++) {
      expect(await authorize(quote, elsewhere)).toMatchObject(BAD_SIGNATURE);
      expect(await wrongProofs()).toBe(i);
    }
    expect(device.asked).toEqual([]);
    device.signed = err('INVALID_SIGNATURE', 'signed another text');
    for (let i = 3; i <= 5; i++) {
      expect(await authorize(quote, BY_PASSKEY)).toMatchObject(BAD_SIGNATURE);
      expect(await wrongProofs()).toBe(i);
    }
    const asks = device.asked.length;
    expect(await authorize(quote, BY_PASSKEY)).toMatchObject(LOCKED);
    expect(device.asked).toHaveLength(asks);
  });

  it('is not counted if it could not be checked', async () => {
    const payer = await world();
    const { device, authorize, wrongProofs } = payer;
    const quote = await asked(payer);
    device.signed = err('INVALID_INPUT', 'not readable');
    expect(await authorize(quote, BY_PASSKEY)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } });
    expect(await wrongProofs()).toBe(0);
    device.signed = null;
    expect(valueOf(await authorize(quote, BY_PASSKEY)).status).toBe('PROCESSING');
  });

  it('is refused without a passkey, before the signature is checked and after', async () => {
    const payer = await world();
    const { play, core, customerId, passkeyId, device, authorize } = payer;
    const quote = await asked(payer);
    const { prepare, finish } = core.quotes.authorize;
    const ready = valueOf(await prepare(play.context(), { id: quote.id, endUserIpAddress: ADDRESS, ...BY_PASSKEY }));
    valueOf(await play.run(core.sca.deleteFactor, { customerId, credentialId: passkeyId }));
    const asks = device.asked.length;
    expect(await play.run(finish, ready)).toMatchObject(wrongField('passkeyAssertion'));
    expect(await authorize(quote, BY_PASSKEY)).toMatchObject(wrongField('passkeyAssertion'));
    expect(device.asked).toHaveLength(asks);
  });

  it('is refused for a challenge that was replaced while the signature was checked', async () => {
    const { play, core, customerId, startLogin, wrongProofs } = await world();
    valueOf(await startLogin('PASSKEY'));
    const { prepare, finish } = core.sca.completeLogin;
    const input = { customerId, factor: 'PASSKEY', endUserIpAddress: ADDRESS, ...BY_PASSKEY } as const;
    const ready = valueOf(await prepare(play.context(), input));
    valueOf(await startLogin('PASSKEY'));
    expect(await play.run(finish, ready)).toMatchObject(CONFLICT);
    expect(await wrongProofs()).toBe(0);
  });

  it('is refused for a challenge that is gone', async () => {
    const { play, core, startLogin, login, device } = await world();
    valueOf(await startLogin('PASSKEY'));
    play.clock.advance(300);
    expect(await login(BY_PASSKEY, 'PASSKEY')).toMatchObject(CONFLICT);
    await core.work.forgetAnswers();
    const asks = device.asked.length;
    expect(await login(BY_PASSKEY, 'PASSKEY')).toMatchObject(CONFLICT);
    expect(device.asked).toHaveLength(asks);
  });

  it('asks outside, unlike a code', async () => {
    const { core, customerId } = await world();
    const { completeLogin, confirmTrust } = core.sca;
    const login = { customerId, factor: 'SMS_OTP', endUserIpAddress: ADDRESS } as const;
    expect([completeLogin.asks?.({ ...login, ...BY_PASSKEY }), completeLogin.asks?.({ ...login, code: CODE })]).toEqual(
      [true, false],
    );
    expect([confirmTrust.asks?.({ id: 'x', ...BY_PASSKEY }), confirmTrust.asks?.({ id: 'x', code: CODE })]).toEqual([
      true,
      false,
    ]);
  });
});

describe('a proof by code', () => {
  it('is not accepted, nor counted, by a challenge for which no code was sent', async () => {
    const { startLogin, login, wrongProofs, trust, external } = await world();
    valueOf(await startLogin('PASSKEY'));
    expect(await login(byCode(CODE))).toMatchObject(wrongField('code'));
    expect(await login(byCode(WRONG))).toMatchObject(wrongField('code'));
    expect(await wrongProofs()).toBe(0);
    valueOf(await login(BY_PASSKEY, 'PASSKEY'));
    const { id } = await external();
    expect(await trust(id, byCode(WRONG))).toMatchObject(wrongField('code'));
    expect(await wrongProofs()).toBe(1);
  });

  it('is not accepted from a customer without a phone', async () => {
    const { startLogin, login } = await world(null);
    valueOf(await startLogin('PASSKEY'));
    expect(await login(byCode(CODE))).toMatchObject(wrongField('code'));
  });

  it('is refused if the beneficiary has another identity than the customer was shown', async () => {
    const { play, core, external } = await world();
    const { id } = await external();
    const started = valueOf(await play.run(core.sca.startTrust, { id }));
    // Core never changes an identity, so the record is replaced.
    const account = (await play.storage.units.read(play.tenant, (reads) => reads.get(EXTERNAL_ACCOUNTS, id)))!;
    for (const write of ['remove', 'add'] as const) {
      const done = await core.units.run(play.tenant, async (tx) => {
        tx[write](EXTERNAL_ACCOUNTS, write === 'add' ? { ...account, identity: 'another' } : account);
        return ok();
      });
      valueOf(done);
    }
    const proof = byCode(CODE, started.challenge.id);
    expect(await answered(play, core.sca.confirmTrust, { id, ...proof })).toMatchObject(CONFLICT);
    valueOf(await play.run(core.sca.startTrust, { id }));
    expect(valueOf(await answered(play, core.sca.confirmTrust, { id, ...byCode(CODE) }))).toEqual({ trusted: true });
  });

  it('says which factor has proven a payment or a login', async () => {
    const payer = await world();
    const { play, authorize, enrollTotp, startLogin, login } = payer;
    const quote = await asked(payer);
    expect(valueOf(await authorize(quote, byCode(CODE))).sca?.authorized).toEqual({
      factor: 'SMS_OTP',
      at: play.clock.now(),
      endUserIpAddress: ADDRESS,
    });
    await enrollTotp();
    valueOf(await startLogin('SMS_OTP'));
    expect((await login(byCode(CODE))).ok).toBe(true);
  });

  it('names its challenge or none; another one is counted', async () => {
    const { startLogin, login, wrongProofs } = await world();
    const { challenge } = valueOf(await startLogin('SMS_OTP'));
    expect(await login(byCode(CODE, 'Request:018bcfe5-6800-7000-8000-00000000abcd'))).toMatchObject(
      wrongField('challengeId'),
    );
    expect(await wrongProofs()).toBe(1);
    expect((await login(byCode(CODE, challenge!.id))).ok).toBe(true);
    expect(await wrongProofs()).toBe(0);
  });

  it('of an app counts as wrong once it was used, and with other codes the fifth locks', async () => {
    const { enrollTotp, login, wrongProofs } = await world();
    expect(await login(byCode(CODE), 'TOTP')).toMatchObject(wrongField('code'));
    expect(await wrongProofs()).toBe(0);
    const { recoveryCodes } = await enrollTotp();
    valueOf(await login(byCode(recoveryCodes[0]!), 'TOTP'));
    expect(await login(byCode(recoveryCodes[0]!), 'TOTP')).toMatchObject(wrongField('code'));
    for (let i = 0; i < 4; i++) expect(await login(byCode(WRONG), 'TOTP')).toMatchObject(wrongField('code'));
    expect(await wrongProofs()).toBe(5);
    expect(await login(byCode(CODE), 'TOTP')).toMatchObject(LOCKED);
    expect(await wrongProofs()).toBe(5);
  });
});

describe('a login', () => {
  it('is stored with the address of the end user, and ends the count of failed logins', async () => {
    const { play, core, customerId, startLogin, login, guard } = await world();
    for (let i = 0; i < 2; i++) {
      valueOf(await play.run(core.sca.recordSecurityEvent, { customerId, eventType: 'FAILED_LOGIN_ATTEMPT' }));
    }
    valueOf(await startLogin('SMS_OTP'));
    await login(byCode(WRONG));
    const before = (await guard())!;
    expect(before).toMatchObject({ wrongProofs: 1, failedLogins: 2, sessionUntil: null, lastLoginAddress: null });
    play.clock.advance(1);
    valueOf(await login(byCode(CODE)));
    expect(await guard()).toEqual({
      ...before,
      version: before.version + 1,
      updatedAt: play.clock.now(),
      wrongProofs: 0,
      failedLogins: 0,
      lockedUntil: null,
      loginChallenge: null,
      sessionUntil: play.clock.now() + 300_000,
      lastLoginAddress: ADDRESS,
    });
  });

  it('needs the proof of its factor', async () => {
    const { login, startLogin } = await world();
    valueOf(await startLogin('SMS_OTP'));
    const refused = async (proof: object, factor?: 'TOTP' | 'PASSKEY') => {
      const answer = await login(proof, factor);
      return answer.ok ? [] : (answer.error.details?.['errors'] as { field: string }[]).map(({ field }) => field);
    };
    expect(await refused({})).toEqual(['code']);
    expect(await refused(BY_PASSKEY)).toEqual(['code']);
    expect(await refused({}, 'TOTP')).toEqual(['code']);
    expect(await refused({}, 'PASSKEY')).toEqual(['passkeyAssertion']);
    expect(await refused({ code: CODE }, 'PASSKEY')).toEqual(['passkeyAssertion']);
    expect(await refused({ passkeyAssertion: ASSERTION }, 'PASSKEY')).toEqual(['origin']);
  });

  it('is refused to a customer who was deleted after the proof was checked', async () => {
    const { play, core } = await world();
    const { id: customerId } = valueOf(
      await play.run(core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Bob', region: 'FR' } as never),
    );
    const { prepare, finish } = core.sca.completeLogin;
    const input = { customerId, factor: 'TOTP', endUserIpAddress: ADDRESS, code: CODE } as const;
    const ready = valueOf(await prepare(play.context(), input));
    valueOf(await play.run(core.customers.delete, { id: customerId }));
    const gone = { ok: false, error: { code: 'USER_NOT_FOUND' } };
    expect(await play.run(finish, ready)).toMatchObject(gone);
    expect(await prepare(play.context(), input)).toMatchObject(gone);
  });
});

describe('failed logins that the platform reports', () => {
  const unlocked = { suspended: false, lockedUntil: null };

  it('are counted, and the fifth locks for 15 minutes, after which the count restarts', async () => {
    const { play, core, customerId } = await world();
    const report = (eventType: 'FAILED_LOGIN_ATTEMPT' | 'RESET_PASSWORD_COMPLETED' = 'FAILED_LOGIN_ATTEMPT') =>
      play.run(core.sca.recordSecurityEvent, { customerId, eventType });
    for (let failedAttempts = 1; failedAttempts < 5; failedAttempts++) {
      expect(valueOf(await report())).toEqual({ eventType: 'FAILED_LOGIN_ATTEMPT', ...unlocked, failedAttempts });
    }
    const lockedUntil = play.clock.now() + 900_000;
    const suspended = { suspended: true, lockedUntil, failedAttempts: 5 };
    expect(valueOf(await report())).toEqual({ eventType: 'FAILED_LOGIN_ATTEMPT', ...suspended });
    play.clock.advance(899.999);
    expect(await report()).toMatchObject({
      ok: false,
      error: {
        code: 'ACCOUNT_LOCKED',
        details: { suspended: true, lockedUntil: new Date(lockedUntil).toISOString(), failedAttempts: 5 },
      },
    });
    play.clock.advance(0.001);
    expect(valueOf(await report())).toEqual({ eventType: 'FAILED_LOGIN_ATTEMPT', ...unlocked, failedAttempts: 1 });
    expect(valueOf(await report('RESET_PASSWORD_COMPLETED'))).toEqual({
      eventType: 'RESET_PASSWORD_COMPLETED',
      ...unlocked,
      failedAttempts: 0,
    });
  });

  it('stay counted after a proof of a payment, unlike wrong proofs, until their lock has ended', async () => {
    const payer = await world();
    const { play, core, customerId, authorize, guard, external } = payer;
    const report = () => play.run(core.sca.recordSecurityEvent, { customerId, eventType: 'FAILED_LOGIN_ATTEMPT' });
    const quote = await asked(payer);
    for (let i = 0; i < 2; i++) valueOf(await report());
    await authorize(quote, byCode(WRONG));
    valueOf(await authorize(quote, byCode(CODE)));
    expect(await guard()).toMatchObject({ wrongProofs: 0, failedLogins: 2, lockedUntil: null });
    for (let i = 0; i < 3; i++) valueOf(await report());
    expect(await guard()).toMatchObject({ failedLogins: 5, lockedUntil: play.clock.now() + 900_000 });
    play.clock.advance(900);
    const next = await asked(payer, (await external('891')).id);
    valueOf(await authorize(next, byCode(CODE)));
    expect(await guard()).toMatchObject({ wrongProofs: 0, failedLogins: 0, lockedUntil: null });
  });

  it('end the session and the open login with a new password', async () => {
    const { play, core, customerId, startLogin, login, guard } = await world();
    valueOf(await startLogin('SMS_OTP'));
    valueOf(await login(byCode(CODE)));
    valueOf(await startLogin('SMS_OTP'));
    const before = (await guard())!;
    expect([before.sessionUntil, before.loginChallenge]).not.toContain(null);
    play.clock.advance(1);
    valueOf(await play.run(core.sca.recordSecurityEvent, { customerId, eventType: 'RESET_PASSWORD_COMPLETED' }));
    expect(await guard()).toEqual({
      ...before,
      version: before.version + 1,
      updatedAt: play.clock.now(),
      sessionUntil: null,
      loginChallenge: null,
    });
    expect(await login(byCode(CODE))).toMatchObject(CONFLICT);
  });
});

it('the first guard of a customer counts nothing', async () => {
  const { play, core, customerId, enrollTotp, guard } = await world(null);
  await enrollTotp();
  expect(
    valueOf(await play.run(core.sca.recordSecurityEvent, { customerId, eventType: 'RESET_PASSWORD_COMPLETED' })),
  ).toEqual({ eventType: 'RESET_PASSWORD_COMPLETED', suspended: false, lockedUntil: null, failedAttempts: 0 });
  expect(await guard()).toMatchObject({
    id: customerId,
    tenant: play.tenant,
    wrongProofs: 0,
    failedLogins: 0,
    lockedUntil: null,
    loginChallenge: null,
    sessionUntil: null,
    lastLoginAddress: null,
  });
});
