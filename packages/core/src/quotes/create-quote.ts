import {
  type ExternalAccount,
  EXTERNAL_ACCOUNTS,
  type InternalAccount,
  INTERNAL_ACCOUNTS,
  isOwnershipVerified,
  makeReference,
  type PaymentInstruction,
  type PaymentRail,
  paymentRailOf,
  type Rails,
  routePayout,
  routePull,
} from '../accounts/index.js';
import type { Customer } from '../customers/index.js';
import { schedule } from '../events/index.js';
import {
  actingAgent,
  birth,
  type Context,
  type CurrencyCode,
  err,
  type Id,
  type IdSource,
  type Instant,
  invalidFields,
  isId,
  newRecord,
  ok,
  plusSeconds,
  type Random,
  type Reads,
  type Result,
  splitTenant,
  type Tx,
  type UseCase,
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
import {
  checkSendingAmount,
  type Corridors,
  type CorridorTerms,
  type FeeOverride,
  feeSchedule,
  type RateBook,
} from '../rates/index.js';
import type { ChallengePorts, ScaFactor } from '../sca/index.js';
import { destinationKey, type Payer, platformPayer, readyCustomer } from '../transactions/index.js';
import { isWallet, transferInstruction } from '../wallets/index.js';
import { challengePayment, openPaymentChallenge, payerToAsk, TOTP_IS_UNLINKED } from './authorization.js';
import { startExecution } from './execute-quote.js';
import { isLookupOf } from './lookup.js';
import {
  type LockedSide,
  type Quote,
  type QuoteDestination,
  QUOTES,
  type QuoteSource,
  type UmaTerms,
} from './quote.js';
import { QUOTE } from './quote-states.js';

/** What is asked for (contract: QuoteRequest). The locked amount is in smallest units of the locked side. */
export interface QuoteRequest {
  readonly lookupId: string | null;
  readonly source:
    | { readonly sourceType: 'ACCOUNT'; readonly accountId: string; readonly customerId: string | null }
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

export interface QuotePorts {
  readonly ids: IdSource;
  readonly random: Random;
  readonly rails: Rails;
  readonly rates: RateBook;
  readonly settings: (reads: Reads, ctx: Context) => Promise<Platform>;
  readonly corridors: Corridors;
  readonly sca: ChallengePorts;
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

/** The amounts of a quote, and what the other side has agreed to where it is an institution. */
export interface Amounts {
  readonly pricing: Pricing;
  readonly exchangeRate: Rate;
  readonly totalReceivingAmount: bigint;
  readonly expiresAt: Instant;
  readonly uma: UmaTerms | null;
}

/**
 * Prices a payment and locks its rate (interface, `POST /quotes`). With `immediatelyExecute` the payment starts in the
 * same unit, and nothing is left when it cannot.
 */
export function createQuote(ports: QuotePorts): UseCase<QuoteRequest, Quote> {
  return async (tx, ctx, request) => {
    const destination = await readDestination(tx, ctx, ports, request);
    if (!destination.ok) return destination;
    const route = await readRoute(tx, ctx, ports, request, destination.value, destination.value.currency);
    if (!route.ok) return route;
    const pricing = priceOn(route.value, request.lockedCurrencySide, request.lockedCurrencyAmount);
    if (!pricing.ok) return pricing;
    return openQuote(tx, ctx, ports, request, route.value, {
      pricing: pricing.value,
      exchangeRate: route.value.rate,
      totalReceivingAmount: pricing.value.receiving,
      expiresAt: plusSeconds(ctx.now, route.value.corridor.quoteSeconds),
      uma: null,
    });
  };
}

/** `convertedInto`: what the money becomes before it leaves, the destination's currency or that of the settlement. */
export async function readRoute(
  reads: Reads,
  ctx: Context,
  ports: QuotePorts,
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

/** Writes the quote, and starts its payment where that is asked for. */
export async function openQuote(
  tx: Tx,
  ctx: Context,
  ports: Pick<QuotePorts, 'ids' | 'random' | 'rails' | 'sca'>,
  request: QuoteRequest,
  { source, destination, fees, corridor }: Route,
  amounts: Amounts,
): Promise<Result<Quote>> {
  const { pricing, expiresAt } = amounts;
  const funding = fundingOf(ctx, ports, source, pricing.sending);
  if (!funding.ok) return funding;
  const priced: Quote = {
    status: birth(QUOTE, 'create').to,
    expiresAt,
    customerId: source.payer.customerId,
    platformCustomerId: source.payer.platformCustomerId,
    source: source.source,
    destination: destination.destination,
    destinationId: destinationKey(destination.destination),
    pulledFrom: source.pull?.accountId ?? null,
    sendingCurrency: source.currency,
    receivingCurrency: destination.currency,
    totalSendingAmount: pricing.sending,
    totalReceivingAmount: amounts.totalReceivingAmount,
    exchangeRate: amounts.exchangeRate,
    platformFee: pricing.platformFee,
    serviceFee: pricing.serviceFee,
    serviceFeeBps: fees.service.bps,
    serviceFixedFee: fees.service.fixed,
    rail: destination.rail,
    settlementSeconds: destination.settlementSeconds,
    dailyVolume: corridor.dailyVolume,
    transactionId: ports.ids.next('Transaction'),
    description: request.description,
    remittanceInformation: request.remittanceInformation,
    purposeOfPayment: request.purposeOfPayment,
    uma: amounts.uma,
    sca: source.payer.isScaRegulated ? { factor: request.scaFactor ?? null, challenge: null, authorized: null } : null,
    agentId: actingAgent(ctx),
    ...funding.value,
    ...newRecord(ports.ids.next('Quote'), ctx),
  };
  const payer = await payerToAsk(tx, priced);
  // What a factor cannot do is told before it is asked for.
  if (payer !== null && request.scaFactor === 'TOTP') return invalidFields([TOTP_IS_UNLINKED]);
  const asked = await askedAtOnce(tx, ctx, ports, priced, payer);
  if (!asked.ok) return asked;
  const quote = signedByOwner(ctx, asked.value, source.account);
  tx.add(QUOTES, quote);
  if (request.immediatelyExecute && payer === null) {
    return startExecution(tx, ctx, ports.ids, quote, source.account, 'execute');
  }
  schedule(tx, ctx, ports.ids, {
    kind: 'quote.expire',
    subject: quote.id,
    dueAt: plusSeconds(ctx.hostNow, (expiresAt - ctx.now) / 1000),
  });
  return request.immediatelyExecute && payer !== null
    ? challengePayment(tx, ctx, ports.sca, quote, source.account, payer, null)
    : ok(quote);
}

/** A quote that a payer outside funds is authorized before anybody is told where to pay. */
async function askedAtOnce(
  tx: Tx,
  ctx: Context,
  { sca }: Pick<QuotePorts, 'sca'>,
  quote: Quote,
  payer: Customer | null,
): Promise<Result<Quote>> {
  if (payer === null || quote.source.sourceType !== 'REALTIME_FUNDING') return ok(quote);
  const asked = await openPaymentChallenge(tx, ctx, sca, quote, payer, null);
  return asked.ok ? ok({ ...quote, status: birth(QUOTE, 'create-with-challenge').to, sca: asked.value }) : asked;
}

async function readDestination(
  reads: Reads,
  ctx: Context,
  ports: QuotePorts,
  request: QuoteRequest,
): Promise<Result<Destination>> {
  const wanted = request.destination;
  if (wanted.destinationType === 'UMA_ADDRESS') {
    // The other institution is asked first, outside a unit: this is for whoever has not.
    return request.lookupId === null
      ? invalidFields([{ field: 'lookupId', message: 'a UMA address is quoted by its lookup' }])
      : err('LOOKUP_REQUEST_NOT_FOUND');
  }
  if (request.lookupId !== null && !(await isLookupOf(reads, ctx, request.lookupId, wanted.accountId))) {
    return err('LOOKUP_REQUEST_NOT_FOUND');
  }
  const destination = { destinationType: 'ACCOUNT', paymentRail: wanted.paymentRail } as const;

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
  ports: QuotePorts,
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
    paymentRail: paymentRailOf(rail.value, account.accountInfo.accountType, destination.paymentRail),
    isVerified: isOwnershipVerified(account),
    settlementSeconds: rail.value.capabilities.settlementSeconds,
  });
}

async function readSource(
  reads: Reads,
  ctx: Context,
  ports: QuotePorts,
  request: QuoteRequest,
  destination: Destination,
  settings: Platform,
): Promise<Result<Source>> {
  const wanted = request.source;
  const currencies = (sending: CurrencyCode): readonly CurrencyCode[] => [sending, destination.currency];
  if (wanted.sourceType === 'REALTIME_FUNDING') {
    if (!isCurrency(wanted.currency)) return err('INVALID_CURRENCY', `no such currency: ${wanted.currency}`);
    const customerId = wanted.customerId ?? destination.customerId;
    const payer = await payerOf(reads, settings, customerId, currencies(wanted.currency));
    if (!payer.ok) return payer;
    const { currency } = wanted;
    const source = {
      sourceType: 'REALTIME_FUNDING',
      customerId,
      currency,
      cryptoNetwork: wanted.cryptoNetwork,
    } as const;
    return ok({ source, currency, account: null, pull: null, payer: payer.value });
  }

  if (isId('ExternalAccount', wanted.accountId)) {
    const account = await reads.get(EXTERNAL_ACCOUNTS, wanted.accountId);
    if (account === null || account.isDeleted) return err('REFERENCE_NOT_FOUND', 'no such source account');
    if (wanted.customerId !== null && wanted.customerId !== account.customerId) {
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
  if (wanted.customerId !== null && wanted.customerId !== account.customerId) {
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

/** A quote from a wallet says what its owner has to sign for it to be executed. */
function signedByOwner(ctx: Context, quote: Quote, account: InternalAccount | null): Quote {
  if (account === null || !isWallet(account)) return quote;
  const instruction = transferInstruction(ctx, {
    quoteId: quote.id,
    accountId: account.id,
    destination: quote.destinationId,
    sendingAmount: quote.totalSendingAmount,
    sendingCurrency: quote.sendingCurrency,
    receivingAmount: quote.totalReceivingAmount,
    receivingCurrency: quote.receivingCurrency,
  });
  return { ...quote, paymentInstructions: [instruction] };
}

interface Funding {
  readonly reference: string | null;
  readonly fundingRail: string | null;
  readonly paymentInstructions: readonly PaymentInstruction[] | null;
}

function fundingOf(
  ctx: Context,
  ports: Pick<QuotePorts, 'random' | 'rails'>,
  source: Source,
  amount: bigint,
): Result<Funding> {
  if (source.source.sourceType === 'ACCOUNT') {
    return ok({ reference: null, fundingRail: source.pull?.rail ?? null, paymentInstructions: null });
  }
  const reference = makeReference(ports.random);
  const funding = ports.rails.forFunding(splitTenant(ctx.tenant).environment, {
    currency: source.currency,
    reference,
    amount,
    cryptoNetwork: source.source.cryptoNetwork,
  });
  if (!funding.ok) return funding;
  return ok({
    reference,
    fundingRail: funding.value.rail.name,
    paymentInstructions: funding.value.instructions,
  });
}
