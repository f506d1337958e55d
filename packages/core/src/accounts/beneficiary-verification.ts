import { type Context, sandboxSuffix, type SandboxSuffix, splitTenant } from '../kernel/index.js';
import { accountField, type AccountInfo, accountType, primaryIdentifier } from './account-types/index.js';
import type { BeneficiaryVerificationStatus, ExternalAccount } from './external-account.js';

/** Outcomes of the sandbox's name check, by the ending of the account number: docs/sandbox.md. */
export const BENEFICIARY_VERIFICATIONS: ReadonlyMap<SandboxSuffix | null, BeneficiaryVerificationStatus> = new Map([
  ['102', 'NOT_MATCHED'],
  ['103', 'PARTIAL_MATCH'],
  ['104', 'PENDING'],
  ['106', 'UNSUPPORTED'],
  ['107', 'CHECKED_BY_RECEIVING_FI'],
]);

/** The ending of sandbox bank accounts that are refused as unknown to their institution. */
export const UNKNOWN_ACCOUNT: SandboxSuffix = '105';

type Verification = Pick<ExternalAccount, 'beneficiaryVerificationStatus' | 'beneficiaryVerifiedName'>;

/**
 * The simulated name check of a new bank account in the sandbox. In production the status is null when an account is
 * added, because only the rail that pays it can check the name.
 */
export function verifyBeneficiaryInSandbox(ctx: Pick<Context, 'tenant'>, info: AccountInfo): Verification {
  const inSandbox = splitTenant(ctx.tenant).environment === 'SANDBOX';
  if (!inSandbox || accountType(info.accountType).kind !== 'bank') {
    return { beneficiaryVerificationStatus: null, beneficiaryVerifiedName: null };
  }
  const status = BENEFICIARY_VERIFICATIONS.get(sandboxSuffix(primaryIdentifier(info))) ?? 'MATCHED';
  return { beneficiaryVerificationStatus: status, beneficiaryVerifiedName: verifiedName(status, nameOn(info)) };
}

function nameOn(info: AccountInfo): string | null {
  const { beneficiary } = info;
  const name = beneficiary?.['fullName'] ?? beneficiary?.['legalName'] ?? accountField(info, 'accountHolderName');
  return typeof name === 'string' ? name : null;
}

/** The whole name for a match; the name with an abbreviated first part for a partial match, as banks often store it. */
function verifiedName(status: BeneficiaryVerificationStatus, name: string | null): string | null {
  if (name === null) return null;
  if (status === 'MATCHED') return name;
  return status === 'PARTIAL_MATCH' ? name.replace(/^(\S)\S*(?=\s)/u, '$1.') : null;
}
