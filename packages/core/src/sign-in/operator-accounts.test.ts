import { describe, expect, test } from 'vitest';
import { instant, ok, plusSeconds, readAll, toIso } from '../kernel/index.js';
import { OPERATOR_SESSIONS, OPERATORS } from '../operators/index.js';
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

const BETTER = 'a better password 9';

type Play = Awaited<ReturnType<typeof play>>;

/** Starts to set up a factor with a session, and completes it. */
async function setUpPasskey(
  { operators, passkeyFactor, proofOf }: Play,
  caller: Parameters<Play['operators']['beginSetup']>[0],
  id: string,
  name?: string,
) {
  const start = valueOf(await operators.beginSetup(caller, 'PASSKEY', await proofOf(caller), CLIENT));
  const factor = passkeyFactor(start, id);
  return operators.finishSetup(caller, name === undefined ? factor : { ...factor, name }, CLIENT);
}

describe('an operator for programs', () => {
  test('is active at once, has a credential of the command line, and cannot sign in', async () => {
    const { operators, log, account, clock, storage, signIn } = await play();
    const { operator, credential } = valueOf(await operators.automate({ name: ' Robot ', role: 'OPERATOR' }, ROOT));
    expect(operator).toEqual({
      id: operator.id,
      name: 'Robot',
      role: 'OPERATOR',
      status: 'ACTIVE',
      platforms: null,
      hasPassword: false,
      passkeys: [],
    });
    expect(await account(operator.id)).toMatchObject({
      nameKey: 'robot',
      enrolmentDigest: null,
      enrolmentExpiresAt: null,
      passwordHash: null,
      sessionsFrom: clock.now(),
    });
    const { session } = valueOf(await operators.signedIn(credential, 'COMMAND_LINE'));
    expect(session).toMatchObject({ kind: 'COMMAND_LINE', label: 'operator create', operatorId: operator.id });
    expect((await operators.signedIn(credential, 'CONSOLE')).ok).toBe(false);
    expect(errorOf(await signIn('Robot')).code).toBe('UNAUTHORIZED');
    expect((await log())[0]).toMatchObject({
      outcome: 'DONE',
      action: 'operators.automate',
      subject: operator.id,
      after: { name: 'Robot', role: 'OPERATOR', status: 'ACTIVE' },
    });
    expect(await storage.units.read(null, (reads) => readAll(reads, OPERATOR_SESSIONS))).toHaveLength(1);
  });

  test('has a name that is valid and free', async () => {
    const { operators, invited } = await play();
    await invited('Robot');
    const automate = (name: string) => operators.automate({ name, role: 'VIEWER' }, ROOT);
    expect(errorOf(await automate('ROBOT')).code).toBe('CONFLICT');
    expect(fieldsOf(await automate('<b>'))).toEqual(['name']);
    expect(await operators.list()).toHaveLength(1);
  });
});

describe('the list of operators', () => {
  test('has how each signs in, without secrets', async () => {
    const played = await play();
    const { withPasskey, withPassword, operators, invited } = played;
    const [ada, eve] = [await withPasskey('Ada'), await withPassword('Eve', 'ADMIN')];
    const { operator } = await invited('x'.repeat(100), 'VIEWER');
    const passkeys = [{ id: 'passkey-1', name: 'Laptop' }];
    const of = { status: 'ACTIVE', platforms: null };
    expect(await operators.list()).toEqual([
      { ...of, id: ada.operator.id, name: 'Ada', role: 'OPERATOR', hasPassword: false, passkeys },
      { ...of, id: eve.operator.id, name: 'Eve', role: 'ADMIN', hasPassword: true, passkeys: [] },
      operator,
    ]);
  });

  test('has each name once, in whatever form of Unicode', async () => {
    const { operators, invited } = await play();
    await invited('Zoë');
    expect(errorOf(await operators.invite({ name: 'ZOE\u0308', role: 'VIEWER' }, ROOT)).code).toBe('CONFLICT');
    expect(valueOf(await operators.reset({ name: ' zoe\u0308 ' }, ROOT)).operator.name).toBe('Zoë');
    expect(errorOf(await operators.reset({ name: 'Zoe' }, ROOT)).code).toBe('REFERENCE_NOT_FOUND');
    expect(errorOf(await operators.disable({ name: 'Zoe' }, ROOT)).code).toBe('REFERENCE_NOT_FOUND');
  });

  test('keeps an operator who was disabled, for good', async () => {
    const { operators, withPassword } = await play();
    await withPassword('Ada');
    expect(valueOf(await operators.disable({ name: 'Ada' }, ROOT)).status).toBe('DISABLED');
    expect(errorOf(await operators.disable({ name: 'Ada' }, ROOT)).code).toBe('INVALID_STATE_TRANSITION');
    expect(errorOf(await operators.reset({ name: 'Ada' }, ROOT)).code).toBe('INVALID_STATE_TRANSITION');
    expect((await operators.list()).map(({ status }) => status)).toEqual(['DISABLED']);
  });
});

