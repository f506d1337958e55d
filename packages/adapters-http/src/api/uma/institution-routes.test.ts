import { err, ok, type Result } from '@corridor/core';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLimits } from '../../kit/rate-limit.js';
import { startServer } from '../../testing/server.js';

let answer: Result<string> = ok('{}');
let served = 0;
const serve = async (): Promise<Result<string>> => {
  served += 1;
  return answer;
};

let counted = createLimits(null);
const limits = {
  ...counted,
  hear: (sender: string) => counted.hear(sender),
  forged: (by: string) => counted.forged(by),
};

const server = await startServer({ limits }, {}, (core) => ({
  ...core,
  uma: {
    ...core.uma,
    serve: { ...core.uma.serve, answersFor: async () => ok(), offer: serve, payRequest: serve },
  },
}));

const ask = (path: string) =>
  server.call(path.includes('?') ? 'GET' : 'POST', path, path.includes('?') ? undefined : '{}', { authorization: '' });

beforeEach(() => {
  answer = ok('{}');
  served = 0;
  counted = createLimits(null);
});

describe('a signed request of another institution', () => {
  test.each([
    ['an offer', '/.well-known/lnurlp/$ada?nonce=1', 'INVALID_SIGNATURE'],
    ['an offer', '/.well-known/lnurlp/$ada?nonce=1', 'COUNTERPARTY_PUBKEY_FETCH_ERROR'],
    ['a payment request', '/uma/payreq/$ada', 'INVALID_SIGNATURE'],
    ['a payment request', '/uma/payreq/$ada', 'COUNTERPARTY_PUBKEY_FETCH_ERROR'],
  ] as const)('of %s (%s) is refused for a while after sixty answers with %s', async (_, path, code) => {
    for (let sent = 0; sent < 3; sent += 1) expect((await ask(path)).status).toBe(200);
    answer = err(code);
    for (let sent = 0; sent < 70; sent += 1) await ask(path);
    const before = served;
    expect((await ask(path)).status).toBe(429);
    expect(served).toBe(before);
  });
});
