import {
  type Context,
  domainError,
  err,
  fail,
  type FieldError,
  type IdSource,
  invalidFields,
  ok,
  type Result,
  type Sealer,
  splitTenant,
  transition,
  type Tx,
  update,
  type UseCase,
} from '../kernel/index.js';
import { isScaRegulated } from './countries.js';
import { addressOf, businessInfoOf, checkConsent, checkCurrencies, refuseCustomer } from './create-customer.js';
import { type Customer, CUSTOMER_TYPES, CUSTOMERS, type EndUserTermsConsent } from './customer.js';
import { checkFields, type CustomerFields, fieldsOfOthers, invalidTaxIds, taxNumberRule } from './customer-fields.js';
import { openCustomer, type OpenCustomer, storedNumbers, withTaxId } from './customer-numbers.js';
import { findCustomer } from './customer-service.js';
import { mustNotBeBlocked } from './readiness.js';
import { CONTACT_EMAIL, CONTACT_PHONE, type ContactStatus } from './customer-states.js';
import { foreignDomain, heldAddress, holdAddress, releaseAddress } from './held-address.js';
import {
  clearedIdentity,
  type IdentityChange,
  identityPaths,
  type IdentityReviews,
  isEmptyChange,
  namedIdentity,
  splitIdentity,
  UNDER_REVIEW,
  withParts,
} from './identity.js';
import type { CustomerAccounts, EndUserTerms, Settings, TaxNumberChecks } from './ports.js';

export interface CustomerPatch extends CustomerFields {
  readonly id: string;
  /** Read-only: accepted if it has the present value. */
  readonly customerType?: string | null | undefined;
  readonly kycStatus?: string | null | undefined;
  readonly kybStatus?: string | null | undefined;
  readonly platformCustomerId?: string | null | undefined;
  readonly region?: string | null | undefined;
}

export interface UpdateCustomerPorts {
  readonly ids: IdSource;
  readonly sealer: Sealer;
  readonly settings: Settings;
  readonly accounts: CustomerAccounts;
  readonly endUserTerms: EndUserTerms;
  readonly taxNumbers: TaxNumberChecks | null;
  readonly strictSandbox: boolean;
  readonly publicAuthority: string;
  readonly identityReviews: IdentityReviews;
}

/**
 * Changes the given fields; null clears an optional one. An address is replaced as a whole, business information and
 * due diligence field by field. New currencies open accounts; accounts in omitted currencies stay. Identity fields of
 * an approved customer become a proposal that is verified first (`IdentityReviews`); other fields change at once.
 * USER_NOT_FOUND, USER_BLOCKED or USER_NOT_READY for a blocked customer, and the errors of the creation; INVALID_INPUT for fields that cannot be set, cleared or changed;
 * CONFLICT for an identity that is under review.
 */
export const updateCustomer =
  (ports: UpdateCustomerPorts): UseCase<CustomerPatch, Customer> =>
  async (tx, ctx, input) => {
    const found = await findCustomer(tx, input.id);
    if (!found.ok) return found;
    const customer = found.value;
    const unblocked = mustNotBeBlocked(customer);
    if (!unblocked.ok) return unblocked;
    const open = openCustomer(ports.sealer, customer);
    const changed = await changeOf(ports, tx, ctx, open, input);
    if (!changed.ok) return changed;
    const { identity, rest } = splitIdentity(open, changed.value);
    const allowed = await checkIdentity(ports, tx, customer, identity);
    if (!allowed.ok) return allowed;
    const isVerified = customer.kycStatus === 'APPROVED';
    const patch = isVerified ? rest : changed.value;
    const region = regionOf(customer, patch.address, input);
    if (!region.ok) return region;
    const free = await checkId(tx, customer, patch);
    if (!free.ok) return free;

    if (patch.umaAddress !== customer.umaAddress) {
      const { environment } = splitTenant(ctx.tenant);
      if ((await heldAddress(tx, environment, patch.umaAddress)) !== null) return err('UMA_ADDRESS_EXISTS');
      await releaseAddress(tx, ctx, customer);
      holdAddress(tx, ctx, { id: customer.id, umaAddress: patch.umaAddress });
    }
    const { identifier, businessInfo, ...plain } = patch;
    const after = update(tx, ctx, CUSTOMERS, customer, {
      ...plain,
      ...storedNumbers(ports.sealer, customer.id, { identifier, businessInfo }),
      region: region.value,
    });
    await openMissing(ports, tx, ctx, customer, after);
    const contacted = requireContacts(tx, ctx, customer, after);
    if (!contacted.ok) return contacted;
    const named = isVerified ? namedIdentity(input) : [];
    const proposed =
      named.length > 0 ? await ports.identityReviews.propose(tx, ctx, contacted.value, identity, named) : contacted;
    return proposed.ok ? ok(withTaxId(ports.sealer, proposed.value)) : proposed;
  };

