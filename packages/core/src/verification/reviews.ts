import { type Customer, CUSTOMERS } from '../customers/index.js';
import type { Environment, Page, PageRequest, Result, TenantKey } from '../kernel/index.js';
import { type OfPlatform, type OverPlatformsPorts, readOverPlatforms } from '../platforms/index.js';
import { type BeneficialOwner, BENEFICIAL_OWNERS } from './beneficial-owner.js';
import { type Verification, VERIFICATIONS } from './verification.js';

export interface ReviewFilter extends PageRequest {
  readonly environment?: Environment | undefined;
  /** The tenants that the caller may read; absent: all. */
  readonly within?: ((tenant: TenantKey) => boolean) | undefined;
}

export type VerificationInReview = OfPlatform<Verification, Customer>;
/** With the business of the owner. */
export type OwnerInReview = OfPlatform<BeneficialOwner, Customer>;

/** What awaits a reviewer, over all platforms, oldest first. */
export interface Reviews {
  /** Verifications in PENDING_MANUAL_REVIEW, with their customers. */
  verifications(filter: ReviewFilter): Promise<Result<Page<VerificationInReview>>>;
  /**
   * Undecided owners of approved businesses: owners who were added later. The other undecided owners are decided with
   * their business. No index finds them, so a page looks at a bounded number of owners and may have few or none.
   */
  owners(filter: ReviewFilter): Promise<Result<Page<OwnerInReview>>>;
}

export const reviewsOf = (ports: OverPlatformsPorts): Reviews => ({
  verifications: ({ environment, within, ...page }) =>
    readOverPlatforms<Verification, Customer>(
      ports,
      {
        kind: VERIFICATIONS,
        where: { verificationStatus: 'PENDING_MANUAL_REVIEW' },
        environment,
        within,
        about: async (reads, verifications) => {
          const customers = await reads.getMany(
            CUSTOMERS,
            verifications.map(({ customerId }) => customerId),
          );
          const byId = new Map<string, Customer>(customers.map((customer) => [customer.id, customer]));
          return new Map(
            verifications.flatMap(({ id, customerId }) => {
              const customer = byId.get(customerId);
              return customer === undefined || customer.isDeleted ? [] : [[id, customer] as const];
            }),
          );
        },
      },
      page,
    ),
  owners: ({ environment, within, ...page }) =>
    readOverPlatforms<BeneficialOwner, Customer>(
      ports,
      {
        kind: BENEFICIAL_OWNERS,
        where: { deletedAt: null },
        environment,
        within,
        about: async (reads, owners) => {
          const shown = new Map<string, Customer>();
          for (const { id, customerId } of owners.filter(({ kycStatus }) => kycStatus === 'PENDING')) {
            const first = await reads.find(VERIFICATIONS, 'customer', [customerId]);
            const business = first?.verificationStatus === 'APPROVED' ? await reads.get(CUSTOMERS, customerId) : null;
            if (business !== null && !business.isDeleted) shown.set(id, business);
          }
          return shown;
        },
      },
      page,
    ),
});
