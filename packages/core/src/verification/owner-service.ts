import {
  type Customer,
  findCustomer,
  type IsTaxNumber,
  type TaxNumberChecks,
  taxNumberRule,
  withTaxId,
} from '../customers/index.js';
import { schedule } from '../events/index.js';
import {
  birth,
  type Context,
  type Cursors,
  err,
  type FieldError,
  type IdSource,
  invalidFields,
  isId,
  newRecord,
  ok,
  type Page,
  type PageRequest,
  type Query,
  readAll,
  readPage,
  type Reads,
  type Result,
  type Sealer,
  update,
  type UseCase,
} from '../kernel/index.js';
import { type BeneficialOwner, BENEFICIAL_OWNERS, identifierOf } from './beneficial-owner.js';
import { type BeneficialOwnerFields, checkOwner, type CheckedOwner, invalidIdentifier } from './owner-fields.js';
import { BENEFICIAL_OWNER } from './verification-states.js';

export interface NewBeneficialOwner extends BeneficialOwnerFields {
  readonly customerId: string;
}

export interface BeneficialOwnerPatch extends BeneficialOwnerFields {
  readonly id: string;
}

export interface CustomerWithOwners {
  readonly customer: Customer;
  readonly owners: readonly BeneficialOwner[];
}

export interface OwnerDeps {
  readonly ids: IdSource;
  readonly sealer: Sealer;
  readonly taxNumbers: TaxNumberChecks | null;
  readonly strictSandbox: boolean;
}

/**
 * Names somebody who owns or controls a business (interface, "Beneficial owner"). Decided together with the business;
 * on its own where that has been approved already. INVALID_INPUT with every invalid field, also for a customer that is
 * no business; USER_NOT_FOUND.
 */
export const createOwner =
  (deps: OwnerDeps): UseCase<NewBeneficialOwner, BeneficialOwner> =>
  async (tx, ctx, input) => {
    const { ids, sealer } = deps;
    const { fields, errors } = checkNew(ctx, input, taxNumberRule(deps, ctx));
    if (errors.length > 0) return invalidFields(errors);
    const found = await findCustomer(tx, input.customerId);
    if (!found.ok) return found;
    const customer = found.value;
    if (customer.customerType !== 'BUSINESS') return refuseHolder('belongs to no business');
    const owner = ownerOf(ids, sealer, ctx, customer, fields);
    tx.add(BENEFICIAL_OWNERS, owner);
    if (customer.kycStatus === 'APPROVED') {
      schedule(tx, ctx, ids, { kind: 'kyc.review-owner', subject: owner.id, dueAt: ctx.hostNow });
    }
    return ok(owner);
  };

const refuseHolder = (message: string) => invalidFields([{ field: 'customerId', message }]);

/** Every field of a new owner that is invalid by itself. */
export const invalidInNewBeneficialOwner = (
  ctx: Pick<Context, 'now'>,
  input: NewBeneficialOwner,
): readonly FieldError[] => checkNew(ctx, input, null).errors;

function checkNew(ctx: Pick<Context, 'now'>, input: NewBeneficialOwner, isTaxNumber: IsTaxNumber) {
  const { fields, errors } = checkOwner(input, ctx, true);
  const identifier = invalidIdentifier(fields.personalInfo ?? {}, errors, isTaxNumber);
  const holder = isId('Customer', input.customerId) ? [] : [{ field: 'customerId', message: 'is not a customer id' }];
  return { fields, errors: [...holder, ...errors, ...identifier] };
}

function ownerOf(
  ids: IdSource,
  sealer: Sealer,
  ctx: Context,
  customer: Customer,
  fields: CheckedOwner,
): BeneficialOwner {
  const person = fields.personalInfo!;
  const id = ids.next('BeneficialOwner');
  return {
    customerId: customer.id,
    roles: fields.roles!,
    ownershipPercentage: fields.ownershipPercentage!,
    firstName: person.firstName!,
    middleName: person.middleName ?? null,
    lastName: person.lastName!,
    birthDate: person.birthDate!,
    nationality: person.nationality!,
    email: person.email ?? null,
    phoneNumber: person.phoneNumber ?? null,
    address: person.address!,
    idType: person.idType!,
    sealedIdentifier: sealer.seal(person.identifier!, identifierOf(id)),
    countryOfIssuance: person.countryOfIssuance ?? null,
    kycStatus: birth(BENEFICIAL_OWNER, 'create').to,
    ...newRecord(id, ctx),
  };
}

