import { describe, expect, test } from 'vitest';
import { instant, ok, PENDING_COMMANDS, readAll } from '../kernel/index.js';
import { type Caller, OPERATOR_SESSIONS, SIGN_IN_REFUSALS } from '../operators/index.js';
import { valueOf } from '../testing/play-core.js';
import {
  CLIENT,
  errorOf,
  fieldsOf,
  PASSWORD,
  playOperators as play,
  ROOT,
  STEP_SECONDS,
} from '../testing/play-operators.js';
import type { FactorStart } from './index.js';

describe('an invitation', () => {
  test('creates an operator, and is in the log with the system user and without its secret', async () => {
    const { invited, log } = await play();
    const { operator, link } = await invited('Ada Lovelace', 'ADMIN');
    expect(operator).toMatchObject({ name: 'Ada Lovelace', role: 'ADMIN', status: 'INVITED', hasPassword: false });
    const [entry, ...others] = await log();
    expect(others).toEqual([]);
    expect(entry).toMatchObject({
      ...{ operatorId: null, operatorName: 'deploy', source: 'MASTER_KEY', outcome: 'DONE' },
      ...{ action: 'operators.invite', subject: operator.id, requestId: 'command' },
    });
    expect(JSON.stringify(entry)).not.toContain(link.split('.')[1]);
  });

  test('refuses a name that is taken in another case, and a name with control characters', async () => {
    const { invited, operators } = await play();
    await invited('Ada');
    expect(errorOf(await operators.invite({ name: ' ADA ', role: 'VIEWER' }, ROOT)).code).toBe('CONFLICT');
    for (const name of ['', '   ', 'a\u001B[2J', '<b>', 'x'.repeat(101), '\u202Eeve']) {
      expect(fieldsOf(await operators.invite({ name, role: 'VIEWER' }, ROOT)), name).toEqual(['name']);
    }
    expect((await operators.list()).map(({ name }) => name)).toEqual(['Ada']);
  });

  test('ends after an hour, and a reset replaces it', async () => {
    const { invited, operators, clock } = await play();
    const { link } = await invited('Ada');
    clock.advance(3_599);
    expect(valueOf(await operators.enrolment(link))).toEqual({ name: 'Ada', role: 'OPERATOR' });
    clock.advance(1);
    expect(errorOf(await operators.enrolment(link)).code).toBe('REFERENCE_NOT_FOUND');
    const again = valueOf(await operators.reset({ name: 'ada' }, ROOT));
    expect((await operators.enrolment(link)).ok).toBe(false);
    expect((await operators.enrolment(again.link)).ok).toBe(true);
  });

  test('is not found with another secret or another operator', async () => {
    const { invited, operators } = await play();
    const [ada, eve] = [await invited('Ada'), await invited('Eve')];
    const [adaId = ''] = ada.link.split('.');
    const [, eveSecret = ''] = eve.link.split('.');
    for (const link of ['', adaId, `${adaId}.${eveSecret}`, `${ada.link}x`, `${adaId}.${'A'.repeat(43)}`]) {
      expect(errorOf(await operators.enrolment(link)).code, link).toBe('REFERENCE_NOT_FOUND');
    }
  });
});

