import {
  type Context,
  err,
  type FieldError,
  type IdSource,
  ok,
  type Result,
  type Sealer,
  transition,
  type Tx,
  update,
  type UseCase,
} from '../kernel/index.js';
import { isScaRegulated } from './countries.js';
import { addressOf, businessInfoOf, checkConsent, checkCurrencies, refuse } from './create-customer.js';
import { type Customer, CUSTOMER_TYPES, CUSTOMERS, type EndUserTermsConsent } from './customer.js';
import { checkFields, type CustomerFields, invalidTaxIds, taxNumberRule } from './customer-fields.js';
import { joinTaxId, openNumbers, sealNumbers, splitTaxId, withTaxId } from './customer-numbers.js';
import { findCustomer } from './customer-service.js';
import { CONTACT_EMAIL, CONTACT_PHONE, type ContactStatus } from './customer-states.js';
import type { CustomerAccounts, EndUserTerms, Settings, TaxNumberChecks } from './ports.js';

export interface CustomerPatch extends CustomerFields {
  readonly id: string;
  /** Cannot change; may be sent. */
  readonly customerType?: string | null | undefined;
}

export interface UpdateCustomerDeps {
  readonly ids: IdSource;
  readonly sealer: Sealer;
  readonly settings: Settings;
  readonly accounts: CustomerAccounts;
  readonly endUserTerms: EndUserTerms;
  readonly taxNumbers: TaxNumberChecks | null;
  readonly strictSandbox: boolean;
}

/**
 * Changes what is given and leaves the rest; an address is replaced whole, business information and due diligence
 * field by field. New currencies open accounts; accounts in currencies that are left out stay.
 * 404 USER_NOT_FOUND, and the errors of the creation.
 */
export const updateCustomer =
  (deps: UpdateCustomerDeps): UseCase<CustomerPatch, Customer> =>
  async (tx, ctx, input) => {
    const found = await findCustomer(tx, input.id);
    if (!found.ok) return found;
    const customer = found.value;
    const patched = await patchOf(deps, tx, ctx, customer, input);
    if (!patched.ok) return patched;
    const patch = patched.value;

    if (patch.umaAddress !== customer.umaAddress) {
      const holder = await tx.find(CUSTOMERS, 'umaAddress', [patch.umaAddress]);
      if (holder !== null && holder.id !== customer.id) return err('UMA_ADDRESS_EXISTS');
    }
    const after = update(tx, ctx, CUSTOMERS, customer, patch);
    await openMissing(deps, tx, ctx, customer, after);
    const changed = requireContacts(tx, ctx, customer, after);
    return changed.ok ? ok(withTaxId(deps.sealer, changed.value)) : changed;
  };

/**
 * Every field of a change that is invalid by itself, whichever customer it is for: without its type the fields of both
 * are looked at.
 */
export function invalidInCustomerPatch(ctx: Pick<Context, 'now'>, input: CustomerPatch): readonly FieldError[] {
  const errors: FieldError[] = [];
  const named = CUSTOMER_TYPES.filter((type) => type === input.customerType);
  const types = named.length > 0 ? named : CUSTOMER_TYPES;
  const fields = checkFields(input, types, ctx.now, false, (error) => errors.push(error));
  return [...errors, ...invalidTaxIds(fields, errors)];
}

type CustomerChange = Pick<
  Customer,
  | 'region'
  | 'currencies'
  | 'email'
  | 'phoneNumber'
  | 'umaAddress'
  | 'address'
  | 'fullName'
  | 'birthDate'
  | 'nationality'
  | 'idType'
  | 'sealedIdentifier'
  | 'sealedTaxId'
  | 'countryOfIssuance'
  | 'dueDiligence'
  | 'businessInfo'
  | 'endUserTermsConsent'
>;

async function patchOf(
  deps: UpdateCustomerDeps,
  tx: Tx,
  ctx: Context,
  customer: Customer,
  input: CustomerPatch,
): Promise<Result<CustomerChange>> {
  const errors: FieldError[] = [];
  if (input.customerType && input.customerType !== customer.customerType) {
    errors.push({
      field: 'customerType',
      constraint: { enum: [customer.customerType] },
      message: 'cannot be changed',
    });
  }
  const fields = checkFields(input, [customer.customerType], ctx.now, false, (error) => errors.push(error));
  const idType = fields.idType ?? customer.idType;
  const known = openNumbers(deps.sealer, customer);
  const identifier = fields.identifier ?? known.identifier;
  const address = addressOf(fields) ?? customer.address;
  const businessInfo = businessInfoOf(
    merge(joinTaxId(customer.businessInfo, known.taxId), fields.businessInfo),
    address,
  );
  const countryOfIssuance = fields.countryOfIssuance ?? customer.countryOfIssuance;
  errors.push(
    ...invalidTaxIds({ idType, identifier, countryOfIssuance, businessInfo }, errors, taxNumberRule(deps, ctx)),
  );
  if (errors.length > 0) return refuse(errors);
  const consent = checkConsent(deps.endUserTerms, fields);
  if (!consent.ok) return consent;
  const currencies =
    fields.currencies === undefined || fields.currencies.length === 0
      ? ok(customer.currencies)
      : checkCurrencies(await deps.settings(tx, ctx), fields.currencies);
  if (!currencies.ok) return currencies;

  const stored = splitTaxId(businessInfo);
  return ok({
    region: regionAt(customer, address),
    currencies: currencies.value,
    email: fields.email ?? customer.email,
    phoneNumber: fields.phoneNumber ?? customer.phoneNumber,
    umaAddress: fields.umaAddress?.toLowerCase() ?? customer.umaAddress,
    address,
    fullName: fields.fullName ?? customer.fullName,
    birthDate: fields.birthDate ?? customer.birthDate,
    nationality: fields.nationality ?? customer.nationality,
    idType,
    countryOfIssuance,
    dueDiligence: merge(customer.dueDiligence, fields.dueDiligence),
    businessInfo: stored.businessInfo,
    ...sealNumbers(deps.sealer, customer.id, { identifier, taxId: stored.taxId }),
    endUserTermsConsent:
      (fields.endUserTermsConsent as EndUserTermsConsent | undefined) ?? customer.endUserTermsConsent,
  });
}

/**
 * A region that was taken from the address follows it, though never out of the EEA: otherwise whoever holds an API
 * credential could shed a customer's authentication by a change of address.
 */
function regionAt(customer: Customer, address: Customer['address']): string | null {
  if (address === null || customer.region !== (customer.address?.country ?? null)) return customer.region;
  return isScaRegulated(customer.region) && !isScaRegulated(address.country) ? customer.region : address.country;
}

type Parts = Readonly<Record<string, unknown>> | null;
const merge = (present: Parts, given: Parts | undefined): Parts =>
  given === undefined || given === null ? present : { ...present, ...given };

async function openMissing(
  deps: UpdateCustomerDeps,
  tx: Tx,
  ctx: Context,
  before: Customer,
  after: Customer,
): Promise<void> {
  if (after.currencies.every((code) => before.currencies.includes(code))) return;
  const held = await deps.accounts.currencies(tx, after.id);
  const missing = after.currencies.filter((code) => !held.includes(code));
  if (missing.length > 0) deps.accounts.open(tx, ctx, await deps.settings(tx, ctx), after, missing, null);
}

/** In regulated regions a new address or number has to be confirmed, also where the one before it was. */
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