/** Applies a change of the identity that a verification has accepted. */
export function applyIdentity(
  sealer: Sealer,
  tx: Tx,
  ctx: Context,
  customer: Customer,
  identity: IdentityChange,
): Result<Customer> {
  const open = openCustomer(sealer, customer);
  const { businessInfo, identifier = open.identifier, ...others } = identity;
  const address = identity.address === undefined ? customer.address : identity.address;
  const info = businessInfo === undefined ? open.businessInfo : withParts(open.businessInfo, businessInfo);
  const after = update(tx, ctx, CUSTOMERS, customer, {
    ...others,
    ...storedNumbers(sealer, customer.id, { identifier, businessInfo: info }),
    region: regionAt(customer, address),
  });
  return requireContacts(tx, ctx, customer, after);
}

/**
 * Every field of a change that is invalid by itself, without reading the customer. If the type is not given, the fields
 * of both types are checked.
 */
export function invalidInCustomerPatch(ctx: Pick<Context, 'now'>, input: CustomerPatch): readonly FieldError[] {
  const errors: FieldError[] = [...uncleared(input)];
  const named = CUSTOMER_TYPES.filter((type) => type === input.customerType);
  const types = named.length > 0 ? named : CUSTOMER_TYPES;
  const fields = checkFields(input, types, ctx.now, false, (error) => errors.push(error));
  return [...errors, ...invalidTaxIds(fields, errors)];
}

/** Errors for null in a field that cannot be cleared. */
function uncleared(input: CustomerPatch): readonly FieldError[] {
  const fields = (['platformCustomerId', 'umaAddress', 'businessInfo'] as const).filter((name) => input[name] === null);
  const legalName = input.businessInfo?.legalName === null ? ['businessInfo.legalName'] : [];
  return [...fields, ...legalName].map((field) => ({
    field,
    message: 'cannot be cleared; send a value or omit the field',
  }));
}

type CustomerChange = Pick<
  OpenCustomer,
  | 'platformCustomerId'
  | 'platformAccountId'
  | 'description'
  | 'currencies'
  | 'email'
  | 'phoneNumber'
  | 'umaAddress'
  | 'address'
  | 'fullName'
  | 'birthDate'
  | 'nationality'
  | 'idType'
  | 'identifier'
  | 'countryOfIssuance'
  | 'dueDiligence'
  | 'businessInfo'
  | 'endUserTermsConsent'
>;

