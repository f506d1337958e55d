import { CUSTOMERS, showNumbers } from '../customers/index.js';
import { err, isId, ok, type Query, type Sealer, showSealed } from '../kernel/index.js';
import { BENEFICIAL_OWNERS, identifierOf } from './beneficial-owner.js';
import { DOCUMENTS, showDocument } from './document.js';

/** The identifying numbers of a person, a business or a document, in full. Null for one that there is none, or that cannot be opened. */
export interface RevealedNumbers {
  readonly identifier: string | null;
  readonly taxId: string | null;
  readonly documentNumber: string | null;
}

const NONE: RevealedNumbers = { identifier: null, taxId: null, documentNumber: null };

/** The numbers of a customer, an owner or a document, for an operator who compares them. 404 REFERENCE_NOT_FOUND. */
export const revealNumbers =
  (sealer: Sealer): Query<{ readonly id: string }, RevealedNumbers> =>
  async (reads, _ctx, { id }) => {
    if (isId('Customer', id)) {
      const customer = await reads.get(CUSTOMERS, id);
      if (customer !== null) return ok({ ...NONE, ...showNumbers(sealer, customer) });
    }
    if (isId('BeneficialOwner', id)) {
      const owner = await reads.get(BENEFICIAL_OWNERS, id);
      if (owner !== null)
        return ok({ ...NONE, identifier: showSealed(sealer, owner.sealedIdentifier, identifierOf(id)) });
    }
    if (isId('Document', id)) {
      const document = await reads.get(DOCUMENTS, id);
      if (document !== null) return ok({ ...NONE, documentNumber: showDocument(sealer, document).documentNumber });
    }
    return err('REFERENCE_NOT_FOUND', `${id} does not exist`);
  };
