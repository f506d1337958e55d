import {
  type ExternalAccount,
  EXTERNAL_ACCOUNTS,
  type InternalAccount,
  INTERNAL_ACCOUNTS,
  isOwnershipVerified,
  type PaymentRail,
  paymentRailOf,
  type Rails,
  routePayout,
  routePull,
} from '../accounts/index.js';
import {
  type Context,
  type CurrencyCode,
  err,
  type Id,
  invalidFields,
  isId,
  ok,
  type Reads,
  type Result,
  splitTenant,
} from '../kernel/index.js';
import {
  type FeeSchedule,
  isCurrency,
  priceFixedReceiving,
  priceFixedSending,
  type Pricing,
  type Rate,
} from '../money/index.js';
import type { Platform, PlatformCurrency } from '../platforms/index.js';
import { checkSendingAmount, type Corridors, type CorridorTerms, feeSchedule, type RateBook } from '../rates/index.js';
import type { Settings } from '../customers/index.js';
import { destinationKey, type Payer, platformPayer, readyCustomer } from '../transactions/index.js';
import { isWallet } from '../wallets/index.js';
import { isLookupOf } from './lookup.js';
import type { LockedSide, QuoteDestination, QuoteSource } from './quote.js';
import type { QuoteRequest } from './quote-request.js';

export interface RoutePorts {
  readonly rails: Rails;
  readonly rates: RateBook;
  readonly settings: Settings;
  readonly corridors: Corridors;
}

export interface Source {
  readonly source: QuoteSource;
  readonly currency: CurrencyCode;
  /** The internal account that pays, if one does. */
  readonly account: InternalAccount | null;
  /** The external account that pays, with the rail that collects from it, if one does. */
  readonly pull: { readonly accountId: Id<'ExternalAccount'>; readonly rail: string } | null;
  readonly payer: Payer;
}

export interface Destination {
  readonly destination: QuoteDestination;
  readonly currency: CurrencyCode;
  readonly customerId: Id<'Customer'> | null;
  readonly rail: string | null;
  /** The payment rail that delivers: the one that was asked for, or the first that can. */
  readonly paymentRail: PaymentRail | null;
  /** False for an account outside that nobody has proven to be the beneficiary's. */
  readonly isVerified: boolean;
  readonly settlementSeconds: number | null;
}

/** Who pays whom out of what, and on which terms: all that a quote depends on but its amounts. */
export interface Route {
  readonly source: Source;
  readonly destination: Destination;
  readonly limits: PlatformCurrency;
  readonly corridor: CorridorTerms;
  readonly fees: FeeSchedule;
  /** Smallest units of what the money is converted into, per smallest unit of the sending currency. */
  readonly rate: Rate;
}

/** `convertedInto`: what the money becomes before it leaves, the destination's currency or that of the settlement. */
export async function readRoute(
  reads: Reads,
  ctx: Context,
  ports: RoutePorts,
  request: QuoteRequest,
  destination: Destination,
  convertedInto: CurrencyCode,
): Promise<Result<Route>> {
  if (request.immediatelyExecute && request.source.sourceType !== 'ACCOUNT') {
    return invalidFields([{ field: 'immediatelyExecute', message: 'only for a quote from an account' }]);
  }
  const settings = await ports.settings(reads, ctx);
  const source = await readSource(reads, ctx, ports, request, destination, settings);
  if (!source.ok) return source;
  const payingAccount = source.value.account?.id ?? source.value.pull?.accountId;
  if (payingAccount === destinationKey(destination.destination)) return err('SELF_PAYMENT');
  if (request.immediatelyExecute && source.value.account !== null && isWallet(source.value.account)) {
    return invalidFields([{ field: 'immediatelyExecute', message: 'the owner of a wallet signs what a quote says' }]);
  }

  const sending = source.value.currency;
  const named = request.source.currency;
  if (named !== undefined && named !== sending) {
    return invalidFields(
      [{ field: 'source.currency', message: `the source account is in ${sending}` }],
      'INVALID_CURRENCY',
    );
  }
  // Between institutions there is no transfer: a payment in one currency is a quote there too.
  if (sending === destination.currency && destination.destination.destinationType === 'ACCOUNT') {
    return err('INVALID_CURRENCY', 'a quote converts: same-currency money moves by transfer');
  }
  const limits = settings.supportedCurrencies.find((c) => c.currencyCode === sending);
  if (limits === undefined || !limits.enabledTransactionTypes.includes('OUTGOING')) {
    return err('INVALID_CURRENCY', `the platform does not send ${sending}`);
  }
  const corridor = ports.corridors.terms(sending, destination.currency, destination.paymentRail);
  if (corridor.ownershipVerification && !destination.isVerified) return err('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED');
  const fees = feeSchedule(settings, corridor.serviceFee, sending, request.platformFeeOverride);
  if (!fees.ok) return fees;
  const mid = ports.rates.mid(splitTenant(ctx.tenant).environment, sending, convertedInto);
  if (!mid.ok) return mid;
  return ok({ source: source.value, destination, limits, corridor, fees: fees.value, rate: mid.value.rate });
}

