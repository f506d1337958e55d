import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  type Context,
  createIds,
  domainError,
  type DomainError,
  type Environment,
  type Id,
  type Instant,
  ok,
  Refused,
  withoutRefused,
  tenantKey,
} from '../kernel/index.js';
import type { Job } from '../events/index.js';
import { fixedClock, seededRandom } from '../testing/ports.js';
import {
  type Addressee,
  CODE_SENDS,
  type CodeMessage,
  type CodePolicy,
  codesArea,
  DIGITS,
  forgetCodes,
  LETTERS_AND_DIGITS,
  makeCode,
  ONE_TIME_CODES,
} from './index.js';

const NOW = 1_700_000_000_000 as Instant;
const PLATFORM = 'Platform:018bcfe5-6800-7000-8000-000000000001' as never;
const at = (seconds: number, environment: Environment = 'PRODUCTION'): Context => {
  const now = (NOW + seconds * 1000) as Instant;
  const tenant = tenantKey(PLATFORM, environment);
  return { tenant, actor: { kind: 'system' }, requestId: 'r', now, hostNow: now };
};
const CUSTOMER = 'Customer:018bcfe5-6800-7000-8000-000000000002' as Id<'Customer'>;
const TO = { channel: 'EMAIL', address: 'ada@example.com', customerId: CUSTOMER } as const;
const SUBJECT = 'AuthMethod:1';
const POLICY: CodePolicy = {
  name: 'test',
  length: 6,
  alphabet: DIGITS,
  validForSeconds: 600,
  tries: 5,
  sendsPerHour: 5,
  sandboxCode: '000000',
  sender: null,
};

let units: ReturnType<typeof createMemoryStorage>['units'];
let sent: CodeMessage[];
let codes: ReturnType<typeof codesArea>;
let lock: DomainError | null;
beforeEach(() => {
  lock = null;
  units = createMemoryStorage().units;
  sent = [];
  codes = codesArea({
    units,
    ids: createIds(fixedClock(NOW), seededRandom()),
    random: seededRandom('codes'),
    hostKey: new Uint8Array(32),
    messages: { send: async (message) => (sent.push(message), { kind: 'accepted' }) },
    senderName: async () => 'Acme',
    lockOf: async () => lock,
    report: () => undefined,
  });
});

const { tenant } = at(0);
/** Requests a code, runs the job that sends it, and returns the code. */
async function sendNewCode(seconds = 0, over: Partial<CodePolicy> = {}): Promise<string> {
  const ctx = at(seconds);
  const made = await units.run(tenant, (tx) => codes.send(tx, ctx, { ...POLICY, ...over }, SUBJECT, TO));
  if (!made.ok) throw new Error(made.error.code);
  const job = { id: 'Job:1', subject: made.value.id } as unknown as Job;
  await codes.handlers['code.send'](ctx, job, async (_whom, question) => ok({ answer: await question(), ctx })).catch(
    () => undefined,
  );
  return sent.at(-1)!.code;
}
async function guess(text: string, seconds = 0): Promise<'right' | 'wrong' | 'void'> {
  const tried = await units.run(tenant, (tx) => codes.attempt(tx, at(seconds), POLICY, SUBJECT, TO, text));
  if (!tried.ok) return 'void';
  return tried.value instanceof Refused ? 'wrong' : 'right';
}
const stored = async () =>
  (await units.read(tenant, (reads) => reads.list(ONE_TIME_CODES, { order: 'asc', limit: 9 }))).rows;

it('is refused with SERVICE_UNAVAILABLE if no message provider serves the channel', async () => {
  const mute = codesArea({
    units,
    ids: createIds(fixedClock(NOW), seededRandom()),
    random: seededRandom('codes'),
    hostKey: new Uint8Array(32),
    messages: {
      reaches: (environment, channel) => environment === 'SANDBOX' || channel === 'PHONE',
      send: async () => ({ kind: 'accepted' }),
    },
    senderName: async () => 'Acme',
    lockOf: async () => null,
    report: () => undefined,
  });
  const send = (environment: Environment, channel: 'EMAIL' | 'PHONE') => {
    const ctx = at(0, environment);
    return units.run(ctx.tenant, (tx) => mute.send(tx, ctx, POLICY, SUBJECT, { ...TO, channel }));
  };
  expect(await send('PRODUCTION', 'EMAIL')).toMatchObject({ ok: false, error: { code: 'SERVICE_UNAVAILABLE' } });
  expect(await stored()).toEqual([]);
  expect((await send('PRODUCTION', 'PHONE')).ok).toBe(true);
  expect((await send('SANDBOX', 'EMAIL')).ok).toBe(true);
});

