import { scaPorts } from '@corridor/adapters-rails/identity';
import { describe, expect, test } from 'vitest';
import { type AnyKind, Bug, ok, update } from '../kernel/index.js';
import { ONE_TIME_CODES } from '../codes/index.js';
import { DEFAULT_OPTIONS } from '../service/index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { playPayer } from '../testing/play-payer.js';
import {
  answered,
  asked,
  byCode,
  CODE,
  CONFLICT,
  LOCKED,
  PHONE,
  regulated,
  type Regulated,
  WRONG,
  wrongField,
} from '../testing/play-regulated.js';
import { type EnrollmentStart, SCA_ENROLLMENTS, SCA_GUARDS, type ScaProof } from './index.js';

const EXISTING = { existing: true };
const SESSIONS = {
  options: {
    ...DEFAULT_OPTIONS,
    cursorKey: new Uint8Array(32).fill(1),
    publicAuthority: 'localhost:8080',
    scaSessions: true,
  },
};

describe('a payment from an account of a customer of the EEA', () => {
  test('is executed after its payer agrees', async () => {
    const payer = await regulated();
    const quote = await asked(payer);
    expect(quote).toMatchObject({ status: 'PENDING_AUTHORIZATION' });
    expect(quote.sca?.challenge).toMatchObject({
      factor: 'SMS_OTP',
      availableFactors: ['SMS_OTP'],
      purpose: 'pay 1,000.00 USD to Grace Hopper (…3890)',
      expiresAt: quote.expiresAt,
      passkey: null,
    });
    expect((await payer.internal('USD')).held).toBe(0n);
    await payer.play.core.work.drain();
    expect(payer.play.sent).toMatchObject([{ to: PHONE, purpose: 'pay 1,000.00 USD to Grace Hopper (…3890)' }]);

    // A second execution has no effect and opens no other challenge.
    expect(valueOf(await payer.execute(quote.id)).sca).toEqual(quote.sca);
    expect(valueOf(await payer.authorize(quote, byCode(CODE, quote.sca!.challenge!.id)))).toMatchObject({
      status: 'PROCESSING',
      sca: { authorized: { factor: 'SMS_OTP', endUserIpAddress: '203.0.113.7' } },
    });
    expect(await payer.authorize(quote, byCode(CODE))).toMatchObject(CONFLICT);
    await payer.play.pass(1);
    expect(await payer.quote(quote.id)).toMatchObject({ status: 'COMPLETED' });
    const timeline = valueOf(await payer.core.payments.timeline(payer.play.tenant, quote.id));
    const challengeId = quote.sca!.challenge!.id;
    expect(timeline.entries.filter(({ kind }) => kind === 'challenge')).toEqual([
      { kind: 'challenge', at: quote.createdAt, step: 'asked', challengeId, factor: 'SMS_OTP' },
      { kind: 'challenge', at: quote.createdAt, step: 'authorized', challengeId, factor: 'SMS_OTP' },
    ]);
    expect(JSON.stringify(timeline.entries.filter(({ kind }) => kind === 'challenge'))).not.toContain('203.0.113.7');
    await payer.auditClean();
  });

  test('opens its challenge at creation if it executes immediately', async () => {
    const payer = await regulated();
    const { id } = await payer.external();
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, id, { immediatelyExecute: true }));
    expect(quote.status).toBe('PENDING_AUTHORIZATION');
    expect(valueOf(await payer.authorize(quote, byCode(CODE))).status).toBe('PROCESSING');
    const late = await payer.quoted(payer.fromAccount(payer.usd.id, id, { immediatelyExecute: true }));
    await payer.play.pass(301);
    expect((await payer.quote(late.id)).status).toBe('EXPIRED');
    await payer.auditClean();
  });

  test('opens no challenge without sufficient balance, and keeps its challenge if the balance drops later', async () => {
    const payer = await regulated();
    const { id } = await payer.external();
    const tooMuch = await payer.quoted(payer.fromAccount(payer.usd.id, id, { lockedCurrencyAmount: 1_000_001n }));
    expect(await payer.execute(tooMuch.id)).toMatchObject({ ok: false, error: { code: 'INVALID_AMOUNT' } });
    expect((await payer.quote(tooMuch.id)).status).toBe('PENDING');
    const [one, other] = [await payer.quoted(half(payer, id)), await payer.quoted(half(payer, id))];
    for (const quote of [one, other]) valueOf(await payer.execute(quote.id));
    expect(valueOf(await payer.authorize(one, byCode(CODE))).status).toBe('PROCESSING');
    expect(await payer.authorize(other, byCode(CODE))).toMatchObject({ ok: false, error: { code: 'INVALID_AMOUNT' } });
    valueOf(await payer.play.run(payer.core.sandbox.fund, { accountId: payer.usd.id, amount: 600_000n }));
    // The failed execution did not use up the code.
    expect(valueOf(await payer.authorize(other, byCode(CODE))).status).toBe('PROCESSING');
  });

  const half = (payer: Regulated, to: string) =>
    payer.fromAccount(payer.usd.id, to, { lockedCurrencyAmount: 600_000n });

  test('opens no challenge for a frozen account', async () => {
    const payer = await regulated();
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, (await payer.external()).id));
    valueOf(await payer.play.run(payer.core.accounts.freezeInternal, { id: payer.usd.id }));
    expect(await payer.execute(quote.id)).toMatchObject({ ok: false, error: { code: 'USER_NOT_READY' } });
    expect((await payer.quote(quote.id)).status).toBe('PENDING');
    await payer.core.work.drain();
    expect(payer.play.sent).toEqual([]);
  });

  test('opens its challenge concurrently with the first challenge of the same customer', async () => {
    const payer = await regulated();
    const { play, core } = payer;
    const { id } = await payer.external();
    const quote = await payer.quoted(half(payer, id));
    valueOf(await payer.execute((await payer.quoted(half(payer, id))).id));
    // The unit of work reads that the customer has no row of failed attempts, before the other unit creates that row.
    let isFirst = true;
    const answer = await core.units.run(play.tenant, (tx) => {
      const get = (async (kind: AnyKind, key: string) => {
        if (kind !== SCA_GUARDS || !isFirst) return tx.get(kind as never, key);
        isFirst = false;
        return null;
      }) as typeof tx.get;
      return core.quotes.execute({ ...tx, get }, play.context(), { id: quote.id });
    });
    expect(valueOf(answer).status).toBe('PENDING_AUTHORIZATION');
  });

  test('is not authorized by a TOTP, by a factor that the customer lacks, or without any factor', async () => {
    const payer = await regulated();
    await payer.enrollTotp();
    const { id } = await payer.external();
    const request = payer.fromAccount(payer.usd.id, id);
    const early = await payer.play.run(payer.core.quotes.create, { ...request, scaFactor: 'TOTP' });
    expect(early).toMatchObject(wrongField('scaFactor'));
    const quote = await payer.quoted(request);
    for (const scaFactor of ['TOTP', 'PASSKEY'] as const) {
      expect(await payer.play.run(payer.core.quotes.execute, { id: quote.id, scaFactor })).toMatchObject(
        wrongField('scaFactor'),
      );
    }
    expect((await payer.quote(quote.id)).status).toBe('PENDING');
    const silent = await regulated(null);
    const unasked = await silent.quoted(silent.fromAccount(silent.usd.id, (await silent.external()).id));
    expect(await silent.execute(unasked.id)).toMatchObject({ ok: false, error: { code: 'USER_NOT_READY' } });
  });

  test('needs no challenge for a customer outside the EEA, even if a factor is named', async () => {
    const payer = await playPayer();
    const quote = await payer.quoted({
      ...payer.fromAccount(payer.usd.id, (await payer.external()).id),
      scaFactor: 'TOTP',
    });
    expect(valueOf(await payer.execute(quote.id))).toMatchObject({ status: 'PROCESSING', sca: null });
  });
});

