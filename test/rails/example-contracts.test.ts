import type { CurrencyCode } from '@corridor/core';
import { type RailContractOptions, railContract } from '@corridor/core/testing';
import * as runner from 'vitest';
import {
  connectExample,
  type Example,
  type ExampleRail,
  EXPRESS,
  hasPython,
  PYTHON,
  startExample,
} from '../support/example-rails.js';

const { afterAll, describe, test } = runner;

const optionsOf = ({ example: { account, currency }, bank }: ExampleRail): RailContractOptions => {
  const outcome = <S extends string>(suffix: string, becomes: S) => ({
    account: account(suffix),
    currency: currency as CurrencyCode,
    amount: 12_345n,
    becomes,
    afterSeconds: 60,
  });
  return {
    payouts: [outcome('890', 'delivered'), outcome('999', 'failed')],
    pulls: [outcome('890', 'collected'), outcome('999', 'failed')],
    moved: async (reference) => (await bank<{ readonly times: number }>(`moved/${reference}`)).times,
    pass: async () => void (await bank('settle', {})),
  };
};

async function contractOf(example: Example): Promise<void> {
  const started = await startExample(example);
  const { rails } = await connectExample(started);
  describe(`the rail ${example.name} over HTTP`, () => {
    afterAll(() => started.stop());
    railContract(runner, rails[0]!, optionsOf(started));
  });
}

await contractOf(EXPRESS);
if (hasPython()) await contractOf(PYTHON);
else describe.skip('the rail python-bank over HTTP', () => test('meets the contract', () => undefined));
