import { type Context, sandboxSuffix, type SandboxSuffix, splitTenant } from '../kernel/index.js';
import { accountField, type AccountInfo, accountType, primaryIdentifier } from './account-types/index.js';
import type { BeneficiaryVerificationStatus, ExternalAccount } from './external-account.js';

/** Magic endings: the outcome of the name check (behaviour, "Sandbox"). */
export const BENEFICIARY_VERIFICATIONS: ReadonlyMap<SandboxSuffix | null, BeneficiaryVerificationStatus> = new Map([
  ['102', 'NOT_MATCHED'],
  ['103', 'PARTIAL_MATCH'],
  ['104', 'PENDING'],
  ['106', 'UNSUPPORTED'],
  ['107', 'CHECKED_BY_RECEIVING_FI'],
]);

/** The ending of bank accounts that their institution does not know: they are refused when they are added. */
export const UNKNOWN_ACCOUNT: SandboxSuffix = '105';

type Verification = Pick<ExternalAccount, 'beneficiaryVerificationStatus' | 'beneficiaryVerifiedName'>;

/**
 * The name check of a new bank account as the sandbox plays it. In production the rail that pays the account checks
 * the name, so that there is nothing to say when it is added.
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

/** The whole name when it matches, its first letters when it almost does: the bank holds it in a shorter form. */
function verifiedName(status: BeneficiaryVerificationStatus, name: string | null): string | null {
  if (name === null) return null;
  if (status === 'MATCHED') return name;
  return status === 'PARTIAL_MATCH' ? name.replace(/^(\S)\S*(?=\s)/u, '$1.') : null;
}
