import type { Context, FieldError, Reads, Result, Tx } from '../kernel/index.js';
import type { BusinessInfo, Customer } from './customer.js';
import type { OpenCustomer } from './customer-numbers.js';

/**
 * Identity fields of individuals. A changed address is an identity field too if its country changes:
 * docs/areas/verification.md#change-a-verified-identity.
 */
const OF_INDIVIDUALS = ['fullName', 'birthDate', 'nationality', 'idType', 'identifier', 'countryOfIssuance'] as const;
/** Identity fields of businesses, in `businessInfo`. */
const OF_BUSINESSES = ['legalName', 'registrationNumber', 'taxId', 'country'] as const;
/** Identity fields that a verification does not require. */
const OPTIONAL: readonly string[] = ['countryOfIssuance'];

/** New values of identity fields. */
export type IdentityChange = Partial<Pick<OpenCustomer, (typeof OF_INDIVIDUALS)[number] | 'address'>> & {
  readonly businessInfo?: BusinessIdentity;
};

type BusinessIdentity = { readonly [F in (typeof OF_BUSINESSES)[number]]?: string | null };

/**
 * Splits a change into the identity fields that differ, and the rest, in which identity fields keep their verified
 * values.
 */
export function splitIdentity<C extends Pick<OpenCustomer, keyof IdentityChange>>(
  customer: OpenCustomer,
  change: C,
): { readonly identity: IdentityChange; readonly rest: C } {
  const names = OF_INDIVIDUALS.filter((name) => change[name] !== customer[name]);
  const identity: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, change[name]]));
  const kept: Record<string, unknown> = Object.fromEntries(names.map((name) => [name, customer[name]]));
  if ((change.address?.country ?? null) !== (customer.address?.country ?? null)) {
    identity['address'] = change.address;
    kept['address'] = customer.address;
  }
  const parts = OF_BUSINESSES.filter((name) => (change.businessInfo?.[name] ?? null) !== part(customer, name));
  if (parts.length > 0) {
    identity['businessInfo'] = Object.fromEntries(parts.map((name) => [name, change.businessInfo?.[name] ?? null]));
    const others = Object.entries(change.businessInfo ?? {}).filter(([name]) => !(parts as string[]).includes(name));
    const verified = parts.filter((name) => part(customer, name) !== null);
    kept['businessInfo'] = {
      ...Object.fromEntries(others),
      ...Object.fromEntries(verified.map((name) => [name, part(customer, name)])),
    };
  }
  return { identity: identity as IdentityChange, rest: { ...change, ...kept } };
}

const part = (customer: OpenCustomer, name: (typeof OF_BUSINESSES)[number]): string | null =>
  customer.businessInfo?.[name] ?? null;

/** A business with these parts of its identity. None of them is null, because `clearedIdentity` refuses that. */
export const withParts = (businessInfo: BusinessInfo | null, parts: BusinessIdentity): BusinessInfo =>
  ({ ...businessInfo, ...parts }) as BusinessInfo;

/** The paths that the fields of a change have in a request. */
export const identityPaths = ({ businessInfo = {}, ...identity }: IdentityChange): readonly string[] => [
  ...Object.keys(identity),
  ...Object.keys(businessInfo).map((name) => `businessInfo.${name}`),
];

/** Errors for identity fields that the change would clear although a verification requires them. */
export function clearedIdentity({ businessInfo = {}, ...identity }: IdentityChange): readonly FieldError[] {
  const isCleared = ([name, value]: readonly [string, unknown]): boolean => value === null && !OPTIONAL.includes(name);
  const cleared = identityPaths({
    ...Object.fromEntries(Object.entries(identity).filter(isCleared)),
    businessInfo: Object.fromEntries(Object.entries(businessInfo).filter(isCleared)),
  });
  return cleared.map((field) => ({ field, message: 'has been verified and cannot be cleared; send a new value' }));
}

export const UNDER_REVIEW = 'the identity is under review; change it after the decision';

/** The paths of all identity fields that a request names, including those with their verified values. */
export function namedIdentity(input: object): readonly string[] {
  const given = input as Readonly<Record<string, unknown>>;
  const parts = (given['businessInfo'] ?? {}) as Readonly<Record<string, unknown>>;
  return [
    ...[...OF_INDIVIDUALS, 'address'].filter((name) => given[name] !== undefined),
    ...OF_BUSINESSES.filter((name) => parts[name] !== undefined).map((name) => `businessInfo.${name}`),
  ];
}

export const isEmptyChange = (identity: IdentityChange): boolean => Object.keys(identity).length === 0;

/** Changes of a verified identity. They take effect when a verification accepts them. */
export interface IdentityReviews {
  /**
   * Stores the change of an approved customer as a proposal and starts its verification; returns the customer with its
   * verified values. `named` are the paths of all identity fields in the request, including those that have their
   * verified values. INVALID_INPUT for values that no verification accepts; CONFLICT while another proposal is under
   * review.
   */
  propose(
    tx: Tx,
    ctx: Context,
    customer: Customer,
    identity: IdentityChange,
    named: readonly string[],
  ): Promise<Result<Customer>>;
  /** Whether the customer's first verification is under review. */
  isUnderReview(reads: Reads, customer: Customer): Promise<boolean>;
}
