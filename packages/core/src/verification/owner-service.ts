import {
  type Customer,
  CUSTOMERS,
  findCustomer,
  type IsTaxNumber,
  type TaxNumberChecks,
  taxNumberRule,
  UNDER_REVIEW,
  withTaxId,
} from '../customers/index.js';
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
  openSealed,
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
import { DOCUMENTS } from './document.js';
import { removeDocument } from './document-service.js';
import { findOwner } from './holdings.js';
import { ownerChange, type OwnerChange } from './identity-change.js';
import {
  decideChange,
  type IdentityPorts,
  isUnderReview,
  openReview,
  pendingChange,
  proposeOwner,
} from './identity-reviews.js';
import { changesControl, keepsNeededOwners, type OwnerControl, splitControl } from './owner-control.js';
import { type BeneficialOwnerFields, checkOwner, type CheckedOwner, invalidIdentifier } from './owner-fields.js';
import { askAboutOwner } from './review-again.js';
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

export interface OwnerPorts {
  readonly ids: IdSource;
  readonly sealer: Sealer;
  readonly taxNumbers: TaxNumberChecks | null;
  readonly strictSandbox: boolean;
}

/**
 * Adds a person who owns or controls a business. The owner is decided with the business, or separately if the business
 * is approved already. INVALID_INPUT with every invalid field, and for a customer that is not a business;
 * USER_NOT_FOUND.
 */
export const createOwner =
  (ports: OwnerPorts): UseCase<NewBeneficialOwner, BeneficialOwner> =>
  async (tx, ctx, input) => {
    const { ids, sealer } = ports;
    const { fields, errors } = checkNew(ctx, input, taxNumberRule(ports, ctx));
    if (errors.length > 0) return invalidFields(errors);
    const found = await findCustomer(tx, input.customerId);
    if (!found.ok) return found;
    const customer = found.value;
    if (customer.customerType !== 'BUSINESS') return refuseHolder('must be the id of a BUSINESS customer');
    const owner = ownerOf(ids, sealer, ctx, customer, fields);
    tx.add(BENEFICIAL_OWNERS, owner);
    if (customer.kycStatus === 'APPROVED') {
      askAboutOwner({ tx, ctx, ids }, owner.id);
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
    ownershipPpm: fields.ownershipPpm!,
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
    deletedAt: null,
    ...newRecord(id, ctx),
  };
}

/** A customer. For a business also its owners, oldest first. USER_NOT_FOUND. */
export const getCustomerWithOwners =
  (sealer: Sealer): Query<{ readonly id: string }, CustomerWithOwners> =>
  async (reads, _ctx, { id }) => {
    const found = await findCustomer(reads, id);
    if (!found.ok) return found;
    const { id: customerId, customerType } = found.value;
    const owners =
      customerType === 'BUSINESS' ? await readAll(reads, BENEFICIAL_OWNERS, { customerId, deletedAt: null }) : [];
    return ok({ customer: withTaxId(sealer, found.value), owners });
  };

export const getOwner: Query<{ readonly id: string }, BeneficialOwner> = async (reads, _ctx, { id }) => {
  const found = await findOwner(reads, id);
  return found.ok ? ok(found.value.owner) : found;
};

/** Newest first; empty for an unknown customer. INVALID_INPUT for a malformed cursor. */
export const listOwners =
  (cursors: Cursors): Query<{ readonly customerId: string } & PageRequest, Page<BeneficialOwner>> =>
  (reads, _ctx, { customerId, ...page }) =>
    readPage(
      reads,
      cursors,
      BENEFICIAL_OWNERS,
      { where: { customerId: customerId as BeneficialOwner['customerId'], deletedAt: null }, order: 'desc' },
      page,
    );

/** Identity fields of owners. A changed address is an identity field too if its country changes. */
const VERIFIED = [
  'firstName',
  'middleName',
  'lastName',
  'birthDate',
  'nationality',
  'idType',
  'identifier',
  'countryOfIssuance',
] as const;

/** Fields that an owner need not have. */
const OPTIONAL = ['middleName', 'email', 'phoneNumber', 'countryOfIssuance'] as const;

/**
 * Changes the given fields; null clears an optional one, an address is replaced as a whole. Identity fields of an
 * approved owner become a proposal that is verified first (`IdentityReviews`), and so do a share that crosses 25 % and a
 * new control role; other fields change at once.
 * INVALID_INPUT, also for identity fields of a rejected owner; REFERENCE_NOT_FOUND; CONFLICT for an identity that is
 * under review, also for roles and shares that are reviewed with it, and if an approved business would lose the approved owners that it must have.
 */
