import { blockedError, CUSTOMERS } from '../customers/index.js';
import {
  birth,
  type Context,
  type CurrencyCode,
  type Digest,
  domainError,
  err,
  type FieldError,
  type Id,
  type IdSource,
  invalidFields,
  isId,
  MAX_LIMIT,
  newRecord,
  ok,
  type Reads,
  type Result,
  sandboxSuffix,
  splitTenant,
  type TenantKey,
  type Tx,
  update,
  type UseCase,
} from '../kernel/index.js';
import { isCurrency } from '../money/index.js';
import type { BlockedAs } from '../platforms/index.js';
import {
  accountField,
  type AccountInfo,
  accountServes,
  accountType,
  primaryIdentifier,
  primaryIdentifierField,
  validateAccountInfo,
} from './account-types/index.js';
import { UNKNOWN_ACCOUNT, verifyBeneficiaryInSandbox } from './beneficiary-verification.js';
import {
  EXTERNAL_ACCOUNT,
  EXTERNAL_ACCOUNTS,
  type ExternalAccount,
  identityDigest,
  OWNERSHIP_TYPES,
  type OwnershipType,
  payeeDigests,
} from './external-account.js';
import { type OwnerType, PLATFORM_OWNER } from './internal-account.js';
import type { AccountChecks, RequestedPayment } from './ports.js';

/** A request for a new external account; `accountInfo` is not validated yet. */
export interface NewExternalAccount {
  readonly ownerType: OwnerType;
  /** Required if the owner is a customer; ignored for the platform's own accounts. */
  readonly customerId?: string | null | undefined;
  readonly currency: string;
  readonly platformAccountId?: string | null | undefined;
  readonly ownershipType?: string | null | undefined;
  readonly defaultUmaDepositAccount?: boolean | null | undefined;
  readonly accountInfo: unknown;
}

export interface AddExternalAccountPorts {
  readonly ids: IdSource;
  readonly digest: Digest;
  /** With null, only patterns are checked, and production refuses every account. */
  readonly accountChecks: AccountChecks | null;
  /** Whether all check digits are verified in the sandbox too. Addresses of wallets are verified in any case. */
  readonly strictSandboxAccounts: boolean;
  /** Whether operators have stopped an external account with one of these `payeeDigests`, of any owner. */
  readonly pinnedBlockOfPayee: (tx: Tx, tenant: TenantKey, payees: readonly string[]) => Promise<BlockedAs>;
}

export const PLATFORM_ACCOUNT_ID_LENGTH = 255;

/**
 * Adds a bank account or wallet. INVALID_INPUT with every invalid field; INVALID_CURRENCY; INVALID_BANK_ACCOUNT for
 * wrong check digits or an unknown sandbox account; USER_NOT_FOUND; CONFLICT with `details.accountId` if the owner has the
 * account already; USER_BLOCKED or USER_NOT_READY if operators have stopped the same account, of any owner;
 * NOT_IMPLEMENTED in production on a host without `accountChecks`.
 */
export const addExternalAccount =
  (ports: AddExternalAccountPorts): UseCase<NewExternalAccount, ExternalAccount> =>
  async (tx, ctx, input) => {
    const { info, errors } = checkNew(input);
    if (errors.length > 0 || !info.ok) return invalidFields(errors);
    const currency = input.currency as CurrencyCode;
    const accepted = acceptDetails(ports, ctx, info.value, currency);
    if (!accepted.ok) return accepted;

    const customerId = input.ownerType === 'CUSTOMER' ? (input.customerId as Id<'Customer'>) : null;
    if (customerId !== null) {
      const customer = await tx.get(CUSTOMERS, customerId);
      if (customer === null || customer.isDeleted) return err('USER_NOT_FOUND');
    }
    const owner = customerId ?? PLATFORM_OWNER;
    const identity = identityDigest(ports.digest, currency, info.value);
    const existing = await tx.find(EXTERNAL_ACCOUNTS, 'identity', [owner, identity]);
    if (existing !== null) return err('CONFLICT', `${TWICE}: ${existing.id}`, { accountId: existing.id });
    const blockedAs = await ports.pinnedBlockOfPayee(tx, ctx.tenant, payeeDigests(ports.digest, info.value));
    if (blockedAs !== null) return blockedError(blockedAs);
    const isDefault = customerId !== null && input.defaultUmaDepositAccount === true;
    if (isDefault) await unsetDefault(tx, ctx, owner);

    const ownershipType = (input.ownershipType ?? null) as OwnershipType | null;
    const account: ExternalAccount = {
      customerId,
      owner,
      ownerType: input.ownerType,
      status: birth(EXTERNAL_ACCOUNT, awaitsProof(info.value, ownershipType) ? 'add-unverified' : 'add').to,
      currency,
      platformAccountId: input.platformAccountId ?? null,
      ownershipType,
      defaultUmaDepositAccount: isDefault,
      accountInfo: info.value,
      identity,
      ...verifyBeneficiaryInSandbox(ctx, info.value),
      ownershipChallenge: null,
      ownershipProof: null,
      trustedAt: null,
      trustChallenge: null,
      duplicateOf: null,
      isDeleted: false,
      blockedAs: null,
      ...newRecord(ports.ids.next('ExternalAccount'), ctx),
    };
    tx.add(EXTERNAL_ACCOUNTS, account, {
      conflicts: { identity: domainError('CONFLICT', TWICE) },
    });
    return ok(account);
  };

