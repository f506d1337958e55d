import type { AccountInfo } from '../scenes/acts.js';
import type { PayoutCurrency } from './bank-accounts.js';
import type { addressIn, Country } from './people.js';

/** How payments to other currencies end, and the ending of the account that makes them do so (docs/sandbox.md). */
export const PAYMENT_ENDINGS = {
  completed: undefined,
  failed: '004',
  cancelled: '006',
  unrefunded: '007',
  returned: '005',
  returnedShort: '008',
  contradicted: '009',
  /** The rail delivers after six minutes: the history ends before. */
  pending: '003',
  /** The quote is never executed. */
  expired: undefined,
} as const satisfies Readonly<Record<string, string | undefined>>;
export type PaymentOutcome = keyof typeof PAYMENT_ENDINGS;

/** How verifications end, and the ending of the name or the registration number that makes them do so. */
export const VERIFICATION_ENDINGS = {
  approved: '',
  review: '001',
  rejected: '002',
  documents: '003',
} as const;
export type VerificationOutcome = keyof typeof VERIFICATION_ENDINGS;

export const COLLECTION_ENDINGS = { collected: undefined, failed: '002', returned: '008' } as const;
export type CollectionOutcome = keyof typeof COLLECTION_ENDINGS;

/** The ending of the merchant's name. */
export const CARD_ENDINGS = { settled: '', refunded: '', declined: ' 002', unpaid: ' 006' } as const;
export type CardOutcome = keyof typeof CARD_ENDINGS;

export type IncomingOutcome = 'received' | 'underpaid';
export type ApprovalOutcome = 'approved' | 'rejected' | 'waiting';

export interface Party {
  readonly name: string;
  readonly country: Country;
  readonly isBusiness: boolean;
  readonly currencies: readonly string[];
  readonly verification: VerificationOutcome;
  readonly address: ReturnType<typeof addressIn>;
  readonly phoneNumber: string;
  readonly email: string;
  readonly birthDate: string;
  readonly registrationNumber: string;
  /** Of a business. */
  readonly taxId: string;
}

/** One act of the history. Amounts are in the smallest unit of their currency; records have names within the plan. */
export type Act = { readonly customer: number } & (
  | { readonly kind: 'customer'; readonly party: Party }
  | { readonly kind: 'account'; readonly name: string; readonly currency: PayoutCurrency; readonly info: AccountInfo }
  | { readonly kind: 'fund'; readonly currency: string; readonly amount: number }
  | {
      readonly kind: 'payment';
      readonly currency: string;
      readonly account: string;
      readonly amount: number;
      readonly outcome: PaymentOutcome;
      readonly description: string;
    }
  | {
      readonly kind: 'transfer';
      readonly currency: string;
      readonly account: string;
      readonly amount: number;
      readonly purpose: string;
    }
  | {
      readonly kind: 'collection';
      readonly currency: string;
      readonly account: string;
      readonly amount: number;
      readonly outcome: CollectionOutcome;
    }
  | {
      readonly kind: 'incoming';
      readonly currency: string;
      readonly to: string;
      readonly amount: number;
      readonly outcome: IncomingOutcome;
    }
  | { readonly kind: 'card'; readonly currency: string }
  | {
      readonly kind: 'authorization';
      readonly name: string;
      readonly currency: string;
      readonly amount: number;
      readonly merchant: string;
      readonly outcome: CardOutcome;
    }
  | { readonly kind: 'clearing' | 'return'; readonly name: string; readonly amount: number }
  | { readonly kind: 'agent' }
  | {
      readonly kind: 'agentTransfer';
      readonly currency: string;
      readonly account: string;
      readonly amount: number;
      readonly outcome: ApprovalOutcome;
    }
);