describe('a payment of an EEA customer that is funded from outside', () => {
  test('shows its payment instructions after its payer agrees', async () => {
    const payer = await regulated();
    const { id } = await payer.external();
    const quote = await payer.quoted(payer.funded(id));
    expect(quote.status).toBe('PENDING_AUTHORIZATION');
    expect(await payer.pay(quote)).toMatchObject(CONFLICT);
    expect(valueOf(await payer.authorize(quote, byCode(CODE))).status).toBe('PENDING');
    valueOf(await payer.pay(quote));
    await payer.play.pass(1);
    expect((await payer.quote(quote.id)).status).toBe('COMPLETED');
    await payer.auditClean();
  });
});

describe('a proof', () => {
  test('of one payment is not valid for another', async () => {
    const payer = await regulated();
    const { id } = await payer.external();
    const one = await asked(payer, id);
    const other = await asked(payer, (await payer.external('891')).id);
    expect(await payer.authorize(other, byCode(CODE, one.sca!.challenge!.id))).toMatchObject(wrongField('challengeId'));
    expect((await payer.internal('USD')).held).toBe(0n);
    expect((await payer.quote(other.id)).status).toBe('PENDING_AUTHORIZATION');
  });

  test('is refused after the quote has expired, and no other code can be sent', async () => {
    const payer = await regulated();
    const quote = await asked(payer);
    payer.play.clock.advance(299);
    valueOf(await payer.resend(quote));
    expect((await payer.challengeOf(quote))?.expiresAt).toBe(quote.expiresAt);
    payer.play.clock.advance(1);
    expect(await payer.resend(quote)).toMatchObject(CONFLICT);
    expect(await payer.authorize(quote, byCode(CODE))).toMatchObject({
      error: { code: 'CONFLICT', details: { reason: 'QUOTE_EXPIRED' } },
    });
    const message = 'the quote is EXPIRED; create a new quote';
    expect(await payer.execute(quote.id)).toMatchObject({ ok: false, error: { code: 'CONFLICT', message } });
    await payer.play.pass(1);
    expect(await payer.authorize(quote, byCode(CODE))).toMatchObject(CONFLICT);
    expect(await payer.execute(quote.id)).toMatchObject(CONFLICT);
    expect((await payer.quote(quote.id)).status).toBe('EXPIRED');
  });

  test('must be a code, or an assertion with its origin', async () => {
    const payer = await regulated();
    const quote = await asked(payer);
    expect(await payer.authorize(quote, {})).toMatchObject(wrongField('code'));
    expect(await payer.authorize(quote, { passkeyAssertion: {} })).toMatchObject(wrongField('origin'));
    const unread = { passkeyAssertion: { id: 'x' }, origin: 'https://app.example.com' };
    expect(await payer.authorize(quote, unread)).toMatchObject(wrongField('passkeyAssertion'));
    // None of the refused calls counted as a wrong proof.
    expect(valueOf(await payer.authorize(quote, byCode(CODE))).status).toBe('PROCESSING');
  });

  test('can have at most five codes sent', async () => {
    const payer = await regulated();
    // The set-up has already used one code, to verify the phone.
    const quote = await asked(payer);
    for (let i = 0; i < 3; i++) valueOf(await payer.resend(quote));
    expect(await payer.resend(quote)).toMatchObject({ ok: false, error: { code: 'RATE_LIMITED' } });
    expect(valueOf(await payer.authorize(quote, byCode(CODE))).status).toBe('PROCESSING');
  });
});

