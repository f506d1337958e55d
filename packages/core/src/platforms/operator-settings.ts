import {
  type FieldError,
  type IdSource,
  invalidFields,
  ok,
  type Reads,
  type Result,
  rules,
  update,
  type UseCase,
} from '../kernel/index.js';
import { type Platform, PLATFORMS } from './platform.js';
import { type Domains, inForce, reclaimAddresses, reservedDomain } from './uma-domain.js';
import { ownPlatform } from './webhook-secret.js';

/** Settings that only the operator of the host changes, with the command line. The API cannot set them. */
export interface OperatorSettings {
  readonly requiresEndUserTerms?: boolean | undefined;
  readonly isRegulatedFinancialInstitution?: boolean | undefined;
  /** In force at once, without a DNS proof, because the operator vouches for it. Null removes it. */
  readonly umaDomain?: string | null | undefined;
  /** Lets customers move money while a change of their verified identity is under review. */
  readonly allowsMoneyDuringReview?: boolean | undefined;
}

/**
 * Changes the settings that are given. REFERENCE_NOT_FOUND for an unknown platform; INVALID_INPUT for a UMA domain that
 * is malformed, reserved for the service, or another platform's.
 */
export const updateOperatorSettings =
  (
    { ids, publicAuthority }: { readonly ids: IdSource; readonly publicAuthority: string },
    changed: (platform: Platform) => void,
  ): UseCase<OperatorSettings, Platform> =>
  async (tx, ctx, input) => {
    const own = await ownPlatform(tx, ctx);
    if (!own.ok) return own;
    const platform = own.value;
    const domains = await domainsOf(tx, platform, input.umaDomain, publicAuthority);
    if (!domains.ok) return domains;
    const after = update(tx, ctx, PLATFORMS, platform, {
      ...domains.value,
      requiresEndUserTerms: input.requiresEndUserTerms ?? platform.requiresEndUserTerms,
      isRegulatedFinancialInstitution:
        input.isRegulatedFinancialInstitution ?? platform.isRegulatedFinancialInstitution,
      allowsMoneyDuringReview: input.allowsMoneyDuringReview ?? platform.allowsMoneyDuringReview,
    });
    if (after.umaDomain !== null && after.umaDomain !== platform.umaDomain) reclaimAddresses({ tx, ctx, ids });
    changed(after);
    return ok(after);
  };

async function domainsOf(
  reads: Reads,
  platform: Platform,
  domain: string | null | undefined,
  publicAuthority: string,
): Promise<Result<Partial<Domains>>> {
  if (domain === undefined) return ok({});
  const malformed: readonly FieldError[] =
    domain === null || rules.isAuthority(domain) ? [] : [{ field: 'umaDomain', message: 'is not a domain' }];
  const errors = [...malformed, ...reservedDomain(domain, publicAuthority)];
  return errors.length > 0 ? invalidFields(errors) : inForce(reads, platform, domain);
}
