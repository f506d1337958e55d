import { describe, expect, it } from 'vitest';
import { type Api, type Credential, expecting, refused } from '../support/api.js';
import { recordsOf } from '../faults/everything-told.js';
import { REMEMBERED_ANSWERS } from '@corridor/core/records';
import { createPlatform } from '../support/credentials.js';
import { BOOTSTRAP } from '../support/host.js';
import { useHost } from '../support/use-host.js';
import type { Page } from '../support/wire.js';

interface ApiToken extends Credential {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  readonly createdAt: string;
  readonly updatedAt: string;
}

describe('API tokens', () => {
  const used = useHost('sqlite', { webhooks: false });
  const create = (api: Api, name: string, ...permissions: readonly string[]): Promise<ApiToken> =>
    expecting(201, api.post<ApiToken>('/tokens', { name, permissions }));
  const tokens = async (api: Api, query = {}) => (await expecting(200, api.get<Page<ApiToken>>('/tokens', query))).data;

  it('are created, are valid at once by id and by client id, and never show their secret again', async () => {
    const { api } = used;
    const token = await create(api, 'reporting', 'VIEW', 'TRANSACT');
    expect(token.permissions).toEqual(['VIEW', 'TRANSACT']);
    expect(Buffer.from(token.clientSecret, 'base64url')).toHaveLength(32);
    await expecting(200, api.as(token).get('/config'));
    await expecting(200, api.as({ clientId: token.id, clientSecret: token.clientSecret }).get('/config'));
    await refused(401, 'UNAUTHORIZED', api.as({ ...token, clientSecret: 'wrong' }).get('/config'));

    const { clientSecret, ...shown } = token;
    expect(await expecting(200, api.get(`/tokens/${token.id}`))).toEqual(shown);
    const listed = await tokens(api);
    expect(listed.find(({ id }) => id === token.id)).toEqual(shown);
    expect(JSON.stringify(listed)).not.toContain(clientSecret);
    await refused(404, 'TOKEN_NOT_FOUND', api.get('/tokens/nonsense'));
  });

  it('are listed newest first, by name and by time', async () => {
    const { api } = used;
    const [one, two] = [await create(api, 'twin', 'VIEW'), await create(api, 'twin', 'VIEW')];
    expect((await tokens(api, { name: 'twin' })).map(({ id }) => id)).toEqual([two.id, one.id]);
    const page = await expecting(200, api.get<Page<ApiToken>>('/tokens', { name: 'twin', limit: 1 }));
    expect(page).toMatchObject({ hasMore: true, totalCount: 2 });
    const rest = await tokens(api, { name: 'twin', limit: 1, cursor: page.nextCursor });
    expect(rest.map(({ id }) => id)).toEqual([one.id]);
    expect(await tokens(api, { name: 'twin', createdAfter: '2999-01-01T00:00:00Z' })).toEqual([]);
    expect(await tokens(api, { name: 'twin', createdBefore: one.createdAt, updatedAfter: one.createdAt })).not.toEqual(
      [],
    );
  });

  it('have the same secret in a repeated creation, which the database stores encrypted only', async () => {
    const { api, deployment } = used;
    const ask = (secret = BOOTSTRAP) =>
      api.as(secret).post<ApiToken>('/tokens', { name: 'once', permissions: ['VIEW'] }, { idempotencyKey: 'once' });
    const [first, again] = [await ask(), await ask()];
    expect(first.status).toBe(201);
    expect(again.text).toBe(first.text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await tokens(api, { name: 'once' })).toHaveLength(1);
    const kept = await recordsOf(deployment, REMEMBERED_ANSWERS);
    expect(kept.length).toBeGreaterThan(0);
    expect(JSON.stringify(kept)).not.toContain(first.body.clientSecret);
  });

  it('can be created only with MANAGE, and without permissions that their creator lacks', async () => {
    const { api } = used;
    const manager = api.as(await create(api, 'manager', 'MANAGE'));
    await refused(403, 'FORBIDDEN', manager.post('/tokens', { name: 'more', permissions: ['TRANSACT'] }));
    const reader = api.as(await create(manager, 'reader', 'VIEW'));
    await refused(403, 'FORBIDDEN', reader.post('/tokens', { name: 'another', permissions: ['VIEW'] }));
    const { details } = await refused(400, 'INVALID_INPUT', api.post('/tokens', { name: ' ', permissions: ['ALL'] }));
    expect(details?.errors?.map(({ field }) => field).sort()).toEqual(['name', 'permissions.0']);
  });

  it('are refused immediately after their deletion', async () => {
    const { api } = used;
    const token = await create(api, 'short-lived', 'VIEW', 'MANAGE');
    const own = api.as(token);
    await expecting(200, own.get('/config'));
    const path = `/tokens/${token.id}`;
    expect((await api.delete(path, { idempotencyKey: 'gone' })).status).toBe(204);
    await refused(401, 'UNAUTHORIZED', own.get('/config'));
    await refused(404, 'TOKEN_NOT_FOUND', api.get(path));
    await refused(404, 'TOKEN_NOT_FOUND', api.delete(path));
    expect((await api.delete(path, { idempotencyKey: 'gone' })).status).toBe(204);
  });

  it('cannot be deleted if they are the last with MANAGE, and are hidden from other platforms', async () => {
    const { api, deployment } = used;
    const other = api.as(await createPlatform(deployment, 'Other'));
    const [only] = await tokens(other);
    expect(await tokens(other)).toHaveLength(1);
    await refused(400, 'INVALID_INPUT', other.delete(`/tokens/${only!.id}`));
    const [mine] = await tokens(api);
    await refused(404, 'TOKEN_NOT_FOUND', other.get(`/tokens/${mine!.id}`));
    await refused(404, 'TOKEN_NOT_FOUND', other.delete(`/tokens/${mine!.id}`));

    const second = await create(other, 'second', 'VIEW', 'TRANSACT', 'MANAGE');
    const outcomes = await Promise.all([
      other.delete(`/tokens/${only!.id}`),
      other.as(second).delete(`/tokens/${second.id}`),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual([204, 400]);
  });
});

describe('a host with a rate limit', () => {
  const used = useHost('sqlite', { webhooks: false, env: { CORRIDOR_RATE_LIMIT: '1', CORRIDOR_RATE_BURST: '5' } });

  it('answers with the time to wait, and counts each token separately', async () => {
    const { api } = used;
    const answers = [];
    for (let i = 0; i < 8; i++) answers.push(await api.get('/config'));
    const first = answers.findIndex(({ status }) => status === 429);
    expect(first).toBeGreaterThanOrEqual(5);
    await refused(429, 'RATE_LIMITED', Promise.resolve(answers[first]!));
    expect(Number(answers[first]!.headers.get('retry-after'))).toBe(1);
    const other = api.as(await createPlatform(used.deployment, 'Other'));
    await expecting(200, other.get('/config'));
  });
});
