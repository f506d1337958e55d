import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requests } from '../../packages/host/generate-requests.mjs';

const PRESENT = new URL('../../packages/host/src/running-host/mcp/requests.gen.ts', import.meta.url);

test('tools for agents take what the present OpenAPI document says; `npm run client:write` generates it', () => {
  expect(readFileSync(PRESENT, 'utf8')).toBe(requests());
});
