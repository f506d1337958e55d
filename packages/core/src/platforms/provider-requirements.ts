import type { CurrencyCode } from '../kernel/index.js';
import type { CustomerInfoField, Platform, PlatformCurrency } from './platform.js';

/** What the providers of a host ask for before they move a currency (contract: PlatformCurrencyConfig). */
export interface ProviderRequirements {
  readonly currency: CurrencyCode;
  /** Of the paying customer: without them 400 MISSING_MANDATORY_USER_INFO. */
  readonly customerFields: readonly CustomerInfoField[];
  /** Of the customer of the counterparty. */
  readonly counterpartyCustomerFields: readonly CustomerInfoField[];
}

/**
 * The platform with what providers ask for today beside what its record says. Not stored: another provider, or another
 * answer of a provider, changes it for every platform at once.
 */
export function withRequirements(requirements: readonly ProviderRequirements[]): (platform: Platform) => Platform {
  if (requirements.length === 0) return (platform) => platform;
  const byCurrency = new Map(requirements.map((each) => [each.currency, each]));
  return (platform) => ({
    ...platform,
    supportedCurrencies: platform.supportedCurrencies.map((of) => required(of, byCurrency.get(of.currencyCode))),
  });
}

const required = (of: PlatformCurrency, by: ProviderRequirements | undefined): PlatformCurrency =>
  by === undefined
    ? of
    : {
        ...of,
        providerRequiredCustomerFields: union(of.providerRequiredCustomerFields, by.customerFields),
        providerRequiredCounterpartyCustomerFields: union(
          of.providerRequiredCounterpartyCustomerFields,
          by.counterpartyCustomerFields,
        ),
      };

const union = (a: readonly CustomerInfoField[], b: readonly CustomerInfoField[]): readonly CustomerInfoField[] => [
  ...new Set([...a, ...b]),
];
