import {
  type ExternalAccount,
  EXTERNAL_ACCOUNTS,
  type InternalAccount,
  INTERNAL_ACCOUNTS,
  isOwnershipVerified,
  OWNER_UNVERIFIED,
  type PaymentRail,
  paymentRailOf,
  type RequestedPayment,
  type RequestedPaymentPorts,
  paymentRequestOf,
  type Rails,
  payableNow,
  routePayout,
  routePull,
} from '../accounts/index.js';
import {
  Bug,
  type Context,
  type CurrencyCode,
  err,
  fail,
  type Id,
  invalidFields,
  isId,
  ok,
  type Reads,
  type Result,
  splitTenant,
} from '../kernel/index.js';
import { type FeeSchedule, isCurrency, lessSpread, type Rate } from '../money/index.js';
import { currencyLimits, type Platform, type PlatformCurrency } from '../platforms/index.js';
import { type CorridorsInForce, type CorridorTerms, feeSchedule, type RateBook } from '../rates/index.js';
import { mustNotBeBlocked, type Settings } from '../customers/index.js';
import { destinationKey, type Payer, platformPayer, readyCustomer } from '../transactions/index.js';
import type { MustBeProven } from '../travel-rule/index.js';
import { isWallet } from '../wallets/index.js';
import { isLookupOf } from './lookup.js';
import type { QuoteDestination, QuoteSource, RateBasis } from './quote.js';
import type { QuoteRequest } from './quote-request.js';

export interface RoutePorts extends RequestedPaymentPorts {
  readonly rails: Rails;
  readonly rates: RateBook;
  readonly settings: Settings;
  readonly corridors: CorridorsInForce;
  readonly mustBeProven: MustBeProven;
}

export interface Source {
  readonly source: QuoteSource;
  readonly currency: CurrencyCode;
  /** The internal account that pays; null if none does. */
  readonly account: InternalAccount | null;
  /** The external account that the money is collected from, and the rail that collects; null if there is none. */
  readonly pull: { readonly accountId: Id<'ExternalAccount'>; readonly rail: string } | null;
  readonly payer: Payer;
}

export interface Destination {
  readonly destination: QuoteDestination;
  readonly currency: CurrencyCode;
  readonly customerId: Id<'Customer'> | null;
  readonly rail: string | null;
  /** The record of an external account; null for any other destination. */
  readonly external: ExternalAccount | null;
  /** The payment rail that delivers: the requested one, or the first that can. */
  readonly paymentRail: PaymentRail | null;
  /** False for an external account whose ownership is not verified. */
  readonly isVerified: boolean;
  readonly settlementSeconds: number | null;
  /** The payment request in the external account; null if it holds none. */
  readonly request: RequestedPayment | null;
}

/** Payer, receiver and terms of a quote: everything except its amounts. */
export interface Route {
  readonly source: Source;
  readonly destination: Destination;
  /** The platform's limits for the sending currency. */
  readonly limits: PlatformCurrency;
  /** The platform's limits for the receiving currency; undefined if it has not configured that currency. */
  readonly receivingLimits: PlatformCurrency | undefined;
  readonly corridor: CorridorTerms;
  readonly fees: FeeSchedule;
  /** Smallest units of the converted currency per smallest unit of the sending currency, less the corridor's spread. */
  readonly rate: Rate;
  readonly rateBasis: RateBasis;
}

/** The record of the account that a request names as its source; both are null if there is none. */
export interface PayingAccount {
  readonly internal: InternalAccount | null;
  readonly external: ExternalAccount | null;
}

export async function readPayingAccount(reads: Reads, { source }: QuoteRequest): Promise<PayingAccount> {
  const id = source.sourceType === 'ACCOUNT' ? source.accountId : '';
  return {
    internal: isId('InternalAccount', id) ? await reads.get(INTERNAL_ACCOUNTS, id) : null,
    external: isId('ExternalAccount', id) ? await reads.get(EXTERNAL_ACCOUNTS, id) : null,
  };
}

