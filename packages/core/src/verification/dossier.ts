import { masked } from '../accounts/index.js';
import { type Customer, CUSTOMERS, showNumbers } from '../customers/index.js';
import { err, isId, ok, type Query, readAll, type Sealer, showSealed } from '../kernel/index.js';
import { type BeneficialOwner, BENEFICIAL_OWNERS, identifierOf } from './beneficial-owner.js';
import { type Document, DOCUMENTS } from './document.js';
import { customerChange, ownerChange, proposedFields } from './identity-change.js';
import { percentOf } from './owner-fields.js';
import { type Verification, VERIFICATIONS } from './verification.js';

/** A field that a proposal changes; an identifying number is masked. */
export interface ProposedChange {
  /** Dot path of the field. */
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

export interface OwnerInDossier {
  readonly owner: BeneficialOwner;
  /** The last characters of the number; null if it cannot be opened. */
  readonly identifier: string | null;
}

/** All that is known about the identity of a customer, also of a deleted one, for those who decide about it. */
export interface Dossier {
  readonly customer: Customer;
  /** The last characters of the number; null if there is none, or if it cannot be opened. */
  readonly identifier: string | null;
  readonly taxId: string | null;
  /** Oldest first, also deleted ones. */
  readonly owners: readonly OwnerInDossier[];
  /** Of the customer and its owners, oldest first. Also those of deleted owners, which are kept as evidence. */
  readonly documents: readonly Document[];
  /** The first verification; null before it was submitted. */
  readonly first: Verification | null;
  /** With the first one if it is among them, newest first, at most 50. */
  readonly verifications: readonly Verification[];
  /** What the undecided proposals would change, by the id of their verification. */
  readonly changes: ReadonlyMap<string, readonly ProposedChange[]>;
}

const MOST_VERIFICATIONS = 50;
const maskedOrNull = (text: string | null): string | null => (text === null ? null : masked(text));

/** USER_NOT_FOUND. */
export const readDossier =
  (sealer: Sealer): Query<{ readonly customerId: string }, Dossier> =>
  async (reads, _ctx, { customerId: id }) => {
    const customer = isId('Customer', id) ? await reads.get(CUSTOMERS, id) : null;
    if (customer === null) return err('USER_NOT_FOUND');
    const customerId = customer.id;
    const records = await readAll(reads, BENEFICIAL_OWNERS, { customerId });
    const owners = records.map((owner) => ({ owner, identifier: maskedOrNull(numberOf(sealer, owner)) }));
    const documents = await readAll(reads, DOCUMENTS, { customerId });
    const query = { where: { customerId }, order: 'desc', limit: MOST_VERIFICATIONS, counted: false } as const;
    const verifications = (await reads.list(VERIFICATIONS, query)).rows;
    const first = await reads.find(VERIFICATIONS, 'customer', [customerId]);
    const { identifier, taxId } = showNumbers(sealer, customer);
    const changes = new Map(
      verifications
        .filter((each) => customer.identityReviews.includes(each.id))
        .map((each) => [each.id, changesOf(sealer, each, customer, records)] as const),
    );
    const numbers = { identifier: maskedOrNull(identifier), taxId: maskedOrNull(taxId) };
    return ok({ customer, ...numbers, owners, documents, first, verifications, changes });
  };

const numberOf = (sealer: Sealer, { id, sealedIdentifier }: BeneficialOwner): string | null =>
  showSealed(sealer, sealedIdentifier, identifierOf(id));

function changesOf(
  sealer: Sealer,
  verification: Verification,
  customer: Customer,
  owners: readonly BeneficialOwner[],
): readonly ProposedChange[] {
  const { proposal } = verification;
  if (proposal === null) return [];
  const owner = owners.find(({ id }) => id === proposal.resourceId) ?? null;
  const numbers = owner === null ? showNumbers(sealer, customer) : { identifier: numberOf(sealer, owner), taxId: null };
  const change =
    owner === null ? customerChange(sealer, verification, customer) : ownerChange(sealer, verification, owner.id);
  return proposedFields(proposal).map(({ field, value }) => {
    if (field === 'ownershipPercentage') {
      return { field, before: owner === null ? null : percentOf(owner.ownershipPpm), after: value };
    }
    const path = field.replace(/^personalInfo\./, '').split('.');
    const name = path.at(-1);
    const after = at(change, path);
    return name === 'identifier' || name === 'taxId'
      ? { field, before: maskedOrNull(numbers[name]), after: typeof after === 'string' ? masked(after) : null }
      : { field, before: at(owner ?? customer, path), after };
  });
}

const at = (record: object, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (part, name) => (typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined),
    record,
  ) ?? null;
