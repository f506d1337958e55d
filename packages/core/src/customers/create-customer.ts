import {
  birth,
  type Context,
  type Environment,
  type CurrencyCode,
  domainError,
  err,
  type FieldError,
  type IdSource,
  invalidFields,
  newRecord,
  ok,
  type Random,
  type Result,
  type Sealer,
  splitTenant,
  type Unit,
  type UseCase,
} from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import { isScaRegulated } from './countries.js';
import {
  type Address,
  type BusinessInfo,
  type Customer,
  CUSTOMER_TYPES,
  CUSTOMERS,
  type CustomerType,
  type EndUserTermsConsent,
  nameOf,
} from './customer.js';
import {
  type CheckedFields,
  checkFields,
  type CustomerFields,
  invalidTaxIds,
  type IsTaxNumber,
  taxNumberRule,
} from './customer-fields.js';
import { sealNumbers, splitTaxId, withTaxId } from './customer-numbers.js';
import { CONTACT_EMAIL, CONTACT_PHONE, KYB, KYC } from './customer-states.js';
import { addressDomain, foreignDomain, holdAddress } from './held-address.js';
import { type DecideAtOnce, moveKyc } from './kyc.js';
import type { CustomerAccounts, EndUserTerms, Settings, TaxNumberChecks, WalletKeys } from './ports.js';
import { makeUmaAddress } from './uma-address.js';

export interface NewCustomer extends CustomerFields {
  readonly customerType: string;
  readonly platformCustomerId?: string | null | undefined;
  readonly region?: string | null | undefined;
}

export interface CreateCustomerPorts {
  readonly ids: IdSource;
  readonly random: Random;
  readonly sealer: Sealer;
  readonly settings: Settings;
  readonly accounts: CustomerAccounts;
  readonly endUserTerms: EndUserTerms;
  /** Checks beyond patterns; null without any. */
  readonly taxNumbers: TaxNumberChecks | null;
  /** Whether `taxNumbers` apply in the sandbox too. */
  readonly strictSandbox: boolean;
  /** Domain of the UMA addresses of platforms that have none of their own. */
  readonly publicAuthority: string;
  /** The decision that the provider of an environment makes without a call; null if it makes none. */
  readonly decideAtOnce: (environment: Environment, deciding: string) => ReturnType<DecideAtOnce>;
  /** Whether an individual may be approved at once; otherwise an answer that is awaited decides. */
  readonly mayBeApproved: (unit: Unit, customer: Customer) => Promise<boolean>;
}

/**
 * Creates a customer with its internal accounts. It is PENDING, except for an individual in the sandbox on whom the same
 * unit of work decides; with a connected screening provider, the approval waits for its answer. INVALID_INPUT with every invalid field; INVALID_UMA_ADDRESS if
 * `umaAddress` is the only one; INVALID_CURRENCY; END_USER_TERMS_VERSION_NOT_FOUND; CONFLICT for a platformCustomerId
 * that is taken; UMA_ADDRESS_EXISTS.
 */
export const createCustomer =
  (ports: CreateCustomerPorts, walletKeys: WalletKeys | null = null): UseCase<NewCustomer, Customer> =>
  async (tx, ctx, input) => {
    const platform = await ports.settings(tx, ctx);
    const { type, fields, errors: invalid } = checkNew(ctx, input, taxNumberRule(ports, ctx));
    const errors = [...invalid, ...foreignDomain(fields.umaAddress, platform, ports.publicAuthority)];
    if (errors.length > 0 || type === null) return refuseCustomer(errors);
    const consent = checkConsent(ports.endUserTerms, fields);
    if (!consent.ok) return consent;
    const currencies = checkCurrencies(platform, fields.currencies);
    if (!currencies.ok) return currencies;

    const customer = customerOf(ports, ctx, platform, type, fields, currencies.value);
    tx.add(CUSTOMERS, customer, {
      conflicts: {
        platformCustomerId: domainError(
          'CONFLICT',
          'platformCustomerId is taken by another customer; choose another one',
        ),
        umaAddress: domainError('UMA_ADDRESS_EXISTS'),
      },
    });
    holdAddress(tx, ctx, customer);
    await ports.accounts.open(tx, ctx, platform, customer, customer.currencies, walletKeys);
    const decision = decisionOn(ports, ctx, customer);
    if (decision === null) return ok(withTaxId(ports.sealer, customer));
    const unit = { tx, ctx, ids: ports.ids };
    const submitted = moveKyc(unit, customer, 'submit');
    if (!submitted.ok) return submitted;
    if (decision === 'approve' && !(await ports.mayBeApproved(unit, submitted.value)))
      return ok(withTaxId(ports.sealer, submitted.value));
    const decided = moveKyc(unit, submitted.value, decision);
    return decided.ok ? ok(withTaxId(ports.sealer, decided.value)) : decided;
  };

/** An individual with a name may be decided at its creation. */
function decisionOn({ decideAtOnce }: CreateCustomerPorts, { tenant }: Context, customer: Customer) {
  if (customer.customerType !== 'INDIVIDUAL' || customer.fullName === null) return null;
  return decideAtOnce(splitTenant(tenant).environment, customer.fullName);
}

/** Every field of a new customer that is invalid by itself. Rules that depend on stored records are not checked. */
export const invalidInNewCustomer = (ctx: Pick<Context, 'now'>, input: NewCustomer): readonly FieldError[] =>
  checkNew(ctx, input, null).errors;

