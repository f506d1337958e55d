import { createServer, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { sandboxSession } from './session.js';

const ACCOUNT = 'InternalAccount:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';

type Step = (response: ServerResponse) => void;

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Step =>
  (response) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const done = json(200, { id: ACCOUNT });
const stored = json(200, { id: ACCOUNT }, { 'idempotent-replayed': 'true' });
const busy = json(409, { status: 409, code: 'CONFLICT', message: 'at the same time' }, { 'retry-after': '0' });
const failing = json(500, { status: 500, code: 'INTERNAL_ERROR', message: 'x' }, { 'retry-after': '0' });
const lost: Step = (response) => void response.destroy();

let stop: () => void = () => undefined;
afterEach(() => stop());

/** A service that answers the writes of a session with these steps, and remembers their keys. */
async function service(steps: readonly Step[]) {
  const keys: string[] = [];
  const server = createServer((request, response) => {
    if (request.method === 'GET') return json(200, { id: 'Platform:x' })(response);
    const step = steps[keys.length]!;
    keys.push(String(request.headers['idempotency-key']));
    request.resume().on('end', () => step(response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  stop = () => {
    server.close();
    server.closeAllConnections();
  };
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { keys, session: await sandboxSession({ baseUrl, credential: { clientId: 'a', clientSecret: 'b' } }) };
}

test.each<[string, readonly Step[], boolean | undefined]>([
  ['is not repeated if it is carried out', [done], undefined],
  ['is repeated if the answer was stored before', [stored], true],
  ['is repeated if another call carried it out at the same time', [busy, stored], true],
  ['is not repeated if its own answer was lost', [lost, stored], undefined],
  ['is not repeated if its own attempt failed', [failing, stored], undefined],
  ['is not repeated if its own answer was lost before another attempt was refused', [lost, busy, stored], undefined],
])('a call %s', async (_what, steps, isRepeated) => {
  const { keys, session } = await service(steps);
  const result = await session.call('fund_account', { accountId: ACCOUNT, amount: 1 }, 'message');
  expect(result).toMatchObject({ structuredContent: { id: ACCOUNT } });
  expect(result!.structuredContent['isRepeated']).toBe(isRepeated);
  expect(keys).toHaveLength(steps.length);
  expect(new Set(keys).size).toBe(1);
});

test('a call without an answer says that it may have had its effect, and its repetition has the same key', async () => {
  const { keys, session } = await service([lost, lost, lost, stored]);
  const given = { accountId: ACCOUNT, amount: 1 };
  const first = await session.call('fund_account', given, 'one');
  expect(first).toMatchObject({ isError: true, structuredContent: { error: { code: 'NO_ANSWER' } } });
  expect(await session.call('fund_account', given, 'two')).toMatchObject({ structuredContent: { isRepeated: true } });
  expect(new Set(keys).size).toBe(1);
});

test('a session knows no tool of another kind of session', async () => {
  const { session } = await service([]);
  expect(session.call('send_transfer', {}, 'message')).toBeNull();
  expect(session.call('constructor', {}, 'message')).toBeNull();
  await session.idle();
});
