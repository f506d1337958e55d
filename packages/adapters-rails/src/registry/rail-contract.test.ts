import type { CurrencyCode } from '@corridor/core';
import type { Rail } from '@corridor/core/ports';
import type { AccountInfo } from '@corridor/core/records';
import { exampleAccountInfo } from '@corridor/core/internal';
import { railContract, type RailContractOptions } from '@corridor/core/testing';
import * as runner from 'vitest';
import { bundledRails } from '../../../host/src/rails/rails.js';
import { digest } from '../testing/ports.js';

const { describe, expect, it } = runner;
const rails = bundledRails({ digest });

const USD = 'USD' as CurrencyCode;
/** An account whose ending decides the outcome of a movement. */
const ending = (digits: string): AccountInfo => ({
  ...exampleAccountInfo('US_ACCOUNT'),
  accountNumber: `123456${digits}`,
});

const OUTCOMES: Readonly<Record<string, RailContractOptions>> = {
  'sandbox-bank': {
    payouts: [
      { account: ending('890'), currency: USD, becomes: 'delivered', afterSeconds: 0 },
      { account: ending('002'), currency: USD, becomes: 'failed', afterSeconds: 0 },
      { account: ending('003'), currency: USD, becomes: 'pending', afterSeconds: 359 },
      { account: ending('005'), currency: USD, becomes: 'returned', afterSeconds: 30 },
    ],
    pulls: [
      { account: ending('890'), currency: USD, becomes: 'collected', afterSeconds: 0 },
      { account: ending('005'), currency: USD, becomes: 'failed', afterSeconds: 30 },
      { account: ending('008'), currency: USD, becomes: 'returned', afterSeconds: 30 },
    ],
  },
};

it('each rail has a unique name', () => {
  expect(new Set(rails.map((rail) => rail.name)).size).toBe(rails.length);
});

describe.each(rails.map((rail): [string, Rail] => [rail.name, rail]))('the rail %s', (name, rail) => {
  railContract(runner, rail, OUTCOMES[name]);
});
