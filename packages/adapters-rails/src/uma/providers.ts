import type { UmaProvider } from '@corridor/core/ports';
import { SANDBOX_DOMAIN } from './sandbox-counterparty.js';

/** The counterparties of a host that configures none. */
export const DEFAULT_PROVIDERS: readonly UmaProvider[] = [
  {
    name: 'UMA Sandbox',
    domain: SANDBOX_DOMAIN,
    supportedRegions: ['US', 'DE', 'MX', 'GB', 'IN', 'BR'],
    supportedCurrencies: ['USD', 'EUR', 'MXN', 'GBP', 'INR', 'BRL', 'BTC'],
    logoUrl: null,
    lei: null,
    isBlocked: false,
    hourlyLimit: null,
  },
];

type Given = Readonly<Record<string, unknown>>;
const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
const texts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isAbsent = (value: unknown): boolean => value === undefined || value === null;

/**
 * Reads a list of counterparties as JSON: `[{name, domain, supportedRegions, supportedCurrencies, logoUrl?, lei?,
 * isBlocked?, hourlyLimit?}]`. Throws an Error that names the faulty entry and field.
 */
export function readProviders(text: string): readonly UmaProvider[] {
  const list: unknown = JSON.parse(text);
  if (!Array.isArray(list)) throw new Error('is not a list of counterparties');
  return list.map((entry: unknown, index) => {
    const { name, domain, supportedRegions, supportedCurrencies, logoUrl, lei, isBlocked, hourlyLimit } = (
      typeof entry === 'object' && entry !== null ? entry : {}
    ) as Given;
    const wrong = (field: string): Error => new Error(`has a missing or invalid ${field} of entry ${index}`);
    if (!isText(name)) throw wrong('name');
    if (!isText(domain)) throw wrong('domain');
    if (!texts(supportedRegions)) throw wrong('supportedRegions');
    if (!texts(supportedCurrencies)) throw wrong('supportedCurrencies');
    if (!isAbsent(logoUrl) && !isText(logoUrl)) throw wrong('logoUrl');
    if (!isAbsent(lei) && !isText(lei)) throw wrong('lei');
    if (!isAbsent(isBlocked) && typeof isBlocked !== 'boolean') throw wrong('isBlocked');
    if (!isAbsent(hourlyLimit) && !(Number.isSafeInteger(hourlyLimit) && (hourlyLimit as number) >= 0)) {
      throw wrong('hourlyLimit');
    }
    return {
      name,
      domain: domain.toLowerCase(),
      supportedRegions,
      supportedCurrencies,
      logoUrl: isText(logoUrl) ? logoUrl : null,
      lei: isText(lei) ? lei : null,
      isBlocked: isBlocked === true,
      hourlyLimit: (hourlyLimit as number | null | undefined) ?? null,
    };
  });
}
