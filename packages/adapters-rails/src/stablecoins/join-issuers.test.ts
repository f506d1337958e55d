import type { StablecoinIssuer } from '@corridor/core/ports';
import { expect, test } from 'vitest';
import { withConnections } from './join-issuers.js';

const issuer = (name: StablecoinIssuer['name'], supply: bigint): StablecoinIssuer =>
  ({ name, supply: async () => ({ state: 'told', supply }) }) as unknown as StablecoinIssuer;

test('issuers of connections serve their environment, and replace the bundled one of their provider', async () => {
  const bundled = { SANDBOX: [issuer('BRALE', 1n)], PRODUCTION: [] };
  const { SANDBOX, PRODUCTION } = withConnections(bundled, [
    { environment: 'PRODUCTION', issuer: issuer('BRALE', 2n) },
    { environment: 'SANDBOX', issuer: issuer('EVM', 3n) },
    { environment: 'SANDBOX', issuer: issuer('EVM', 4n) },
  ]);
  const supplies = (of: readonly StablecoinIssuer[]) =>
    Promise.all(of.map(async (one) => [one.name, await one.supply({} as never, 'token')]));
  expect(await supplies(SANDBOX)).toEqual([
    ['EVM', { state: 'told', supply: 3n }],
    ['BRALE', { state: 'told', supply: 1n }],
  ]);
  expect(await supplies(PRODUCTION)).toEqual([['BRALE', { state: 'told', supply: 2n }]]);
  expect(
    await supplies(withConnections(bundled, [{ environment: 'SANDBOX', issuer: issuer('BRALE', 5n) }]).SANDBOX),
  ).toEqual([['BRALE', { state: 'told', supply: 5n }]]);
});
