import type { Cursors, Page, PageRequest, Query } from '../kernel/index.js';
import { type Institution, type InstitutionFilter, listInstitutions, listVasps, type Vasp } from './directories.js';
import {
  type ExchangeRate,
  type ExchangeRateFilter,
  type ExchangeRatePorts,
  listExchangeRates,
} from './exchange-rates.js';
import type { RateBook } from './ports.js';

export interface RatesPorts extends ExchangeRatePorts {
  readonly cursors: Cursors;
  readonly institutions: readonly Institution[];
  readonly vasps: readonly Vasp[];
}

/** Mid-rates, exchange rates, corridors, and directories of payees' institutions: docs/areas/rates.md. */
export interface RatesArea extends RateBook {
  /**
   * The rates and fees at which the platform can send now, one for each pair of currencies and each payment rail or
   * network; amounts are in smallest units. 400 INVALID_CURRENCY, QUOTE_REQUEST_FAILED if no requested pair has a rate.
   *
   * @example
   * ```ts
   * const [rate] = await read(core.rates.exchangeRates, {
   *   sourceCurrency: 'USD',
   *   destinationCurrency: ['EUR'],
   *   sendingAmount: 10_000n, // 100.00 USD
   * });
   * rate?.receivingAmount; // 9_154n
   * ```
   */
  readonly exchangeRates: Query<ExchangeRateFilter, readonly ExchangeRate[]>;
  readonly institutions: Query<InstitutionFilter, readonly Institution[]>;
  readonly vasps: Query<PageRequest, Page<Vasp>>;
}

export const ratesArea = (ports: RatesPorts): RatesArea => ({
  ...ports.book,
  exchangeRates: listExchangeRates(ports),
  institutions: listInstitutions(ports.institutions),
  vasps: listVasps(ports.vasps, ports.cursors),
});
