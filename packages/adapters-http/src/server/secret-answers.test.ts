import { expect, test } from 'vitest';
import * as z from 'zod';
import { operations } from './operations.js';

/** Names of fields whose value grants access. */
const OPENS = /secret|^token$|accessToken$|^verificationLink$|^kycUrl$|^panEmbedUrl$|^recoveryCodes$/i;

function namesIn(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {}, ...rest } = schema as { readonly properties?: object };
  return [...Object.keys(properties), ...Object.values({ ...rest, ...properties }).flatMap(namesIn)];
}

const shownBy = ({ responses }: (typeof operations)[number]): readonly string[] =>
  Object.values(responses).flatMap((schema) =>
    schema === null ? [] : namesIn(z.toJSONSchema(schema, { unrepresentable: 'any' })),
  );

test('responses that contain a secret are stored encrypted in every operation', () => {
  const writes = operations.filter(({ method, permission }) => method !== 'GET' && permission !== 'none');
  const showing = writes.filter((operation) => shownBy(operation).some((name) => OPENS.test(name)));
  expect(showing.length).toBeGreaterThan(5);
  expect(showing.filter(({ secretAnswer }) => !secretAnswer).map(({ operationId }) => operationId)).toEqual([]);
});
