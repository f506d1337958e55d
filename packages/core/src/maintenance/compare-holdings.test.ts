import { expect, it } from 'vitest';
import type { BookingMessage, RailHolding } from '../accounts/index.js';
import type { CurrencyCode } from '../kernel/index.js';
import { playCore, valueOf } from '../testing/play-core.js';
import { compareHoldings } from './index.js';

const [USD, EUR, ETH] = ['USD', 'EUR', 'ETH'] as CurrencyCode[] as [CurrencyCode, CurrencyCode, CurrencyCode];

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
  await topUp('sandbox-bank', 'MXN' as CurrencyCode, 4n);
  const nothing = {
    ...{ kind: 'booking', booking: 'WITHDRAWAL', note: null },
    rail: 'sandbox-bank',
    messageId: 'back',
  } as const;
  valueOf(await play.core.railTells('SANDBOX', { ...nothing, currency: 'MXN' as CurrencyCode, amount: 4n }));
  expect(await compare('SANDBOX', ...agreed)).toHaveLength(3);
  expect(await compare('PRODUCTION', held('sandbox-bank', USD, 5n))).toMatchObject([{ ledger: 0n, difference: 5n }]);
  const without = { environment: 'SANDBOX' as const, rails: [] };
  expect(await compareHoldings(play.storage.units, without, play.clock.now())).toEqual([]);
});
