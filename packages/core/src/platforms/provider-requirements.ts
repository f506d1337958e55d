import type { CurrencyCode } from '../kernel/index.js';
import type { CustomerInfoField, Platform, PlatformCurrency } from './platform.js';

/** Data that the providers of a host require before they move a currency. */
export interface ProviderRequirements {
  readonly currency: CurrencyCode;
  /** The fields that the paying customer must have. A payment without them fails with MISSING_MANDATORY_USER_INFO. */
  readonly customerFields: readonly CustomerInfoField[];
  /** Required of the counterparty's customer. */
  readonly counterpartyCustomerFields: readonly CustomerInfoField[];
}

/**
 * Adds the providers' required fields to a platform when it is read. They are not stored, so that a new provider or a
 * new requirement applies to every platform at once.
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