export const updateOwner =
  (ports: OwnerPorts & IdentityPorts): UseCase<BeneficialOwnerPatch, BeneficialOwner> =>
  async (tx, ctx, input) => {
    const { sealer } = ports;
    const found = await findOwner(tx, input.id);
    if (!found.ok) return found;
    const { owner, business } = found.value;
    const { fields, errors: wrong } = checkOwner(input, ctx, false);
    const person = { ...fields.personalInfo, ...cleared(input) };
    const { idType = owner.idType, countryOfIssuance = owner.countryOfIssuance, identifier } = person;
    // An unchanged number is checked again if a change of type or country may select a different rule.
    const stays = idType === owner.idType && countryOfIssuance === owner.countryOfIssuance;
    const number = identifier ?? (stays ? null : openSealed(sealer, owner.sealedIdentifier, identifierOf(owner.id)));
    const numbered = { idType, countryOfIssuance, identifier: number };
    const invalid = [...wrong, ...uncleared(input)];
    const errors = [...invalid, ...invalidIdentifier(numbered, invalid, taxNumberRule(ports, ctx))];
    if (errors.length > 0) return invalidFields(errors);

    const { identity, rest } = splitOwner(sealer, owner, person);
    const allowed = await checkIdentity(tx, business, owner, identity);
    if (!allowed.ok) return allowed;
    const isVerified = owner.kycStatus === 'APPROVED';
    const control = controlIn(fields);
    const isReviewed = owner.kycStatus === 'PENDING' && (await isUnderReview(tx, business));
    if (isReviewed && changesControl(owner, control)) return err('CONFLICT', UNDER_REVIEW);
    const isControlled = isVerified && business.kycStatus === 'APPROVED' && Object.keys(control).length > 0;
    if (isControlled) {
      const kept = await keepsNeededOwners(tx, sealer, business, owner, control);
      if (!kept.ok) return kept;
    }
    const pending = isControlled ? await pendingChange(tx, business, owner.id) : null;
    const { proposed: verified, atOnce } = isControlled
      ? splitControl(owner, control, pending === null ? {} : ownerChange(sealer, pending, owner.id))
      : { proposed: {}, atOnce: control };
    const { identifier: given, ...known } = isVerified ? { identifier: undefined, ...rest } : person;
    const after = update(tx, ctx, BENEFICIAL_OWNERS, owner, {
      ...atOnce,
      ...known,
      ...(given !== undefined && { sealedIdentifier: sealer.seal(given, identifierOf(owner.id)) }),
    });
    const isWaiting = Object.keys(verified).length > 0 || pending !== null;
    const named = [
      ...[...VERIFIED, 'address'].filter((name) => Object.hasOwn(person, name)),
      ...(isWaiting ? Object.keys(control) : []),
    ];
    // Of two changes at the same moment that each leave the needed owners, one runs again and sees the other.
    const holder = isControlled ? update(tx, ctx, CUSTOMERS, business, {}) : business;
    if (!isVerified || named.length === 0) return ok(after);
    const proposed = await proposeOwner(ports, tx, ctx, holder, after, { ...identity, ...verified }, named);
    return proposed.ok ? getOwner(tx, ctx, { id: owner.id }) : proposed;
  };

/**
 * Deletes an owner, and those of its documents that were not submitted with a verification. The business keeps its
 * `kycStatus`, as after every other change of its owners: docs/decisions/0045-owners-are-deleted-in-place.md. A changed
 * identity of the owner that waits for corrections is withdrawn. REFERENCE_NOT_FOUND, also for a deleted owner;
 * CONFLICT while a verification of the business is under review, and if an approved business would lose the approved
 * owners that it must have.
 */
