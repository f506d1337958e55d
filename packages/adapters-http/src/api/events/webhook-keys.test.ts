import { err, ok, type Permission } from '@corridor/core';
import type { KeyOwner } from '@corridor/core/internal';
import { describe, expect, test } from 'vitest';
import type { AppOptions } from '../../kit/options.js';
import { ANSWERS } from '../../testing/answers.js';
import { webhookKeys } from '../../testing/records/platforms.js';
import { idOf } from '../../testing/records/record.js';
import { BASE, basic, startServer } from '../../testing/server.js';

const OWN = `${BASE}/webhooks/public-key`;
const OF_PLATFORM = `${OWN}/${idOf('Platform')}`;
const NO_CREDENTIAL = { authorization: '' };

const inText = (environment: 'SANDBOX' | 'PRODUCTION'): string => {
  const { current, previous } = webhookKeys(environment);
  return current + previous!.publicKey;
};

/** Starts a server with one platform that has keys in both environments. */
async function serve(options: Partial<AppOptions> = {}) {
  const server = await startServer(options, ANSWERS);
  server.answers.set('platforms.findWebhookKeys', ({ platformId, environment }: KeyOwner) =>
    platformId === idOf('Platform') ? ok(webhookKeys(environment ?? 'SANDBOX')) : err('REFERENCE_NOT_FOUND'),
  );
  return server;
}

describe('the keys that verify webhooks', () => {
  test('are those of the caller, with the key in use first, and require a credential', async () => {
    const server = await serve();
    const own = await server.call('GET', OWN);
    expect([own.status, own.text]).toEqual([200, inText('SANDBOX')]);
    expect(own.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await server.call('GET', OWN, undefined, NO_CREDENTIAL)).toMatchObject({
      status: 401,
      json: { code: 'UNAUTHORIZED' },
    });
  });

  test('are readable without a credential by platform id and environment', async () => {
    const server = await serve();
    const read = (path: string) => server.call('GET', path, undefined, NO_CREDENTIAL);
    expect(await read(OF_PLATFORM)).toMatchObject({ status: 200, text: inText('SANDBOX') });
    expect(await read(`${OF_PLATFORM}?environment=PRODUCTION`)).toMatchObject({
      status: 200,
      text: inText('PRODUCTION'),
    });
    expect(await read(`${OF_PLATFORM}?environment=STAGING`)).toMatchObject({
      status: 400,
      json: { code: 'INVALID_INPUT', details: { errors: [{ field: 'environment' }] } },
    });
    for (const unknown of ['Platform:01943c5e-0000-7000-8000-00000000ffff', 'Platform:1', idOf('Customer')]) {
      expect(await read(`${OWN}/${unknown}`)).toMatchObject({ status: 404, json: { code: 'REFERENCE_NOT_FOUND' } });
    }
  });

  test('are limited per address like per token, and more strictly for platforms that do not exist', async () => {
    const limited = await serve({ rateLimit: { perSecond: 0.1, burst: 3 } });
    const read = (path: string) => limited.call('GET', path, undefined, NO_CREDENTIAL);
    for (let i = 0; i < 3; i++) expect((await read(OF_PLATFORM)).status).toBe(200);
    const refused = await read(OF_PLATFORM);
    expect(refused).toMatchObject({ status: 429, json: { code: 'RATE_LIMITED' } });
    expect(refused.headers.get('retry-after')).toBe('10');

    const guessed = await serve({ rateLimit: { perSecond: 1000, burst: 1000 } });
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      const unknown = `${OWN}/Platform:01943c5e-0000-7000-8000-00000000${1000 + i}`;
      statuses.push((await guessed.call('GET', unknown, undefined, NO_CREDENTIAL)).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 404));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  test('are rotated with the permission MANAGE only', async () => {
    const server = await serve();
    const rotate = async (...permissions: readonly Permission[]) => {
      const { clientId, secret } = await server.tokenWith(...permissions);
      return server.call('POST', `${OWN}/rotate`, undefined, { authorization: basic(clientId, secret) });
    };
    expect((await rotate('VIEW', 'TRANSACT')).status).toBe(403);
    const rotated = await rotate('MANAGE');
    expect([rotated.status, rotated.json]).toMatchObject([
      200,
      { publicKey: 'key of SANDBOX\n', previousPublicKey: 'former key of SANDBOX\n' },
    ]);
  });
});
