import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectral from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { openApiDocument } from '@corridor/adapters-http';

const { Spectral } = spectral;
const source = JSON.stringify(openApiDocument());

test("Redocly's recommended rules find nothing", async () => {
  const config = await createConfig({
    extends: ['recommended'],
    // The contract has such paths: /customers/bulk/csv and /customers/{customerId}/kyc-link.
    rules: { 'no-ambiguous-paths': 'off' },
  });
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([]);
}, 120_000);

test("Spectral's rules for OpenAPI find nothing", async () => {
  const linter = new Spectral();
  // The cast is needed because the types of the two packages name different versions of a third one.
  linter.setRuleset({ extends: [rulesets.oas] } as never);
  const problems = await linter.run(source);
  expect(problems.map(({ code, message, path }) => `${code}: ${message} ${path.join('.')}`)).toEqual([]);
}, 300_000);
