import type { Context, FieldError, Reads, Result, Tx } from '../kernel/index.js';
import type { Customer } from './customer.js';
import type { OpenCustomer } from './customer-numbers.js';

/** What an individual was verified by. An address belongs to it where its country changes. */
const OF_INDIVIDUALS = ['fullName', 'birthDate', 'nationality', 'idType', 'identifier', 'countryOfIssuance'] as const;
/** The same of a business, in its `businessInfo`. */
const OF_BUSINESSES = ['legalName', 'registrationNumber', 'taxId', 'country'] as const;
/** What a verification does not ask of everybody. */
const OPTIONAL: readonly string[] = ['countryOfIssuance'];

/** New values of what a customer was verified by. */
export type IdentityChange = Partial<Pick<OpenCustomer, (typeof OF_INDIVIDUALS)[number] | 'address'>> & {
  readonly businessInfo?: Readonly<Record<string, unknown>>;
};

/** The part of a change that concerns the identity of the customer, and the change without it. */
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

const part = (customer: OpenCustomer, name: string): unknown => customer.businessInfo?.[name] ?? null;

/** The fields of an identity, by their paths in a request. */
export const identityPaths = ({ businessInfo = {}, ...identity }: IdentityChange): readonly string[] => [
  ...Object.keys(identity),
  ...Object.keys(businessInfo).map((name) => `businessInfo.${name}`),
];

/** What of an identity would be cleared that a verification cannot do without. */
export function clearedIdentity({ businessInfo = {}, ...identity }: IdentityChange): readonly FieldError[] {
  const isCleared = ([name, value]: readonly [string, unknown]): boolean => value === null && !OPTIONAL.includes(name);
  const cleared = identityPaths({
    ...Object.fromEntries(Object.entries(identity).filter(isCleared)),
    businessInfo: Object.fromEntries(Object.entries(businessInfo).filter(isCleared)),
  });
  return cleared.map((field) => ({ field, message: 'has been verified: it can be replaced, but not cleared' }));
}

export const UNDER_REVIEW = 'this identity is being verified: change it after the decision';

/** The paths of the fields of the identity in a request. */
export function namedIdentity(input: object): readonly string[] {
  const given = input as Readonly<Record<string, unknown>>;
  const parts = (given['businessInfo'] ?? {}) as Readonly<Record<string, unknown>>;
  return [
    ...[...OF_INDIVIDUALS, 'address'].filter((name) => given[name] !== undefined),
    ...OF_BUSINESSES.filter((name) => parts[name] !== undefined).map((name) => `businessInfo.${name}`),
  ];
}

export const isEmptyChange = (identity: IdentityChange): boolean => Object.keys(identity).length === 0;

/** Changes of who a customer is, which are verified before they are made. */
export interface IdentityReviews {
  /**
   * Stores the change of an approved customer and has it verified; answers the customer as it is now. `named`: the paths
   * of all fields of the identity in the request, also of those that have their verified values. 400 INVALID_INPUT for
   * values that no verification accepts, 409 CONFLICT while another change is being looked at.
   */
  propose(
    tx: Tx,
    ctx: Context,
    customer: Customer,
    identity: IdentityChange,
    named: readonly string[],
  ): Promise<Result<Customer>>;
  /** Whether somebody looks at the first identity of the customer. */
  isUnderReview(reads: Reads, customer: Customer): Promise<boolean>;
}