describe('the sessions of an operator', () => {
  test('are listed newest first, without those that have ended', async () => {
    const { operators, withPassword, callerOf, signIn, nextCode, clock, credentialOf } = await play();
    const first = await callerOf(await withPassword('Ada'));
    const begun = clock.now();
    const code = nextCode();
    const second = await callerOf(valueOf(await signIn('Ada', { code })));
    const made = valueOf(await credentialOf(second, 'build server'));
    const long = await credentialOf(second, 'x'.repeat(101));
    expect(fieldsOf(long)).toEqual(['label']);
    const labels = async () =>
      (await operators.sessions(second)).map(({ kind, label, isCurrent }) => [kind, label, isCurrent]);
    const last = valueOf(await credentialOf(second, 'x'.repeat(100)));
    const ofAccess = (await operators.sessions(second)).filter(({ kind }) => kind !== 'DEVICE');
    expect(ofAccess.at(-1)).toEqual({
      id: first.session.id,
      kind: 'CONSOLE',
      label: CLIENT.browser,
      createdAt: begun,
      lastUsedAt: begun,
      expiresAt: plusSeconds(begun, 12 * 3_600),
      isCurrent: false,
    });
    expect((await labels())[0]).toEqual(['COMMAND_LINE', 'x'.repeat(100), false]);
    expect(made).toEqual({
      operator: { id: second.operator.id, name: 'Ada' },
      text: made.text,
      expiresAt: plusSeconds(clock.now(), 90 * 86_400 - 2 * STEP_SECONDS),
    });
    expect(last.expiresAt).toBe(plusSeconds(made.expiresAt, 2 * STEP_SECONDS));
    clock.advance(1_800);
    expect(await labels()).toEqual([
      ['COMMAND_LINE', 'x'.repeat(100), false],
      ['COMMAND_LINE', 'build server', false],
      ['DEVICE', CLIENT.browser, false],
      ['DEVICE', CLIENT.browser, false],
    ]);
  });

  test('write what happened to them to the log', async () => {
    const { operators, withPassword, callerOf, log, signIn, nextCode, account, clock, credentialOf } = await play();
    const caller = await callerOf(await withPassword('Ada'));
    const { text } = valueOf(await credentialOf(caller, 'laptop'));
    const { session } = valueOf(await operators.signedIn(text, 'COMMAND_LINE'));
    valueOf(await operators.revokeSession(caller, session.id, 'revoking'));
    const by = { operatorId: caller.operator.id, operatorName: 'Ada', source: 'CONSOLE' };
    expect((await log()).at(-1)).toMatchObject({
      ...by,
      outcome: 'DONE',
      action: 'operators.revoke',
      subject: session.id,
      before: { kind: 'COMMAND_LINE', label: 'laptop' },
      requestId: 'revoking',
    });
    for (const id of [session.id, 'x', caller.operator.id])
      expect(errorOf(await operators.revokeSession(caller, id, 'request')).code).toBe('REFERENCE_NOT_FOUND');
    const second = await callerOf(valueOf(await signIn('Ada', { code: nextCode() })));
    valueOf(await operators.signOut(caller, 'request'));
    expect((await log()).at(-1)).toMatchObject({
      ...by,
      outcome: 'SIGNED_OUT',
      action: 'operators.signOut',
      subject: caller.session.id,
    });
    // A repeated sign-out succeeds and writes nothing.
    const written = (await log()).length;
    valueOf(await operators.signOut(caller, 'request'));
    expect((await log()).length).toBe(written);
    valueOf(await operators.signOutEverywhere(second, 'request'));
    expect((await log()).at(-1)).toMatchObject({
      ...by,
      outcome: 'SIGNED_OUT',
      action: 'operators.signOutEverywhere',
      subject: caller.operator.id,
    });
    expect((await account(caller.operator.id)).sessionsFrom).toBe(instant(clock.now() + 1));
  });

  test('that have ended change nothing', async () => {
    const { operators, withPasskey, callerOf, passkeyFactor, proofOf } = await play();
    const caller = await callerOf(await withPasskey('Ada'));
    const proof = await proofOf(caller);
    const start = valueOf(await operators.beginSetup(caller, 'PASSKEY', await proofOf(caller), CLIENT));
    valueOf(await operators.signOut(caller, 'request'));
    for (const answer of [
      await operators.createCommandLineCredential(caller, 'laptop', proof, CLIENT),
      await operators.revokeSession(caller, caller.session.id, 'request'),
      await operators.beginProof(caller, 'request'),
      await operators.beginSetup(caller, 'PASSWORD', proof, CLIENT),
      await operators.finishSetup(caller, passkeyFactor(start, 'passkey-2'), CLIENT),
      await operators.changePassword(caller, BETTER, proof, CLIENT),
      await operators.removePasskey(caller, 'passkey-1', proof, CLIENT),
      await operators.acknowledgeNotices(caller, [], 'request'),
      await operators.signOutEverywhere(caller, 'request'),
    ])
      expect(errorOf(answer).code).toBe('UNAUTHORIZED');
  });
});

