import { describe, expect, test } from 'vitest';
import { type MessageOutcome, ONE_TIME_CODES } from '../codes/index.js';
import { JOBS } from '../events/index.js';
import {
  domainError,
  fail,
  type PreparedUseCase,
  type Query,
  type Result,
  runUseCase,
  type TenantKey,
  tenantKey,
  type UseCase,
  withoutRefused,
} from '../kernel/index.js';
import { type PlayCore, playCore, valueOf } from '../testing/play-core.js';
import type { ContactChannel, Customer, NewCustomer } from './index.js';

const ada: NewCustomer = {
  customerType: 'INDIVIDUAL',
  fullName: 'Ada Lovelace',
  region: 'DE',
  email: 'ada@example.com',
  phoneNumber: '+4915112345678',
};
const WRONG = '000000';

/** A platform in either environment, with a customer in the EEA. */
async function onboarding(environment: 'SANDBOX' | 'PRODUCTION', details: Partial<NewCustomer> = {}) {
  const outcomes: MessageOutcome[] = [];
  const reports: string[] = [];
  const play: PlayCore = await playCore({
    messages: {
      async send(message) {
        play.sent.push(message);
        return outcomes.shift() ?? { kind: 'accepted' };
      },
    },
    report: (what, { reason }) => void reports.push(`${what}: ${String(reason)}`),
  });
  const { core, storage } = play;
  const tenant: TenantKey =
    environment === 'SANDBOX'
      ? play.tenant
      : tenantKey('Platform:018bcfe5-6800-7000-8000-00000000000a' as never, environment);
  const ctx = () => core.context(tenant, { kind: 'system' }, 'test');
  const run = async <I, P, O>(useCase: UseCase<I, O> | PreparedUseCase<I, P, O>, input: I) =>
    withoutRefused(await runUseCase(storage.units, ctx(), useCase, input));
  const read = async <I, O>(query: Query<I, O>, input: I): Promise<O> =>
    valueOf(await storage.units.read(tenant, (reads) => query(reads, ctx(), input)));
  if (environment === 'PRODUCTION') valueOf(await run(core.platforms.create, { name: 'Acme', currencies: ['USD'] }));
  const customer = valueOf(await run(core.customers.create, { ...ada, ...details }));
  const send = (channel: ContactChannel = 'email') => run(core.customers.sendContactCode, { id: customer.id, channel });
  const confirm = async (code: string, channel: ContactChannel = 'email') =>
    (await run(core.customers.confirmContact, { id: customer.id, channel, code })) as Result<Customer>;
  return {
    play,
    outcomes,
    reports,
    customer,
    run,
    send,
    confirm,
    status: async () => {
      const shown = await read(core.customers.get, { id: customer.id });
      const { contactEmail, contactPhone } = shown.customer;
      return [contactEmail, contactPhone];
    },
    rows: async () =>
      (await storage.units.read(tenant, (reads) => reads.list(ONE_TIME_CODES, { order: 'asc', limit: 9 }))).rows,
    jobs: async () =>
      (await storage.units.read(tenant, (reads) => reads.list(JOBS, { order: 'asc', limit: 9 }))).rows.filter(
        ({ kind }) => kind === 'code.send',
      ),
  };
}

const CONFLICT = { ok: false, error: { code: 'CONFLICT' } };
const INVALID = { ok: false, error: { code: 'INVALID_INPUT', details: { errors: [{ field: 'code' }] } } };