/**
 * Errors as in the pricing functions; AMOUNT_OUT_OF_RANGE beyond what the platform sends of the currency, and what
 * `checkSendingAmount` says of the corridor.
 */
export function priceOn({ rate, fees, limits, corridor }: Route, side: LockedSide, amount: bigint): Result<Pricing> {
  const price = side === 'SENDING' ? priceFixedSending : priceFixedReceiving;
  const pricing = price(amount, rate, fees);
  if (!pricing.ok) return pricing;
  const { sending } = pricing.value;
  const { minAmount, maxAmount, currencyCode } = limits;
  if (sending < minAmount || sending > maxAmount) {
    return err('AMOUNT_OUT_OF_RANGE', `the platform sends ${minAmount} to ${maxAmount} ${currencyCode}`);
  }
  const inRange = checkSendingAmount(corridor, sending);
  return inRange.ok ? pricing : inRange;
}

/**
 * The account that is to be paid, and what delivers to it. 400 INVALID_INPUT for what is no account, and for a UMA
 * address without its lookup; 404 REFERENCE_NOT_FOUND, LOOKUP_REQUEST_NOT_FOUND; 403 USER_NOT_READY where the account is
 * closed; else as `routePayout`.
 */
export async function readDestination(
  reads: Reads,
  ctx: Context,
  ports: RoutePorts,
  request: QuoteRequest,
): Promise<Result<Destination>> {
  const wanted = request.destination;
  if (wanted.destinationType === 'UMA_ADDRESS') {
    // The other institution is asked first, outside a unit: this is for whoever has not.
    return request.lookupId === undefined
      ? invalidFields([{ field: 'lookupId', message: 'a UMA address is quoted by its lookup' }])
      : err('LOOKUP_REQUEST_NOT_FOUND');
  }
  if (request.lookupId !== undefined && !(await isLookupOf(reads, ctx, request.lookupId, wanted.accountId))) {
    return err('LOOKUP_REQUEST_NOT_FOUND');
  }
  const destination = { destinationType: 'ACCOUNT', paymentRail: wanted.paymentRail ?? null } as const;

  if (isId('ExternalAccount', wanted.accountId)) {
    const account = await reads.get(EXTERNAL_ACCOUNTS, wanted.accountId);
    if (account === null || account.isDeleted) return err('REFERENCE_NOT_FOUND', 'no such destination account');
    return externalDestination(ctx, ports, account, { ...destination, accountId: account.id });
  }
  if (isId('InternalAccount', wanted.accountId)) {
    const account = await reads.get(INTERNAL_ACCOUNTS, wanted.accountId);
    if (account === null) return err('REFERENCE_NOT_FOUND', 'no such destination account');
    if (account.status === 'CLOSED') return err('USER_NOT_READY', 'the destination account is closed');
    return ok({
      destination: { ...destination, accountId: account.id },
      currency: account.currency,
      customerId: account.customerId,
      rail: null,
      paymentRail: null,
      isVerified: true,
      settlementSeconds: null,
    });
  }
  return invalidFields([{ field: 'destination.accountId', message: 'not the id of an account' }]);
}

