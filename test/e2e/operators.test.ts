import { createPasswords } from '@corridor/adapters-rails/custody';
import { createPasskeys } from '@corridor/adapters-rails/identity';
import type { Storage } from '@corridor/adapters-storage';
import { type Core, instant } from '@corridor/core';
import { OPERATOR_LOG, OPERATORS } from '@corridor/core/records';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS, type TestDatabase } from '../../packages/adapters-storage/src/testing/backends.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { embedCore } from '../support/embedded-core.js';
import { softAuthenticator } from '../support/soft-authenticator.js';

const ORIGIN = 'http://localhost:8080';
const ROOT = { source: 'MASTER_KEY', name: 'deploy', requestId: 'command' } as const;
const CLIENT = { requestId: 'request', address: '192.0.2.7', browser: 'Firefox on Linux' };
const PASSWORD = 'plum tractor quietly 41';
const STEP_MS = 30_000;

/** The records of operators on every storage: what memory guarantees, databases must guarantee too. */
describe.each(BACKENDS)('operators on $name', ({ create }) => {
  let database: TestDatabase;
  let storage: Storage;
  let core: Core;
  let now = Date.UTC(2026, 0, 15, 12);

  beforeAll(async () => {
    database = await create();
    storage = database.open();
    await storage.migrate();
    core = embedCore(storage, {
      clock: { now: () => instant(now) },
      operators: {
        passwords: createPasswords({ N: 2 ** 10, p: 1 }),
        passkeys: createPasskeys({ origins: [ORIGIN] }),
      },
    });
  });
  afterAll(async () => {
    await storage.close();
    await database.drop();
  });

  const codeOf = (base32: string) => {
    now += STEP_MS;
    return new TOTP({ secret: Secret.fromBase32(base32) }).generate({ timestamp: now });
  };
  const withPassword = async (name: string) => {
    const { link } = valueOf(await core.operators.invite({ name, role: 'ADMIN' }, ROOT));
    const start = valueOf(await core.operators.beginEnrolment(link, 'PASSWORD', CLIENT));
    if (start.method !== 'PASSWORD') throw new Error('the setup is for a password');
    const { setupId, base32 } = start;
    const factor = { method: 'PASSWORD', setupId, password: PASSWORD, code: codeOf(base32) } as const;
    const enrolments = await Promise.all([1, 2, 3].map(() => core.operators.enrol(link, factor, CLIENT)));
    return { base32, enrolments };
  };

  it('uses a link up once for requests at the same time', async () => {
    const { enrolments } = await withPassword('Ada');
    expect(enrolments.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('keeps names unique in any case', async () => {
    const both = await Promise.all(
      ['Joan', 'JOAN'].map((name) => core.operators.invite({ name, role: 'VIEWER' }, ROOT)),
    );
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const refused = both.find(({ ok }) => !ok);
    expect(refused?.ok === false && refused.error.code).toBe('CONFLICT');
  });

  it('accepts a code once for sign-ins at the same time, and counts every wrong attempt', async () => {
    const { base32 } = await withPassword('Grace');
    const code = codeOf(base32);
    const signIn = (given: string) => core.operators.signIn({ name: 'grace', password: PASSWORD, code: given }, CLIENT);
    const signed = await Promise.all([1, 2, 3].map(() => signIn(code)));
    expect(signed.filter(({ ok }) => ok)).toHaveLength(1);
    const failuresOf = async () => {
      const found = await storage.units.read(null, (reads) => reads.find(OPERATORS, 'name', ['grace']));
      return found!.failures;
    };
    const before = await failuresOf();
    await Promise.all([1, 2].map(() => signIn('000000')));
    expect(await failuresOf()).toBe(before + 2);
  });

  it('signs in with a passkey once for each challenge', async () => {
    const { link, operator } = valueOf(await core.operators.invite({ name: 'Katherine', role: 'VIEWER' }, ROOT));
    const start = valueOf(await core.operators.beginEnrolment(link, 'PASSKEY', CLIENT));
    if (start.method !== 'PASSKEY') throw new Error('the setup is for a passkey');
    const authenticator = softAuthenticator({ origin: ORIGIN, rpId: 'localhost' });
    const { credentialId: id, ...attested } = authenticator.register(String(start.options['challenge']));
    const credential = { id, response: attested };
    const factor = { method: 'PASSKEY', setupId: start.setupId, credential, name: 'Laptop' } as const;
    valueOf(await core.operators.enrol(link, factor, CLIENT));
    const { challengeId, options } = valueOf(await core.operators.beginSignIn(CLIENT));
    const { credentialId: _id, ...asserted } = authenticator.assert(
      Buffer.from(String(options['challenge']), 'base64url'),
    );
    const response = { ...asserted, userHandle: Buffer.from(operator.id).toString('base64url') };
    const proof = { challengeId, credential: { id, response } };
    const signed = await Promise.all([1, 2, 3].map(() => core.operators.signInWithPasskey(proof, CLIENT)));
    expect(signed.filter(({ ok }) => ok)).toHaveLength(1);
  });

  it('ends the sessions and the ways to sign in of a disabled operator, and writes it to the log', async () => {
    const { base32, enrolments } = await withPassword('Mary');
    const started = valueOf(enrolments.find(({ ok }) => ok)!);
    valueOf(await core.operators.signedIn(started.text, 'CONSOLE'));
    valueOf(await core.operators.disable({ name: 'Mary' }, ROOT));
    expect((await core.operators.signedIn(started.text, 'CONSOLE')).ok).toBe(false);
    const again = { name: 'Mary', password: PASSWORD, code: codeOf(base32) };
    expect((await core.operators.signIn(again, CLIENT)).ok).toBe(false);
    const query = { where: { subject: started.operator.id }, order: 'asc', limit: 20, counted: false } as const;
    const { rows } = await storage.units.read(null, (reads) => reads.list(OPERATOR_LOG, query));
    expect(rows.map(({ action, outcome }) => `${action} ${outcome}`)).toEqual([
      'operators.invite DONE',
      'operators.enrol DONE',
      'operators.signIn SIGNED_IN',
      'operators.disable DONE',
      'operators.signIn SIGN_IN_REFUSED',
    ]);
  });
});