describe('five wrong proofs', () => {
  test('lock the customer for 15 minutes, even against a right proof', async () => {
    const payer = await regulated();
    const quote = await asked(payer);
    for (let i = 0; i < 5; i++) expect(await payer.authorize(quote, byCode(WRONG))).toMatchObject(wrongField('code'));
    expect(await payer.authorize(quote, byCode(CODE))).toMatchObject({
      ok: false,
      error: {
        code: 'ACCOUNT_LOCKED',
        details: { suspended: true, failedAttempts: 5, lockedUntil: expect.stringMatching(/^\d{4}-/) as string },
      },
    });
    expect((await payer.quote(quote.id)).status).toBe('PENDING_AUTHORIZATION');
    const { id } = await payer.external('892');
    expect(await payer.trust(id)).toMatchObject(LOCKED);
    const login = { customerId: payer.customerId, factor: 'SMS_OTP' } as const;
    expect(await payer.play.run(payer.core.sca.startLogin, login)).toMatchObject(LOCKED);
    expect(await payer.login(byCode(CODE))).toMatchObject(LOCKED);
    expect(await payer.resend(quote)).toMatchObject(LOCKED);
    payer.play.clock.advance(15 * 60 - 1);
    const last = await payer.quoted(payer.fromAccount(payer.usd.id, id));
    expect(await payer.execute(last.id)).toMatchObject(LOCKED);
    expect((await payer.quote(last.id)).status).toBe('PENDING');
    await payer.core.work.drain();
    expect(payer.play.sent).toEqual([]);
    payer.play.clock.advance(1);
    valueOf(await payer.execute(last.id));
    expect(valueOf(await payer.authorize(last, byCode(CODE))).status).toBe('PROCESSING');
  });

  test('are counted exactly among 50 concurrent proofs for different actions', async () => {
    const payer = await regulated();
    const [one, other] = [await asked(payer), await asked(payer, (await payer.external('893')).id)];
    const guesses = await Promise.all(
      Array.from({ length: 50 }, (_, at) => payer.authorize(at % 2 ? one : other, byCode(String(200_000 + at)))),
    );
    const codes = guesses.map((guess) => (guess.ok ? 'OK' : guess.error.code));
    expect(codes.filter((code) => code === 'INVALID_INPUT')).toHaveLength(5);
    expect(codes.filter((code) => code === 'ACCOUNT_LOCKED')).toHaveLength(45);
    expect((await payer.internal('USD')).held).toBe(0n);
  });

  test('are counted from zero after a right proof', async () => {
    const payer = await regulated();
    const quote = await asked(payer);
    for (let i = 0; i < 4; i++) await payer.authorize(quote, byCode(WRONG));
    valueOf(await payer.authorize(quote, byCode(CODE)));
    const next = await asked(payer, (await payer.external('894')).id);
    for (let i = 0; i < 4; i++) expect(await payer.authorize(next, byCode(WRONG))).toMatchObject(wrongField('code'));
    expect(valueOf(await payer.authorize(next, byCode(CODE))).status).toBe('PROCESSING');
  });

  test('count together with reported failed logins, and a new password does not reset them', async () => {
    const payer = await regulated();
    const { play, core, customerId } = payer;
    const tell = (eventType: 'FAILED_LOGIN_ATTEMPT' | 'RESET_PASSWORD_COMPLETED') =>
      play.run(core.sca.recordSecurityEvent, { customerId, eventType });
    const quote = await asked(payer);
    for (let i = 0; i < 3; i++) await payer.authorize(quote, byCode(WRONG));
    expect(valueOf(await tell('FAILED_LOGIN_ATTEMPT'))).toMatchObject({ suspended: false, failedAttempts: 4 });
    expect(valueOf(await tell('RESET_PASSWORD_COMPLETED'))).toMatchObject({ suspended: false, failedAttempts: 3 });
    valueOf(await tell('FAILED_LOGIN_ATTEMPT'));
    expect(valueOf(await tell('FAILED_LOGIN_ATTEMPT'))).toMatchObject({
      suspended: true,
      failedAttempts: 5,
      lockedUntil: play.clock.now() + 900_000,
    });
    expect(await tell('FAILED_LOGIN_ATTEMPT')).toMatchObject(LOCKED);
    expect(valueOf(await tell('RESET_PASSWORD_COMPLETED'))).toMatchObject({ suspended: true });
    expect(await payer.authorize(quote, byCode(CODE))).toMatchObject(LOCKED);
  });
});

