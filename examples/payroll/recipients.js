import { createHash } from 'node:crypto';
import { ApiError, ConflictError } from '@corridor/client';

/**
 * The external account of every employee, by employee. An account is created once, and found again in later runs by
 * `platformAccountId`: the employee and a digest of the details. Changed details are therefore another account; if only
 * the name has changed, the new account replaces the old one.
 *
 * @param {import('@corridor/client').Corridor} corridor
 * @param {string} customerId the company
 * @param {import('./salaries.js').Salary[]} salaries
 * @returns {Promise<{ accounts: Map<string, string>, errors: string[] }>}
 */
export async function ensureRecipients(corridor, customerId, salaries) {
  const existing = new Map();
  for await (const account of corridor.each('listCustomerExternalAccounts', { query: { customerId, limit: 100 } })) {
    existing.set(account.platformAccountId, account);
  }
  const accounts = new Map();
  const errors = [];
  for (const salary of salaries) {
    const id = platformAccountId(salary);
    try {
      const account = existing.get(id) ?? (await create(corridor, customerId, salary, id, existing));
      if (account.beneficiaryVerificationStatus === 'NOT_MATCHED') {
        // Deleted, so that the corrected line can add the account again.
        await corridor.deleteCustomerExternalAccountById({ path: { externalAccountId: account.id } });
        errors.push(`line ${salary.line}: name: the bank has another name for this account`);
      } else {
        accounts.set(salary.employee, account.id);
      }
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500) throw error;
      errors.push(`line ${salary.line}: ${reasonOf(error)}`);
    }
  }
  return { accounts, errors };
}

function platformAccountId({ employee, currency, accountInfo }) {
  const details = createHash('sha256')
    .update(JSON.stringify([currency, accountInfo]))
    .digest('hex')
    .slice(0, 16);
  return `employee ${employee} ${details}`;
}

async function create(corridor, customerId, { employee, currency, accountInfo }, id, existing) {
  const body = { customerId, currency, platformAccountId: id, ownershipType: 'THIRD_PARTY', accountInfo };
  try {
    return await corridor.createCustomerExternalAccount({ body });
  } catch (error) {
    const same = error instanceof ConflictError && [...existing.values()].find(isNamedBy(error));
    if (!same?.platformAccountId?.startsWith(`employee ${employee} `)) throw error;
    await corridor.deleteCustomerExternalAccountById({ path: { externalAccountId: same.id } });
    return corridor.createCustomerExternalAccount({ body });
  }
}

/** The error names the account that has the same number. */
const isNamedBy = (error) => (account) => account.id === error.details.accountId;

/** @param {ApiError} error */
function reasonOf({ message, invalidFields }) {
  if (invalidFields.length === 0) return message;
  return invalidFields.map((invalid) => `${invalid.field} ${invalid.message}`).join('; ');
}
