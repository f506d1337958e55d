import { expect, it } from 'vitest';
import type { BookingMessage, RailHolding } from '../accounts/index.js';
import { createIds, type CurrencyCode, houseTenant, ok } from '../kernel/index.js';
import { chart, post } from '../ledger/index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { seededRandom } from '../testing/ports.js';
import { NEVER_SHORT } from '../transactions/index.js';
import { compareHoldings } from './index.js';

const [USD, EUR, ETH, MXN] = ['USD', 'EUR', 'ETH', 'MXN'] as CurrencyCode[] as [
  CurrencyCode,
  CurrencyCode,
  CurrencyCode,
  CurrencyCode,
];

it('compares what the other side holds with the clearing accounts of the rails of a connection', async () => {
  const play = await playCore();
  const topUp = async (rail: string, currency: CurrencyCode, amount: bigint) => {
    const told: BookingMessage = {
      ...{ kind: 'booking', booking: 'TOP_UP', note: null },
      ...{ rail, messageId: `${rail} ${currency}`, currency, amount },
    };
    valueOf(await play.core.railTells('SANDBOX', told));
  };
  await topUp('sandbox-bank', USD, 100n);
  await topUp('sandbox-bank', EUR, 50n);
  await topUp('sandbox-crypto', ETH, 7n);
  await topUp('lightning', USD, 3n);
  const held = (rail: string, currency: CurrencyCode, amount: bigint, untold = 0n): RailHolding => ({
    ...{ rail, currency, amount, untold },
    asOf: 'block 9',
  });
  const compare = (environment: 'SANDBOX' | 'PRODUCTION', ...holdings: readonly RailHolding[]) => {
    const rails = ['sandbox-bank', 'sandbox-crypto'].map((name) => ({ name }) as never);
    return compareHoldings(
      play.storage.units,
      { environment, rails, holdings: async () => holdings },
      play.clock.now(),
    );
  };
  expect(await compare('SANDBOX', held('sandbox-bank', USD, 90n, -10n), held('sandbox-crypto', ETH, 9n))).toMatchObject(
    [
      { rail: 'sandbox-bank', currency: USD, amount: 90n, ledger: 100n, difference: 0n, asOf: 'block 9' },
      { rail: 'sandbox-crypto', currency: ETH, amount: 9n, ledger: 7n, difference: 2n },
      // The ledger says that the rail holds euros, of which the connection says nothing.
      { rail: 'sandbox-bank', currency: EUR, amount: 0n, ledger: 50n, difference: -50n, asOf: null },
    ],
  );
  const agreed = [held('sandbox-bank', USD, 100n), held('sandbox-bank', EUR, 50n), held('sandbox-crypto', ETH, 7n)];
  expect(await compare('SANDBOX', ...agreed)).toEqual(
    agreed.map((holding) => ({ ...holding, ledger: holding.amount, difference: 0n })),
  );
  // What one tenant has received and another has sent is not with the rail any more.
  const ids = createIds(play.clock, seededRandom());
  for (const [tenant, amount] of [
    [play.tenant, 4n],
    [houseTenant('SANDBOX'), -4n],
  ] as const) {
    const lines = [
      { account: chart.clearing('SANDBOX', 'sandbox-bank', MXN), amount: -amount },
      { account: chart.ownFunds('SANDBOX', MXN), amount },
    ];
    const ctx = play.core.context(tenant, { kind: 'system' }, 'test');
    const entry = { kind: 'TREASURY_TOP_UP', cause: 'Booking:1', lines } as const;
    valueOf(await play.storage.units.run(tenant, async (tx) => ok(post({ tx, ctx, ids }, entry, NEVER_SHORT))));
  }
  expect(await compare('SANDBOX', ...agreed)).toHaveLength(3);
  expect(await compare('PRODUCTION', held('sandbox-bank', USD, 5n))).toMatchObject([{ ledger: 0n, difference: 5n }]);
  const without = { environment: 'SANDBOX' as const, rails: [] };
  expect(await compareHoldings(play.storage.units, without, play.clock.now())).toEqual([]);
});