async function changeOf(
  ports: UpdateCustomerPorts,
  tx: Tx,
  ctx: Context,
  customer: OpenCustomer,
  input: CustomerPatch,
): Promise<Result<CustomerChange>> {
  const errors: FieldError[] = [...unchangeable(customer, input), ...uncleared(input)];
  const fields = checkFields(input, [customer.customerType], ctx.now, false, (error) => errors.push(error));
  const next = <T>(name: keyof CustomerFields, given: T | undefined, present: T | null): T | null =>
    given ?? (input[name] === null ? null : present);
  const idType = next('idType', fields.idType, customer.idType);
  const identifier = next('identifier', fields.identifier, customer.identifier);
  const address = next('address', addressOf(fields) ?? undefined, customer.address);
  const given = input.businessInfo ?? {};
  const businessInfo = businessInfoOf(merge(customer.businessInfo, fields.businessInfo, given), address);
  const countryOfIssuance = next('countryOfIssuance', fields.countryOfIssuance, customer.countryOfIssuance);
  errors.push(
    ...invalidTaxIds({ idType, identifier, countryOfIssuance, businessInfo }, errors, taxNumberRule(ports, ctx)),
  );
  const umaAddress = fields.umaAddress?.toLowerCase() ?? customer.umaAddress;
  if (umaAddress !== customer.umaAddress) {
    errors.push(...foreignDomain(umaAddress, await ports.settings(tx, ctx), ports.publicAuthority));
  }
  if (errors.length > 0) return refuseCustomer(errors);
  const consent = checkConsent(ports.endUserTerms, fields);
  if (!consent.ok) return consent;
  const currencies =
    input.currencies === undefined
      ? ok(customer.currencies)
      : checkCurrencies(await ports.settings(tx, ctx), fields.currencies);
  if (!currencies.ok) return currencies;

  return ok({
    platformCustomerId: fields.platformCustomerId ?? customer.platformCustomerId,
    platformAccountId: next('platformAccountId', fields.platformAccountId, customer.platformAccountId),
    description: next('description', fields.description, customer.description),
    currencies: currencies.value,
    email: next('email', fields.email, customer.email),
    phoneNumber: next('phoneNumber', fields.phoneNumber, customer.phoneNumber),
    umaAddress,
    address,
    fullName: next('fullName', fields.fullName, customer.fullName),
    birthDate: next('birthDate', fields.birthDate, customer.birthDate),
    nationality: next('nationality', fields.nationality, customer.nationality),
    idType,
    identifier,
    countryOfIssuance,
    dueDiligence: merge(customer.dueDiligence, fields.dueDiligence, input),
    businessInfo,
    endUserTermsConsent: next(
      'endUserTermsConsent',
      fields.endUserTermsConsent as EndUserTermsConsent | undefined,
      customer.endUserTermsConsent,
    ),
  });
}

/** Errors for fields that a change cannot set, unless they are sent with their present values. */
function unchangeable(customer: Customer, input: CustomerPatch): readonly FieldError[] {
  const errors: FieldError[] = [];
  const { customerType, kycStatus } = customer;
  if (input.customerType && input.customerType !== customerType) {
    errors.push({ field: 'customerType', constraint: { enum: [customerType] }, message: 'cannot be changed' });
  }
  for (const field of ['kycStatus', 'kybStatus'] as const) {
    if ((input[field] ?? kycStatus) !== kycStatus)
      errors.push({ field, message: 'cannot be set; omit it or send its present value' });
  }
  for (const field of fieldsOfOthers(customerType)) {
    if ((input[field as keyof CustomerPatch] ?? null) !== null) {
      errors.push({ field, message: `is not a field of customers of type ${customerType}; omit it` });
    }
  }
  for (const [field, status] of [
    ['email', customer.contactEmail],
    ['phoneNumber', customer.contactPhone],
  ] as const) {
    if (input[field] === null && status !== null) {
      errors.push({
        field,
        message: 'cannot be cleared, because customers in this region need a verified one; send a new value',
      });
    }
  }
  return errors;
}

/** CONFLICT while the first verification is under review; INVALID_INPUT if it was rejected, or for a cleared field. */
async function checkIdentity(
  { identityReviews }: UpdateCustomerPorts,
  tx: Tx,
  customer: Customer,
  identity: IdentityChange,
): Promise<Result<void>> {
  if (isEmptyChange(identity)) return ok();
  const { kycStatus } = customer;
  if (kycStatus === 'APPROVED') {
    const cleared = clearedIdentity(identity);
    return cleared.length > 0 ? invalidFields(cleared) : ok();
  }
  if (kycStatus === 'REJECTED') {
    const errors = identityPaths(identity).map((field) => ({
      field,
      message: 'cannot be changed after the customer was rejected; create another customer',
    }));
    return invalidFields(errors);
  }
  return (await identityReviews.isUnderReview(tx, customer)) ? err('CONFLICT', UNDER_REVIEW) : ok();
}