describe('a new factor of an operator', () => {
  test('is a password that ends the other sessions and the lock, and is written to the log', async () => {
    const { operators, withPassword, callerOf, signIn, byCode, passwordFactor, account, log, clock, credentialOf } =
      await play();
    const first = await withPassword('Ada');
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn('Ada', { code: '000000' });
    const caller = await callerOf(first);
    const known = { ...CLIENT, device: first.device };
    const { text } = valueOf(await credentialOf(caller, 'laptop', known));
    expect((await account(caller.operator.id)).lockedUntil).not.toBeNull();
    const { setupId } = valueOf(await operators.beginSetup(caller, 'PASSWORD', byCode(), known));
    const done = valueOf(await operators.finishSetup(caller, passwordFactor(setupId, { password: BETTER }), known));
    expect(await account(caller.operator.id)).toMatchObject({
      passwordHash: `hash of ${BETTER}`,
      failures: 0,
      lockedUntil: null,
      totpStep: clock.now() / 1000 / STEP_SECONDS,
    });
    expect((await operators.signedIn(text, 'COMMAND_LINE')).ok).toBe(false);
    expect((await operators.signedIn(first.text, 'CONSOLE')).ok).toBe(false);
    expect((await log()).at(-1)).toMatchObject({
      outcome: 'DONE',
      action: 'operators.authenticator',
      subject: caller.operator.id,
    });
    const renewed = await callerOf(done);
    for (const by of [caller, renewed]) {
      const again = await operators.finishSetup(by, passwordFactor(setupId), CLIENT);
      expect(errorOf(again).code).toBe('CONFLICT');
      expect(await operators.setup(by, setupId)).toBeNull();
    }
  });

  test('is a passkey that ends the other sessions and leaves the lock as it is', async () => {
    const played = await play();
    const { operators, withPassword, callerOf, signIn, account, log, clock, proofOf, credentialOf, bySignature } =
      played;
    const first = await withPassword('Ada');
    let caller = await callerOf(first);
    const { text } = valueOf(await credentialOf(caller, 'laptop'));
    caller = await callerOf(valueOf(await setUpPasskey(played, caller, 'passkey-1', '  Phone ')));
    const phoneAt = clock.now();
    expect((await operators.signedIn(text, 'COMMAND_LINE')).ok).toBe(false);
    expect((await operators.signedIn(first.text, 'CONSOLE')).ok).toBe(false);
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn('Ada', { code: '000000' });
    const { failures, lockedUntil } = await account(caller.operator.id);
    expect(lockedUntil).not.toBeNull();
    // The lock does not hold against a passkey.
    expect(errorOf(await operators.beginSetup(caller, 'PASSKEY', await proofOf(caller), CLIENT)).code).toBe(
      'ACCOUNT_LOCKED',
    );
    const start = valueOf(await operators.beginSetup(caller, 'PASSKEY', await bySignature(caller), CLIENT));
    const second = { ...played.passkeyFactor(start, 'passkey-2'), name: ' ' };
    caller = await callerOf(valueOf(await operators.finishSetup(caller, second, CLIENT)));
    const createdAt = clock.now();
    const kept = { publicKey: 'key', counter: 0 };
    expect(await account(caller.operator.id)).toMatchObject({
      failures,
      lockedUntil,
      passkeys: [
        { credentialId: 'passkey-1', name: 'Phone', createdAt: phoneAt, ...kept },
        { credentialId: 'passkey-2', name: 'Passkey', createdAt, ...kept },
      ],
    });
    expect((await log()).at(-1)).toMatchObject({ action: 'operators.passkey', subject: caller.operator.id });
    const remove = async (id: string) =>
      operators.removePasskey(caller, id, await bySignature(caller, { id: 'passkey-2' }), CLIENT);
    caller = await callerOf(valueOf(await remove('passkey-1')));
    expect((await log()).at(-1)).toMatchObject({
      action: 'operators.removePasskey',
      subject: caller.operator.id,
      before: { name: 'Phone' },
    });
    expect((await account(caller.operator.id)).passkeys.map(({ name }) => name)).toEqual(['Passkey']);
    // The last passkey can be removed beside a password.
    expect(errorOf(await remove('passkey-1')).code).toBe('REFERENCE_NOT_FOUND');
    caller = await callerOf(valueOf(await remove('passkey-2')));
    expect((await account(caller.operator.id)).passkeys).toEqual([]);
  });

  test('is one of ten passkeys at most, each with a name of 100 characters at most', async () => {
    const played = await play();
    let caller = await played.callerOf(await played.withPasskey('Ada'));
    expect(fieldsOf(await setUpPasskey(played, caller, 'passkey-2', 'x'.repeat(101)))).toEqual(['name']);
    caller = await played.callerOf(valueOf(await setUpPasskey(played, caller, 'passkey-2', 'x'.repeat(100))));
    for (let count = 3; count <= 10; count += 1)
      caller = await played.callerOf(valueOf(await setUpPasskey(played, caller, `passkey-${count}`)));
    expect(fieldsOf(await setUpPasskey(played, caller, 'passkey-11'))).toEqual(['credential']);
    expect((await played.account(caller.operator.id)).passkeys).toHaveLength(10);
  });

  test.each(['of another origin', 'of another site', 'unverified'])('is refused if it is a passkey %s', async (id) => {
    const played = await play();
    const caller = await played.callerOf(await played.withPasskey('Ada'));
    expect(fieldsOf(await setUpPasskey(played, caller, id))).toEqual(['credential']);
    expect((await played.account(caller.operator.id)).passkeys).toHaveLength(1);
  });

  test('asks the authenticator for a passkey that it finds without a name, with user verification', async () => {
    const { operators, withPasskey, callerOf, proofOf } = await play();
    const caller = await callerOf(await withPasskey('Ada'));
    const start = valueOf(await operators.beginSetup(caller, 'PASSKEY', await proofOf(caller), CLIENT));
    expect(start).toMatchObject({
      method: 'PASSKEY',
      options: {
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        rp: { id: 'localhost', name: 'Corridor console' },
        user: { name: 'Ada' },
      },
    });
  });

  test('belongs to the session that began it with a proof', async () => {
    const { operators, withPasskey, callerOf, passwordFactor, proofOf, byPasskey } = await play();
    const [ada, eve] = [await callerOf(await withPasskey('Ada')), await callerOf(await withPasskey('Eve'))];
    const other = await callerOf(valueOf(await byPasskey(ada.operator.id)));
    const { setupId } = valueOf(await operators.beginSetup(ada, 'PASSWORD', await proofOf(ada), CLIENT));
    for (const by of [eve, other]) {
      expect(await operators.setup(by, setupId)).toBeNull();
      expect(errorOf(await operators.finishSetup(by, passwordFactor(setupId), CLIENT)).code).toBe('CONFLICT');
    }
  });
});

