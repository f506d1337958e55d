import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Core, ok } from '@corridor/core';
import Koa from 'koa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { documentsByContent } from './cached-documents.js';
import { query, unauthenticated } from './declare.js';
import { deprecationHeaders } from './deprecation.js';
import { createHandler } from '../server/handler.js';
import { documentOf } from '../server/openapi.js';
import type { Operation } from './operation.js';
import type { AppPorts } from './options.js';
import { createRouter } from '../server/router.js';
import type { State } from './state.js';
import { createLimits } from './rate-limit.js';
import { createUploads } from './uploads.js';

const described = {
  method: 'GET',
  tag: 'Planted',
  summary: 'Answers',
  description: 'Nothing depends on it.',
  outcomes: { 200: 'The answer.' },
  examples: [],
  params: {},
  responses: { 200: z.object({ answer: z.number() }) },
} as const;
const answering = { perform: () => async () => ok(42), serialize: (answer: number) => ({ answer }) };
const deprecated = { since: '2026-01-31', sunset: '2027-02-01' };

const planted: readonly Operation[] = [
  unauthenticated({ ...described, ...answering, path: '/former', operationId: 'former', deprecated }),
  unauthenticated({ ...described, ...answering, path: '/present', operationId: 'present' }),
  query({
    ...described,
    path: '/guarded',
    operationId: 'guarded',
    permission: 'VIEW',
    deprecated,
    reads: () => async () => ok(42),
    input: () => null,
    serialize: (answer: number) => ({ answer }),
  }),
];

describe('a deprecated operation', () => {
  const ports = {
    core: {} as Core,
    options: { ready: async () => true },
  } as AppPorts;
  const shared = { limits: createLimits(null), documents: documentsByContent(), uploads: createUploads() };
  const app = new Koa<State>();
  app.use((ctx, next) => {
    ctx.state = {
      requestId: 'test',
      address: '',
      operation: null,
      routeId: null,
      tokenId: null,
      hasCredential: false,
      shownPath: null,
      trace: null,
    };
    return next();
  });
  app.use(createRouter(planted, '/2025-10-13', (operation) => createHandler(operation, ports, shared)));
  const server = createServer(app.callback());
  const call = async (path: string) => {
    const { port } = server.address() as AddressInfo;
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/2025-10-13${path}`);
    return { status, deprecation: headers.get('deprecation'), sunset: headers.get('sunset') };
  };

  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());

  const HEADERS = { deprecation: '@1769817600', sunset: 'Mon, 01 Feb 2027 00:00:00 GMT' };

  test('announces in every response since when it is deprecated and when it ends', async () => {
    expect(await call('/former')).toEqual({ status: 200, ...HEADERS });
    expect(await call('/guarded')).toEqual({ status: 401, ...HEADERS });
    expect(await call('/present')).toEqual({ status: 200, deprecation: null, sunset: null });
  });

  test('is marked in the document, and no other operation is', () => {
    const document = JSON.parse(JSON.stringify(documentOf(planted, {}))) as {
      readonly paths: Readonly<Record<string, { readonly get: Readonly<Record<string, unknown>> }>>;
    };
    const marks = Object.fromEntries(
      Object.entries(document.paths).map(([path, { get }]) => [path, [get['deprecated'], get['description']]]),
    );
    expect(marks).toEqual({
      '/2025-10-13/former': [true, expect.stringContaining('Available until 2027-02-01.')],
      '/2025-10-13/guarded': [true, expect.stringContaining('Available until 2027-02-01.')],
      '/2025-10-13/present': [undefined, expect.not.stringContaining('Available until')],
    });
  });

  test.each([
    { since: '2026-01-31', sunset: '2026-01-31' },
    { since: '2026-02-01', sunset: '2026-01-31' },
    { since: '2026-01-31', sunset: '2026-07-29' },
    { since: 'soon', sunset: '2026-01-31' },
    { since: '2026-01-31', sunset: '2026-13-01' },
  ])('is refused with invalid days or less than half a year of notice: %o', (days) => {
    expect(() => deprecationHeaders(days)).toThrow(/is too short|is not a date/);
  });
});