/** CONFLICT if another customer of the platform has the new platformCustomerId. */
async function checkId(tx: Tx, customer: Customer, { platformCustomerId }: CustomerChange): Promise<Result<void>> {
  if (platformCustomerId === customer.platformCustomerId) return ok();
  const holder = await tx.find(CUSTOMERS, 'platformCustomerId', [platformCustomerId]);
  return holder === null ? ok() : fail(ID_TAKEN);
}

const ID_TAKEN = domainError('CONFLICT', 'platformCustomerId is taken by another customer; choose another one');

/**
 * The region after a change. A customer cannot move out of the EEA, because otherwise an API credential would be enough
 * to remove the customer's strong authentication.
 */
function regionOf(customer: Customer, address: Customer['address'], { region }: CustomerPatch): Result<string | null> {
  if (region === undefined) return ok(regionAt(customer, address));
  const after = region ?? address?.country ?? null;
  if (!isScaRegulated(customer.region) || isScaRegulated(after)) return ok(after);
  return invalidFields([
    { field: 'region', message: `must remain a country of the EEA, because the present region is ${customer.region}` },
  ]);
}

/** A region that came from the address follows the address, but not out of the EEA. */
function regionAt(customer: Customer, address: Customer['address']): string | null {
  if (address === null || customer.region !== (customer.address?.country ?? null)) return customer.region;
  return isScaRegulated(customer.region) && !isScaRegulated(address.country) ? customer.region : address.country;
}

/** Merges the given parts into the present ones and removes those that were sent as null. */
function merge<P extends object>(present: P | null, given: Partial<P> | undefined, sent: object): Partial<P> | null {
  if (present === null && given === undefined) return null;
  const isKept = ([name]: readonly [string, unknown]): boolean =>
    (sent as Readonly<Record<string, unknown>>)[name] !== null;
  return Object.fromEntries(Object.entries({ ...present, ...given }).filter(isKept)) as Partial<P>;
}

async function openMissing(
  ports: UpdateCustomerPorts,
  tx: Tx,
  ctx: Context,
  before: Customer,
  after: Customer,
): Promise<void> {
  if (after.currencies.every((code) => before.currencies.includes(code))) return;
  const held = await ports.accounts.currencies(tx, after.id);
  const missing = after.currencies.filter((code) => !held.includes(code));
  if (missing.length > 0) await ports.accounts.open(tx, ctx, await ports.settings(tx, ctx), after, missing, null);
}

/** In regulated regions a new mailbox or phone needs its own verification, even if the old one was verified. */
function requireContacts(tx: Tx, ctx: Context, before: Customer, after: Customer): Result<Customer> {
  if (!isScaRegulated(after.region)) return ok(after);
  const email = contactEvent(before.contactEmail, before.email, after.email);
  const withEmail = email === null ? ok(after) : recordOf(transition(tx, ctx, CONTACT_EMAIL, CUSTOMERS, after, email));
  if (!withEmail.ok) return withEmail;
  const phone = contactEvent(before.contactPhone, before.phoneNumber, after.phoneNumber);
  return phone === null ? withEmail : recordOf(transition(tx, ctx, CONTACT_PHONE, CUSTOMERS, withEmail.value, phone));
}

function contactEvent(
  status: ContactStatus | null,
  before: string | null,
  after: string | null,
): 'require' | 'replace' | null {
  if (after === null) return null;
  if (status === null) return 'require';
  return status === 'VERIFIED' && before !== after ? 'replace' : null;
}

const recordOf = <T>(moved: Result<{ readonly record: T }>): Result<T> => (moved.ok ? ok(moved.value.record) : moved);
