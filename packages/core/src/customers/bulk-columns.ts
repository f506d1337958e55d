import { type Context, type DomainError, type FieldError, invalidFields, ok, type Result } from '../kernel/index.js';
import { invalidInNewCustomer, type NewCustomer } from './create-customer.js';
import { CUSTOMER_TYPES, type CustomerType } from './customer.js';

/** The postal code is required by the rules of a customer's address, which depend on the country. */
const ADDRESS = ['addressLine1', 'city', 'country'] as const;
const ALWAYS = ['umaAddress', 'platformCustomerId', 'customerType'] as const;
const OF_TYPE = {
  INDIVIDUAL: ['fullName', 'birthDate'],
  BUSINESS: ['businessLegalName'],
} as const satisfies Readonly<Record<CustomerType, readonly string[]>>;

/** Columns that every file needs, for either type of customer. */
const REQUIRED: readonly string[] = [...ALWAYS, ...ADDRESS];

/** Each column and the field of a new customer that takes its value. */
const FIELDS: ReadonlyMap<string, string> = new Map([
  ['umaAddress', 'umaAddress'],
  ['platformCustomerId', 'platformCustomerId'],
  ['customerType', 'customerType'],
  ['fullName', 'fullName'],
  ['birthDate', 'birthDate'],
  ['email', 'email'],
  ['platformAccountId', 'platformAccountId'],
  ['description', 'description'],
  ['addressLine1', 'address.line1'],
  ['addressLine2', 'address.line2'],
  ['city', 'address.city'],
  ['state', 'address.state'],
  ['postalCode', 'address.postalCode'],
  ['country', 'address.country'],
  ['businessLegalName', 'businessInfo.legalName'],
  ['businessRegistrationNumber', 'businessInfo.registrationNumber'],
  ['businessTaxId', 'businessInfo.taxId'],
]);
const COLUMNS: readonly string[] = [...FIELDS.keys()];
const COLUMN_OF: ReadonlyMap<string, string> = new Map([...FIELDS].map(([column, field]) => [field, column]));

/**
 * The columns of a header. INVALID_INPUT on `file` with every column that is missing, unknown or duplicate. A header
 * needs the columns of `REQUIRED` and those of at least one type of customer.
 */
export function readHeader(header: readonly string[]): Result<readonly string[]> {
  const columns = header.map((name) => name.trim());
  const [known, twice] = [new Set<string>(), new Set<string>()];
  for (const name of columns) if (name !== '') (known.has(name) ? twice : known).add(name);
  const unknown = [...known].filter((name) => !COLUMNS.includes(name));
  const lacking = (names: readonly string[]): readonly string[] => names.filter((name) => !known.has(name));
  const ofTypes = CUSTOMER_TYPES.map((type) => lacking(OF_TYPE[type]));
  const missing = [...lacking(REQUIRED), ...(ofTypes.some((names) => names.length === 0) ? [] : nearest(ofTypes))];
  const faults = [
    ...(missing.length > 0 ? [`lacks ${missing.join(', ')}`] : []),
    ...(unknown.length > 0 ? [`has unknown columns: ${shown(unknown)}`] : []),
    ...(twice.size > 0 ? [`has ${shown([...twice])} more than once`] : []),
  ];
  return faults.length > 0
    ? invalidFields([{ field: 'file', message: `the header ${faults.join(' and ')}` }])
    : ok(columns);
}

const SHOWN = 64;
const MOST_SHOWN = 20;
const shown = (names: readonly string[]): string =>
  names
    .slice(0, MOST_SHOWN)
    .map((name) => name.slice(0, SHOWN))
    .join(', ');

/** What to report if neither type is complete: a header with a column of individuals is meant for individuals. */
const nearest = (ofTypes: readonly (readonly string[])[]): readonly string[] => {
  const [individual = [], business = []] = ofTypes;
  return individual.length < OF_TYPE.INDIVIDUAL.length ? individual : [...individual, ...business];
};

/** The customer that a row describes, or INVALID_INPUT with every invalid column. Blank values count as absent. */
export function readRow(
  ctx: Pick<Context, 'now'>,
  columns: readonly string[],
  values: readonly string[],
): Result<NewCustomer & { readonly platformCustomerId: string; readonly umaAddress: string }> {
  if (values.length !== columns.length) {
    const message = `has ${values.length} values, but the header has ${columns.length} columns`;
    return invalidFields([{ field: 'row', message }]);
  }
  const given = new Map(columns.map((column, at) => [column, values[at]!.trim()]));
  const customer = customerOf(given);
  const errors = [...missingIn(given), ...invalidInNewCustomer(ctx, customer).map(inColumns)];
  const first = errors.filter(({ field }, at) => errors.findIndex((other) => other.field === field) === at);
  return first.length > 0 ? invalidFields(first) : ok(customer);
}

function customerOf(given: ReadonlyMap<string, string>) {
  const parts: Readonly<Record<string, [string, string][]>> = { '': [], address: [], businessInfo: [] };
  for (const [column, field] of FIELDS) {
    const value = given.get(column) ?? '';
    const [part, name] = field.includes('.') ? (field.split('.') as [string, string]) : ['', field];
    if (value !== '') parts[part]!.push([name, value]);
  }
  const isBusiness = given.get('customerType') === 'BUSINESS';
  return {
    ...Object.fromEntries(parts['']!),
    address: Object.fromEntries(parts['address']!),
    ...(isBusiness && { businessInfo: Object.fromEntries(parts['businessInfo']!) }),
  } as unknown as NewCustomer & { readonly platformCustomerId: string; readonly umaAddress: string };
}

function missingIn(given: ReadonlyMap<string, string>): readonly FieldError[] {
  const type = CUSTOMER_TYPES.find((known) => known === given.get('customerType'));
  const needed = [...REQUIRED, ...(type === undefined ? [] : OF_TYPE[type])];
  return needed
    .filter((column) => (given.get(column) ?? '') === '')
    .map((field) => ({ field, message: 'is required' }));
}

const inColumns = (error: FieldError): FieldError => ({ ...error, field: COLUMN_OF.get(error.field) ?? error.field });

/** An error of the creation with the names of columns in place of the names of fields. */
export function inColumnsOf(error: DomainError): DomainError {
  const errors = error.details?.['errors'] as readonly FieldError[] | undefined;
  return errors === undefined ? error : invalidFields(errors.map(inColumns), error.code).error;
}
