import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { requestLimits } from '../../packages/host/generate-requests.mjs';

const PRESENT = new URL('../../packages/host/src/running-host/mcp/accepted.gen.ts', import.meta.url);

test('tools for agents accept what the present OpenAPI document does; `npm run client:write` generates it', () => {
  expect(readFileSync(PRESENT, 'utf8')).toBe(requestLimits());
});
