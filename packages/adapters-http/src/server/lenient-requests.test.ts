import { describe, expect, test, vi } from 'vitest';
import { operations } from './operations.js';
import { ANSWERS } from '../testing/answers.js';
import { REQUESTS } from '../testing/requests.js';
import { BASE, startServer } from '../testing/server.js';
import { parseJson } from '../kit/body.js';

const server = await startServer({}, ANSWERS);

describe('a date filter', () => {
  const FILTERS = operations.flatMap(({ operationId, query }) =>
    Object.keys((query as { readonly shape?: object } | null)?.shape ?? {})
      .filter((name) => /^(?:created|updated)(?:After|Before)$|^(?:start|end)Date$/.test(name))
      .map((name) => [operationId, name] as const),
  );
  const asked = async (operationId: string, filter: string, value: string): Promise<number> => {
    const { path } = REQUESTS[operationId]!;
    const [own = '', given = ''] = path.split('?');
    const query = new URLSearchParams(given);
    query.delete(filter);
    const rest = query.toString();
    const headers = own.startsWith('/agents/me')
      ? { authorization: `Bearer ${(await server.agent()).accessToken}` }
      : {};
    return (
      await server.call('GET', `${BASE}${own}?${rest === '' ? '' : `${rest}&`}${filter}=${value}`, undefined, headers)
    ).status;
  };

  test('is found in many lists', () => expect(FILTERS.length).toBeGreaterThan(15));

  test.each(FILTERS)('of %s (%s) takes a blank before its offset as a plus', async (operationId, filter) => {
    for (const value of [
      '2026-01-05T10:00:00+02:00',
      '2026-01-05T10:00:00.5%2002:00',
      '2026-01-05T10:00:00%2B02:00',
      '2026-01-05T10:00:00Z',
    ]) {
      expect([value, await asked(operationId, filter, value)]).toEqual([value, 200]);
    }
    for (const value of [
      '2026-01-05%2010:00',
      '2026-01-05T10:00:00%20%2002:00',
      '2026-01-05T10:00:00%2002',
      '2026-01-05T10:00:00',
    ]) {
      expect([value, await asked(operationId, filter, value)]).toEqual([value, 400]);
    }
  });
});

describe('the type of content', () => {
  const read = (type: string): boolean => parseJson(Buffer.from('{}'), type, undefined).ok;

  test.each([
    ...['application/json', 'Application/JSON', 'application/json;', 'application/json; ', 'application/json ;;'],
    ...['application/json; charset=utf-8', 'application/json;charset="UTF-8"', 'application/json; charset=utf8'],
    ...['application/json; version=1', 'application/json; charset=utf-8; profile="a;b=c"', 'application/json;\tq=0.5'],
    ...[
      'application/json; profile="charset=latin1"',
      'application/json; odata.metadata=minimal; ;charset=utf-8',
      'application/json; x',
    ],
  ])('%j is JSON', (type) => expect(read(type)).toBe(true));

  test.each([
    ...['text/plain', 'application/jsonp', 'application/json-patch+json', 'application/problem+json', ''],
    ...[
      'application/json; charset=latin1',
      'application/json; charset=utf-8; charset=utf-16',
      'application/json charset=utf-8',
    ],
    ...['application/json; charset=', 'application/json; CHARSET="iso-8859-1"', 'x application/json'],
  ])('%j is refused', (type) => expect(read(type)).toBe(false));
});

test('the OpenAPI document can be made with the app, once', async () => {
  const written = vi.spyOn(JSON, 'stringify');
  const made = () => written.mock.calls.filter(([value]) => (value as { openapi?: string } | null)?.openapi).length;
  const lazy = await startServer();
  expect(made()).toBe(0);
  await lazy.call('GET', '/openapi.json');
  expect(made()).toBe(1);
  const ready = await startServer({ documentAtStart: true });
  expect(made()).toBe(2);
  expect((await ready.call('GET', '/openapi.json')).json).toMatchObject({ openapi: '3.1.0' });
  expect(made()).toBe(2);
  written.mockRestore();
});
