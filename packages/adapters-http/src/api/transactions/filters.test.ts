import { expect, test } from 'vitest';
import { BASE, startServer } from '../../testing/server.js';

const server = await startServer();

test.each([
  ['type', 'CARD'],
  ['status', 'AUTHORIZED'],
  ['status', 'PARTIALLY_SETTLED'],
  ['status', 'SETTLED'],
  ['status', 'EXCEPTION'],
])('lists of transactions accept %s=%s of card transactions', async (name, value) => {
  for (const path of ['/transactions', '/agents/me/transactions']) {
    expect((await server.call('GET', `${BASE}${path}?${name}=${value}`)).status).toBe(200);
    expect(server.calls.at(-1)!.input).toMatchObject({ [name]: value });
  }
});

test('lists of transactions refuse a state and a type that no transaction has', async () => {
  for (const filter of ['type=CARDS', 'status=CLEARED'])
    expect((await server.call('GET', `${BASE}/transactions?${filter}`)).json.code).toBe('INVALID_INPUT');
});
