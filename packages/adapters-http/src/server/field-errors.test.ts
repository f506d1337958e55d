import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { fieldErrors, messages } from './field-errors.js';

const errorsOf = (schema: z.ZodType, value: unknown) => {
  const parsed = schema.safeParse(value, { error: messages });
  return parsed.success ? [] : fieldErrors(parsed.error);
};

describe('a refused value', () => {
  test.each<[string, z.ZodType, unknown, object]>([
    ['a missing field', z.string(), undefined, { message: 'is required' }],
    ['another type', z.string(), 5, { message: 'must be a string' }],
    ['null', z.string(), null, { message: 'must be a string' }],
    ['an enumeration', z.enum(['A', 'B']), 'C', { constraint: { enum: ['A', 'B'] }, message: 'must be one of A, B' }],
    [
      'a short text',
      z.string().min(2),
      'a',
      { constraint: { minLength: 2 }, message: 'must have at least 2 characters' },
    ],
    [
      'an empty text',
      z.string().min(1),
      '',
      { constraint: { minLength: 1 }, message: 'must have at least 1 character' },
    ],
    [
      'a long text',
      z.string().max(2),
      'abc',
      { constraint: { maxLength: 2 }, message: 'must have at most 2 characters' },
    ],
    [
      'a pattern',
      z.string().regex(/^a\/b$/),
      'x',
      { constraint: { pattern: '^a\\/b$' }, message: 'does not match the pattern' },
    ],
    ['an email address', z.email(), 'x', { constraint: { format: 'email' }, message: 'must be a valid email' }],
    ['a date', z.iso.date(), '2025-02-30', { constraint: { format: 'date' }, message: 'must be a valid date' }],
    [
      'a timestamp',
      z.iso.datetime(),
      'x',
      {
        constraint: { format: 'date-time' },
        message: 'must be a date-time with an offset, such as 2026-01-05T10:00:00Z',
      },
    ],
    ['a fraction', z.int(), 1.5, { message: 'must be an integer' }],
    ['a small number', z.int().min(1), 0, { message: 'must be at least 1' }],
    ['a long array', z.array(z.int()).max(1), [1, 2], { message: 'must have at most 1 item' }],
    ['a custom rule', z.string().refine(() => false, 'is not a country'), 'x', { message: 'is not a country' }],
  ])('has a message that says what is wrong: %s', (_name, schema, value, expected) => {
    expect(errorsOf(z.object({ field: schema }), { field: value })).toEqual([{ field: 'field', ...expected }]);
  });

  test('is named by its dot path, every invalid field at once', () => {
    const schema = z.object({ a: z.object({ list: z.array(z.object({ b: z.string() })) }), c: z.boolean() });
    const fields = errorsOf(schema, { a: { list: [{ b: 'x' }, { b: 1 }, {}] }, c: 'yes' }).map(({ field }) => field);
    expect(fields).toEqual(['a.list.1.b', 'a.list.2.b', 'c']);
  });

  test('that breaks several rules is named once, with all its constraints', () => {
    const schema = z.object({
      code: z
        .string()
        .max(3)
        .regex(/^[A-Z]+$/),
      amount: z.int().max(10),
    });
    expect(errorsOf(schema, { code: 'usdx', amount: 1e21 })).toMatchObject([
      { field: 'code', constraint: { maxLength: 3, pattern: '^[A-Z]+$' } },
      { field: 'amount' },
    ]);
  });

  test('of an unknown variant is reported at the discriminator', () => {
    const kinds = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('A') }),
      z.object({ kind: z.literal('B') }),
    ]);
    const expected = { field: 'of.kind', constraint: { enum: ['A', 'B'] }, message: 'must be one of A, B' };
    expect(errorsOf(z.object({ of: kinds }), { of: { kind: 'C' } })).toEqual([expected]);
    expect(errorsOf(z.object({ of: kinds }), { of: {} })).toEqual([expected]);
  });

  test('is never repeated in the message', () => {
    const schema = z.object({ a: z.int(), b: z.enum(['x']), c: z.email(), d: z.string().regex(/^y$/) });
    const secret = 'canary-secret';
    expect(JSON.stringify(errorsOf(schema, { a: secret, b: secret, c: secret, d: secret }))).not.toContain(secret);
  });
});
