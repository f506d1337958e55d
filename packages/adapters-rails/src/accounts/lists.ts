import { SEPA_COUNTRIES_OF } from '@corridor/core/internal';

/** A list of others that a check consults. What is missing in it: docs/areas/accounts.md. */
export interface ConsultedList {
  readonly name: string;
  readonly source: string;
  /** The day of its newest entry or of its publication, as `YYYY-MM-DD`. */
  readonly of: string;
}

export const CONSULTED_LISTS: readonly ConsultedList[] = [
  { name: 'countries of SEPA', source: 'EPC409-09', of: SEPA_COUNTRIES_OF },
  { name: 'forms of IBANs', source: 'ibantools 4.5.4', of: '2026-04-11' },
  { name: 'banks of Mexico', source: 'stdnum 1.12.0', of: '2026-08-23' },
  { name: 'countries', source: 'ISO 3166-1, and XK', of: '2020-08-01' },
  { name: 'currencies', source: 'ISO 4217', of: '2026-01-01' },
  { name: 'countries without postal codes', source: 'Universal Postal Union', of: '2026-01-01' },
];
