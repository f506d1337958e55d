import type { ExternalAccount } from '../accounts/index.js';
import { err, ok, type Result } from '../kernel/index.js';

/** Whether this customer has agreed to pay the account without a challenge each time. */
export const isTrustedBy = (
  customerId: string,
  account: Pick<ExternalAccount, 'customerId' | 'trustedAt'> | null,
): boolean => account !== null && account.trustedAt !== null && account.customerId === customerId;

/**
 * Checks a payment without a quote (a transfer, a mint or a burn). These payments have no challenge, so money of a
 * regulated customer goes only to an account that the customer trusts. The unit of work that makes the payment decides.
 * A later untrust does not recall an accepted payment. 403 USER_NOT_READY.
 */
export function mustBeTrusted(
  payer: { readonly customerId: string; readonly isScaRegulated: boolean },
  account: ExternalAccount,
): Result<void> {
  if (!payer.isScaRegulated || isTrustedBy(payer.customerId, account)) return ok();
  return err(
    'USER_NOT_READY',
    'the customer does not trust the external account: trust it with ' +
      'POST /customers/external-accounts/{externalAccountId}/trust and ' +
      'POST /customers/external-accounts/{externalAccountId}/trust/confirm, then send the request again',
  );
}
