import { type InternalAccountView, toIso } from '@corridor/core';
import type { ExternalAccount, InternalAccount, OwnershipChallenge, PaymentInstruction } from '@corridor/core/records';
import { accountInfoView } from '@corridor/core/internal';
import { serializeAmount } from '../money/serialize.js';
import type { Wire } from '../../kit/wire.js';
import type { paymentInstructions } from './account-info-schemas.js';
import type { externalAccount, internalAccount, ownershipChallenge } from './schemas.js';

/**
 * The wire form of an internal account. `available` is the balance that can be spent, `held` is reserved for payments
 * in progress; both are in smallest units.
 */
export const serializeInternalAccount = (
  account: InternalAccount,
  available: bigint,
  held: bigint,
): Wire<typeof internalAccount> => ({
  id: account.id,
  customerId: account.customerId ?? undefined,
  type: account.type,
  status: account.status,
  balance: serializeAmount(available, account.currency),
  totalBalance: serializeAmount(available + held, account.currency),
  fundingPaymentInstructions: account.fundingPaymentInstructions.map(instruction),
  privateEnabled: account.privateEnabled ?? undefined,
  createdAt: toIso(account.createdAt),
  updatedAt: toIso(account.updatedAt),
});

export const serializeInternalAccountView = ({
  account,
  available,
  held,
}: InternalAccountView): Wire<typeof internalAccount> => serializeInternalAccount(account, available, held);

export const serializeExternalAccount = (account: ExternalAccount): Wire<typeof externalAccount> => ({
  id: account.id,
  customerId: account.customerId ?? undefined,
  status: account.status,
  currency: account.currency,
  platformAccountId: account.platformAccountId ?? undefined,
  ownershipType: account.ownershipType ?? undefined,
  defaultUmaDepositAccount: account.defaultUmaDepositAccount,
  beneficiaryVerificationStatus: account.beneficiaryVerificationStatus ?? undefined,
  beneficiaryVerifiedData:
    account.beneficiaryVerifiedName === null ? undefined : { fullName: account.beneficiaryVerifiedName },
  accountInfo: accountInfoView(account.accountInfo),
});

export const serializeOwnershipChallenge = ({
  messageToSign,
  expiresAt,
}: OwnershipChallenge): Wire<typeof ownershipChallenge> => ({
  method: 'WALLET_SIGNATURE',
  messageToSign,
  expiresAt: toIso(expiresAt),
});

/** If there are no instructions, the field is absent on the wire. */
export const serializePaymentInstructions = (
  instructions: readonly PaymentInstruction[] | null,
): readonly Wire<typeof paymentInstructions>[] | undefined => instructions?.map(instruction);

const instruction = (of: PaymentInstruction): Wire<typeof paymentInstructions> => ({
  instructionsNotes: of.instructionsNotes ?? undefined,
  isPlatformAccount: of.isPlatformAccount ?? undefined,
  accountOrWalletInfo: of.accountOrWalletInfo,
});
