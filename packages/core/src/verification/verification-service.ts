import { findCustomer, openCustomer, type OpenCustomer, type Settings } from '../customers/index.js';
import {
  type Cursors,
  err,
  isId,
  ok,
  type Page,
  type PageRequest,
  type Query,
  readPage,
  type Sealer,
} from '../kernel/index.js';
import type { Platform } from '../platforms/index.js';
import { openDocument, type ShownDocument } from './document.js';
import { type Holdings, holdingsOf } from './holdings.js';
import { customerChange, withIdentity } from './identity-change.js';
import { pendingChange } from './identity-reviews.js';
import { lacking } from './lacking.js';
import { openChanges } from './submit-verification.js';
import { type Verification, type VerificationError, VERIFICATIONS } from './verification.js';
import type { VerificationState } from './verification-states.js';

export interface VerificationFilter {
  readonly customerId?: string | undefined;
  readonly verificationStatus?: string | undefined;
}

/** REFERENCE_NOT_FOUND. */
export const getVerification: Query<{ readonly id: string }, Verification> = async (reads, _ctx, { id }) => {
  const verification = isId('Verification', id) ? await reads.get(VERIFICATIONS, id) : null;
  return verification === null ? err('REFERENCE_NOT_FOUND') : ok(verification);
};

/** Newest first. INVALID_INPUT for a malformed cursor. */
export const listVerifications =
  (cursors: Cursors): Query<VerificationFilter & PageRequest, Page<Verification>> =>
  (reads, _ctx, { customerId, verificationStatus, ...page }) => {
    const where = {
      customerId: customerId as Verification['customerId'] | undefined,
      verificationStatus: verificationStatus as VerificationState | undefined,
    };
    return readPage(reads, cursors, VERIFICATIONS, { where, order: 'desc' }, page);
  };

/** The progress of a customer's verification, for the hosted page. */
export interface Application extends Omit<Holdings, 'documents'> {
  /** The customer with its tax number, and with the proposed values while a change of the identity is pending. */
  readonly customer: OpenCustomer;
  readonly documents: readonly ShownDocument[];
  readonly platform: Platform;
  readonly verification: Verification | null;
  /** The errors that a submission would return now. */
  readonly lacking: readonly VerificationError[];
}

/** USER_NOT_FOUND. */
export const getApplication =
  (settings: Settings, sealer: Sealer): Query<{ readonly customerId: string }, Application> =>
  async (reads, ctx, { customerId }) => {
    const found = await findCustomer(reads, customerId);
    if (!found.ok) return found;
    const change = await pendingChange(reads, found.value, found.value.id);
    const open = openCustomer(sealer, found.value);
    const customer = change === null ? open : withIdentity(open, customerChange(sealer, change, found.value));
    const platform = await settings(reads, ctx);
    const holdings = await holdingsOf(reads, customer.id);
    const pending = change ?? (await openChanges(reads, found.value)).find(({ renews }) => renews !== null);
    return ok({
      owners: holdings.owners,
      documents: holdings.documents.map((document) => openDocument(sealer, document)),
      customer,
      platform,
      verification: pending ?? (await reads.find(VERIFICATIONS, 'customer', [customer.id])),
      lacking: lacking(customer, holdings, platform, ctx.now),
    });
  };