describe('a change of the password', () => {
  test('is refused exactly until the lock ends, with the time of its end', async () => {
    const { operators, withPassword, callerOf, signIn, byCode, account, clock, storage, log, code } = await play();
    const started = await withPassword('Ada');
    const caller = await callerOf(started);
    const { id } = caller.operator;
    for (let attempt = 0; attempt < 5; attempt += 1) await signIn('Ada', { code: '000000' });
    const lockedUntil = plusSeconds(clock.now(), 60);
    await storage.units.run(null, async (tx) => {
      const before = (await tx.get(OPERATORS, id))!;
      return ok(tx.change(OPERATORS, before, { ...before, lockedUntil, version: before.version + 1 }));
    });
    const change = () => operators.changePassword(caller, BETTER, byCode({ currentCode: code() }), CLIENT);
    clock.advance(STEP_SECONDS + 29);
    expect(errorOf(await change())).toMatchObject({
      code: 'ACCOUNT_LOCKED',
      details: { lockedUntil: toIso(lockedUntil) },
    });
    clock.advance(1);
    valueOf(await change());
    expect((await log()).at(-1)).toMatchObject({ action: 'operators.password', subject: id });
    expect((await account(id)).passwordHash).toBe(`hash of ${BETTER}`);
  });

  test('must not be to a password with the name of the operator', async () => {
    const { operators, withPassword, callerOf, byCode } = await play();
    const caller = await callerOf(await withPassword('Lovelace'));
    const changed = await operators.changePassword(caller, `lovelace ${PASSWORD}`, byCode(), CLIENT);
    expect(fieldsOf(changed)).toEqual(['password']);
  });
});

