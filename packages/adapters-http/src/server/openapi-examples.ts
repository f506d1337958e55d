import { CATALOGUE, type ErrorCode } from '@corridor/core';
import { STATUS_OF } from '../kit/errors.js';
import type { Json } from './openapi-sharing.js';
import type { Example, Operation } from '../kit/operation.js';
import { refusalsOf } from '../kit/refusals.js';

/** Examples by the kebab form of their titles. */
export const examplesByTitle = (examples: readonly Example[], valueOf: (example: Example) => unknown): Json =>
  Object.fromEntries(
    examples.map((example) => [
      example.title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-'),
      { summary: example.title, value: valueOf(example) },
    ]),
  );

/** An error body for each code that an operation of the document can answer with. */
export function errorExamples(of: readonly Operation[]): Json {
  const codes = new Set<ErrorCode>(of.flatMap((operation) => [...refusalsOf(operation).keys()]));
  return Object.fromEntries(
    [...codes].sort().map((code) => [
      code,
      {
        summary: CATALOGUE[code].meaning,
        value: {
          status: STATUS_OF[code],
          code,
          message: CATALOGUE[code].meaning,
          details: { requestId: '01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e' },
        },
      },
    ]),
  );
}