describe('enrolment', () => {
  test('stores a password with an authenticator app, uses the link up and signs in', async () => {
    const { invited, begun, operators, passwordFactor, callerOf, account, log } = await play();
    const { link, operator } = await invited('Ada');
    const start = await begun(link, 'PASSWORD');
    expect(start).toMatchObject({ base32: 'ABAB', uri: 'otpauth://totp/Corridor console:Ada' });
    expect(await operators.enrolmentSetup(link, start.setupId)).toEqual(start);
    const started = valueOf(await operators.enrol(link, passwordFactor(start.setupId), CLIENT));
    expect((await callerOf(started)).operator).toMatchObject({ id: operator.id, status: 'ACTIVE' });
    expect(await account(operator.id)).toMatchObject({ enrolmentDigest: null, passwordHash: `hash of ${PASSWORD}` });
    for (const again of [
      await operators.enrol(link, passwordFactor(start.setupId), CLIENT),
      await operators.enrolment(link),
      await operators.beginEnrolment(link, 'PASSKEY', CLIENT),
    ]) {
      expect(errorOf(again).code).toBe('REFERENCE_NOT_FOUND');
    }
    const entries = await log();
    expect(entries.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'operators.invite DONE',
      'operators.enrol DONE',
      'operators.signIn SIGNED_IN',
    ]);
    const written = JSON.stringify(entries);
    for (const secret of [PASSWORD, 'ABAB', 'abab', started.text.split('.')[1]!]) expect(written).not.toContain(secret);
  });

  test('seals the secret of the authenticator app, also while it is being set up', async () => {
    const { invited, begun, operators, passwordFactor, account, storage } = await play();
    const { link, operator } = await invited('Ada');
    const { setupId } = await begun(link, 'PASSWORD');
    const [pending] = await storage.units.read(null, (reads) => reads.getMany(PENDING_COMMANDS, [setupId]));
    expect(pending?.payload).toMatch(/^sealed:pending_commands\//);
    valueOf(await operators.enrol(link, passwordFactor(setupId), CLIENT));
    expect((await account(operator.id)).totpSecret).toMatch(/^sealed:operators\/Operator:.*\/totpSecret:/);
  });

  test('stays open after a weak password or a wrong code', async () => {
    const { invited, begun, operators, passwordFactor } = await play();
    const { link } = await invited('Ada');
    const { setupId } = await begun(link, 'PASSWORD');
    const enrol = (over: { password?: string; code?: string }) =>
      operators.enrol(link, passwordFactor(setupId, over), CLIENT);
    expect(fieldsOf(await enrol({ password: 'short' }))).toEqual(['password']);
    expect(fieldsOf(await enrol({ code: '000000' }))).toEqual(['code']);
    expect((await enrol({})).ok).toBe(true);
  });

  test('accepts a setup for its own operator, method and quarter of an hour only', async () => {
    const { invited, begun, operators, passwordFactor, passkeyFactor, clock } = await play();
    const [ada, eve] = [await invited('Ada'), await invited('Eve')];
    const ofEve = await begun(eve.link, 'PASSWORD');
    expect(errorOf(await operators.enrol(ada.link, passwordFactor(ofEve.setupId), CLIENT)).code).toBe('CONFLICT');
    expect(await operators.enrolmentSetup(ada.link, ofEve.setupId)).toBeNull();
    const passkey = await begun(ada.link, 'PASSKEY');
    expect(errorOf(await operators.enrol(ada.link, passwordFactor(passkey.setupId), CLIENT)).code).toBe('CONFLICT');
    clock.advance(900);
    expect(errorOf(await operators.enrol(ada.link, passkeyFactor(passkey), CLIENT)).code).toBe('CONFLICT');
  });

  test('stores a passkey only for its challenge and with user verification', async () => {
    const { invited, begun, operators, passkeyFactor } = await play();
    const { link } = await invited('Ada');
    const [start, other] = [await begun(link, 'PASSKEY'), await begun(link, 'PASSKEY')];
    const crossed = { ...passkeyFactor(start), setupId: other.setupId };
    expect(fieldsOf(await operators.enrol(link, crossed, CLIENT))).toEqual(['credential']);
    expect(fieldsOf(await operators.enrol(link, passkeyFactor(start, 'unverified'), CLIENT))).toEqual(['credential']);
    expect((await operators.enrol(link, passkeyFactor(start), CLIENT)).ok).toBe(true);
  });

  test('succeeds once for two requests at the same time', async () => {
    const { invited, begun, operators, passwordFactor } = await play();
    const { link } = await invited('Ada');
    const { setupId } = await begun(link, 'PASSWORD');
    const both = await Promise.all([1, 2].map(() => operators.enrol(link, passwordFactor(setupId), CLIENT)));
    expect(both.filter(({ ok: isOk }) => isOk)).toHaveLength(1);
  });
});