describe('enrolment', () => {
  test('is in the log with the method, the address and the new status', async () => {
    const { withPasskey, log } = await play();
    const { operator } = await withPasskey('Ada');
    const [, enrolled, signedIn] = await log();
    const input = { method: 'PASSKEY', address: CLIENT.address };
    const common = { operatorId: operator.id, operatorName: 'Ada', source: 'CONSOLE', subject: operator.id, input };
    expect(enrolled).toMatchObject({
      ...common,
      outcome: 'DONE',
      action: 'operators.enrol',
      after: { status: 'ACTIVE' },
    });
    expect(signedIn).toMatchObject({ ...common, outcome: 'SIGNED_IN', action: 'operators.signIn', after: null });
  });

  test('is not begun with an unknown link, and shows no setup for one', async () => {
    const { operators, invited, begun } = await play();
    const { link } = await invited('Ada');
    const { setupId } = await begun(link, 'PASSWORD');
    const [, secret = ''] = link.split('.');
    for (const unknown of ['', `00000000-0000-7000-8000-000000000000.${secret}`, ` ${link}`]) {
      expect(await operators.enrolmentSetup(unknown, setupId)).toBeNull();
      expect(errorOf(await operators.beginEnrolment(unknown, 'PASSKEY', CLIENT)).code).toBe('REFERENCE_NOT_FOUND');
    }
  });
});

describe('a sign-in with a passkey', () => {
  test('is in the log with the method and the address, also if it is refused', async () => {
    const { withPasskey, byPasskey, log } = await play();
    const { operator } = await withPasskey('Ada');
    await byPasskey(operator.id, { id: 'passkey-2' });
    valueOf(await byPasskey(operator.id));
    const [refused, accepted] = (await log()).slice(-2);
    const input = { method: 'PASSKEY', address: CLIENT.address };
    expect(refused).toMatchObject({ outcome: 'SIGN_IN_REFUSED', input, subject: operator.id, operatorName: 'Ada' });
    expect(accepted).toMatchObject({ outcome: 'SIGNED_IN', input, subject: operator.id });
  });

  test('counts for its own passkey only', async () => {
    const played = await play();
    const { withPasskey, callerOf, byPasskey, account } = played;
    const caller = await callerOf(await withPasskey('Ada'));
    valueOf(await setUpPasskey(played, caller, 'passkey-2'));
    valueOf(await byPasskey(caller.operator.id, { id: 'passkey-2', counter: 4 }));
    valueOf(await byPasskey(caller.operator.id, { counter: 0 }));
    expect((await account(caller.operator.id)).passkeys.map(({ counter }) => counter)).toEqual([0, 4]);
  });

  test('is refused to an operator who was disabled or reset', async () => {
    const { withPasskey, byPasskey, operators } = await play();
    const [ada, eve] = [await withPasskey('Ada'), await withPasskey('Eve')];
    valueOf(await operators.disable({ name: 'Ada' }, ROOT));
    valueOf(await operators.reset({ name: 'Eve' }, ROOT));
    for (const { operator } of [ada, eve]) expect(errorOf(await byPasskey(operator.id)).code).toBe('UNAUTHORIZED');
  });
});
