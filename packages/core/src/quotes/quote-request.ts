import type { PaymentRail } from '../accounts/index.js';
import type { FeeOverride } from '../rates/index.js';
import type { ScaFactor } from '../sca/index.js';
import type { LockedSide } from './quote.js';

/** What is asked for (contract: QuoteRequest). The locked amount is in smallest units of the locked side. */
export interface QuoteRequest {
  readonly lookupId: string | null;
  readonly source:
    | {
        readonly sourceType: 'ACCOUNT';
        readonly accountId: string;
        readonly customerId: string | null;
        /** Where it is named, it must be the account's. */
        readonly currency?: string | undefined;
      }
    | {
        readonly sourceType: 'REALTIME_FUNDING';
        readonly currency: string;
        readonly customerId: string | null;
        readonly cryptoNetwork: string | null;
      };
  readonly destination:
    | { readonly destinationType: 'ACCOUNT'; readonly accountId: string; readonly paymentRail: PaymentRail | null }
    | { readonly destinationType: 'UMA_ADDRESS'; readonly umaAddress: string; readonly currency: string | null };
  readonly lockedCurrencySide: LockedSide;
  readonly lockedCurrencyAmount: bigint;
  readonly immediatelyExecute: boolean;
  readonly description: string | null;
  readonly remittanceInformation: string | null;
  readonly purposeOfPayment: string | null;
  readonly platformFeeOverride: FeeOverride | null;
  /** What the platform knows of the payer beyond the customer's record; for a UMA address. */
  readonly senderCustomerInfo?: Readonly<Record<string, unknown>> | null | undefined;
  /** What a regulated customer authorizes it by. */
  readonly scaFactor?: ScaFactor | null | undefined;
}