describe('a sign-in with a password', () => {
  test('starts a new session each time, whose text is not stored', async () => {
    const { withPassword, signIn, nextCode, storage, callerOf } = await play();
    const first = await withPassword('Ada');
    const second = valueOf(await signIn('ada', { code: nextCode() }));
    expect(second.text).not.toBe(first.text);
    expect((await callerOf(second)).session.label).toBe(CLIENT.browser);
    const stored = await storage.units.read(null, (reads) => readAll(reads, OPERATOR_SESSIONS));
    expect(stored.map(({ kind }) => kind).sort()).toEqual(['CONSOLE', 'CONSOLE', 'DEVICE', 'DEVICE']);
    expect(JSON.stringify(stored)).not.toContain(second.text.split('.')[1]);
  });

  test('accepts each code once, also of two requests at the same time', async () => {
    const { withPassword, signIn, nextCode } = await play();
    await withPassword('Ada');
    expect(errorOf(await signIn('Ada')).code).toBe('UNAUTHORIZED'); // the code of the enrolment
    const code = nextCode();
    const both = await Promise.all([signIn('Ada', { code }), signIn('Ada', { code })]);
    expect(both.filter(({ ok: isOk }) => isOk)).toHaveLength(1);
    expect((await signIn('Ada', { code })).ok).toBe(false);
  });

  test('gives the same answer with the same work for an unknown name, a wrong password and a wrong code', async () => {
    const { withPassword, invited, signIn, nextCode, verified, log } = await play();
    const LATER = { code: '000000' };
    await withPassword('Ada');
    await invited('Eve');
    const refused = [];
    for (const [name, over] of [
      ['Grace', {}],
      ['', {}],
      ['Eve', {}],
      ['Ada', { password: 'another password 12' }],
      ['Ada', LATER],
    ] as const) {
      const [hashes, entries] = [verified(), (await log()).length];
      refused.push(errorOf(await signIn(name, { code: nextCode(), ...over })));
      expect(verified() - hashes, name).toBe(1);
      // The first refusal of an hour under a name is in the log: for the unknown names, Eve, and Ada.
      expect((await log()).length - entries, name).toBe(name === '' || over === LATER ? 0 : 1);
    }
    expect(new Set(refused.map((error) => JSON.stringify(error))).size).toBe(1);
    expect((await log()).at(-3)).toMatchObject({ operatorId: null, operatorName: 'unknown', subject: 'operators' });
    expect(JSON.stringify(await log())).not.toMatch(/Grace|another password/);
  });

  test('locks the password after five wrong codes with the right password in a row, for a time that doubles up to a day', async () => {
    const { withPassword, signIn, nextCode, account, clock } = await play();
    const { operator } = await withPassword('Ada');
    const wrong = async () => expect((await signIn('Ada', { code: '000000' })).ok).toBe(false);
    for (let attempt = 0; attempt < 50; attempt += 1) await signIn('Ada', { password: 'wrong password 123' });
    expect(await account(operator.id)).toMatchObject({ failures: 0, lockedUntil: null });
    for (let attempt = 0; attempt < 4; attempt += 1) await wrong();
    expect((await account(operator.id)).lockedUntil).toBeNull();
    const lengths: number[] = [];
    for (let attempt = 0; attempt < 9; attempt += 1) {
      await wrong();
      const { lockedUntil } = await account(operator.id);
      const seconds = (lockedUntil! - clock.now()) / 1000;
      lengths.push(seconds / 60);
      clock.advance(seconds);
    }
    expect(lengths).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440]);
    expect((await signIn('Ada', { code: nextCode() })).ok).toBe(true);
    expect(await account(operator.id)).toMatchObject({ failures: 0, lockedUntil: null });
  });

  test('counts refusals for each name and hour, and writes the first of them to the log', async () => {
    const { withPassword, signIn, operators, clock, log, storage } = await play();
    const { operator } = await withPassword('Ada');
    const refused = async () => (await log()).filter(({ outcome }) => outcome === 'SIGN_IN_REFUSED');
    for (let attempt = 0; attempt < 30; attempt += 1) {
      await signIn('Ada', { password: 'wrong password 123' });
      await signIn(`stranger ${attempt}`);
    }
    expect((await refused()).map(({ subject }) => subject)).toEqual([operator.id, 'operators']);
    expect(Object.fromEntries(await operators.refusalsOfDay())).toEqual({ [operator.id]: 30n, operators: 30n });
    clock.advance(3_600);
    await signIn('Ada', { password: 'wrong password 123' });
    expect(await refused()).toHaveLength(3);
    expect((await operators.refusalsOfDay()).get(operator.id)).toBe(31n);
    clock.advance(24 * 3_600);
    expect((await operators.refusalsOfDay()).size).toBe(0);
    const kept = () => storage.units.removeExpired(null, SIGN_IN_REFUSALS, clock.now(), 100);
    expect(await kept()).toBe(0);
    clock.advance(400 * 86_400);
    expect(await kept()).toBe(3);
  });

  test('returns SERVICE_UNAVAILABLE without a count if too many hashes wait', async () => {
    const { withPassword, signIn, nextCode, beBusy, operators } = await play();
    await withPassword('Ada');
    beBusy(true);
    const refused = errorOf(await signIn('Ada', { code: nextCode() }));
    expect(refused).toMatchObject({ code: 'SERVICE_UNAVAILABLE', details: { retryAfter: 10 } });
    expect((await operators.refusalsOfDay()).size).toBe(0);
    beBusy(false);
    expect((await signIn('Ada')).ok).toBe(true);
  });

  test('says that it is locked only to the right password with a right code, which it uses up', async () => {
    const { withPassword, signIn, nextCode, account, clock } = await play();
    const { operator } = await withPassword('Ada');
    const unknown = errorOf(await signIn('Eve'));
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn('Ada', { code: '000000' });
    const { lockedUntil } = await account(operator.id);
    clock.advance(15 * 60 - 45);
    expect(errorOf(await signIn('Ada', { password: 'wrong password 123' }))).toEqual(unknown);
    expect(errorOf(await signIn('Ada', { code: '000000' }))).toEqual(unknown);
    const code = nextCode();
    expect(errorOf(await signIn('Ada', { code })).code).toBe('ACCOUNT_LOCKED');
    // Attempts during the lock do not extend it.
    expect((await account(operator.id)).lockedUntil).toBe(lockedUntil);
    clock.advance(15);
    expect(errorOf(await signIn('Ada', { code })).code).toBe('UNAUTHORIZED');
    clock.advance(30 * 60);
    expect((await signIn('Ada', { code: nextCode() })).ok).toBe(true);
  });

  test('writes refusals and sign-ins to the log with the address and without secrets', async () => {
    const { withPassword, signIn, nextCode, log } = await play();
    const { operator } = await withPassword('Ada');
    await signIn('Ada', { password: 'wrong password 123' });
    valueOf(await signIn('Ada', { code: nextCode() }));
    const [refused, accepted] = (await log()).slice(-2);
    expect(refused).toMatchObject({
      ...{ outcome: 'SIGN_IN_REFUSED', operatorId: operator.id, source: 'CONSOLE', action: 'operators.signIn' },
      ...{ input: { method: 'PASSWORD', address: '192.0.2.7' }, after: { code: 'UNAUTHORIZED' } },
    });
    expect(accepted).toMatchObject({ outcome: 'SIGNED_IN', operatorName: 'Ada' });
    expect(JSON.stringify([refused, accepted])).not.toMatch(/password 123|tractor/);
  });
});

