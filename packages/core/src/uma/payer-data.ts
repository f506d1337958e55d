import { type Customer, type CustomerNumbers, nameOf } from '../customers/index.js';
import { err, ok, type Result } from '../kernel/index.js';
import { CUSTOMER_INFO_FIELDS, type CustomerInfoField } from '../platforms/index.js';
import { KNOWN_FIELDS } from '../transactions/index.js';
import type { DataField, UmaOffer } from './ports.js';

/** A field of `CUSTOMER_INFO_FIELDS` that another institution requests. */
export interface AskedField {
  readonly name: CustomerInfoField;
  readonly mandatory: boolean;
}

/** The fields that every message contains in any case. */
const ALWAYS_SAID = ['identifier', 'compliance'];

/** Names that the protocol defines differently; all others are in camel case (`postalAddress`). */
const NAMES: Readonly<Record<string, CustomerInfoField>> = { name: 'FULL_NAME', email: 'EMAIL' };

const camelCase = (name: string): string =>
  name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

const FIELD_OF: ReadonlyMap<string, CustomerInfoField> = new Map([
  ...CUSTOMER_INFO_FIELDS.flatMap((name) => [[name, name] as const, [camelCase(name), name] as const]),
  ...Object.entries(NAMES),
]);

export const keyOf = (name: CustomerInfoField): string =>
  Object.keys(NAMES).find((key) => NAMES[key] === name) ?? camelCase(name);

/**
 * The requested fields. UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY for an unknown mandatory key; unknown optional keys are
 * ignored.
 */
export function fieldsAsked(asked: readonly DataField[]): Result<readonly AskedField[]> {
  const fields: AskedField[] = [];
  for (const { key, mandatory } of asked) {
    if (ALWAYS_SAID.includes(key)) continue;
    const name = FIELD_OF.get(key);
    if (name !== undefined) fields.push({ name, mandatory });
    else if (mandatory) return err('UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY', `the mandatory field ${key} is unknown`);
  }
  return ok(fields);
}

export const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/**
 * The payer data that an offer requests, by the keys of the protocol: as the platform gave it for this payment, else
 * from the customer's record. Optional fields are sent only if the platform gave them.
 * 400 MISSING_MANDATORY_USER_INFO with the names of the missing fields in `details.fields`.
 */
export function payerDataFor(
  offer: UmaOffer,
  customer: Customer,
  numbers: CustomerNumbers,
  given: Readonly<Record<string, unknown>>,
): Result<Readonly<Record<string, unknown>>> {
  const asked = fieldsAsked(offer.payerData);
  if (!asked.ok) return asked;
  const known = (name: CustomerInfoField): unknown => given[name] ?? KNOWN_FIELDS[name]?.(customer, numbers);
  const fields = asked.value
    .filter(({ name, mandatory }) => mandatory && !isGiven(known(name)))
    .map(({ name }) => name);
  if (fields.length > 0) return err('MISSING_MANDATORY_USER_INFO', undefined, { fields });
  const data = asked.value.flatMap(({ name, mandatory }) => {
    const value = mandatory ? known(name) : given[name];
    return isGiven(value) ? [[keyOf(name), value] as const] : [];
  });
  return ok(Object.fromEntries(data));
}

/** Another institution's data about its customer, by the names of `CUSTOMER_INFO_FIELDS`; unknown keys are dropped. */
export function namedData(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const named: [string, unknown][] = [];
  for (const [key, value] of Object.entries(data)) {
    const known = fieldsAsked([{ key, mandatory: false }]);
    if (known.ok && known.value[0] !== undefined && isGiven(value)) named.push([known.value[0].name, value]);
  }
  return Object.fromEntries(named);
}

/** The travel-rule data for an institution that is subject to it, as plain JSON. */
export function travelRuleOf(customer: Customer, receiver: string): string {
  const { umaAddress, address, birthDate, nationality } = customer;
  const name = nameOf(customer);
  return JSON.stringify({
    originator: { name, umaAddress, address, birthDate, nationality },
    beneficiary: { umaAddress: receiver },
  });
}
