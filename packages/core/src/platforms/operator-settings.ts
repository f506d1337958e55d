import { ok, update, type UseCase } from '../kernel/index.js';
import { type Platform, PLATFORMS } from './platform.js';
import { ownPlatform } from './webhook-secret.js';

/** What a platform must observe: its operator says so, for no token may lift it. */
export interface OperatorSettings {
  readonly requiresEndUserTerms?: boolean | undefined;
  readonly isRegulatedFinancialInstitution?: boolean | undefined;
  /** Whether customers may move money while a new identity of theirs is being verified. */
  readonly allowsMoneyDuringReview?: boolean | undefined;
}

/** Changes what is given; REFERENCE_NOT_FOUND where there is no such platform. */
export const updateOperatorSettings =
  (changed: (platform: Platform) => void): UseCase<OperatorSettings, Platform> =>
  async (tx, ctx, input) => {
    const own = await ownPlatform(tx, ctx);
    if (!own.ok) return own;
    const platform = own.value;
    const after = update(tx, ctx, PLATFORMS, platform, {
      requiresEndUserTerms: input.requiresEndUserTerms ?? platform.requiresEndUserTerms,
      isRegulatedFinancialInstitution:
        input.isRegulatedFinancialInstitution ?? platform.isRegulatedFinancialInstitution,
      allowsMoneyDuringReview: input.allowsMoneyDuringReview ?? platform.allowsMoneyDuringReview,
    });
    changed(after);
    return ok(after);
  };
