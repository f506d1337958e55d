import {
  type Context,
  type CurrencyCode,
  type FieldError,
  type Instant,
  invalidFields,
  ok,
  type Result,
  splitTenant,
  toIso,
} from '../kernel/index.js';
import { amountText } from '../money/index.js';
import type { ExternalAccount } from './external-account.js';
import type { AccountChecks, RequestedPayment } from './ports.js';

/** What a payment keeps of the payment request that it pays. */
export interface RequestTerms {
  /** Equal for all payments of a request that can be paid once; null if it can be paid many times. */
  readonly key: string | null;
  /** The tenant's time from which no payment may be handed to a rail; null if the request does not expire. */
  readonly expiresAt: Instant | null;
}

/** The key of a Lightning invoice. Every payment to a payment hash settles the same invoice, in whatever text it comes. */
export const lightningKey = (paymentHash: string): string => `bolt11/${paymentHash.toLowerCase()}`;

export interface RequestedPaymentPorts {
  /** With null, no account is read as a payment request. */
  readonly accountChecks: Pick<AccountChecks, 'paymentRequest'> | null;
}

/** The payment request that an external account holds; null for an account that can be paid at any time. */
export const paymentRequestOf = (
  { accountChecks }: RequestedPaymentPorts,
  ctx: Context,
  { accountInfo, currency }: Pick<ExternalAccount, 'accountInfo' | 'currency'>,
): RequestedPayment | null =>
  accountChecks?.paymentRequest(accountInfo, currency, splitTenant(ctx.tenant).environment) ?? null;

export const termsOf = (request: RequestedPayment | null): RequestTerms | null =>
  request === null ? null : { key: request.key, expiresAt: request.expiresAt };

/** What a payment is about to deliver to an account. */
interface Delivered {
  readonly amount: bigint;
  readonly currency: CurrencyCode;
  /** The field of the request that decides the amount. */
  readonly field: string;
}

const ACCOUNT = 'destination.accountId';

/**
 * Checks that a payment of this amount can be made now on the payment request that its destination holds. 400
 * INVALID_BANK_ACCOUNT for a request that has expired or cannot be paid; 400 INVALID_AMOUNT for another amount than the
 * request asks for.
 */
export function checkPaymentRequest(
  ctx: Pick<Context, 'now'>,
  request: RequestedPayment | null,
  { amount, currency, field }: Delivered,
): Result<void> {
  if (request === null) return ok();
  const unpayable = faultNow(ctx, request);
  const errors: FieldError[] = unpayable === null ? [] : [{ field: ACCOUNT, message: unpayable }];
  if (!isAsked(request, amount)) {
    const times = request.isPerItem ? ' for each item' : '';
    const message = `delivers ${amountText(amount, currency)}, but the ${request.noun} in the destination account asks for ${amountText(request.amount!, currency)}${times}`;
    errors.push({ field, message });
  }
  if (errors.length === 0) return ok();
  return invalidFields(errors, unpayable === null ? 'INVALID_AMOUNT' : 'INVALID_BANK_ACCOUNT');
}

/** Why the request cannot be paid at this time, in any amount; null if it can. */
export function faultNow(
  { now }: Pick<Context, 'now'>,
  { noun, field, fault, expiresAt }: RequestedPayment,
): string | null {
  if (fault !== null) return `names an account whose ${field} ${fault}`;
  if (expiresAt === null || expiresAt > now) return null;
  return `names an account with an ${noun} that expired at ${toIso(expiresAt)}; ask the payee for a new one`;
}

const isAsked = ({ amount: asked, isPerItem, fault }: RequestedPayment, amount: bigint): boolean =>
  fault !== null ||
  asked === null ||
  amount === asked ||
  (isPerItem && asked > 0n && amount > 0n && amount % asked === 0n);
