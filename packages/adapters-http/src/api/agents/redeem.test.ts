import { readAll } from '@corridor/core/internal';
import { AGENT_PERMISSIONS, REMEMBERED_ANSWERS } from '@corridor/core/records';
import { describe, expect, test } from 'vitest';
import { valueOf } from '../../../../core/src/testing/play-core.js';
import { BASE, startServer } from '../../testing/server.js';

const server = await startServer();
const { play } = server;
const { core } = play;

async function newAgent() {
  const customer = valueOf(
    await play.run(core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada Example' } as never),
  );
  const policy = {
    permissions: [...AGENT_PERMISSIONS],
    defaultExecutionMode: 'AUTO' as const,
    spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000n },
  };
  const made = valueOf(await play.run(core.agents.create, { name: 'Bookkeeper', customerId: customer.id, policy }));
  return { id: made.view.agent.id, code: made.code.code };
}

const redeem = (code: string, key?: string, query = '') =>
  server.call('POST', `${BASE}/agents/device-codes/${code}/redeem${query}`, undefined, {
    authorization: '',
    ...(key !== undefined && { 'idempotency-key': key }),
  });
const tokenOf = ({ text }: { readonly text: string }) => (JSON.parse(text) as { accessToken: string }).accessToken;
const replayed = ({ headers }: { readonly headers: Headers }) => headers.get('idempotent-replayed');

describe('guesses of device codes', () => {
  /** A server of its own, because guesses from this address are refused for a while. */
  const guessed = async () => {
    const own = await startServer();
    const at = (path: string, headers: object = { authorization: '' }) =>
      own.call('POST', `${BASE}${path}`, undefined, headers as never);
    const made = async () => {
      const { core, run } = { core: own.play.core, run: own.play.run };
      const customer = valueOf(
        await run(core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada Example' } as never),
      );
      const policy = {
        permissions: [...AGENT_PERMISSIONS],
        defaultExecutionMode: 'AUTO' as const,
        spendingLimits: { currency: 'USD', perTransactionLimit: 1_000_000n },
      };
      return valueOf(await run(core.agents.create, { name: 'Bookkeeper', customerId: customer.id, policy })).code.code;
    };
    const guess = (count: number) =>
      Promise.all(
        Array.from({ length: count }, (_, n) =>
          at(`/agents/device-codes/AAAAAAAA${String(n).padStart(4, '3')}/redeem`),
        ),
      );
    return { own, at, made, guess };
  };

  test('are refused before they are looked up, also a right one among them', async () => {
    const { at, made, guess } = await guessed();
    const code = await made();
    const answers = await guess(40);
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(20);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(20);
    for (const { headers, json } of refused) {
      expect(json.code).toBe('RATE_LIMITED');
      expect(Number(headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
    }
    expect((await at(`/agents/device-codes/${code}/redeem`)).status).toBe(429);
  });

  test('do not count a code that is known: redeemed, or redeemed before', async () => {
    const { at, made } = await guessed();
    for (let count = 0; count < 25; count += 1) {
      const code = await made();
      expect((await at(`/agents/device-codes/${code}/redeem`)).status).toBe(200);
      expect((await at(`/agents/device-codes/${code}/redeem`)).status).toBe(400);
    }
  });

  test.each([
    ['the status of a device code', (n: string) => `/agents/device-codes/AAAAAAAA${n}/status`],
    ['an invitation', (n: string) => `/invitations/aaaaaaaaaaaa${n}`],
  ])('count for a token that asks for %s', async (_, path) => {
    const { own } = await guessed();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => own.call('GET', BASE + path(String(n).padStart(4, '3')))),
    );
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });
});

describe('the redemption of a device code', () => {
  test('is repeated under its key with the same bytes, and the token in them is valid', async () => {
    const { code } = await newAgent();
    const first = await redeem(code, 'install 1');
    expect([first.status, replayed(first)]).toEqual([200, null]);
    for (const again of [await redeem(code, 'install 1'), await redeem(code.toLowerCase(), 'install 1')]) {
      expect([again.status, again.text, replayed(again)]).toEqual([200, first.text, 'true']);
    }
    expect(await core.agents.authenticate(tokenOf(first))).not.toBeNull();
  });

  test('gives one token to copies that are sent at the same time', async () => {
    const { code } = await newAgent();
    const copies = await Promise.all(Array.from({ length: 10 }, () => redeem(code, 'install 2')));
    expect(new Set(copies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(copies.filter((copy) => replayed(copy) === null)).toHaveLength(1);
    expect(await core.agents.authenticate(tokenOf(copies[0]!))).not.toBeNull();
  });

  test('is refused without the key of the first request, or with another one', async () => {
    const { code } = await newAgent();
    expect((await redeem(code, 'install 3')).status).toBe(200);
    for (const again of [await redeem(code), await redeem(code, 'install 4')]) {
      expect(again).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
      expect(again.json.details.errors).toEqual([
        { field: 'code', message: 'was already redeemed; ask the platform for a new device code' },
      ]);
    }
  });

  test('shows nothing of another code that was redeemed under the same key', async () => {
    const [one, two] = [await newAgent(), await newAgent()];
    const [first, second] = [await redeem(one.code, 'the same key'), await redeem(two.code, 'the same key')];
    expect([first.status, second.status, replayed(second)]).toEqual([200, 200, null]);
    expect(tokenOf(second)).not.toBe(tokenOf(first));
    expect((await redeem('AAAAAAAAAAAA', 'the same key')).status).toBe(404);
  });

  test('is answered again for 24 hours of the host', async () => {
    const { code } = await newAgent();
    const first = await redeem(code, 'a day');
    play.clock.advance(24 * 60 * 60 - 1);
    expect((await redeem(code, 'a day')).text).toBe(first.text);
    play.clock.advance(1);
    expect((await redeem(code, 'a day')).status).toBe(400);
  });

  test('is not answered again after a newer code has replaced it, or its agent was deleted', async () => {
    const [replaced, deleted] = [await newAgent(), await newAgent()];
    for (const { code } of [replaced, deleted]) expect((await redeem(code, 'before')).status).toBe(200);
    valueOf(await play.run(core.agents.regenerateCode, { id: replaced.id }));
    valueOf(await play.run(core.agents.delete, { id: deleted.id }));
    for (const { code } of [replaced, deleted]) expect((await redeem(code, 'before')).status).toBe(404);
  });

  test('stores neither the token nor the code in the clear', async () => {
    const { code } = await newAgent();
    const token = tokenOf(await redeem(code, 'secret'));
    const stored = await core.units.read(play.tenant, (reads) => readAll(reads, REMEMBERED_ANSWERS, {}));
    expect(stored.length).toBeGreaterThan(0);
    const text = stored.map((answer) => Object.values(answer).join('\n')).join('\n');
    for (const secret of [token, code, 'accessToken']) expect(text).not.toContain(secret);
  });

  test('needs a key of 1 to 255 characters, if it has one, and names every other error too', async () => {
    const { code } = await newAgent();
    const long = await redeem(code, 'k'.repeat(256), '?colour=red');
    expect(long).toMatchObject({ status: 400, json: { code: 'INVALID_INPUT' } });
    expect(long.json.details.errors.map(({ field }) => field)).toEqual(['Idempotency-Key', 'colour']);
    expect((await redeem(code, 'k'.repeat(255))).status).toBe(200);
  });
});
