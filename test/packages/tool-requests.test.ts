import { readFileSync } from 'node:fs';
import { openApiDocument } from '@corridor/adapters-http';
import { expect, test } from 'vitest';
import { requests } from '../../packages/host/generate-requests.mjs';

const PRESENT = new URL('../../packages/host/src/running-host/mcp/requests.gen.ts', import.meta.url);

test('tools for agents take what the present OpenAPI document says; `npm run client:write` generates it', () => {
  expect(readFileSync(PRESENT, 'utf8')).toBe(requests());
});

test('a field that an operation gets is offered by its tools, unless it is left out with a reason', () => {
  const document = structuredClone(openApiDocument()) as {
    components: { schemas: Record<string, { properties: object }> };
  };
  Object.assign(document.components.schemas['SandboxDepositRequest']!.properties, {
    urgency: { type: 'string', enum: ['LOW', 'HIGH'], description: 'How soon the money is needed.' },
  });
  const offered = requests(document);
  expect(offered).toContain('"urgency": {"in":"body","name":"urgency","type":"string","enum":["LOW","HIGH"],');
  const sandboxDeposit = {
    'one payer sends all deposits': ['remitter'],
    'the sandbox is never in a hurry': ['urgency'],
  };
  expect(requests(document, { sandboxDeposit })).not.toContain('urgency');
});

test('what no operation has cannot be left out, and what tools cannot take must be', () => {
  expect(() => requests(undefined, { sandboxDeposit: { because: ['remitter', 'hurry'] } })).toThrow(
    'sandboxDeposit does not have hurry',
  );
  expect(() => requests(undefined, { deposit: {} })).toThrow('no operation is named deposit');
  expect(() => requests(undefined, { createQuote: {} })).toThrow('tools cannot take senderCustomerInfo');
});
