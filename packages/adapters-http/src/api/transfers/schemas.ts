import * as z from 'zod';
import { paymentRail } from '../accounts/account-info-schemas.js';
import { anyAmount, answeredAmount, recordId, text } from '../../kit/schemas.js';
import { currencyCode } from '../money/schemas.js';
import { payoutInformation } from '../quotes/schemas.js';

const internalAccountId = recordId('InternalAccount');
const externalAccountId = recordId('ExternalAccount').describe(
  'An external account of the same owner and in the same currency as the internal account.',
);
const ownAccountId = internalAccountId.describe('An internal account of a customer or of the platform.');

const externalAccountReference = z.object({ accountId: externalAccountId }).meta({ id: 'ExternalAccountReference' });
const internalAccountReference = z.object({ accountId: ownAccountId }).meta({ id: 'InternalAccountReference' });
const externalAccountDestination = z
  .object({
    accountId: externalAccountId,
    paymentRail: paymentRail
      .optional()
      .describe(
        'Network that delivers, one of the `paymentRails` of the account. Default: the first that this host can use.',
      ),
  })
  .meta({ id: 'ExternalAccountDestinationReference' });

export const transferInRequest = z
  .object({
    source: externalAccountReference.describe('The account from which the money is collected.'),
    destination: internalAccountReference.describe('The balance that is credited once the money was collected.'),
    amount: anyAmount
      .optional()
      .describe('Positive, in smallest units of the currency of both accounts. A request without it is refused.'),
  })
  .meta({ id: 'TransferInRequest' });

export const transferOutRequest = z
  .object({
    source: internalAccountReference.describe('The balance that pays; not an embedded wallet.'),
    destination: externalAccountDestination.describe('The account that receives the money.'),
    amount: anyAmount
      .optional()
      .describe(
        'What leaves the balance: positive, in smallest units of the currency of both accounts. On a chain, the network fee comes off it. A request without it is refused.',
      ),
    ...payoutInformation,
  })
  .meta({ id: 'TransferOutRequest' });

export const estimateRequest = z
  .object({
    internalAccountId: internalAccountId.describe('The account from which the money would leave.'),
    currency: currencyCode.describe('Code of the crypto asset that the account holds, such as `BTC`.'),
    cryptoNetwork: text(32).describe('Network of the address, such as `BITCOIN`. A rail of this host must send on it.'),
    amount: anyAmount.describe('What would leave the account, network fee included; smallest units.'),
    destinationAddress: text(255).describe('Where the asset would be sent: an address on `cryptoNetwork`.'),
  })
  .meta({ id: 'EstimateCryptoWithdrawalFeeRequest' });

export const estimateResponse = z
  .object({
    networkFee: answeredAmount.describe('What the network costs at this moment, in smallest units of the asset.'),
    networkFeeAsset: z.string().describe('Currency code of all amounts of the estimate.'),
    applicationFee: answeredAmount.describe('What this service charges in addition; always 0.'),
    totalFee: answeredAmount.describe('Sum of `networkFee` and `applicationFee`.'),
    netAmount: answeredAmount.describe('What the address receives: the requested amount minus all fees.'),
  })
  .meta({ id: 'EstimateCryptoWithdrawalFeeResponse' });