describe('a one-time code', () => {
  it('is accepted once and is never stored in clear', async () => {
    const right = await sendNewCode();
    expect(right).toMatch(/^\d{6}$/);
    expect(await guess('x')).toBe('wrong');
    expect(JSON.stringify(await stored())).not.toContain(right);
    expect(await guess(right)).toBe('right');
    expect(await guess(right)).toBe('void');
    expect((await stored())[0]?.digest).toBeNull();
  });

  it('is accepted as people paste it, with blanks, dashes and characters that they do not see', async () => {
    const pastes = [
      (code: string) => ` ${code}\n`,
      (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`,
      (code: string) => `${code.slice(0, 3)}\u00a0${code.slice(3)}`,
      (code: string) => `${code.slice(0, 3)}\u202f${code.slice(3)}`,
      (code: string) => `${code.slice(0, 3)}-${code.slice(3)}`,
      (code: string) => `${code.slice(0, 3)} – ${code.slice(3)}`,
      (code: string) => `\u200b${[...code].join('\u2009')}\ufeff`,
    ];
    for (const [index, paste] of pastes.entries()) {
      const right = await sendNewCode(index * 3_600);
      expect(await guess(paste(right), index * 3_600), `paste ${index}`).toBe('right');
    }
    const right = await sendNewCode(pastes.length * 3_600);
    expect(await guess(`${right}0`, pastes.length * 3_600)).toBe('wrong');
    expect(await guess(`${right.slice(0, 5)} `, pastes.length * 3_600)).toBe('wrong');
    expect(await guess(right.replace(/^./, '$&.'), pastes.length * 3_600)).toBe('wrong');
  });

  it('allows five attempts, counted before the comparison, even if 50 arrive at once', async () => {
    const right = await sendNewCode();
    const guesses = await Promise.all(Array.from({ length: 50 }, (_, i) => guess(`wrong ${i}`)));
    expect(guesses.filter((answer) => answer === 'wrong')).toHaveLength(5);
    expect(guesses.filter((answer) => answer === 'void')).toHaveLength(45);
    expect(await guess(right)).toBe('void');
  });

  it('is accepted once if 50 correct attempts arrive at once', async () => {
    const right = await sendNewCode();
    const guesses = await Promise.all(Array.from({ length: 50 }, () => guess(right)));
    expect(guesses.filter((answer) => answer === 'right')).toHaveLength(1);
  });

  it('expires after the time in its policy, and when a new code replaces it', async () => {
    const first = await sendNewCode();
    expect(await guess('x', 599)).toBe('wrong');
    expect(await guess(first, 600)).toBe('void');
    const second = await sendNewCode(600);
    expect(second).not.toBe(first);
    expect(await guess(first, 601)).toBe('wrong');
    expect(await guess(second, 601)).toBe('right');
  });

  it('is sent at most five times within an hour for one use, to any address', async () => {
    const send = async (seconds: number) => {
      const to = { ...TO, address: `ada+${seconds}@example.com` };
      return withoutRefused(await units.run(tenant, (tx) => codes.send(tx, at(seconds), POLICY, SUBJECT, to)));
    };
    for (let i = 0; i < 5; i++) expect(await send(i * 60)).toMatchObject({ ok: true });
    expect(await send(600)).toMatchObject({ error: { code: 'RATE_LIMITED', details: { retryAfter: 3000 } } });
    expect(await send(3600)).toMatchObject({ ok: true });
    expect(await send(3601)).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  });

  it('is not stored in clear in the sandbox either, and is compared in the same way', async () => {
    const ctx = at(0, 'SANDBOX');
    await units.run(ctx.tenant, (tx) => codes.send(tx, ctx, POLICY, SUBJECT, TO));
    const { rows } = await units.read(ctx.tenant, (reads) => reads.list(ONE_TIME_CODES, { order: 'asc', limit: 9 }));
    const [{ policy, ...row }] = rows as [(typeof rows)[number]];
    expect(policy?.sandboxCode).toBe('000000');
    expect(JSON.stringify(row)).not.toContain('000000"');
    const tried = (code: string) => units.run(ctx.tenant, (tx) => codes.attempt(tx, ctx, POLICY, SUBJECT, TO, code));
    expect(await tried('000001')).toMatchObject({ ok: true, value: expect.any(Refused) as Refused });
    expect(await tried('000000')).toEqual({ ok: true, value: undefined });
  });

  it('follows the policy at the time of its request, and its message states it', async () => {
    const code = await sendNewCode(0, {
      length: 12,
      alphabet: LETTERS_AND_DIGITS,
      validForSeconds: 120,
      sender: 'Purse',
    });
    expect(code).toMatch(/^[2-9A-HJKMNP-Z]{12}$/);
    expect(sent.at(-1)).toMatchObject({ sender: 'Purse', validForSeconds: 120, purpose: null });
    await sendNewCode(1);
    expect(sent.at(-1)).toMatchObject({ sender: 'Acme' });
  });

  it('is deleted once it has expired and no limit counts it', async () => {
    await sendNewCode();
    const forget = (seconds: number) => forgetCodes(units, tenant, at(seconds).now, null);
    expect([await forget(600), await forget(3599)]).toEqual([0, 0]);
    // The code, and the counts of its address and its customer.
    expect(await forget(3600)).toBe(3);
    expect(await stored()).toEqual([]);
  });

  it('is deleted even if many older codes still count', async () => {
    const send = (subject: number, seconds: number) => {
      const customerId = `Customer:018bcfe5-6800-7000-8000-${String(subject).padStart(12, '0')}` as Id<'Customer'>;
      const to = { ...TO, address: `${subject}@example.com`, customerId };
      return units.run(tenant, (tx) => codes.send(tx, at(seconds), POLICY, `AuthMethod:${subject}`, to));
    };
    const regulars = Array.from({ length: 200 }, (_, i) => i);
    for (const subject of [...regulars, 200]) await send(subject, 0);
    for (const subject of regulars) await send(subject, 3000);
    expect(await forgetCodes(units, tenant, at(3600).now, null)).toBe(3);
    expect(await forgetCodes(units, tenant, at(6600).now, null)).toBe(600);
    expect(await stored()).toEqual([]);
  });
});

describe('one phone or mailbox of a customer', () => {
  const send = async (use: string, to: Partial<Addressee> = {}, seconds = 0) =>
    withoutRefused(
      await units.run(tenant, (tx) => codes.send(tx, at(seconds), { ...POLICY, name: use }, SUBJECT, { ...TO, ...to })),
    );
  const REFUSED = { ok: false, error: { code: 'RATE_LIMITED', details: { retryAfter: 3600 } } };

  it('receives at most five codes within an hour, for all uses together', async () => {
    for (const use of ['contact', 'login', 'payment', 'trust', 'wallet']) expect((await send(use)).ok).toBe(true);
    expect(await send('another')).toMatchObject(REFUSED);
    expect(await send('login')).toMatchObject(REFUSED);
    expect(await send('another', { address: 'Ada@Example.com' })).toMatchObject(REFUSED);
    // A refused request leaves neither a code nor a count.
    expect(await stored()).toHaveLength(5);
    expect((await send('another', {}, 3600)).ok).toBe(true);
  });

  it('receives five of 50 codes requested at once', async () => {
    const asked = await Promise.all(Array.from({ length: 50 }, (_, i) => send(`use ${i}`)));
    expect(asked.filter(({ ok }) => ok)).toHaveLength(5);
    const counts = await units.read(tenant, (reads) => reads.list(CODE_SENDS, { order: 'asc', limit: 9 }));
    expect(counts.rows.map(({ sends }) => sends.length)).toEqual([5, 5]);
  });

  const OTHER = 'Customer:018bcfe5-6800-7000-8000-000000000003' as Id<'Customer'>;

  it('is counted over all its customers, so that it receives five codes for all of them', async () => {
    const customers = Array.from({ length: 7 }, (_, i) => `Customer:018bcfe5-6800-7000-8000-00000000001${i}`);
    const answers: boolean[] = [];
    for (const customerId of customers as Id<'Customer'>[]) answers.push((await send(customerId, { customerId })).ok);
    expect(answers).toEqual([true, true, true, true, true, false, false]);
    expect(await send('other', { customerId: OTHER })).toMatchObject(REFUSED);
    expect((await send('other', { customerId: OTHER, address: 'byron@example.com' })).ok).toBe(true);
    expect((await send('other', { customerId: OTHER }, 3600)).ok).toBe(true);
  });

  it('shares five codes with every other address of its customer', async () => {
    for (const use of ['a', 'b', 'c']) expect((await send(use)).ok).toBe(true);
    expect((await send('d', { address: 'byron@example.com' })).ok).toBe(true);
    expect((await send('e', { channel: 'PHONE', address: '+4915112345678' })).ok).toBe(true);
    for (const address of ['ada@example.com', 'byron@example.com', 'new@example.com'])
      expect(await send('f', { address })).toMatchObject(REFUSED);
    expect((await send('g', { address: 'new@example.com', customerId: OTHER })).ok).toBe(true);
  });

  it('gives five of 50 codes that as many customers request at once', async () => {
    const asked = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        send('login', {
          customerId: `Customer:018bcfe5-6800-7000-8000-0000000001${String(i).padStart(2, '0')}` as never,
        }),
      ),
    );
    expect(asked.filter(({ ok }) => ok)).toHaveLength(5);
  });

  it('is counted in the sandbox and in production separately', async () => {
    for (const use of ['a', 'b', 'c', 'd', 'e']) await send(use);
    const ctx = at(0, 'SANDBOX');
    const sandboxed = await units.run(ctx.tenant, (tx) => codes.send(tx, ctx, POLICY, SUBJECT, TO));
    expect(sandboxed.ok).toBe(true);
  });

  it.each([
    ['EMAIL', 'ada@example.com', ['ADA@Example.COM', ' ada@example.com ', 'a\u200bda@example.com', 'ada@example.com.']],
    ['EMAIL', 'ada@example.com', ['ada+1@example.com', 'ada+wallet+2@example.com', '\uff41da@example.com']],
    ['EMAIL', 'ada@b\u00fccher.example', ['ada@bu\u0308cher.example', 'ADA@B\u00dcCHER.example']],
    ['EMAIL', 'adalove@gmail.com', ['ada.love@gmail.com', 'a.d.a.love+x@googlemail.com']],
    ['PHONE', '+4915112345678', ['+49 151 12345678', '+49-151-123-456-78', '\u202a+4915112345678\u202c']],
  ] as const)('%s %s is counted in every notation that reaches it', async (channel, address, others) => {
    for (const use of ['a', 'b', 'c', 'd', 'e']) expect((await send(use, { channel, address })).ok).toBe(true);
    for (const other of others)
      expect(await send('f', { channel, address: other, customerId: OTHER }), other).toMatchObject(REFUSED);
  });

  it.each([
    ['EMAIL', 'ada@example.com', ['ada@example.org', 'a.da@example.com', '+ada@example.com', 'ada@sub.example.com']],
    ['EMAIL', '+1@example.com', ['+2@example.com']],
    ['PHONE', '+4915112345678', ['+4915112345679']],
  ] as const)('%s %s is not counted for others', async (channel, address, others) => {
    for (const use of ['a', 'b', 'c', 'd', 'e']) await send(use, { channel, address });
    for (const other of others)
      expect((await send('f', { channel, address: other, customerId: OTHER })).ok, other).toBe(true);
  });

  it('receives no code while the customer is locked', async () => {
    lock = domainError('ACCOUNT_LOCKED');
    expect(await send('login')).toMatchObject({ ok: false, error: { code: 'ACCOUNT_LOCKED' } });
    expect(await stored()).toEqual([]);
    lock = null;
    expect((await send('login')).ok).toBe(true);
  });
});

it('codes are uniformly distributed and contain no ambiguous characters', () => {
  const random = seededRandom('codes');
  const counts = new Map<string, number>();
  for (let i = 0; i < 4_000; i++)
    for (const digit of makeCode({ alphabet: DIGITS, length: 5 }, random)) {
      counts.set(digit, (counts.get(digit) ?? 0) + 1);
    }
  expect([...counts.keys()].sort().join('')).toBe('0123456789');
  for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(200);
  expect(makeCode({ alphabet: LETTERS_AND_DIGITS, length: 500 }, random)).toMatch(/^[2-9A-HJKMNP-Z]{500}$/);
});
