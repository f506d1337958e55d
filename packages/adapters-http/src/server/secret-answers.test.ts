import { expect, test } from 'vitest';
import * as z from 'zod';
import { idsOfRequest } from '../kit/idempotency.js';
import { idsIn } from '@corridor/core/internal';
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

/** The records of a customer by whose ids an erasure looks for answers. */
const OF_A_CUSTOMER =
  /^(Customer|InternalAccount|ExternalAccount|BeneficialOwner|Document|Verification|Quote|Transaction|Deposit|Card|AgentAction|StablecoinOperation|ScaReset):/;

/** Operations whose answer is about no customer, or says nothing of a person. */
const OF_NO_CUSTOMER: ReadonlySet<string> = new Set([
  ...['updatePlatformConfig', 'createToken', 'linkStablecoinProviderAccount', 'registerStablecoin'],
  ...['sendTestWebhook', 'rotateWebhookPublicKey', 'rotateWebhookSecret', 'advanceSandboxClock'],
  // Money without an owner was sent back.
  'sandboxDeposit',
  // The id of the agent and a code.
  'regenerateAgentDeviceCode',
]);

/** Operations whose answer an erasure finds by the code and the UMA address of an invitation. */
const OF_INVITATIONS: ReadonlySet<string> = new Set(['createInvitation', 'cancelInvitation']);

test('an erasure finds the answer of every operation by an id in its path, query or body, or in the answer', () => {
  const writes = operations.filter(({ method, permission }) => method !== 'GET' && permission !== 'none');
  const unnamed = writes.filter(({ params, examples }) =>
    examples.some(({ params: given = {}, query = {}, body, answer, status }) => {
      // A challenge is not stored, and a response without a body says nothing.
      if (status === 202 || answer === undefined) return false;
      const values = Object.entries(params).map(([name, { schema }]) => {
        const [shown] = (schema.meta()?.['examples'] ?? []) as readonly string[];
        return given[name] ?? shown ?? '';
      });
      const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
      const ids = [
        ...idsOfRequest(
          Object.fromEntries(values.map((value, at) => [at, value])),
          text.toString(),
          body as object | undefined,
        ),
        ...idsIn(JSON.stringify(answer ?? null)),
      ];
      return !ids.some((id) => OF_A_CUSTOMER.test(id));
    }),
  );
  const named = new Set([...OF_NO_CUSTOMER, ...OF_INVITATIONS]);
  expect(new Set(unnamed.map(({ operationId }) => operationId))).toEqual(named);
});