/** `convertedInto` is the currency that leaves: the destination's, or that of the settlement between institutions. */
export async function readRoute(
  reads: Reads,
  ctx: Context,
  ports: RoutePorts,
  request: QuoteRequest,
  paying: PayingAccount,
  destination: Destination,
  convertedInto: CurrencyCode,
): Promise<Result<Route>> {
  if (request.immediatelyExecute && request.source.sourceType !== 'ACCOUNT') {
    return invalidFields([{ field: 'immediatelyExecute', message: 'requires a source of type ACCOUNT' }]);
  }
  // The cached settings and the accounts that a quote reads anyway. The payout is refused exactly, when a rail gets it.
  const settings = await ports.settings(reads, ctx);
  const free = mustNotBeBlocked(settings);
  if (!free.ok) return free;
  const source = await readSource(reads, ctx, ports, request, paying, destination, settings);
  if (!source.ok) return source;
  const payingAccount = source.value.account?.id ?? source.value.pull?.accountId;
  if (payingAccount === destinationKey(destination.destination)) return err('SELF_PAYMENT');
  if (request.immediatelyExecute && source.value.account !== null && isWallet(source.value.account)) {
    return invalidFields([
      { field: 'immediatelyExecute', message: 'is not possible for a wallet: its owner signs the quote first' },
    ]);
  }

  const sending = source.value.currency;
  const named = request.source.currency;
  if (named !== undefined && named !== sending) {
    return invalidFields(
      [{ field: 'source.currency', message: `must be ${sending}, the currency of the source account` }],
      'INVALID_CURRENCY',
    );
  }
  // No transfer exists between institutions, so a payment in one currency to a UMA address is a quote.
  if (sending === destination.currency && destination.destination.destinationType === 'ACCOUNT') {
    return err(
      'INVALID_CURRENCY',
      `source and destination are both in ${sending}: name a destination in another currency, or transfer between an internal and an external account of one owner`,
    );
  }
  const limits = currencyLimits(settings, sending);
  if (limits === undefined || !limits.enabledTransactionTypes.includes('OUTGOING')) {
    return err('INVALID_CURRENCY', `the platform has not enabled OUTGOING payments in ${sending}`);
  }
  const corridors = await ports.corridors(reads, ctx);
  if (!corridors.ok) return corridors;
  const corridor = corridors.value.terms(sending, destination.currency, destination.paymentRail);
  if (corridor.ownershipVerification && !destination.isVerified) return fail(OWNER_UNVERIFIED);
  const fees = feeSchedule(settings, corridor.serviceFee, sending, request.platformFeeOverride);
  if (!fees.ok) return fees;
  const mid = ports.rates.mid(splitTenant(ctx.tenant).environment, sending, convertedInto);
  if (!mid.ok) return mid;
  return ok({
    source: source.value,
    destination,
    limits,
    receivingLimits: currencyLimits(settings, destination.currency),
    corridor,
    fees: fees.value,
    rate: lessSpread(mid.value.rate, corridor.spread),
    rateBasis: { mid: mid.value.rate, spreadBps: corridor.spread, origins: mid.value.origins },
  });
}

/**
 * The account to be paid, and the rail that delivers to it. 400 INVALID_INPUT for an id of another kind; 404
 * REFERENCE_NOT_FOUND, LOOKUP_REQUEST_NOT_FOUND; 403 USER_NOT_READY if the account is closed; else the errors of
 * `routePayout` and `payableNow`.
 */
export async function readDestination(
  reads: Reads,
  ctx: Context,
  ports: RoutePorts,
  request: QuoteRequest,
): Promise<Result<Destination>> {
  const wanted = request.destination;
  // A quote to a UMA address is agreed with the other institution before this unit of work.
  if (wanted.destinationType === 'UMA_ADDRESS') throw new Bug('a quote to a UMA address must be agreed first');
  if (request.lookupId !== undefined && !(await isLookupOf(reads, ctx, request.lookupId, wanted.accountId))) {
    return err('LOOKUP_REQUEST_NOT_FOUND', NO_LOOKUP);
  }
  const destination = { destinationType: 'ACCOUNT', paymentRail: wanted.paymentRail ?? null } as const;

  if (isId('ExternalAccount', wanted.accountId)) {
    const account = await reads.get(EXTERNAL_ACCOUNTS, wanted.accountId);
    if (account === null || account.isDeleted)
      return err('REFERENCE_NOT_FOUND', 'the destination account does not exist or was deleted');
    return externalDestination(ctx, ports, account, { ...destination, accountId: account.id });
  }
  if (isId('InternalAccount', wanted.accountId)) {
    const account = await reads.get(INTERNAL_ACCOUNTS, wanted.accountId);
    if (account === null) return err('REFERENCE_NOT_FOUND', 'the destination account does not exist');
    if (account.status === 'CLOSED') return err('USER_NOT_READY', 'the destination account is closed');
    return ok({
      destination: { ...destination, accountId: account.id },
      currency: account.currency,
      customerId: account.customerId,
      rail: null,
      external: null,
      paymentRail: null,
      isVerified: true,
      settlementSeconds: null,
      request: null,
    });
  }
  return invalidFields([
    { field: 'destination.accountId', message: 'must be the id of an internal or external account' },
  ]);
}

