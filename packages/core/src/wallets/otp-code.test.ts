import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Context, type Instant, ok, tenantKey } from '../kernel/index.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';
import { type CodeForm, codeIdOf, drawCode, type Guess, guessCode, makeCode, WALLET_CODES } from './otp-code.js';

const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-000000000001' as never, 'PRODUCTION');
const NOW = 1_700_000_000_000 as Instant;
const at = (seconds: number): Context => {
  const now = (NOW + seconds * 1000) as Instant;
  return { tenant, actor: { kind: 'system' }, requestId: 'r', now, hostNow: now };
};
const SUBJECT = 'AuthMethod:1';
const form: CodeForm = { subject: SUBJECT, length: 6, alphanumeric: false, lifetimeSeconds: 600, fixed: null };
const ports = { random: seededRandom(), digest, sealer: reversingSealer };

let units: ReturnType<typeof createMemoryStorage>['units'];
beforeEach(() => {
  units = createMemoryStorage().units;
});
const make = (seconds = 0, over: Partial<CodeForm> = {}) =>
  units.run(tenant, (tx) => makeCode(ports, tx, at(seconds), { ...form, ...over }));
const stored = () => units.read(tenant, (reads) => reads.get(WALLET_CODES, codeIdOf(SUBJECT)));
const code = async (): Promise<string> => reversingSealer.open((await stored())!.sealedCode!);
async function guess(text: string, seconds = 0): Promise<Guess> {
  const answer = await units.run(tenant, async (tx) => ok(await guessCode(digest, tx, at(seconds), SUBJECT, text)));
  if (!answer.ok) throw new Error(answer.error.code);
  return answer.value;
}

describe('a one-time code', () => {
  it('is right once', async () => {
    await make();
    expect(await guess('x')).toBe('wrong');
    const right = await code();
    expect(right).toMatch(/^\d{6}$/);
    expect(await guess(right)).toBe('right');
    expect(await guess(right)).toBe('void');
    expect((await stored())?.sealedCode).toBeNull();
  });

  it('allows five tries, counted before they are compared, also 50 at once', async () => {
    await make();
    const right = await code();
    const guesses = await Promise.all(Array.from({ length: 50 }, (_, i) => guess(`wrong ${i}`)));
    expect(guesses.filter((answer) => answer === 'wrong')).toHaveLength(5);
    expect(guesses.filter((answer) => answer === 'void')).toHaveLength(45);
    expect(await guess(right)).toBe('void');
  });

  it('is right for one of 50 who know it', async () => {
    await make();
    const right = await code();
    const guesses = await Promise.all(Array.from({ length: 50 }, () => guess(right)));
    expect(guesses.filter((answer) => answer === 'right')).toHaveLength(1);
  });

  it('lives as long as it was told to, and is void once another is made', async () => {
    await make();
    const first = await code();
    expect(await guess('x', 599)).toBe('wrong');
    expect(await guess(first, 600)).toBe('void');
    await make(600);
    expect(await guess(first, 601)).toBe((await code()) === first ? 'right' : 'wrong');
  });

  it('is made five times within an hour and no more', async () => {
    for (let i = 0; i < 5; i++) expect(await make(i * 60)).toMatchObject({ ok: true });
    expect(await make(600)).toMatchObject({ error: { code: 'RATE_LIMITED', details: { retryAfter: 3000 } } });
    expect(await make(3600)).toMatchObject({ ok: true });
    expect(await make(3601)).toMatchObject({ error: { code: 'RATE_LIMITED' } });
  });

  it('that is known beforehand is sealed nowhere, and compared like any other', async () => {
    await make(0, { fixed: '000000' });
    const record = await stored();
    expect(record?.sealedCode).toBeNull();
    expect(JSON.stringify(record)).not.toContain('000000"');
    expect(await guess('000000')).toBe('right');
  });
});

it('codes are drawn evenly, without characters that are mistaken for others', () => {
  const random = seededRandom('codes');
  const counts = new Map<string, number>();
  for (let i = 0; i < 4_000; i++)
    for (const digit of drawCode(random, 5, false)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  expect([...counts.keys()].sort().join('')).toBe('0123456789');
  for (const count of counts.values()) expect(Math.abs(count - 2_000)).toBeLessThan(200);
  expect(drawCode(random, 500, true)).toMatch(/^[2-9A-HJKMNP-Z]{500}$/);
});