function externalDestination(
  ctx: Context,
  ports: RoutePorts,
  account: ExternalAccount,
  destination: Extract<QuoteDestination, { readonly destinationType: 'ACCOUNT' }>,
): Result<Destination> {
  const rail = routePayout(ports.rails, ctx, account, destination.paymentRail);
  if (!rail.ok) return rail;
  return ok({
    destination,
    currency: account.currency,
    customerId: account.customerId,
    rail: rail.value.name,
    paymentRail: paymentRailOf(rail.value, account.accountInfo, destination.paymentRail),
    isVerified: isOwnershipVerified(account),
    settlementSeconds: rail.value.capabilities.settlementSeconds,
  });
}

async function readSource(
  reads: Reads,
  ctx: Context,
  ports: RoutePorts,
  request: QuoteRequest,
  destination: Destination,
  settings: Platform,
): Promise<Result<Source>> {
  const wanted = request.source;
  const ownerOf = (account: { readonly customerId: string | null }): string =>
    account.customerId ?? settings.platformId;
  const currencies = (sending: CurrencyCode): readonly CurrencyCode[] => [sending, destination.currency];
  if (wanted.sourceType === 'REALTIME_FUNDING') {
    if (!isCurrency(wanted.currency)) return err('INVALID_CURRENCY', `no such currency: ${wanted.currency}`);
    const customerId = wanted.customerId === settings.platformId ? null : (wanted.customerId ?? destination.customerId);
    const payer = await payerOf(reads, settings, customerId, currencies(wanted.currency));
    if (!payer.ok) return payer;
    const { currency } = wanted;
    const source = {
      sourceType: 'REALTIME_FUNDING',
      customerId,
      currency,
      cryptoNetwork: wanted.cryptoNetwork ?? null,
    } as const;
    return ok({ source, currency, account: null, pull: null, payer: payer.value });
  }

  if (isId('ExternalAccount', wanted.accountId)) {
    const account = await reads.get(EXTERNAL_ACCOUNTS, wanted.accountId);
    if (account === null || account.isDeleted) return err('REFERENCE_NOT_FOUND', 'no such source account');
    if (wanted.customerId !== undefined && wanted.customerId !== ownerOf(account)) {
      return err('REFERENCE_NOT_FOUND', 'the source account is not of this customer');
    }
    const rail = routePull(ports.rails, ctx, account);
    if (!rail.ok) return rail;
    const payer = await payerOf(reads, settings, account.customerId, currencies(account.currency));
    if (!payer.ok) return payer;
    return ok({
      source: { sourceType: 'ACCOUNT', accountId: account.id, customerId: account.customerId },
      currency: account.currency,
      account: null,
      pull: { accountId: account.id, rail: rail.value.name },
      payer: payer.value,
    });
  }
  if (!isId('InternalAccount', wanted.accountId)) {
    return invalidFields([{ field: 'source.accountId', message: 'not the id of an account' }]);
  }
  const account = await reads.get(INTERNAL_ACCOUNTS, wanted.accountId);
  if (account === null) return err('REFERENCE_NOT_FOUND', 'no such source account');
  if (wanted.customerId !== undefined && wanted.customerId !== ownerOf(account)) {
    return err('REFERENCE_NOT_FOUND', 'the source account is not of this customer');
  }
  if (account.status !== 'ACTIVE') return err('USER_NOT_READY', `the source account is ${account.status}`);
  const payer = await payerOf(reads, settings, account.customerId, currencies(account.currency));
  if (!payer.ok) return payer;
  return ok({
    source: { sourceType: 'ACCOUNT', accountId: account.id, customerId: account.customerId },
    currency: account.currency,
    account,
    pull: null,
    payer: payer.value,
  });
}

async function payerOf(
  reads: Reads,
  settings: Platform,
  customerId: string | null,
  currencies: readonly CurrencyCode[],
): Promise<Result<Payer>> {
  return customerId === null ? ok(platformPayer(settings)) : readyCustomer(reads, settings, customerId, currencies);
}