describe('a channel that needs verification', () => {
  test.each(['email', 'phone'] as const)('is verified with the code that was sent to it: %s', async (channel) => {
    const { play, send, confirm, status } = await onboarding('PRODUCTION');
    valueOf(await send(channel));
    await play.core.work.drain();
    const [message, ...others] = play.sent;
    expect(others).toEqual([]);
    expect(message).toMatchObject({
      channel: channel.toUpperCase(),
      to: channel === 'email' ? ada.email : ada.phoneNumber,
      sender: 'Acme',
      validForSeconds: 600,
      environment: 'PRODUCTION',
    });
    expect(message?.code).toMatch(/^\d{6}$/);
    expect(valueOf(await confirm(message!.code, channel))).toMatchObject(
      channel === 'email' ? { contactEmail: 'VERIFIED', contactPhone: 'PENDING' } : { contactPhone: 'VERIFIED' },
    );
    expect(await status()).toEqual(channel === 'email' ? ['VERIFIED', 'PENDING'] : ['PENDING', 'VERIFIED']);
    expect(await confirm(message!.code, channel)).toMatchObject(CONFLICT);
    expect(await send(channel)).toMatchObject(CONFLICT);
  });

  test('has the code 123456 in the sandbox, before and after its message was sent', async () => {
    const { play, send, confirm } = await onboarding('SANDBOX');
    valueOf(await send());
    valueOf(await confirm('123456'));
    valueOf(await send('phone'));
    await play.core.work.drain();
    expect(play.sent.map(({ code, channel }) => [channel, code])).toEqual([['PHONE', '123456']]);
    valueOf(await confirm('123456', 'phone'));
  });

  test('refuses a code that was not requested, and a code of the other channel', async () => {
    const { play, send, confirm, status } = await onboarding('SANDBOX');
    expect(await confirm('123456')).toMatchObject(INVALID);
    valueOf(await send('phone'));
    await play.core.work.drain();
    expect(await confirm('123456')).toMatchObject(INVALID);
    expect(await status()).toEqual(['PENDING', 'PENDING']);
  });

  test.each([
    ['a customer outside the EEA', { region: 'US' }, 'email', "the customer's email needs no verification"],
    ['a customer without a phone', { phoneNumber: null }, 'phone', 'the customer has no phone'],
  ] as const)('must be present and in the EEA: refuses %s', async (_who, details, channel, message) => {
    const { send, confirm } = await onboarding('SANDBOX', details);
    const refused = { ok: false, error: { code: 'CONFLICT', message } };
    expect(await send(channel)).toMatchObject(refused);
    expect(await confirm('123456', channel)).toMatchObject(refused);
  });

  test('needs a new verification when the address changes, with a code that was sent to the new one', async () => {
    const { play, run, customer, send, confirm, status } = await onboarding('SANDBOX');
    const { update } = play.core.customers;
    valueOf(await send());
    valueOf(await run(update, { id: customer.id, email: 'ada@example.org' }));
    expect(await confirm('123456')).toMatchObject(INVALID);
    valueOf(await send());
    valueOf(await confirm('123456'));
    valueOf(await run(update, { id: customer.id, email: 'ada@example.net' }));
    expect((await status())[0]).toBe('PENDING');
    expect(await confirm('123456')).toMatchObject(INVALID);
    valueOf(await send());
    await play.core.work.drain();
    expect(play.sent.at(-1)?.to).toBe('ada@example.net');
    valueOf(await confirm('123456'));
  });

  test('answers USER_NOT_FOUND for an unknown customer', async () => {
    const { run, play } = await onboarding('SANDBOX');
    const input = { id: 'Customer:018bcfe5-6800-7000-8000-000000000009', channel: 'email' } as const;
    const missing = { ok: false, error: { code: 'USER_NOT_FOUND' } };
    expect(await run(play.core.customers.sendContactCode, input)).toMatchObject(missing);
    expect(await run(play.core.customers.confirmContact, { ...input, code: '1' })).toMatchObject(missing);
  });
});