describe('codes to a phone', () => {
  const limited = { ok: false, error: { code: 'RATE_LIMITED', details: { retryAfter: expect.any(Number) as number } } };

  test('are limited to five an hour across all uses, and a request over the limit has no effect', async () => {
    const payer = await regulated();
    const { play, core, customerId } = payer;
    const { id } = await payer.external();
    // The set-up has already used one code, to verify the phone.
    const login = () => play.run(core.sca.startLogin, { customerId, factor: 'SMS_OTP' });
    const { challenge } = valueOf(await login());
    const quote = await asked(payer, id);
    valueOf(await payer.resend(quote));
    valueOf(await play.run(core.sca.startTrust, { id }));

    const next = await payer.quoted(payer.fromAccount(payer.usd.id, id));
    const funded = await play.run(core.quotes.create, payer.funded(id));
    const refused = [await login(), await payer.resend(quote), await payer.trust(id), await payer.execute(next.id)];
    for (const answer of [...refused, funded]) expect(answer).toMatchObject(limited);
    expect((await payer.quote(next.id)).status).toBe('PENDING');
    await core.work.drain();
    expect(play.sent).toHaveLength(4);

    // The earlier challenge is still open.
    valueOf(await payer.login(byCode(CODE, challenge!.id)));
    expect(valueOf(await payer.authorize(quote, byCode(CODE))).status).toBe('PROCESSING');
    play.clock.advance(3_600);
    valueOf(await login());
  });

  test('are limited equally for 40 concurrent requests', async () => {
    const payer = await regulated();
    const { play, core, customerId } = payer;
    const starts = await Promise.all(
      Array.from({ length: 40 }, () => play.run(core.sca.startLogin, { customerId, factor: 'SMS_OTP' })),
    );
    expect(starts.filter(({ ok }) => ok)).toHaveLength(4);
    await core.work.drain();
    expect(play.sent).toHaveLength(4);
  });
});