describe('a known browser', () => {
  test('has a reserved place for its operator alone', async () => {
    const { withPassword, signInFrom, nextCode, turns } = await play();
    const ada = await withPassword('Ada');
    await withPassword('Eve');
    for (const [device, name] of [
      [ada.device, 'Ada'],
      [ada.device, 'Eve'],
      [null, 'Ada'],
      [`${ada.device}x`, 'Ada'],
      [ada.text, 'Ada'],
    ] as const) {
      await signInFrom(device, name, { code: nextCode() });
    }
    expect(turns.map(({ isReserved }) => isReserved)).toEqual([true, false, false, false, false]);
  });

  test('gives no access', async () => {
    const { withPassword, operators } = await play();
    const { device } = await withPassword('Ada');
    for (const kind of ['CONSOLE', 'COMMAND_LINE'] as const)
      expect(errorOf(await operators.signedIn(device, kind)).code).toBe('UNAUTHORIZED');
  });

  test('is not locked by strangers, and its wrong codes lock no other browser', async () => {
    const { withPassword, signIn, signInFrom, nextCode, account } = await play();
    const { operator, device } = await withPassword('Ada');
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn('Ada', { code: '000000' });
    expect(errorOf(await signIn('Ada', { code: nextCode() })).code).toBe('ACCOUNT_LOCKED');
    const again = valueOf(await signInFrom(device, 'Ada', { code: nextCode() }));
    expect(again.device).toBe(device);
    // A sign-in of a known browser does not end the lock of strangers.
    expect((await account(operator.id)).lockedUntil).not.toBeNull();
    for (let attempt = 0; attempt < 5; attempt += 1) await signInFrom(device, 'Ada', { code: '000000' });
    expect(errorOf(await signInFrom(device, 'Ada', { code: nextCode() })).code).toBe('ACCOUNT_LOCKED');
    expect((await account(operator.id)).failures).toBe(5);
  });

  test('is known for 90 days after its last sign-in', async () => {
    const { withPassword, signInFrom, nextCode, operators, clock } = await play();
    const { device } = await withPassword('Ada');
    clock.advance(80 * 86_400);
    expect(valueOf(await signInFrom(device, 'Ada', { code: nextCode() })).device).toBe(device);
    clock.advance(80 * 86_400);
    expect(await operators.knownDevice(device)).not.toBeNull();
    clock.advance(10 * 86_400);
    expect(await operators.knownDevice(device)).toBeNull();
    const other = valueOf(await signInFrom(device, 'Ada', { code: nextCode() })).device;
    expect(other).not.toBe(device);
  });

  test.each(['revoke', 'sign-out everywhere', 'new password', 'reset', 'disable'] as const)(
    'is forgotten with: %s',
    async (event) => {
      const { withPassword, callerOf, byCode, operators } = await play();
      const started = await withPassword('Ada');
      const caller = await callerOf(started);
      const known = (await operators.knownDevice(started.device))!;
      expect((await operators.sessions(caller)).map(({ kind }) => kind)).toContain('DEVICE');
      switch (event) {
        case 'revoke':
          valueOf(await operators.revokeSession(caller, known.id, 'request'));
          break;
        case 'sign-out everywhere':
          valueOf(await operators.signOutEverywhere(caller, 'request'));
          break;
        case 'new password':
          valueOf(await operators.changePassword(caller, 'amber violin 7 harbour', byCode(), CLIENT));
          break;
        case 'reset':
          valueOf(await operators.reset({ name: 'Ada' }, ROOT));
          break;
        default:
          valueOf(await operators.disable({ name: 'Ada' }, ROOT));
      }
      expect(await operators.knownDevice(started.device)).toBeNull();
    },
  );
});

describe('a sign-in with a passkey', () => {
  test('starts a session, also while the password is locked', async () => {
    const { withPasskey, byPasskey, signIn, callerOf } = await play();
    const { operator } = await withPasskey('Ada');
    for (let attempt = 0; attempt < 6; attempt += 1) await signIn('Ada');
    const started = valueOf(await byPasskey(operator.id, { counter: 3 }));
    expect((await callerOf(started)).operator.passkeys).toMatchObject([{ counter: 3, name: 'Laptop' }]);
  });

  test('accepts a challenge once and for five minutes', async () => {
    const { withPasskey, operators, assertion, clock } = await play();
    const { operator } = await withPasskey('Ada');
    const { challengeId, options } = valueOf(await operators.beginSignIn(CLIENT));
    const proof = { challengeId, credential: assertion(options, operator.id) };
    const both = await Promise.all([1, 2].map(() => operators.signInWithPasskey(proof, CLIENT)));
    expect(both.map(({ ok: isOk }) => isOk).sort()).toEqual([false, true]);
    expect(errorOf(await operators.signInWithPasskey(proof, CLIENT)).code).toBe('UNAUTHORIZED');
    const late = valueOf(await operators.beginSignIn(CLIENT));
    clock.advance(300);
    const credential = assertion(late.options, operator.id);
    expect((await operators.signInWithPasskey({ challengeId: late.challengeId, credential }, CLIENT)).ok).toBe(false);
  });

  test('refuses the challenge of another sign-in, another operator, an unknown passkey and unreadable input', async () => {
    const { withPasskey, withPassword, operators, assertion, byPasskey } = await play();
    const ada = await withPasskey('Ada');
    const eve = await withPassword('Eve');
    const [one, two] = [valueOf(await operators.beginSignIn(CLIENT)), valueOf(await operators.beginSignIn(CLIENT))];
    const crossed = { challengeId: one.challengeId, credential: assertion(two.options, ada.operator.id) };
    const answers = [
      await operators.signInWithPasskey(crossed, CLIENT),
      await byPasskey(eve.operator.id),
      await byPasskey('Operator:unknown'),
      await byPasskey(ada.operator.id, { id: 'passkey-2' }),
      await operators.signInWithPasskey({ challengeId: two.challengeId, credential: {} }, CLIENT),
      await operators.signInWithPasskey({ challengeId: 'Request:none', credential: { response: 7 } }, CLIENT),
    ].map((answer) => JSON.stringify(errorOf(answer)));
    expect(new Set(answers).size).toBe(1);
    const counts = await operators.refusalsOfDay();
    expect([...counts.values()].reduce((sum, count) => sum + count, 0n)).toBe(6n);
  });

  test('refuses a copied authenticator, whose counter does not increase', async () => {
    const { withPasskey, byPasskey } = await play();
    const { operator } = await withPasskey('Ada');
    expect((await byPasskey(operator.id, { counter: 5 })).ok).toBe(true);
    expect((await byPasskey(operator.id, { counter: 5 })).ok).toBe(false);
    expect((await byPasskey(operator.id, { counter: 0 })).ok).toBe(false);
    expect((await byPasskey(operator.id, { counter: 6 })).ok).toBe(true);
  });
});

