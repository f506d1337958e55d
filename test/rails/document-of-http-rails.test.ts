import { validate } from '@scalar/openapi-parser';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { railOpenApi } from '@corridor/adapters-rails/http-rail';
import { describe, expect, it } from 'vitest';
import { PAYOUT, playRail } from '../../packages/adapters-rails/src/testing/http-rails.js';

const document = JSON.parse(JSON.stringify(railOpenApi())) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
};
interface Operation {
  readonly requestBody?: {
    readonly content: { readonly 'application/json': { readonly schema: { readonly $ref: string } } };
  };
}

/** Whether the OpenAPI document allows a value in a place. */
function schemaOf(name: string): ValidateFunction {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  formats.default(ajv);
  return ajv.compile({ $ref: `#/components/schemas/${name}`, components: document.components });
}

const { reference } = PAYOUT;

describe('the OpenAPI document of HTTP rails', () => {
  it('is valid OpenAPI 3.1', async () => {
    const { valid, errors, version } = await validate(structuredClone(document));
    expect([valid, version, errors]).toEqual([true, '3.1', []]);
  });

  it('allows each request that the service sends', async () => {
    const { connection, requests } = await playRail();
    const [rail] = connection.rails;
    const { paymentRail: _by, purposeOfPayment: _why, sameCurrency: _same, ...pull } = PAYOUT;
    const at = PAYOUT.submittedAt;
    const refund = { reference: 'Refund:1', currency: PAYOUT.currency, amount: 7n, submittedAt: at };
    const remitter = { name: 'Ada', account: null };
    const calls = [
      rail!.payouts!.submit(PAYOUT),
      rail!.payouts!.cancel!(PAYOUT),
      rail!.payouts!.lookUp(PAYOUT.account, PAYOUT.currency),
      rail!.pulls!.submit(pull),
      rail!.pulls!.cancel!(pull),
      rail!.pulls!.refund({ reference: 'Refund:1', pull, submittedAt: at }, at),
      rail!.funding!.refund({ ...refund, arrival: { paymentId: 'A1', remitter, valueDate: null } }, at),
      rail!.funding!.refund({ ...refund, arrival: null }, at),
    ];
    await Promise.allSettled(calls);
    expect(requests).toHaveLength(calls.length);
    for (const { url, body } of requests) {
      const path = new URL(url).pathname.replace('/v1', '').replace(reference, '{reference}');
      const schema = document.paths[path]!['post']!.requestBody!.content['application/json'].schema.$ref;
      expect([path, schemaOf(schema.split('/').at(-1)!)(JSON.parse(body as string))]).toEqual([path, true]);
    }
  });
});