export const deleteOwner =
  (ports: IdentityPorts): UseCase<{ readonly id: string }, void> =>
  async (tx, ctx, { id }) => {
    const found = await findOwner(tx, id);
    if (!found.ok) return found;
    const { owner, business } = found.value;
    const review = await openReview(tx, business);
    if (review !== null) return err('CONFLICT', `${review.id} is under review; delete the owner after its decision`);
    const kept = await keepsNeededOwners(tx, ports.sealer, business, owner, null);
    if (!kept.ok) return kept;
    const change = await pendingChange(tx, business, owner.id);
    if (change === null) {
      // Both this deletion and a concurrent submission write the customer, so one of them sees the other.
      update(tx, ctx, CUSTOMERS, business, {});
    } else {
      const withdrawn = await decideChange(ports, tx, ctx, business, change, 'reject', []);
      if (!withdrawn.ok) return withdrawn;
    }
    update(tx, ctx, BENEFICIAL_OWNERS, owner, { deletedAt: ctx.now });
    for (const document of await readAll(tx, DOCUMENTS, { documentHolder: owner.id, deletedAt: null })) {
      if (document.submittedWith === null) removeDocument({ tx, ctx, ids: ports.ids }, document);
      else update(tx, ctx, DOCUMENTS, document, { deletedAt: ctx.now });
    }
    return ok();
  };

const controlIn = ({ roles, ownershipPpm }: CheckedOwner): OwnerControl => ({
  ...(roles !== undefined && { roles }),
  ...(ownershipPpm !== undefined && { ownershipPpm }),
});

type OwnerPatch = Partial<Pick<BeneficialOwner, 'email' | 'phoneNumber'>> & OwnerChange;

/** Splits a change into the identity fields that differ, and the rest. */
function splitOwner(
  sealer: Sealer,
  owner: BeneficialOwner,
  person: OwnerPatch,
): { readonly identity: OwnerChange; readonly rest: Omit<OwnerPatch, 'identifier'> } {
  const present = {
    ...owner,
    identifier:
      person.identifier === undefined ? null : openSealed(sealer, owner.sealedIdentifier, identifierOf(owner.id)),
  };
  const isIdentity = ([name, value]: readonly [string, unknown]): boolean =>
    name === 'address'
      ? person.address?.country !== owner.address.country
      : VERIFIED.some((known) => known === name && value !== present[known]);
  const entries = Object.entries(person);
  const { identifier: _same, ...rest } = Object.fromEntries(
    entries.filter((entry) => !isIdentity(entry)),
  ) as OwnerPatch;
  return { identity: Object.fromEntries(entries.filter(isIdentity)) as OwnerChange, rest };
}

/** Whether the owner's identity may change now; otherwise INVALID_INPUT or CONFLICT. */
async function checkIdentity(
  reads: Reads,
  business: Customer,
  owner: BeneficialOwner,
  change: OwnerChange,
): Promise<Result<void>> {
  const fields = Object.keys(change);
  if (fields.length === 0) return ok();
  const refuseFields = (message: string) =>
    invalidFields(fields.map((name) => ({ field: `personalInfo.${name}`, message })));
  if (owner.kycStatus === 'REJECTED')
    return refuseFields('cannot be changed after the owner was rejected; add the person as a new owner');
  if (owner.kycStatus === 'PENDING') {
    return (await isUnderReview(reads, business)) ? err('CONFLICT', UNDER_REVIEW) : ok();
  }
  return business.kycStatus === 'APPROVED'
    ? ok()
    : refuseFields(`cannot be changed while the kycStatus of the business is ${business.kycStatus}`);
}

/** The optional fields that were sent as null. */
const cleared = ({ personalInfo }: BeneficialOwnerPatch): Partial<Record<(typeof OPTIONAL)[number], null>> =>
  Object.fromEntries(OPTIONAL.filter((name) => personalInfo?.[name] === null).map((name) => [name, null]));

/** Errors for null in a field that every owner must have. */
function uncleared(input: BeneficialOwnerPatch): readonly FieldError[] {
  const fields = (['roles', 'ownershipPercentage', 'personalInfo'] as const).filter((name) => input[name] === null);
  const known = Object.entries(input.personalInfo ?? {})
    .filter(([name, value]) => value === null && !OPTIONAL.some((optional) => optional === name))
    .map(([name]) => `personalInfo.${name}`);
  return [...fields, ...known].map((field) => ({
    field,
    message: 'is required for every owner and cannot be cleared; send a value or omit the field',
  }));
}

/** Every field of a change that is invalid by itself. */
export function invalidInBeneficialOwnerPatch(
  ctx: Pick<Context, 'now'>,
  input: BeneficialOwnerPatch,
): readonly FieldError[] {
  const { fields, errors: wrong } = checkOwner(input, ctx, false);
  const errors = [...wrong, ...uncleared(input)];
  return [...errors, ...invalidIdentifier(fields.personalInfo ?? {}, errors, null)];
}