interface CheckedNew {
  readonly type: CustomerType | null;
  readonly fields: CheckedFields;
  readonly errors: readonly FieldError[];
}

function checkNew(ctx: Pick<Context, 'now'>, input: NewCustomer, isTaxNumber: IsTaxNumber): CheckedNew {
  const errors: FieldError[] = [];
  const type = CUSTOMER_TYPES.find((known) => known === input.customerType) ?? null;
  if (type === null) {
    const message = `must be ${CUSTOMER_TYPES.join(' or ')}`;
    errors.push({ field: 'customerType', constraint: { enum: CUSTOMER_TYPES }, message });
  }
  const fields = checkFields(input, type === null ? [] : [type], ctx.now, true, (error) => errors.push(error));
  const businessInfo = businessInfoOf(fields.businessInfo ?? null, fields.address ?? null);
  errors.push(...invalidTaxIds({ ...fields, businessInfo }, errors, isTaxNumber));
  return { type, fields, errors };
}

/** INVALID_INPUT, or INVALID_UMA_ADDRESS if `umaAddress` is the only invalid field. */
export const refuseCustomer = (errors: readonly FieldError[]) =>
  invalidFields(errors, errors.every((e) => e.field === 'umaAddress') ? 'INVALID_UMA_ADDRESS' : 'INVALID_INPUT');

export function checkConsent(terms: EndUserTerms, { endUserTermsConsent }: CheckedFields): Result<void> {
  if (endUserTermsConsent === undefined) return ok();
  const known = [terms.version, ...terms.earlier].includes(endUserTermsConsent.termsVersion);
  return known ? ok() : err('END_USER_TERMS_VERSION_NOT_FOUND');
}

/** The named currencies, or all of the platform if none is named. INVALID_CURRENCY for one that it does not support. */
export function checkCurrencies(
  platform: Platform,
  named: readonly string[] | undefined,
): Result<readonly CurrencyCode[]> {
  const supported = platform.supportedCurrencies.map((c) => c.currencyCode);
  if (named === undefined || named.length === 0) return ok(supported);
  const errors = named.flatMap((code, index) =>
    supported.includes(code as CurrencyCode)
      ? []
      : [
          {
            field: `currencies.${index}`,
            constraint: { enum: supported },
            message: 'is not supported by the platform',
          },
        ],
  );
  return errors.length > 0 ? invalidFields(errors, 'INVALID_CURRENCY') : ok([...new Set(named as CurrencyCode[])]);
}

function customerOf(
  ports: CreateCustomerPorts,
  ctx: Context,
  platform: Platform,
  type: CustomerType,
  fields: CheckedFields,
  currencies: readonly CurrencyCode[],
): Customer {
  const id = ports.ids.next('Customer');
  const address = addressOf(fields);
  const { businessInfo, taxId } = splitTaxId(businessInfoOf(fields.businessInfo ?? null, address));
  const region = fields.region ?? address?.country ?? null;
  const regulated = isScaRegulated(region);
  const domain = addressDomain(platform, ports.publicAuthority);
  const name = nameOf({ fullName: fields.fullName ?? null, businessInfo });
  return {
    platformCustomerId: fields.platformCustomerId ?? id.slice(id.indexOf(':') + 1),
    platformAccountId: fields.platformAccountId ?? null,
    description: fields.description ?? null,
    customerType: type,
    region,
    currencies,
    email: fields.email ?? null,
    phoneNumber: fields.phoneNumber ?? null,
    umaAddress: fields.umaAddress?.toLowerCase() ?? makeUmaAddress(name, domain, ports.random),
    kycStatus: birth(type === 'INDIVIDUAL' ? KYC : KYB, 'create').to,
    contactEmail: regulated && fields.email !== undefined ? birth(CONTACT_EMAIL, 'require').to : null,
    contactPhone: regulated && fields.phoneNumber !== undefined ? birth(CONTACT_PHONE, 'require').to : null,
    address,
    fullName: fields.fullName ?? null,
    birthDate: fields.birthDate ?? null,
    nationality: fields.nationality ?? null,
    idType: fields.idType ?? null,
    countryOfIssuance: fields.countryOfIssuance ?? null,
    dueDiligence: fields.dueDiligence ?? null,
    businessInfo,
    ...sealNumbers(ports.sealer, id, { identifier: fields.identifier ?? null, taxId }),
    endUserTermsConsent: (fields.endUserTermsConsent as EndUserTermsConsent | undefined) ?? null,
    identityReviews: [],
    blockedAs: null,
    ownLimits: null,
    isDeleted: false,
    ...newRecord(id, ctx),
  };
}

export function addressOf({ address }: CheckedFields): Address | null {
  return address === undefined ? null : { line2: null, city: null, state: null, ...address };
}

/**
 * The default of `businessInfo.country` is the country of the address. `legalName` is there, because `checkFields`
 * requires it of a new business, and no change clears it.
 */
export function businessInfoOf(
  businessInfo: Partial<BusinessInfo> | null,
  address: Pick<Address, 'country'> | null,
): BusinessInfo | null {
  const info = businessInfo as BusinessInfo | null;
  return info === null || address === null ? info : { country: address.country, ...info };
}