describe('the sessions of an operator', () => {
  test('end with the sign-out, and for all with the sign-out everywhere', async () => {
    const { withPassword, signIn, nextCode, callerOf, operators, clock, log, credentialOf } = await play();
    const first = await withPassword('Ada');
    const second = valueOf(await signIn('Ada', { code: nextCode() }));
    valueOf(await operators.signOut(await callerOf(first), 'request'));
    expect((await operators.signedIn(first.text, 'CONSOLE')).ok).toBe(false);
    const caller = await callerOf(second);
    const command = valueOf(await credentialOf(caller, 'my laptop'));
    valueOf(await operators.signOutEverywhere(caller, 'request'));
    expect((await operators.signedIn(second.text, 'CONSOLE')).ok).toBe(false);
    expect((await operators.signedIn(command.text, 'COMMAND_LINE')).ok).toBe(false);
    expect(errorOf(await operators.signOutEverywhere(caller, 'request')).code).toBe('UNAUTHORIZED');
    clock.advance(STEP_SECONDS);
    expect((await signIn('Ada')).ok).toBe(true);
    expect((await log()).filter(({ outcome }) => outcome === 'SIGNED_OUT')).toHaveLength(2);
  });

  test.each(['reset', 'sign-out everywhere'] as const)(
    'end with the %s also if the clock of the host that started them is ahead',
    async (event) => {
      const { withPassword, signIn, nextCode, callerOf, operators, clock, storage } = await play();
      const first = await withPassword('Ada');
      const second = valueOf(await signIn('Ada', { code: nextCode() }));
      const { id } = (await callerOf(second)).session;
      await storage.units.run(null, async (tx) => {
        const session = (await tx.get(OPERATOR_SESSIONS, id))!;
        const createdAt = instant(session.createdAt + 2_000);
        tx.remove(OPERATOR_SESSIONS, session);
        tx.add(OPERATOR_SESSIONS, { ...session, createdAt, version: 1 });
        return ok();
      });
      if (event === 'reset') {
        const { link } = valueOf(await operators.reset({ name: 'Ada' }, ROOT));
        const start = valueOf(await operators.beginEnrolment(link, 'PASSKEY', CLIENT));
        const challenge = (start as Extract<FactorStart, { method: 'PASSKEY' }>).options['challenge'];
        const credential = { id: 'passkey-1', response: { clientDataJSON: challenge, attestationObject: 'object' } };
        const factor = { method: 'PASSKEY', setupId: start.setupId, credential, name: 'Laptop' } as const;
        valueOf(await operators.enrol(link, factor, CLIENT));
      } else {
        valueOf(await operators.signOutEverywhere(await callerOf(first), 'request'));
      }
      clock.advance(3);
      expect((await operators.signedIn(second.text, 'CONSOLE')).ok).toBe(false);
    },
  );

  test('include none that is created during the sign-out everywhere', async () => {
    const { withPassword, callerOf, operators, clock, byCode } = await play();
    const caller = await callerOf(await withPassword('Ada'));
    const proof = byCode();
    const out = operators.signOutEverywhere(caller, 'request');
    clock.advance(1);
    const made = operators.createCommandLineCredential(caller, 'my laptop', proof, CLIENT);
    expect((await out).ok).toBe(true);
    const credential = await made;
    if (credential.ok) expect((await operators.signedIn(credential.value.text, 'COMMAND_LINE')).ok).toBe(false);
    expect(await operators.sessions(caller)).toEqual([]);
  });

  test.each(['reset', 'disable'] as const)('end with %s, together with every way to sign in', async (event) => {
    const { withPassword, signIn, nextCode, operators, account, log } = await play();
    const { operator, text } = await withPassword('Ada');
    valueOf<unknown>(await operators[event]({ name: 'Ada' }, ROOT));
    expect((await operators.signedIn(text, 'CONSOLE')).ok).toBe(false);
    expect((await signIn('Ada', { code: nextCode() })).ok).toBe(false);
    expect(await account(operator.id)).toMatchObject({ passwordHash: null, totpSecret: null, passkeys: [] });
    expect((await log()).find(({ action }) => action === `operators.${event}`)).toMatchObject({
      ...{ operatorId: null, operatorName: 'deploy', source: 'MASTER_KEY' },
      ...{ before: { status: 'ACTIVE' }, after: { status: event === 'reset' ? 'INVITED' : 'DISABLED' } },
    });
  });

  test('end when an administrator changes the role, with the approval of another one', async () => {
    const { withPassword, operators, callerOf, signIn, nextCode } = await play();
    const [ada, eve] = [await withPassword('Ada', 'ADMIN'), await withPassword('Eve', 'ADMIN')];
    const { operator } = await withPassword('Bob');
    const bob = valueOf(await signIn('Bob', { code: nextCode() }));
    const callers = [await callerOf(ada), await callerOf(eve)].map((caller) => ({
      ...{ operatorId: caller.operator.id, source: 'CONSOLE', requestId: 'request' },
    })) as never as [Caller, Caller];
    const { tenant } = (await callerOf(bob)).operator;
    const asked = valueOf(
      await operators.actions.request(callers[0], {
        ...{ tenant, action: 'operators.role', input: { id: operator.id, role: 'VIEWER' } },
      }),
    );
    if (asked.kind !== 'awaiting') throw new Error('a change of role waits for an approval');
    expect((await operators.signedIn(bob.text, 'CONSOLE')).ok).toBe(true);
    valueOf(await operators.actions.approve(callers[1], tenant, asked.awaiting));
    expect((await operators.signedIn(bob.text, 'CONSOLE')).ok).toBe(false);
    expect(valueOf(await signIn('Bob', { code: nextCode() })).operator.name).toBe('Bob');
  });

  test('are listed and revoked by their own operator only', async () => {
    const { withPassword, callerOf, operators, credentialOf } = await play();
    const [ada, eve] = [await withPassword('Ada'), await withPassword('Eve')];
    const caller = await callerOf(ada);
    const command = valueOf(await credentialOf(caller, ' build server '));
    const shown = await operators.sessions(caller);
    expect(shown.map(({ kind, label, isCurrent }) => [kind, label, isCurrent])).toEqual(
      expect.arrayContaining([
        ['CONSOLE', CLIENT.browser, true],
        ['COMMAND_LINE', 'build server', false],
      ]),
    );
    const { id } = shown.find(({ kind }) => kind === 'COMMAND_LINE')!;
    const byEve = await operators.revokeSession(await callerOf(eve), id, 'request');
    expect(errorOf(byEve).code).toBe('REFERENCE_NOT_FOUND');
    expect((await operators.signedIn(command.text, 'COMMAND_LINE')).ok).toBe(true);
    valueOf(await operators.revokeSession(caller, id, 'request'));
    expect((await operators.signedIn(command.text, 'COMMAND_LINE')).ok).toBe(false);
    expect((await operators.sessions(caller)).map(({ kind }) => kind).sort()).toEqual(['CONSOLE', 'DEVICE']);
  });

  test('are of one kind: a credential of the command line does not open the console', async () => {
    const { withPassword, callerOf, operators, log, credentialOf } = await play();
    const caller = await callerOf(await withPassword('Ada'));
    expect(fieldsOf(await credentialOf(caller, ' '))).toEqual(['label']);
    const { text } = valueOf(await credentialOf(caller, 'laptop'));
    expect((await operators.signedIn(text, 'CONSOLE')).ok).toBe(false);
    const entry = (await log()).at(-1);
    expect(entry).toMatchObject({ action: 'operators.credential', after: { label: 'laptop' } });
    expect(JSON.stringify(entry)).not.toContain(text.split('.')[1]);
  });

  test('allow what outlives them for a quarter of an hour after the sign-in', async () => {
    const { withPasskey, callerOf, operators, clock, proofOf } = await play();
    const caller = await callerOf(await withPasskey('Ada'));
    const proof = await proofOf(caller);
    clock.advance(900);
    for (const answer of [
      await operators.createCommandLineCredential(caller, 'laptop', proof, CLIENT),
      await operators.beginProof(caller, 'request'),
      await operators.beginSetup(caller, 'PASSWORD', proof, CLIENT),
      await operators.removePasskey(caller, 'passkey-1', proof, CLIENT),
      await operators.changePassword(caller, PASSWORD, proof, CLIENT),
    ]) {
      expect(errorOf(answer).code).toBe('FORBIDDEN');
    }
    expect((await operators.signOut(caller, 'request')).ok).toBe(true);
  });
});

