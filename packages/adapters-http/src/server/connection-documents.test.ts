import { beforeEach, describe, expect, test } from 'vitest';
import { startServer } from '../testing/server.js';

const asked: (readonly [string, string])[] = [];
let content: Uint8Array | null = null;
const server = await startServer({}, {}, (core) => ({
  ...core,
  kyc: {
    ...core.kyc,
    document: async (name, token) => {
      asked.push([name, token]);
      return content;
    },
  },
}));

beforeEach(() => {
  asked.length = 0;
  content = new Uint8Array([0x25, 0x50, 0xff, 0x00]);
});

const CANARY = 'canary-of-an-address';
const PATH = `/kyc/acme-id/documents/${CANARY}`;
const fetched = (path = PATH, method = 'GET') => fetch(`${server.url}${path}`, { method });

describe('the address of a document', () => {
  test('answers the bytes, which no browser shows or keeps', async () => {
    const response = await fetched();
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(content);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-length': '4',
    });
    expect(asked).toEqual([['acme-id', CANARY]]);
  });

  test('that leads nowhere is 404 and does not repeat it', async () => {
    content = null;
    const response = await fetched();
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain(CANARY);
  });

  test('is not logged, and is counted under one name', async () => {
    await fetched();
    expect(JSON.stringify(server.log)).not.toContain(CANARY);
    expect(server.log.at(-1)!.fields).toMatchObject({ path: '/kyc/acme-id/documents/…' });
    expect(server.observed.at(-1)).toEqual(['kycDocument', 200]);
  });

  test.each([
    [PATH, 'POST', 405],
    [PATH, 'HEAD', 405],
    [`${PATH}/more`, 'GET', 404],
    ['/rails/acme-bank/documents/token', 'GET', 404],
  ])('%s %s is %i', async (path, method, status) => {
    expect((await fetched(path, method)).status).toBe(status);
    expect(asked).toEqual([]);
  });
});