/** Of a customer that is there. 404 REFERENCE_NOT_FOUND. */
export async function findOwner(reads: Reads, id: string): Promise<Result<BeneficialOwner>> {
  const owner = isId('BeneficialOwner', id) ? await reads.get(BENEFICIAL_OWNERS, id) : null;
  if (owner === null) return err('REFERENCE_NOT_FOUND');
  const business = await findCustomer(reads, owner.customerId);
  return business.ok ? ok(owner) : err('REFERENCE_NOT_FOUND');
}

/** A customer, and who owns or controls it where it is a business, oldest first. 404 USER_NOT_FOUND. */
export const getCustomerWithOwners =
  (sealer: Sealer): Query<{ readonly id: string }, CustomerWithOwners> =>
  async (reads, _ctx, { id }) => {
    const found = await findCustomer(reads, id);
    if (!found.ok) return found;
    const { id: customerId, customerType } = found.value;
    const owners = customerType === 'BUSINESS' ? await readAll(reads, BENEFICIAL_OWNERS, { customerId }) : [];
    return ok({ customer: withTaxId(sealer, found.value), owners });
  };

export const getOwner: Query<{ readonly id: string }, BeneficialOwner> = (reads, _ctx, { id }) => findOwner(reads, id);

/** Newest first. INVALID_INPUT for a cursor that is none; the list of a customer that is not there is empty. */
export const listOwners =
  (cursors: Cursors): Query<{ readonly customerId: string } & PageRequest, Page<BeneficialOwner>> =>
  (reads, _ctx, { customerId, ...page }) =>
    readPage(
      reads,
      cursors,
      BENEFICIAL_OWNERS,
      { where: { customerId: customerId as BeneficialOwner['customerId'] }, order: 'desc' },
      page,
    );

/** What an owner was verified by. */
const VERIFIED: readonly (keyof NonNullable<CheckedOwner['personalInfo']>)[] = [
  'firstName',
  'middleName',
  'lastName',
  'birthDate',
  'nationality',
  'idType',
  'identifier',
  'countryOfIssuance',
];

/**
 * Changes what is given and leaves the rest; an address is replaced whole. Who somebody is cannot change once it has
 * been decided: INVALID_INPUT with these fields. 404 REFERENCE_NOT_FOUND.
 */
export const updateOwner =
  (deps: OwnerDeps): UseCase<BeneficialOwnerPatch, BeneficialOwner> =>
  async (tx, ctx, input) => {
    const { sealer } = deps;
    const found = await findOwner(tx, input.id);
    if (!found.ok) return found;
    const owner = found.value;
    const { fields, errors: wrong } = checkOwner(input, ctx, false);
    const { address, identifier, ...person } = fields.personalInfo ?? {};
    const { idType = owner.idType, countryOfIssuance = owner.countryOfIssuance } = person;
    // A number that stays is looked at again where the rule that it follows may be another.
    const stays = idType === owner.idType && countryOfIssuance === owner.countryOfIssuance;
    const number = identifier ?? (stays ? null : sealer.open(owner.sealedIdentifier, identifierOf(owner.id)));
    const numbered = { idType, countryOfIssuance, identifier: number };
    const errors = [...wrong, ...invalidIdentifier(numbered, wrong, taxNumberRule(deps, ctx))];
    if (owner.kycStatus !== 'PENDING') {
      const settled = VERIFIED.filter((name) => fields.personalInfo?.[name] !== undefined);
      errors.push(...settled.map((name) => ({ field: `personalInfo.${name}`, message: 'has been verified' })));
    }
    if (errors.length > 0) return invalidFields(errors);
    return ok(
      update(tx, ctx, BENEFICIAL_OWNERS, owner, {
        ...(fields.roles !== undefined && { roles: fields.roles }),
        ...(fields.ownershipPercentage !== undefined && { ownershipPercentage: fields.ownershipPercentage }),
        ...person,
        ...(address !== undefined && { address }),
        ...(identifier !== undefined && { sealedIdentifier: sealer.seal(identifier, identifierOf(owner.id)) }),
      }),
    );
  };

/** Every field of a change that is invalid by itself. */
export function invalidInBeneficialOwnerPatch(
  ctx: Pick<Context, 'now'>,
  input: BeneficialOwnerPatch,
): readonly FieldError[] {
  const { fields, errors } = checkOwner(input, ctx, false);
  return [...errors, ...invalidIdentifier(fields.personalInfo ?? {}, errors, null)];
}