const NO_LOOKUP = 'the lookup does not exist, has expired or is of another receiver; look the receiver up again';

function externalDestination(
  ctx: Context,
  ports: RoutePorts,
  account: ExternalAccount,
  destination: Extract<QuoteDestination, { readonly destinationType: 'ACCOUNT' }>,
): Result<Destination> {
  const rail = routePayout(ports.rails, ctx, account, destination.paymentRail);
  if (!rail.ok) return rail;
  const free = mustNotBeBlocked(account);
  if (!free.ok) return free;
  const payable = payableNow(rail.value, ctx, account, destination.paymentRail);
  if (!payable.ok) return payable;
  return ok({
    destination,
    currency: account.currency,
    customerId: account.customerId,
    rail: rail.value.name,
    external: account,
    paymentRail: paymentRailOf(rail.value, account.accountInfo, destination.paymentRail),
    isVerified: isOwnershipVerified(account),
    settlementSeconds: rail.value.capabilities.settlementSeconds,
    request: paymentRequestOf(ports, ctx, account),
  });
}

async function readSource(
  reads: Reads,
  ctx: Context,
  ports: RoutePorts,
  request: QuoteRequest,
  paying: PayingAccount,
  destination: Destination,
  settings: Platform,
): Promise<Result<Source>> {
  const wanted = request.source;
  const ownerOf = (account: { readonly customerId: string | null }): string =>
    account.customerId ?? settings.platformId;
  const currencies = (sending: CurrencyCode): readonly CurrencyCode[] => [sending, destination.currency];
  if (wanted.sourceType === 'REALTIME_FUNDING') {
    if (!isCurrency(wanted.currency)) return err('INVALID_CURRENCY', `${wanted.currency} is not a supported currency`);
    const customerId = wanted.customerId === settings.platformId ? null : (wanted.customerId ?? destination.customerId);
    const payer = await payerOn(reads, settings, customerId, currencies(wanted.currency));
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
    const account = paying.external;
    if (account === null || account.isDeleted)
      return err('REFERENCE_NOT_FOUND', 'the source account does not exist or was deleted');
    if (wanted.customerId !== undefined && wanted.customerId !== ownerOf(account)) {
      return err('REFERENCE_NOT_FOUND', 'the source account does not belong to this customer');
    }
    const rail = routePull(ports.rails, ctx, account);
    if (!rail.ok) return rail;
    const free = mustNotBeBlocked(account);
    if (!free.ok) return free;
    const payer = await payerOn(reads, settings, account.customerId, currencies(account.currency));
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
    return invalidFields([{ field: 'source.accountId', message: 'must be the id of an internal or external account' }]);
  }
  const account = paying.internal;
  if (account === null) return err('REFERENCE_NOT_FOUND', 'the source account does not exist');
  if (wanted.customerId !== undefined && wanted.customerId !== ownerOf(account)) {
    return err('REFERENCE_NOT_FOUND', 'the source account does not belong to this customer');
  }
  if (account.status !== 'ACTIVE') return err('USER_NOT_READY', `the source account is ${account.status}`);
  const payer = await payerOn(reads, settings, account.customerId, currencies(account.currency));
  if (!payer.ok) return payer;
  return ok({
    source: { sourceType: 'ACCOUNT', accountId: account.id, customerId: account.customerId },
    currency: account.currency,
    account,
    pull: null,
    payer: payer.value,
  });
}

async function payerOn(
  reads: Reads,
  settings: Platform,
  customerId: string | null,
  currencies: readonly CurrencyCode[],
): Promise<Result<Payer>> {
  return customerId === null ? ok(platformPayer(settings)) : readyCustomer(reads, settings, customerId, currencies);
}
