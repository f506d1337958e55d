import { type Id, tenantKey } from '@corridor/core';
import { expect, test } from 'vitest';
import { operations } from './operations.js';
import { basic, BASE, startServer } from '../testing/server.js';

const server = await startServer();
const sandboxOnly = operations.filter(({ path }) => path.startsWith('/sandbox/'));

const { core, storage } = server.play;
const tenant = tenantKey('Platform:018bcfe5-6800-7000-8000-0000000000aa' as Id<'Platform'>, 'PRODUCTION');
const ctx = core.context(tenant, { kind: 'system' }, 'test');
const created = await storage.units.run(tenant, async (tx) =>
  core.platforms.create(tx, ctx, { name: 'Production', currencies: ['USD'] }),
);
if (!created.ok) throw new Error('the platform was not created');
const { token, clientSecret } = created.value;
const authorization = basic(token.clientId, clientSecret);

test.each(sandboxOnly.map(({ method, path }) => [method, path] as const))(
  'a production credential gets 403 from %s %s, whatever it sends',
  async (method, path) => {
    expect(sandboxOnly.length).toBeGreaterThan(10);
    const body = method === 'GET' ? undefined : '{"not JSON';
    const target = `${BASE}${path.replaceAll(/\{\w+\}/g, 'unknown')}`;
    const { status, json } = await server.call(method, target, body, { authorization });
    expect([status, json.code]).toEqual([403, 'FORBIDDEN']);
  },
);