describe('an authenticator app', () => {
  const totp = scaPorts().totp;

  test('can trust a beneficiary but not authorize a payment', async () => {
    const payer = await regulated();
    const { play, core } = payer;
    const { recoveryCodes } = await payer.enrollTotp();
    const { id } = await payer.external();
    const started = valueOf(await play.run(core.sca.startTrust, { id }));
    expect(started.challenge).toMatchObject({ factor: 'SMS_OTP', availableFactors: ['SMS_OTP', 'TOTP'] });
    const proof = byCode(recoveryCodes[0]!, started.challenge.id);
    expect(valueOf(await answered(play, core.sca.confirmTrust, { id, ...proof }))).toEqual({ trusted: true });
    const quote = await asked(payer, (await payer.external('891')).id);
    expect(quote.sca?.challenge?.availableFactors).toEqual(['SMS_OTP']);
    expect(await payer.authorize(quote, byCode(recoveryCodes[1]!))).toMatchObject(wrongField('code'));
  });

  test('counts a wrong code even while no code of the phone can be compared', async () => {
    const payer = await regulated();
    const { play, core } = payer;
    await payer.enrollTotp();
    const { id } = await payer.external();
    const { challenge } = valueOf(await play.run(core.sca.startTrust, { id }));
    const quote = await asked(payer, (await payer.external('891')).id);
    // Remove the digest: in production a code has none before its message is sent.
    const unsent = await core.units.run(play.tenant, async (tx) => {
      const code = await tx.find(ONE_TIME_CODES, 'use', [`sca.sms/${challenge.id}`]);
      return ok(update(tx, play.context(), ONE_TIME_CODES, code!, { digest: null }));
    });
    expect(unsent.ok).toBe(true);
    for (let i = 0; i < 5; i++) {
      expect(await answered(play, core.sca.confirmTrust, { id, ...byCode(WRONG) })).toMatchObject(wrongField('code'));
    }
    expect(await payer.authorize(quote, byCode(CODE))).toMatchObject(LOCKED);
  });

  test('shows a notice that it cannot authorize payments if it is the only factor', async () => {
    const payer = await regulated(null);
    const { play, core, customerId } = payer;
    const start = valueOf(await play.run(core.sca.startEnrollment, { customerId, type: 'TOTP' }));
    const notice = expect.stringContaining('cannot authorize payments') as string;
    expect(start).toMatchObject({ type: 'TOTP', notice });
    const { secret } = start as Extract<EnrollmentStart, { type: 'TOTP' }>;
    const confirm = { customerId, type: 'TOTP', secret, code: CODE } as const;
    expect(valueOf(await answered(play, core.sca.confirmEnrollment, confirm))).toMatchObject({ notice });
    // A beneficiary that was trusted with the app can be paid.
    const { id } = await payer.external();
    expect(valueOf(await payer.trust(id))).toEqual({ trusted: true });
    expect((await asked(payer, id)).status).toBe('PROCESSING');

    const other = await regulated();
    const beside = { customerId: other.customerId, type: 'TOTP' } as const;
    expect(valueOf(await other.play.run(other.core.sca.startEnrollment, beside))).toMatchObject({ notice: null });
  });

  test('is enrolled with a code of its secret and gets ten recovery codes, stored only as digests', async () => {
    const payer = await regulated();
    const { play, core, customerId } = payer;
    const { secret, recoveryCodes } = await payer.enrollTotp();
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^([2-9A-HJKMNP-Z]{4}-){3}[2-9A-HJKMNP-Z]{4}$/);
    const rows = await play.storage.units.read(play.tenant, (reads) =>
      reads.list(SCA_ENROLLMENTS, { order: 'asc', limit: 9 }),
    );
    const kept = JSON.stringify(rows.rows);
    for (const shown of [secret, totp.base32Of(secret), ...recoveryCodes]) expect(kept).not.toContain(shown);
    expect(valueOf(await play.read(core.sca.listFactors, { customerId })).map(({ factor }) => factor)).toEqual([
      'SMS_OTP',
      'TOTP',
    ]);
    expect(await play.run(core.sca.startEnrollment, { customerId, type: 'TOTP' })).toMatchObject(CONFLICT);
  });

  test('is proven by a code that is pasted with a blank between its digits', async () => {
    const { play, core, customerId } = await regulated(null);
    const started = valueOf(await play.run(core.sca.startEnrollment, { customerId, type: 'TOTP' }));
    const { secret } = started as Extract<EnrollmentStart, { type: 'TOTP' }>;
    const confirm = { customerId, type: 'TOTP', secret, code: `${CODE.slice(0, 3)}\u00a0${CODE.slice(3)}` } as const;
    expect(valueOf(await answered(play, core.sca.confirmEnrollment, confirm))).toMatchObject({ type: 'TOTP' });
  });

  test('is not enrolled with another secret, with a wrong code, or after ten minutes', async () => {
    const payer = await regulated();
    const { play, core, customerId } = payer;
    const start = () => play.run(core.sca.startEnrollment, { customerId, type: 'TOTP' });
    const confirm = (secret: string, code: string) =>
      answered(play, core.sca.confirmEnrollment, { customerId, type: 'TOTP', secret, code });
    expect(await confirm('00', CODE)).toMatchObject(CONFLICT);
    const first = valueOf(await start()) as Extract<EnrollmentStart, { type: 'TOTP' }>;
    const second = valueOf(await start()) as typeof first;
    expect(await confirm(first.secret, CODE)).toMatchObject(wrongField('secret'));
    expect(await confirm(second.secret, 'abcdef')).toMatchObject(wrongField('code'));
    play.clock.advance(600);
    expect(await confirm(second.secret, CODE)).toMatchObject(CONFLICT);
    const third = valueOf(await start()) as typeof first;
    // The secret is also accepted in base32.
    expect((await confirm(third.base32.toLowerCase(), CODE)).ok).toBe(true);
    expect(await confirm(third.secret, CODE)).toMatchObject(CONFLICT);
  });

  test('has recovery codes that each replace a code once', async () => {
    const payer = await regulated();
    const { recoveryCodes } = await payer.enrollTotp();
    const [one, two] = recoveryCodes as [string, string];
    valueOf(await payer.login(byCode(one.toLowerCase().replaceAll('-', '')), 'TOTP'));
    expect(await payer.login(byCode(one), 'TOTP')).toMatchObject(wrongField('code'));
    const twice = await Promise.all([payer.login(byCode(two), 'TOTP'), payer.login(byCode(two), 'TOTP')]);
    expect(twice.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('can be enrolled again after its deletion', async () => {
    const payer = await regulated();
    const { play, core, customerId } = payer;
    await payer.enrollTotp();
    const [, totpFactor] = valueOf(await play.read(core.sca.listFactors, { customerId }));
    const remove = (credentialId: string) => play.run(core.sca.deleteFactor, { customerId, credentialId });
    valueOf(await remove(totpFactor!.credentialId!));
    expect(await remove(totpFactor!.credentialId!)).toMatchObject({ error: { code: 'REFERENCE_NOT_FOUND' } });
    expect(await payer.login(byCode(CODE), 'TOTP')).toMatchObject(wrongField('code'));
    await payer.enrollTotp();
    valueOf(await payer.login(byCode(CODE), 'TOTP'));
  });
});

describe('a login', () => {
  test('lasts five minutes, and a host can require one for reads and changes of factors', async () => {
    const payer = await regulated();
    // A second host on the same database that requires logins.
    const play = await playCore({ storage: payer.play.storage, clock: payer.play.clock, ...SESSIONS }, EXISTING);
    const { core } = play;
    const { customerId } = payer;
    const { platformCustomerId } = valueOf(await play.read(core.customers.get, { id: customerId })).customer;
    const required = { ok: false, error: { code: 'SCA_SESSION_REQUIRED' } };
    const reads = async () => [
      await play.read(core.accounts.listInternal, { customerId }),
      await play.read(core.transactions.list, { customerId, order: 'desc' } as never),
      await play.read(core.transactions.list, { platformCustomerId }),
      await play.run(core.sca.startEnrollment, { customerId, type: 'TOTP' }),
    ];
    for (const read of await reads()) expect(read).toMatchObject(required);
    const start = () => play.run(core.sca.startLogin, { customerId, factor: 'SMS_OTP' });
    expect(await payer.login(byCode(CODE))).toMatchObject(CONFLICT);
    const [voided, open] = [valueOf(await start()), valueOf(await start())];
    expect(await payer.login(byCode(CODE, voided.challenge!.id))).toMatchObject(wrongField('challengeId'));
    const login = valueOf(await payer.login(byCode(CODE, open.challenge!.id)));
    expect(login).toEqual({ sessionExpiresAt: play.clock.now() + 300_000 });
    expect(await payer.login(byCode(CODE))).toMatchObject(CONFLICT);
    for (const read of await reads()) expect(read.ok).toBe(true);
    play.clock.advance(300);
    for (const read of await reads()) expect(read).toMatchObject(required);
  });

  test('is required for single reads, and for lists that show a customer without a login', async () => {
    const payer = await regulated();
    const { customerId, usd } = payer;
    const bank = (await payer.dollars()).id;
    const pulled = { sourceId: bank, destinationId: usd.id, amount: 100n };
    const { id } = valueOf(await payer.play.run(payer.core.transfers.in, pulled));
    const play = await playCore({ storage: payer.play.storage, clock: payer.play.clock, ...SESSIONS }, EXISTING);
    const { core } = play;
    const required = { ok: false, error: { code: 'SCA_SESSION_REQUIRED', details: { customerIds: [customerId] } } };
    const reads = async () => [
      await play.read(core.transactions.get, { id }),
      await play.read(core.transactions.list, {}),
      await play.read(core.accounts.getInternal, { id: usd.id }),
      await play.read(core.accounts.listInternal, {}),
      await play.read(core.accounts.listInternal, { ownerType: 'CUSTOMER', currency: 'USD' }),
    ];
    for (const read of await reads()) expect(read).toMatchObject(required);
    // The filtered list contains no transaction of the customer who is not logged in.
    expect((await play.read(core.transactions.list, { type: 'OUTGOING' })).ok).toBe(true);
    expect((await play.read(core.accounts.listInternal, { ownerType: 'PLATFORM' })).ok).toBe(true);

    const elsewhere = { customerType: 'INDIVIDUAL', fullName: 'Bob Noyce', region: 'US', currencies: ['USD'] };
    const { id: other } = valueOf(await payer.play.run(payer.core.customers.create, elsewhere as never));
    expect(valueOf(await play.read(core.accounts.listInternal, { customerId: other })).data).toHaveLength(1);

    // A deleted customer cannot log in; the platform can still read its data.
    const gone = valueOf(await payer.play.run(payer.core.customers.create, { ...elsewhere, region: 'FR' } as never));
    expect(await play.read(core.accounts.listInternal, {})).toMatchObject({ error: { code: 'SCA_SESSION_REQUIRED' } });
    valueOf(await play.run(core.customers.delete, { id: gone.id }));
    valueOf(await play.run(core.sca.startLogin, { customerId, factor: 'SMS_OTP' }));
    valueOf(await payer.login(byCode(CODE)));
    for (const read of await reads()) expect(read.ok).toBe(true);
  });

  test('needs a factor that the customer has, and a proof of that kind', async () => {
    const payer = await regulated();
    const { play, core, customerId } = payer;
    for (const factor of ['TOTP', 'PASSKEY'] as const) {
      expect(await play.run(core.sca.startLogin, { customerId, factor })).toMatchObject(wrongField('factor'));
    }
    expect(await payer.login({})).toMatchObject(wrongField('code'));
    expect(await payer.login(byCode(CODE), 'TOTP')).toMatchObject(wrongField('code'));
  });
});

describe('a beneficiary', () => {
  test('is paid without a challenge while it is trusted', async () => {
    const payer = await regulated();
    const { play, core } = payer;
    const { id } = await payer.external();
    expect(valueOf(await payer.trust(id))).toEqual({ trusted: true });
    expect(await play.run(core.sca.startTrust, { id })).toMatchObject({ error: { code: 'BENEFICIARY_TRUSTED' } });
    expect(await play.run(core.accounts.deleteExternal, { id })).toMatchObject({
      error: { code: 'BENEFICIARY_TRUSTED' },
    });
    const quote = await payer.quoted(payer.fromAccount(payer.usd.id, id));
    expect(valueOf(await payer.execute(quote.id)).status).toBe('PROCESSING');
    expect((await payer.quoted(payer.funded(id))).status).toBe('PENDING');
    const { id: stranger } = await payer.external('895');
    expect((await asked(payer, stranger)).status).toBe('PENDING_AUTHORIZATION');

    const started = valueOf(await play.run(core.sca.startUntrust, { id }));
    // A proof for trusting is not valid for untrusting.
    expect(await answered(play, core.sca.confirmTrust, { id, ...byCode(CODE) })).toMatchObject({
      error: { code: 'BENEFICIARY_TRUSTED' },
    });
    const proof = byCode(CODE, started.challenge.id);
    expect(valueOf(await answered(play, core.sca.confirmUntrust, { id, ...proof }))).toEqual({ trusted: false });
    expect(await play.run(core.sca.startUntrust, { id })).toMatchObject(CONFLICT);
    expect((await asked(payer, id)).status).toBe('PENDING_AUTHORIZATION');
  });

  test('is not trusted by a wrong code, the code of another challenge, or after the challenge expired', async () => {
    const payer = await regulated();
    const { play, core } = payer;
    const [{ id }, { id: other }] = [await payer.external(), await payer.external('896')];
    expect(await payer.trust(id, byCode(WRONG))).toMatchObject(wrongField('code'));
    const started = valueOf(await play.run(core.sca.startTrust, { id: other }));
    const confirm = (to: string, proof: ScaProof) => answered(play, core.sca.confirmTrust, { id: to, ...proof });
    expect(await confirm(id, byCode(CODE, started.challenge.id))).toMatchObject(wrongField('challengeId'));
    play.clock.advance(300);
    expect(await confirm(other, byCode(CODE))).toMatchObject(CONFLICT);
    expect((await asked(payer, id)).status).toBe('PENDING_AUTHORIZATION');
  });
});

describe('a lost factor', () => {
  test('is removed after a passed liveness check', async () => {
    const payer = await regulated();
    const { play, core, customerId } = payer;
    await payer.enrollTotp();
    const started = valueOf(await answered(play, core.sca.startReset, { customerId, factor: 'TOTP' }));
    const key = { customerId, resetId: started.reset.id };
    const complete = () => play.run(core.sca.completeReset, key);
    const status = async () => {
      const { reset, enrollment } = valueOf(await play.read(core.sca.getReset, key));
      return [reset.status, enrollment];
    };
    expect(await status()).toEqual(['INITIATED', null]);
    expect(await complete()).toMatchObject(CONFLICT);
    await core.work.drain();
    expect(await status()).toEqual(['LIVENESS_PASSED', null]);
    for (let i = 0; i < 5; i++) await payer.login(byCode(WRONG), 'TOTP');
    expect(await payer.login(byCode(CODE), 'TOTP')).toMatchObject(LOCKED);
    valueOf(await complete());
    expect(await status()).toEqual(['COMPLETED', 'PENDING']);
    expect(await complete()).toMatchObject(CONFLICT);
    await payer.enrollTotp();
    expect(await status()).toEqual(['COMPLETED', 'COMPLETED']);
    valueOf(await payer.login(byCode(CODE), 'TOTP'));
  });

  test('is replaced by a new phone, which must be verified', async () => {
    const payer = await regulated();
    const { play, core, customerId } = payer;
    const started = valueOf(await answered(play, core.sca.startReset, { customerId, factor: 'SMS_OTP' }));
    const complete = (mobile?: { countryCode: string; number: string }) =>
      play.run(core.sca.completeReset, { customerId, resetId: started.reset.id, mobile });
    await core.work.drain();
    expect(await complete()).toMatchObject(wrongField('mobile'));
    expect(await complete({ countryCode: '49', number: 'x' })).toMatchObject(wrongField('mobile.number'));
    expect(await complete({ countryCode: '49', number: '15112345678' })).toMatchObject(wrongField('mobile.number'));
    valueOf(await complete({ countryCode: '+49', number: '160 000 0001' }));
    const { customer } = valueOf(await play.read(core.customers.get, { id: customerId }));
    expect(customer).toMatchObject({ phoneNumber: '+491600000001', contactPhone: 'PENDING' });
    expect(valueOf(await play.read(core.sca.listFactors, { customerId }))).toEqual([]);
  });

  test.each([
    ['001', 'PENDING_REVIEW'],
    ['002', 'REJECTED'],
  ])('stays active without a passed liveness check (name ending in %s)', async (ending, expected) => {
    const play = await playCore();
    const { core } = play;
    const customer = valueOf(
      await play.run(core.customers.create, {
        customerType: 'INDIVIDUAL',
        fullName: `Ada Lovelace ${ending}`,
        region: 'DE',
        phoneNumber: PHONE,
      }),
    );
    const factor = { customerId: customer.id, factor: 'SMS_OTP' } as const;
    const started = valueOf(await answered(play, core.sca.startReset, factor));
    await core.work.drain();
    const key = { customerId: customer.id, resetId: started.reset.id };
    const status = async () => valueOf(await play.read(core.sca.getReset, key)).reset.status;
    expect(await status()).toBe(expected);
    const decided = await play.run(core.sca.decideReset, { resetId: key.resetId, verdict: 'PASSED' });
    expect(decided.ok).toBe(expected === 'PENDING_REVIEW');
    await play.pass(3600);
    expect(await status()).toBe(expected === 'REJECTED' ? 'REJECTED' : 'EXPIRED');
    expect(await play.run(core.sca.completeReset, key)).toMatchObject(CONFLICT);
  });

  test('can be reset five times within an hour, and each reset replaces the previous one', async () => {
    const payer = await regulated();
    const { play, core, customerId } = payer;
    const start = () => answered(play, core.sca.startReset, { customerId, factor: 'SMS_OTP' });
    const first = valueOf(await start());
    for (let i = 0; i < 4; i++) valueOf(await start());
    expect(await start()).toMatchObject({ ok: false, error: { code: 'RATE_LIMITED' } });
    const view = valueOf(await play.read(core.sca.getReset, { customerId, resetId: first.reset.id }));
    expect(view.reset.status).toBe('EXPIRED');
    expect(await answered(play, core.sca.startReset, { customerId, factor: 'PASSKEY' })).toMatchObject(CONFLICT);
  });
});

test('a reset is refused, and can be started later, while the provider of liveness checks fails', async () => {
  const payer = await regulated();
  const sca = scaPorts();
  let begin: typeof sca.liveness.begin = async () => {
    throw new Error('https://provider.example/?key=secret did not answer');
  };
  const liveness = { ...sca.liveness, begin: (request: Parameters<typeof begin>[0]) => begin(request) };
  const { storage, clock } = payer.play;
  const play = await playCore({ storage, clock, sca: { ...sca, liveness } }, EXISTING);
  const start = () =>
    answered(play, play.core.sca.startReset, { customerId: payer.customerId, factor: 'SMS_OTP' as const });
  const refused = await start();
  expect(refused).toMatchObject({ ok: false, error: { code: 'SERVICE_UNAVAILABLE' } });
  expect(JSON.stringify(refused)).not.toContain('secret');
  begin = async () => {
    throw new Bug('a mistake');
  };
  await expect(start()).rejects.toThrow(Bug);
  begin = sca.liveness.begin;
  expect((await start()).ok).toBe(true);
});

test('customers outside the EEA have no factors, logins or resets', async () => {
  const payer = await playPayer();
  const { play, customerId } = payer;
  const { core } = play;
  const { id } = await payer.external();
  const answers = [
    await play.read(core.sca.listFactors, { customerId }),
    await play.run(core.sca.startEnrollment, { customerId, type: 'TOTP' }),
    await answered(play, core.sca.confirmEnrollment, { customerId, type: 'TOTP', secret: '00', code: CODE }),
    await play.run(core.sca.deleteFactor, { customerId, credentialId: 'ScaFactor:none' }),
    await play.run(core.sca.startLogin, { customerId, factor: 'SMS_OTP' }),
    await answered(play, core.sca.completeLogin, {
      customerId,
      factor: 'SMS_OTP',
      endUserIpAddress: '203.0.113.7',
      ...byCode(CODE),
    }),
    await play.run(core.sca.recordSecurityEvent, { customerId, eventType: 'FAILED_LOGIN_ATTEMPT' }),
    await answered(play, core.sca.startReset, { customerId, factor: 'SMS_OTP' }),
    await play.read(core.sca.getReset, { customerId, resetId: 'ScaReset:none' }),
    await play.run(core.sca.completeReset, { customerId, resetId: 'ScaReset:none' }),
    await play.run(core.sca.startTrust, { id }),
    await answered(play, core.sca.confirmTrust, { id, ...byCode(CODE) }),
    await play.run(core.sca.startUntrust, { id }),
    await answered(play, core.sca.confirmUntrust, { id, ...byCode(CODE) }),
  ];
  for (const answer of answers) expect(answer).toMatchObject(CONFLICT);
  expect(await play.read(core.sca.listFactors, { customerId: 'Customer:none' })).toMatchObject({
    error: { code: 'USER_NOT_FOUND' },
  });
});

test('code records are kept while a limit counts them', async () => {
  const payer = await regulated();
  const { play } = payer;
  const { core } = play;
  const quote = await asked(payer);
  const codes = await play.storage.units.read(play.tenant, (reads) =>
    reads.list(ONE_TIME_CODES, { order: 'asc', limit: 9 }),
  );
  expect(codes.rows.map(({ use }) => use)).toContain(`sca.sms/${quote.sca!.challenge!.id}`);
  payer.play.clock.advance(3_601);
  await core.work.forgetAnswers();
  const left = await play.storage.units.read(play.tenant, (reads) =>
    reads.list(ONE_TIME_CODES, { order: 'asc', limit: 9 }),
  );
  expect(left.rows).toEqual([]);
});
