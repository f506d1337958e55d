import type { PaymentRail } from './account-type.js';

type SepaScheme = Extract<PaymentRail, 'SEPA' | 'SEPA_INSTANT'>;

/** The first day, as `YYYY-MM-DD`, on which banks of a country take payments of a scheme; null: long ago. */
export type SepaCountry = Readonly<Record<SepaScheme, string | null>>;

const since = (day: string | null): SepaCountry => ({ SEPA: day, SEPA_INSTANT: day });

const FIRST_MEMBERS =
  'AD AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MT NL NO PL PT RO SE SI SK SM VA';

/**
 * Where the schemes of SEPA reach, by the country in the IBAN. Source: "EPC List of SEPA Scheme Countries" (EPC409-09) of
 * the European Payments Council, and the days of operational readiness that it announced. Territories with the IBAN of
 * another country (Jersey, Réunion, Åland …) are not listed. Which banks of a country take instant payments is known to
 * the banks alone.
 */
export const SEPA_COUNTRIES: ReadonlyMap<string, SepaCountry> = new Map([
  ...FIRST_MEMBERS.split(' ').map((country) => [country, since(null)] as const),
  ['AL', since('2025-10-05')],
  ['MD', since('2025-10-05')],
  ['ME', since('2025-10-05')],
  ['MK', since('2025-10-05')],
  ['RS', since('2026-05-05')],
]);

/** The day of the newest entry of `SEPA_COUNTRIES`. */
export const SEPA_COUNTRIES_OF = '2026-05-05';

const SEPA_SCHEMES: readonly PaymentRail[] = ['SEPA', 'SEPA_INSTANT'] satisfies readonly SepaScheme[];

/** Whether a payment rail can reach an account with this IBAN: SEPA does not, if its country is outside of SEPA. */
export const isWithinScheme = (rail: PaymentRail, iban: string | null): boolean =>
  !SEPA_SCHEMES.includes(rail) || SEPA_COUNTRIES.has((iban ?? '').slice(0, 2).toUpperCase());