describe('the account of an operator', () => {
  const BETTER = 'a better password 9';

  test('changes the password with the current one and a code, and ends every session but a new one', async () => {
    const { withPassword, signIn, nextCode, callerOf, operators, byCode } = await play();
    const first = await withPassword('Ada');
    const second = valueOf(await signIn('Ada', { code: nextCode() }));
    const caller = await callerOf(second);
    const done = valueOf(await operators.changePassword(caller, BETTER, byCode(), CLIENT));
    // Also the session that made the change: a copy of its cookie must end.
    for (const { text } of [first, second]) expect((await operators.signedIn(text, 'CONSOLE')).ok).toBe(false);
    expect((await operators.sessions(await callerOf(done))).map(({ isCurrent }) => isCurrent)).toEqual([true]);
    expect((await signIn('Ada', { code: nextCode() })).ok).toBe(false);
    expect((await signIn('Ada', { password: BETTER, code: nextCode() })).ok).toBe(true);
  });

  test('reports a weak new password, a wrong current one and a wrong code at once, and counts as a sign-in', async () => {
    const { withPassword, callerOf, operators, byCode, account, log, code } = await play();
    const caller = await callerOf(await withPassword('Ada'));
    const change = (password: string, proof: Parameters<typeof byCode>[0]) =>
      operators.changePassword(caller, password, byCode(proof), CLIENT);
    const wrong = { currentPassword: 'wrong', currentCode: '000000' };
    expect(fieldsOf(await change('short', wrong))).toEqual(['password', 'currentPassword', 'currentCode']);
    expect(fieldsOf(await change('short', {}))).toEqual(['password']);
    expect(fieldsOf(await change(BETTER, { currentPassword: 'wrong' }))).toEqual(['currentPassword']);
    // A wrong password does not lock, as at the sign-in.
    expect((await account(caller.operator.id)).failures).toBe(0);
    expect(fieldsOf(await change(BETTER, { currentCode: '000000' }))).toEqual(['currentCode']);
    expect((await account(caller.operator.id)).failures).toBe(1);
    const refused = (await log()).filter(({ outcome }) => outcome === 'SIGN_IN_REFUSED');
    expect(refused).toMatchObject([
      { action: 'operators.confirm', subject: caller.operator.id, after: { code: 'INVALID_INPUT' } },
    ]);
    const counts = await operators.refusalsOfDay();
    expect(counts.get(caller.operator.id)).toBe(3n);
    expect(JSON.stringify(await log())).not.toContain('wrong');
    expect(code()).not.toBe('000000');
  });

  test('accepts a code once for a sign-in or one change', async () => {
    const { withPassword, callerOf, operators, byCode, signIn, code } = await play();
    const caller = await callerOf(await withPassword('Ada'));
    valueOf(await operators.createCommandLineCredential(caller, 'laptop', byCode(), CLIENT));
    const used = byCode({ currentCode: code() });
    expect(fieldsOf(await operators.changePassword(caller, BETTER, used, CLIENT))).toEqual(['currentCode']);
    expect(errorOf(await signIn('Ada')).code).toBe('UNAUTHORIZED');
  });

  test('locks the password when codes are guessed with a session, and tells nothing during the lock', async () => {
    const { withPassword, callerOf, operators, byCode } = await play();
    const caller = await callerOf(await withPassword('Ada'));
    const change = (over: Parameters<typeof byCode>[0]) =>
      operators.changePassword(caller, BETTER, byCode(over), CLIENT);
    for (let attempt = 0; attempt < 5; attempt += 1)
      expect(fieldsOf(await change({ currentCode: '000000' }))).toEqual(['currentCode']);
    for (const over of [{}, { currentPassword: 'wrong' }, { currentCode: '000000' }])
      expect(errorOf(await change(over)).code).toBe('ACCOUNT_LOCKED');
  });

  test('counts wrong codes of a known browser apart, and ends the count with a right proof', async () => {
    const { withPassword, callerOf, credentialOf, operators, byCode, account, signIn } = await play();
    const started = await withPassword('Ada');
    const caller = await callerOf(started);
    const known = { ...CLIENT, device: started.device };
    const guess = (client: typeof CLIENT) =>
      operators.createCommandLineCredential(caller, 'laptop', byCode({ currentCode: '000000' }), client);
    for (let attempt = 0; attempt < 4; attempt += 1) await guess(known);
    expect((await account(caller.operator.id)).failures).toBe(0);
    valueOf(await credentialOf(caller, 'laptop', known));
    await signIn('Ada', { code: '000000' });
    expect((await account(caller.operator.id)).failures).toBe(1);
    valueOf(await credentialOf(caller, 'laptop'));
    expect((await account(caller.operator.id)).failures).toBe(0);
    for (let attempt = 0; attempt < 4; attempt += 1) expect(fieldsOf(await guess(known))).toEqual(['currentCode']);
    valueOf(await credentialOf(caller, 'laptop', known));
  });

  test('does not accept a password that was replaced while its hash was computed', async () => {
    const { withPassword, callerOf, operators, byCode, code } = await play();
    const caller = await callerOf(await withPassword('Ada'));
    const renewed = await callerOf(valueOf(await operators.changePassword(caller, BETTER, byCode(), CLIENT)));
    // The hash that the caller knows is the one of before.
    const stale = { session: renewed.session, operator: caller.operator };
    const proof = byCode();
    expect(proof.currentCode).toBe(code());
    expect(fieldsOf(await operators.removePasskey(stale, 'passkey-1', proof, CLIENT))).toEqual(['currentPassword']);
  });

  test('adds and removes passkeys, but not the last way to sign in', async () => {
    const { withPasskey, callerOf, operators, passkeyFactor, byPasskey, proofOf } = await play();
    let caller = await callerOf(await withPasskey('Ada'));
    const add = async (id: string) => {
      const start = valueOf(await operators.beginSetup(caller, 'PASSKEY', await proofOf(caller), CLIENT));
      return operators.finishSetup(caller, passkeyFactor(start, id), CLIENT);
    };
    const remove = async () => operators.removePasskey(caller, 'passkey-1', await proofOf(caller), CLIENT);
    expect(errorOf(await remove()).code).toBe('CONFLICT');
    expect(fieldsOf(await add('passkey-1'))).toEqual(['credential']);
    caller = await callerOf(valueOf(await add('passkey-2')));
    valueOf(await remove());
    expect((await byPasskey(caller.operator.id)).ok).toBe(false);
    expect((await byPasskey(caller.operator.id, { id: 'passkey-2' })).ok).toBe(true);
  });

  test('accepts a signature of a passkey once, for its session, and with a counter that increases', async () => {
    const { withPasskey, callerOf, operators, bySignature, byPasskey, account, byCode } = await play();
    const [caller, eve] = [await callerOf(await withPasskey('Ada')), await callerOf(await withPasskey('Eve'))];
    const { id } = caller.operator;
    const other = await callerOf(valueOf(await byPasskey(id, { counter: 3 })));
    const create = (proof: Parameters<typeof operators.createCommandLineCredential>[2], by = caller) =>
      operators.createCommandLineCredential(by, 'laptop', proof, CLIENT);
    const proof = await bySignature(caller, { counter: 4 });
    expect(fieldsOf(await create(proof, other))).toEqual(['credential']);
    expect(fieldsOf(await create(await bySignature(eve), caller))).toEqual(['credential']);
    expect(fieldsOf(await create(await bySignature(caller, { counter: 3 })))).toEqual(['credential']);
    expect(fieldsOf(await create(await bySignature(caller, { id: 'passkey-2', counter: 9 })))).toEqual(['credential']);
    expect(fieldsOf(await create({ ...proof, credential: {} }))).toEqual(['credential']);
    // A wrong answer has used the challenge up.
    expect(fieldsOf(await create(proof))).toEqual(['credential']);
    valueOf(await create(await bySignature(caller, { counter: 5 })));
    expect((await account(id)).passkeys.map(({ counter }) => counter)).toEqual([5]);
    expect(errorOf(await create(byCode())).code).toBe('CONFLICT');
  });

  test('adds a password to passkeys', async () => {
    const { withPasskey, callerOf, operators, passwordFactor, signIn, nextCode, proofOf } = await play();
    const caller = await callerOf(await withPasskey('Ada'));
    const none = await operators.changePassword(caller, PASSWORD, await proofOf(caller), CLIENT);
    expect(errorOf(none).code).toBe('CONFLICT');
    const start = valueOf(await operators.beginSetup(caller, 'PASSWORD', await proofOf(caller), CLIENT));
    expect(await operators.setup(caller, start.setupId)).toEqual(start);
    valueOf(await operators.finishSetup(caller, passwordFactor(start.setupId), CLIENT));
    expect((await signIn('Ada', { code: nextCode() })).ok).toBe(true);
  });
});