const TWICE = 'the owner already has this account in this currency; use the existing one or delete it first';

/** Every field of a new account that is invalid by itself. Rules that depend on stored records are not checked. */
export const invalidInNewExternalAccount = (_ctx: Context, input: NewExternalAccount): readonly FieldError[] =>
  checkNew(input).errors;

function checkNew(input: NewExternalAccount) {
  const info = validateAccountInfo(input.accountInfo);
  return { info, errors: [...invalidMembers(input), ...(info.ok ? [] : info.error)] };
}

function invalidMembers(input: NewExternalAccount): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (input.ownerType === 'CUSTOMER' && !isId('Customer', input.customerId ?? '')) {
    errors.push({ field: 'customerId', message: input.customerId ? 'is not a customer id' : 'is required' });
  }
  if (!isCurrency(input.currency)) errors.push({ field: 'currency', message: 'is not a supported currency' });
  if ((input.platformAccountId?.length ?? 0) > PLATFORM_ACCOUNT_ID_LENGTH) {
    errors.push({ field: 'platformAccountId', constraint: { maxLength: PLATFORM_ACCOUNT_ID_LENGTH } });
  }
  if (input.ownershipType && !(OWNERSHIP_TYPES as readonly string[]).includes(input.ownershipType)) {
    errors.push({ field: 'ownershipType', constraint: { enum: OWNERSHIP_TYPES } });
  }
  return errors;
}

const ADDRESS = 'accountInfo.address';

/** Checks well-formed details: the currency, check digits, and endings that the sandbox refuses. */
function acceptDetails(
  { accountChecks, strictSandboxAccounts }: AddExternalAccountPorts,
  ctx: Context,
  info: AccountInfo,
  currency: CurrencyCode,
): Result<void> {
  if (!accountServes(info, currency)) {
    const asset = accountField(info, 'assetType');
    const served = asset === null ? accountType(info.accountType).currencies : [asset];
    return invalidFields([{ field: 'currency', constraint: { enum: served } }], 'INVALID_CURRENCY');
  }
  const { environment } = splitTenant(ctx.tenant);
  const inSandbox = environment === 'SANDBOX';
  if (!inSandbox && accountChecks === null) {
    return err('NOT_IMPLEMENTED', 'this host cannot verify account details, which production requires');
  }
  const suffix = sandboxSuffix(primaryIdentifier(info));
  const isExempt = inSandbox && suffix !== null;
  const faults =
    isExempt || accountChecks === null
      ? []
      : accountChecks.check(info, strictSandboxAccounts ? 'PRODUCTION' : environment);
  const unpayable = unpayableRequest(accountChecks?.paymentRequest(info, currency, environment) ?? null);
  if (unpayable !== null) return invalidFields([unpayable], 'INVALID_BANK_ACCOUNT');
  // Samples of bank accounts rarely have the right check digits; an address is never made up.
  const wrong = inSandbox && !strictSandboxAccounts ? faults.filter(({ field }) => field === ADDRESS) : faults;
  if (wrong.length > 0) return invalidFields(wrong, 'INVALID_BANK_ACCOUNT');
  if (inSandbox && suffix === UNKNOWN_ACCOUNT && accountType(info.accountType).kind === 'bank') {
    const field = `accountInfo.${primaryIdentifierField(info)}`;
    return invalidFields([{ field, message: 'is unknown to the receiving institution' }], 'INVALID_BANK_ACCOUNT');
  }
  return ok();
}

/** A payment request that can be read is checked in the sandbox too: it has a checksum, so it is not made up. */
const unpayableRequest = (request: RequestedPayment | null): FieldError | null =>
  request === null || request.fault === null ? null : { field: `accountInfo.${request.field}`, message: request.fault };

/**
 * Whether the owner must prove the ownership of an account: for a wallet of the first party that no institution keeps.
 * An invoice or an offer is excepted, because it has no address with a key.
 */
export const awaitsProof = (info: AccountInfo, ownershipType: OwnershipType | null): boolean =>
  ownershipType === 'FIRST_PARTY' &&
  accountType(info.accountType).kind === 'crypto' &&
  accountField(info, 'vaspName') === null &&
  primaryIdentifierField(info) === 'address';

/** At most one account of an owner receives UMA payments by default. */
async function unsetDefault(tx: Tx, ctx: Context, owner: string): Promise<void> {
  for (const account of await defaultsOf(tx, owner)) {
    update(tx, ctx, EXTERNAL_ACCOUNTS, account, { defaultUmaDepositAccount: false });
  }
}

async function defaultsOf(reads: Reads, owner: string): Promise<readonly ExternalAccount[]> {
  const slice = await reads.list(EXTERNAL_ACCOUNTS, {
    where: { owner, defaultUmaDepositAccount: true, isDeleted: false },
    order: 'asc',
    limit: MAX_LIMIT,
    counted: false,
  });
  return slice.rows;
}
