import { ERROR_DETAILS } from '@corridor/core/internal';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { ERROR_SCHEMAS } from './error-schemas.js';
import { codesOf, ERROR_STATUSES } from '../kit/errors.js';

interface Declared {
  readonly properties: { readonly details: { readonly properties: Readonly<Record<string, object>> } };
}

test.each(ERROR_STATUSES)('the error of status %i declares every member of details that its codes have', (status) => {
  const { $defs = {} } = z.toJSONSchema(ERROR_SCHEMAS.get(status)!);
  const { properties } = $defs[`Error${status}`] as unknown as Declared;
  const expected = codesOf(status).flatMap((code) => ERROR_DETAILS[code] ?? []);
  expect(new Set(Object.keys(properties.details.properties))).toEqual(new Set(['requestId', ...expected]));
  for (const declared of Object.values(properties.details.properties)) {
    expect(declared).toMatchObject({ type: expect.any(String) as string, description: expect.any(String) as string });
  }
});