describe('notices of a changed sign-in', () => {
  test('are shown by every session but that of the change, until another one acknowledges them', async () => {
    const { withPassword, callerOf, operators, byCode, signIn, nextCode, log, clock } = await play();
    const caller = await callerOf(await withPassword('Ada'));
    const by = { ...CLIENT, address: '203.0.113.9', browser: 'Safari on macOS' };
    const changed = valueOf(await operators.changePassword(caller, 'a better password 9', byCode(), by));
    const entry = (await log()).at(-1)!;
    expect(entry).toMatchObject({ action: 'operators.password', input: { address: '203.0.113.9' } });
    const at = clock.now();
    const own = await callerOf(changed);
    expect(operators.noticesFor(own)).toEqual([]);
    valueOf(await operators.acknowledgeNotices(own, [entry.id], 'request'));
    const again = { password: 'a better password 9', code: nextCode() };
    const later = await callerOf(valueOf(await signIn('Ada', again)));
    expect(operators.noticesFor(later)).toEqual([
      {
        ...{ entry: entry.id, action: 'operators.password', at, address: by.address, by: by.browser },
        session: own.session.id,
      },
    ]);
    valueOf(await operators.acknowledgeNotices(later, ['OperatorLog:other'], 'request'));
    const { length } = await log();
    valueOf(await operators.acknowledgeNotices(later, [entry.id], 'acknowledging'));
    expect((await log()).slice(length)).toMatchObject([
      { action: 'operators.acknowledge', subject: own.operator.id, before: { entries: [entry.id] } },
    ]);
    const after = { password: 'a better password 9', code: nextCode() };
    expect(operators.noticesFor(await callerOf(valueOf(await signIn('Ada', after))))).toEqual([]);
  });

  test('name each kind of change, and a reset with the master key', async () => {
    const played = await play();
    const { withPassword, callerOf, operators, proofOf, byCode, passkeyFactor, passwordFactor, account, nextCode } =
      played;
    let caller = await callerOf(await withPassword('Ada'));
    const { id } = caller.operator;
    valueOf(await played.credentialOf(caller, 'laptop'));
    const passkey = valueOf(await operators.beginSetup(caller, 'PASSKEY', byCode(), CLIENT));
    caller = await callerOf(valueOf(await operators.finishSetup(caller, passkeyFactor(passkey), CLIENT)));
    const password = valueOf(await operators.beginSetup(caller, 'PASSWORD', byCode(), CLIENT));
    nextCode();
    caller = await callerOf(valueOf(await operators.finishSetup(caller, passwordFactor(password.setupId), CLIENT)));
    valueOf(await operators.removePasskey(caller, 'passkey-1', await proofOf(caller), CLIENT));
    const { link } = valueOf(await operators.reset({ name: 'Ada' }, ROOT));
    played.clock.advance(1);
    const start = valueOf(await operators.beginEnrolment(link, 'PASSKEY', CLIENT));
    const enrolled = await callerOf(valueOf(await operators.enrol(link, passkeyFactor(start), CLIENT)));
    const told = operators.noticesFor(enrolled);
    expect(told.map(({ action }) => action)).toEqual([
      'operators.credential',
      'operators.passkey',
      'operators.authenticator',
      'operators.removePasskey',
      'operators.reset',
    ]);
    expect(told.at(-1)).toMatchObject({ address: null, by: ROOT.name, session: null });
    expect((await account(id)).notices).toEqual(told);
  });

  test('are the last twenty', async () => {
    const { withPasskey, callerOf, credentialOf, account } = await play();
    const caller = await callerOf(await withPasskey('Ada'));
    for (let count = 1; count <= 21; count += 1) valueOf(await credentialOf(caller, `laptop ${count}`));
    expect((await account(caller.operator.id)).notices).toHaveLength(20);
  });
});