describe('a code', () => {
  test('is valid for ten minutes', async () => {
    const { play, send, confirm } = await onboarding('SANDBOX');
    valueOf(await send());
    play.clock.advance(600);
    expect(await confirm('123456')).toMatchObject(INVALID);
    valueOf(await send());
    play.clock.advance(599);
    valueOf(await confirm('123456'));
  });

  test('can be tried five times; the sixth is refused even with the right one, until another is sent', async () => {
    const { send, confirm, status } = await onboarding('SANDBOX');
    valueOf(await send());
    for (let tries = 0; tries < 5; tries++) expect(await confirm(WRONG)).toMatchObject(INVALID);
    expect(await confirm('123456')).toMatchObject(INVALID);
    expect((await status())[0]).toBe('PENDING');
    valueOf(await send());
    valueOf(await confirm('123456'));
  });

  test('is accepted at the fifth try', async () => {
    const { send, confirm } = await onboarding('SANDBOX');
    valueOf(await send());
    for (let tries = 0; tries < 4; tries++) await confirm(WRONG);
    valueOf(await confirm('123456'));
  });

  test.each([
    [0, 1],
    [4, 1],
    [5, 0],
    [30, 0],
  ])(
    'counts only the first five of 50 concurrent guesses, which are right from guess %i on',
    async (from, verified) => {
      const { play, send, confirm, rows } = await onboarding('PRODUCTION');
      valueOf(await send());
      await play.core.work.drain();
      const right = play.sent[0]!.code;
      const wrong = (n: number) => String((Number(right) + 1 + n) % 1_000_000).padStart(6, '0');
      const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => confirm(n < from ? wrong(n) : right)));
      expect(answers.filter((answer) => answer.ok)).toHaveLength(verified);
      expect((await rows())[0]).toMatchObject({ tries: Math.min(from + 1, 5), digest: null });
    },
  );

  test('is sent five times an hour, and again at the time that the refusal names', async () => {
    const { play, send } = await onboarding('SANDBOX');
    for (let sends = 0; sends < 5; sends++) {
      valueOf(await send());
      play.clock.advance(60);
    }
    const refused = await send();
    expect(refused).toMatchObject({ ok: false, error: { code: 'RATE_LIMITED', details: { retryAfter: 3300 } } });
    // The phone of the customer counts as well.
    expect(await send('phone')).toMatchObject({ ok: false, error: { code: 'RATE_LIMITED' } });
    play.clock.advance(3299);
    expect(await send()).toMatchObject({ ok: false });
    play.clock.advance(1);
    valueOf(await send());
    expect(await send()).toMatchObject({ ok: false });
  });

  test('replaces the code before it', async () => {
    const { play, send, confirm } = await onboarding('PRODUCTION');
    valueOf(await send());
    await play.core.work.drain();
    valueOf(await send());
    expect(await confirm(play.sent[0]!.code)).toMatchObject(INVALID);
    await play.core.work.drain();
    expect(await confirm(play.sent[0]!.code)).toMatchObject(INVALID);
    valueOf(await confirm(play.sent[1]!.code));
  });

  test('is not in the database in plain text, before or after it is sent', async () => {
    const { play, send, rows, jobs } = await onboarding('PRODUCTION');
    valueOf(await send());
    expect((await rows())[0]).toMatchObject({ digest: null });
    await play.core.work.drain();
    const stored = JSON.stringify([await rows(), await jobs()]);
    expect(stored).not.toContain(play.sent[0]!.code);
    expect((await rows())[0]?.digest).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a message', () => {
  const away: MessageOutcome = { kind: 'unavailable', reason: 'away' };

  test('that could not be sent is sent again with a new code, and only the last code is valid', async () => {
    const { play, outcomes, send, confirm, jobs } = await onboarding('PRODUCTION');
    outcomes.push(away, away);
    valueOf(await send());
    await play.core.work.drain();
    expect(await jobs()).toMatchObject([{ lastError: 'SERVICE_UNAVAILABLE: away' }]);
    await play.pass(10);
    await play.pass(10);
    const codes = play.sent.map(({ code }) => code);
    expect(new Set(codes).size).toBe(3);
    expect(await jobs()).toEqual([]);
    expect(await confirm(codes[0]!)).toMatchObject(INVALID);
    valueOf(await confirm(codes[2]!));
  });

  test('is not retried after its code has expired', async () => {
    const { play, outcomes, send, jobs, rows } = await onboarding('PRODUCTION');
    outcomes.push(...Array.from({ length: 100 }, () => away));
    valueOf(await send());
    for (let minute = 0; minute < 12; minute++) await play.pass(60);
    expect(await jobs()).toEqual([]);
    expect((await rows())[0]).toMatchObject({ isUnsent: false, digest: null });
    expect(play.sent.length).toBeLessThan(12);
  });

  test('that the provider cannot deliver is reported and not sent again', async () => {
    const { play, outcomes, reports, send, jobs } = await onboarding('PRODUCTION');
    outcomes.push({ kind: 'refused', reason: 'no such mailbox' });
    valueOf(await send());
    await play.core.work.drain();
    await play.pass(600);
    expect([play.sent.length, await jobs()]).toEqual([1, []]);
    expect(reports).toEqual(['a message was refused: no such mailbox']);
  });

  test('is sent only after the commit of its unit', async () => {
    const { play, customer } = await onboarding('PRODUCTION');
    const { core, storage } = play;
    await storage.units.run(customer.tenant, async (tx) => {
      const ctx = core.context(customer.tenant, { kind: 'system' }, 'test');
      valueOf(await core.customers.sendContactCode(tx, ctx, { id: customer.id, channel: 'email' }));
      return fail(domainError('CONFLICT'));
    });
    await core.work.drain();
    expect(play.sent).toEqual([]);
  });
});
