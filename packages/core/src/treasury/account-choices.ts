import { type InternalAccount, INTERNAL_ACCOUNTS, PLATFORM_OWNER, withBalances } from '../accounts/index.js';
import { CUSTOMERS, nameOf } from '../customers/index.js';
import { type ExceptionRecord, EXCEPTIONS, type Resolution, RESOLUTIONS } from '../exceptions/index.js';
import { type DomainError, err, isId, ok, type Query, type Reads, type TenantKey } from '../kernel/index.js';
import { TRANSACTIONS } from '../transactions/index.js';
import { checkBlocks } from './blocked.js';
import { impliedAccount, movementOf } from './resolution-lines.js';
import type { Moving } from './resolutions.js';
import { ruleNow } from './waiting.js';

/** An account that a resolution may name. */
export interface AccountChoice {
  readonly account: InternalAccount;
  /** Smallest units. */
  readonly available: bigint;
  /** The customer; null for the platform, and for a customer without a name. */
  readonly holder: string | null;
  /** The resolutions that may name it. */
  readonly resolutions: readonly Resolution[];
}

export interface AccountChoices {
  readonly accounts: readonly AccountChoice[];
  /** There may be others: so many were searched, or listed. */
  readonly isPartial: boolean;
  /** Why a block or the screening keeps the money from other accounts, for each resolution that may name none of those searched. */
  readonly refusals: Readonly<Partial<Record<Resolution, DomainError>>>;
}

/** So many of the newest accounts in the currency are searched, and so many are listed. */
const SEARCHED = 500;
const LISTED = 100;

/**
 * The internal accounts that a resolution of an exception may name, with their balances: those of the payment's customer
 * and of the platform, or any account in the currency if no payment is known. `find`: a part of the holder's name, of the
 * reference or of the id. Empty if no resolution needs an account. 404 REFERENCE_NOT_FOUND.
 */
export const accountChoices: Query<
  { readonly exceptionId: string; readonly find?: string | undefined },
  AccountChoices
> = async (reads, { tenant }, { exceptionId, find = '' }) => {
  const exception = isId('Exception', exceptionId) ? await reads.get(EXCEPTIONS, exceptionId) : null;
  if (exception === null) return err('REFERENCE_NOT_FOUND', `${exceptionId} does not exist`);
  const rules = await rulesNaming(reads, exception);
  if (rules.length === 0) return ok({ accounts: [], isPartial: false, refusals: {} });
  const candidates = await candidatesFor(reads, exception);
  const found: AccountChoice[] = [];
  const refused = new Map<Resolution, DomainError>();
  let isPartial = candidates.isPartial;
  for (const { account, available } of await withBalances(reads, candidates.accounts)) {
    if (found.length === LISTED) {
      isPartial = true;
      break;
    }
    const holder = await holderOf(reads, account);
    if (!isMatch([holder ?? '', account.reference, account.id], find)) continue;
    const { resolutions, refusals } = await resolutionsWith(reads, tenant, { exception, rules, account });
    for (const { resolution, error } of refusals) refused.set(resolution, refused.get(resolution) ?? error);
    if (resolutions.length > 0) found.push({ account, available, holder, resolutions });
  }
  const possible = new Set(found.flatMap(({ resolutions }) => resolutions));
  for (const { resolution, rule } of rules) {
    if (refused.has(resolution)) continue;
    const free = await checkBlocks(reads, tenant, exception, rule, null);
    if (!free.ok) refused.set(resolution, free.error);
  }
  const refusals = Object.fromEntries([...refused].filter(([resolution]) => !possible.has(resolution)));
  return ok({ accounts: found, isPartial, refusals });
};

interface NamingRule {
  readonly resolution: Resolution;
  readonly rule: Moving;
}

/** The resolutions for which the operator names an account. */
async function rulesNaming(reads: Reads, exception: ExceptionRecord): Promise<readonly NamingRule[]> {
  if (exception.status !== 'OPEN' || (await impliedAccount(reads, exception)) !== null) return [];
  const naming: NamingRule[] = [];
  for (const resolution of RESOLUTIONS) {
    const ruled = await ruleNow(reads, exception, resolution);
    const rule = ruled.ok ? ruled.value : null;
    if (rule?.does === 'entry' && (rule.from === 'account' || rule.to === 'account')) naming.push({ resolution, rule });
  }
  return naming;
}

async function candidatesFor(
  reads: Reads,
  { subject, currency }: ExceptionRecord,
): Promise<{ readonly accounts: readonly InternalAccount[]; readonly isPartial: boolean }> {
  const payment = isId('Transaction', subject) ? await reads.get(TRANSACTIONS, subject) : null;
  const owners = payment === null ? [null] : [...new Set([payment.customerId, PLATFORM_OWNER])];
  const accounts: InternalAccount[] = [];
  let isPartial = false;
  for (const owner of owners) {
    const where = owner === null ? { currency } : { currency, owner };
    const { rows, hasMore } = await reads.list(INTERNAL_ACCOUNTS, {
      ...{ where, order: 'desc', limit: SEARCHED, counted: false },
    });
    accounts.push(...rows);
    isPartial ||= hasMore;
  }
  return { accounts, isPartial };
}

const holderOf = async (reads: Reads, { customerId }: InternalAccount): Promise<string | null> => {
  const customer = customerId === null ? null : await reads.get(CUSTOMERS, customerId);
  return customer === null ? null : nameOf(customer);
};

const isMatch = (texts: readonly string[], find: string): boolean =>
  texts.some((text) => text.toLowerCase().includes(find.trim().toLowerCase()));

async function resolutionsWith(
  reads: Reads,
  tenant: TenantKey,
  {
    exception,
    rules,
    account,
  }: {
    readonly exception: ExceptionRecord;
    readonly rules: readonly NamingRule[];
    readonly account: InternalAccount;
  },
): Promise<{
  readonly resolutions: readonly Resolution[];
  readonly refusals: readonly { readonly resolution: Resolution; readonly error: DomainError }[];
}> {
  const resolutions: Resolution[] = [];
  const refusals: { resolution: Resolution; error: DomainError }[] = [];
  for (const { resolution, rule } of rules) {
    const movement = await movementOf(reads, exception, rule, account.id);
    if (!movement.ok) continue;
    const free = await checkBlocks(reads, tenant, exception, rule, account);
    if (free.ok) resolutions.push(resolution);
    else refusals.push({ resolution, error: free.error });
  }
  return { resolutions, refusals };
}
