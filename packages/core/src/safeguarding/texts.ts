import { csvLine, type Instant, toIso } from '../kernel/index.js';
import type { Standing } from '../ledger/index.js';
import { decimalText } from '../money/index.js';
import type { SafeguardingFigures } from './figures.js';

/** What operators read of the standing of ledger accounts; assets that safeguard have words of their own. */
export const STANDING_MEANS: Readonly<Record<Standing | 'SAFEGUARDING', string>> = {
  CUSTOMERS: 'owed to customers',
  PLATFORMS: 'owed to platforms',
  OWN: 'own money',
  SAFEGUARDING: 'safeguards',
  ASSET: 'does not safeguard',
  NEITHER: 'claim or currency position',
};

const AMOUNTS = [
  ...(['customers', 'platforms', 'own', 'other'] as const),
  ...(['safeguarded', 'elsewhere', 'excess', 'shortfall'] as const),
] as const satisfies readonly (keyof SafeguardingFigures)[];

/** The figures of a moment as CSV (RFC 4180 with a header): decimal numbers with the decimals of their currency. */
export const safeguardingCsv = (at: Instant, all: readonly SafeguardingFigures[]): string =>
  [
    csvLine(['at', 'environment', 'currency', ...AMOUNTS]),
    ...all.map((figures) => {
      const { environment, currency } = figures;
      return csvLine([
        ...[toIso(at), environment, currency],
        ...AMOUNTS.map((name) => decimalText(figures[name], currency)),
      ]);
    }),
  ].join('');
