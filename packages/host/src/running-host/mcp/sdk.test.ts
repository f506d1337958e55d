import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { expect, test } from 'vitest';
import { loadSdk, serverOf } from './sdk.js';
import type { Session } from './session.js';

const content = [{ type: 'text' as const, text: 'called' }];

test.each<[string, object, unknown]>([
  ['null', { arguments: null }, undefined],
  ['an empty text', { arguments: '' }, undefined],
  ['JSON text', { arguments: '{"limit": "5"}' }, { limit: '5' }],
  ['an object', { arguments: { limit: 5 } }, { limit: 5 }],
  ['absent', {}, undefined],
])('a call whose arguments are %s reaches its tool', async (_what, given, expected) => {
  const seen: unknown[] = [];
  const session: Session = {
    actor: 'Agent:x',
    tools: [],
    call(_name, received) {
      seen.push(received);
      return Promise.resolve({ content, structuredContent: {} });
    },
    idle: () => Promise.resolve(),
  };
  const server = serverOf(await loadSdk(), session);
  const [client, other] = InMemoryTransport.createLinkedPair();
  const answered = new Promise<JSONRPCMessage>((resolve) => (client.onmessage = resolve));
  await server.connect(other);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_accounts', ...given } };
  await client.send(call as unknown as JSONRPCMessage);
  expect(await answered).toMatchObject({ id: 1, result: { content } });
  expect(seen).toEqual([expected]);
  await server.close();
});

test.each([
  ['a list', []],
  ['a number', 5],
  ['other text', 'five'],
])('a call whose arguments are %s is refused by the protocol', async (_what, given) => {
  const session: Session = { actor: '', tools: [], call: () => null, idle: () => Promise.resolve() };
  const server = serverOf(await loadSdk(), session);
  const [client, other] = InMemoryTransport.createLinkedPair();
  const answered = new Promise<JSONRPCMessage>((resolve) => (client.onmessage = resolve));
  await server.connect(other);
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x', arguments: given } };
  await client.send(call as unknown as JSONRPCMessage);
  expect(await answered).toMatchObject({ id: 1, error: { message: expect.stringContaining('arguments') as string } });
  await server.close();
});
