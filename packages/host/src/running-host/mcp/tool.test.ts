import type { Agent } from '@corridor/client';
import { ApiError, ConnectionError } from '@corridor/client';
import { AGENT_PERMISSIONS } from '@corridor/core/records';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toolsOfAgent } from './agent-tools.js';
import { sandboxTools } from './sandbox-tools.js';
import { failureOf, sayFailure } from './tool-error.js';
import { annotationsOf, parseArguments, schemaOf, type Tool } from './tool.js';
import { samePayment, writeKey } from './write-key.js';

const agentTools = toolsOfAgent({
  customerId: 'Customer:x',
  policy: { permissions: AGENT_PERMISSIONS },
} as never as Agent);
const ALL: readonly (readonly [string, Tool])[] = [...agentTools, ...sandboxTools].map((tool) => [tool.name, tool]);
const [, transfer] = ALL.find(([name]) => name === 'send_transfer')!;

describe('the arguments of a tool', () => {
  test.each(ALL)('of %s are accepted or refused with every invalid field, and never thrown', (_name, tool) => {
    const names = Object.keys(tool.input.shape);
    const keys = names.length === 0 ? fc.string() : fc.oneof(fc.constantFrom(...names), fc.string());
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), fc.dictionary(keys, fc.jsonValue())), (given) => {
        const parsed = parseArguments(tool, given);
        if (parsed.ok) return;
        expect(parsed.invalid.length).toBeGreaterThan(0);
        for (const { field, message } of parsed.invalid) {
          expect(typeof field).toBe('string');
          expect(message.length).toBeGreaterThan(3);
        }
      }),
      { numRuns: 50 },
    );
  });

  test.each(ALL)('of %s: an unknown one is refused by the schema and by the program', (_name, tool) => {
    expect(schemaOf(tool)).toMatchObject({ type: 'object', additionalProperties: false });
    const parsed = parseArguments(tool, { nonsense: 1 });
    expect(parsed).toMatchObject({
      ok: false,
      invalid: expect.arrayContaining([{ field: 'nonsense', message: expect.any(String) }]),
    });
  });

  test.each(ALL)('of %s are described, each in a sentence', (_name, tool) => {
    for (const [name, argument] of Object.entries(schemaOf(tool)['properties'] as object)) {
      expect([name, argument]).toEqual([
        name,
        expect.objectContaining({ description: expect.stringMatching(/^.{5,}\.$/s) }),
      ]);
    }
  });

  test('are integers if they are amounts', () => {
    const id = '01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';
    const given = { fromAccountId: `InternalAccount:${id}`, toAccountId: `ExternalAccount:${id}` };
    expect(parseArguments(transfer, { ...given, amount: 1 }).ok).toBe(true);
    for (const amount of [
      0,
      -1,
      1.5,
      '1.5',
      '1e3',
      '0x10',
      '01',
      '',
      1e300,
      Number.MAX_SAFE_INTEGER + 1,
      null,
      Number.NaN,
    ]) {
      expect([amount, parseArguments(transfer, { ...given, amount }).ok]).toEqual([amount, false]);
    }
  });
});

test.each(ALL)('%s says what it does to clients, in words of its own', (_name, tool) => {
  const { readOnlyHint, destructiveHint, idempotentHint, title } = annotationsOf(tool);
  expect(title).toMatch(/^[A-Z]/);
  expect(tool.description).toMatch(/^[A-Z].*\.$/s);
  expect(readOnlyHint && destructiveHint).toBe(false);
  if (destructiveHint) expect(idempotentHint).toBe(true);
});

describe('the key of a write', () => {
  const payment = { from: 'a', to: 'b', amount: 1 };

  test('is the same for the same payment or the same request, and for nothing else', () => {
    const keys = [
      writeKey('send', samePayment(undefined, payment)),
      writeKey('send', samePayment(undefined, { ...payment, amount: 2 })),
      writeKey('send', samePayment('1', payment)),
      writeKey('send', samePayment('2', payment)),
      writeKey('collect', samePayment(undefined, payment)),
      writeKey('send', { by: 'message', id: '1' }),
    ];
    expect(new Set(keys).size).toBe(keys.length);
    expect(writeKey('send', samePayment(undefined, { amount: 1, to: 'b', from: 'a' }))).toBe(keys[0]);
    expect(writeKey('send', samePayment('1', { ...payment, amount: 9 }))).toBe(keys[2]);
    for (const key of keys) expect(key).toMatch(/^mcp-[0-9a-f]{64}$/);
  });
});

describe('a failure', () => {
  test('has no stack, no number of an account and no control characters', () => {
    const details = {
      reason: 'DAILY_LIMIT_EXCEEDED',
      secret: '4111111111111111',
      errors: [{ field: 'a\n1234567890' }],
    };
    const error = new ApiError(
      { status: 403, code: 'FORBIDDEN', message: 'no 4111 1111 1111 1111\u001B[0m', details },
      'r',
    );
    const failure = failureOf(error, transfer);
    const text = sayFailure(failure) + JSON.stringify(failure);
    expect(text).not.toMatch(/4111|1234567890|\\u001b/);
    expect(failure).toMatchObject({
      code: 'FORBIDDEN',
      reason: 'DAILY_LIMIT_EXCEEDED',
      invalidFields: [{ field: 'a …7890' }],
    });
  });

  test('without an answer says that a write may have had its effect, and that a repetition is safe', () => {
    const error = new ConnectionError('POST http://x: the connection failed', 'key', new Error('x'));
    expect(failureOf(error, transfer)).toMatchObject({
      code: 'NO_ANSWER',
      message: expect.stringContaining('may have had'),
    });
    const [, read] = ALL.find(([name]) => name === 'get_policy')!;
    expect(failureOf(error, read).message).not.toContain('may have had');
  });

  test('of the program itself says nothing about it', () => {
    expect(JSON.stringify(failureOf(new Error('secret-text'), transfer))).not.toContain('secret-text');
  });

  test('of an unknown code, or of a proxy, still says what to do', () => {
    for (const code of ['NEW_CODE', '', 'constructor']) {
      const failure = failureOf(new ApiError({ status: 500, code, message: 'message' }), transfer);
      expect(failure.whatToDo.length).toBeGreaterThan(10);
      expect(typeof failure.whatToDo).toBe('string');
    }
  });
});
