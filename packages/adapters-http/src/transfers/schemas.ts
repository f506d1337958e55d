import * as z from 'zod';
import { paymentRail } from '../accounts/account-info-schemas.js';
import { anyAmount, answeredAmount, recordId, text } from '../app/schemas.js';
import { currencyCode } from '../money/schemas.js';
import { purposeOfPayment } from '../quotes/schemas.js';

const EXAMPLE_AMOUNT = 10_000;
const internalAccountId = recordId('InternalAccount');
const externalAccountId = recordId('ExternalAccount');

const externalAccountReference = z.object({ accountId: externalAccountId }).meta({ id: 'ExternalAccountReference' });
const internalAccountReference = z.object({ accountId: internalAccountId }).meta({ id: 'InternalAccountReference' });
const externalAccountDestination = z
  .object({ accountId: externalAccountId, paymentRail: paymentRail.optional() })
  .meta({ id: 'ExternalAccountDestinationReference' });

const EXTERNAL = 'ExternalAccount:01977c5e-71b4-7e02-8a6b-3c2d1e0f9a8b';
const INTERNAL = 'InternalAccount:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';

export const transferInRequest = z
  .object({
    source: externalAccountReference,
    destination: internalAccountReference,
    amount: anyAmount.optional(),
  })
  .meta({
    id: 'TransferInRequest',
    examples: [{ source: { accountId: EXTERNAL }, destination: { accountId: INTERNAL }, amount: EXAMPLE_AMOUNT }],
  });

export const transferOutRequest = z
  .object({
    source: internalAccountReference,
    destination: externalAccountDestination,
    amount: anyAmount.optional(),
    remittanceInformation: z.string().max(80).optional(),
    purposeOfPayment: purposeOfPayment.optional(),
  })
  .meta({
    id: 'TransferOutRequest',
    examples: [{ source: { accountId: INTERNAL }, destination: { accountId: EXTERNAL }, amount: EXAMPLE_AMOUNT }],
  });

export const estimateRequest = z
  .object({
    internalAccountId,
    currency: currencyCode,
    cryptoNetwork: text(32),
    amount: anyAmount,
    destinationAddress: text(255),
  })
  .meta({ id: 'EstimateCryptoWithdrawalFeeRequest' });

export const estimateResponse = z
  .object({
    networkFee: answeredAmount,
    networkFeeAsset: z.string(),
    applicationFee: answeredAmount,
    totalFee: answeredAmount.meta({ description: 'networkFee + applicationFee' }),
    netAmount: answeredAmount.meta({ description: 'amount − totalFee' }),
  })
  .meta({ id: 'EstimateCryptoWithdrawalFeeResponse' });
