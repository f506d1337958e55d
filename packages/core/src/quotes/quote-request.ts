import type { PaymentRail } from '../accounts/index.js';
import type { FeeOverride } from '../rates/index.js';
import type { ScaFactor } from '../sca/index.js';
import type { LockedSide } from './quote.js';

/** A request for a quote. The locked amount is in smallest units of the locked side. */
export interface QuoteRequest {
  readonly lookupId?: string | undefined;
  readonly source:
    | {
        readonly sourceType: 'ACCOUNT';
        readonly accountId: string;
        readonly customerId?: string | undefined;
        /** If present, `currency` must be the currency of the account. */
        readonly currency?: string | undefined;
      }
    | {
        readonly sourceType: 'REALTIME_FUNDING';
        readonly currency: string;
        readonly customerId?: string | undefined;
        readonly cryptoNetwork?: string | undefined;
      };
  readonly destination:
    | {
        readonly destinationType: 'ACCOUNT';
        readonly accountId: string;
        readonly paymentRail?: PaymentRail | undefined;
      }
    | { readonly destinationType: 'UMA_ADDRESS'; readonly umaAddress: string; readonly currency?: string | undefined };
  readonly lockedCurrencySide: LockedSide;
  readonly lockedCurrencyAmount: bigint;
  readonly immediatelyExecute?: boolean | undefined;
  readonly description?: string | undefined;
  readonly remittanceInformation?: string | undefined;
  readonly purposeOfPayment?: string | undefined;
  readonly platformFeeOverride?: FeeOverride | undefined;
  /** Data about the payer beyond the customer's record; for a UMA address. */
  readonly senderCustomerInfo?: Readonly<Record<string, unknown>> | undefined;
  /** The factor with which a regulated customer authorizes the payment. */
  readonly scaFactor?: ScaFactor | undefined;
}
