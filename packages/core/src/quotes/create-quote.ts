import {
  type ExternalAccount,
  EXTERNAL_ACCOUNTS,
  type InternalAccount,
  INTERNAL_ACCOUNTS,
  makeReference,
  type PaymentInstruction,
  type PaymentRail,
  type Rails,
  railsOf,
} from '../accounts/index.js';
import { schedule } from '../events/index.js';
import {
  birth,
  type Context,
  type CurrencyCode,
  err,
  type Id,
  type IdSource,
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
import { isCurrency, priceFixedReceiving, priceFixedSending } from '../money/index.js';
import type { Platform } from '../platforms/index.js';
import type { RateBook } from '../rates/index.js';
import { isWallet, transferInstruction } from '../wallets/index.js';
import { executeFromAccount } from './execute-quote.js';
import { feeSchedule, type FeeOverride, type ServiceFees } from './fee-schedule.js';
import { type Payer, platformPayer, readyCustomer } from './payer.js';
import { type LockedSide, type Quote, type QuoteDestination, QUOTES, type QuoteSource } from './quote.js';
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
}

export interface QuotePorts {
  readonly ids: IdSource;
  readonly random: Random;
  readonly rails: Rails;
  readonly rates: RateBook;
  readonly settings: (reads: Reads, ctx: Context) => Promise<Platform>;
  readonly serviceFees: ServiceFees;
  /** How long a quote is valid. */
  readonly quoteSeconds: number;
}

interface Source {
  readonly source: QuoteSource;
  readonly currency: CurrencyCode;
  readonly account: InternalAccount | null;
  readonly payer: Payer;
}

interface Destination {
  readonly destination: QuoteDestination;
  readonly currency: CurrencyCode;
  readonly customerId: Id<'Customer'> | null;
  readonly rail: string | null;
  readonly settlementSeconds: number | null;
}

/**
 * Prices a payment and locks its rate (interface, `POST /quotes`). With `immediatelyExecute` the payment starts in the
 * same unit, and nothing is left when it cannot.
 */
export function createQuote(ports: QuotePorts): UseCase<QuoteRequest, Quote> {
  return async (tx, ctx, request) => {
    if (request.immediatelyExecute && request.source.sourceType !== 'ACCOUNT') {
      return invalidFields([{ field: 'immediatelyExecute', message: 'only for a quote from an account' }]);
    }
    const settings = await ports.settings(tx, ctx);
    const destination = await readDestination(tx, ctx, ports, request);
    if (!destination.ok) return destination;
    const source = await readSource(tx, request, destination.value, settings);
    if (!source.ok) return source;
    if (source.value.account !== null && source.value.account.id === destination.value.destination.accountId) {
      return err('SELF_PAYMENT');
    }

    if (request.immediatelyExecute && isWallet(source.value.account!)) {
      return invalidFields([{ field: 'immediatelyExecute', message: 'the owner of a wallet signs what a quote says' }]);
    }

    const sending = source.value.currency;
    const receiving = destination.value.currency;
    if (sending === receiving)
      return err('INVALID_CURRENCY', 'a quote converts: same-currency money moves by transfer');
    const limits = settings.supportedCurrencies.find((c) => c.currencyCode === sending);
    if (limits === undefined || !limits.enabledTransactionTypes.includes('OUTGOING')) {
      return err('INVALID_CURRENCY', `the platform does not send ${sending}`);
    }
    const fees = feeSchedule(settings, ports.serviceFees, sending, request.platformFeeOverride);
    if (!fees.ok) return fees;
    const mid = ports.rates.mid(splitTenant(ctx.tenant).environment, sending, receiving);
    if (!mid.ok) return mid;
    const price = request.lockedCurrencySide === 'SENDING' ? priceFixedSending : priceFixedReceiving;
    const pricing = price(request.lockedCurrencyAmount, mid.value.rate, fees.value);
    if (!pricing.ok) return pricing;
    if (pricing.value.sending < limits.minAmount || pricing.value.sending > limits.maxAmount) {
      return err('AMOUNT_OUT_OF_RANGE', `the platform sends ${limits.minAmount} to ${limits.maxAmount} ${sending}`);
    }

    const funding = fundingOf(ctx, ports, source.value, pricing.value.sending);
    if (!funding.ok) return funding;
    const quote: Quote = {
      status: birth(QUOTE, 'create').to,
      expiresAt: plusSeconds(ctx.now, ports.quoteSeconds),
      customerId: source.value.payer.customerId,
      platformCustomerId: source.value.payer.platformCustomerId,
      source: source.value.source,
      destination: destination.value.destination,
      destinationId: destination.value.destination.accountId,
      sendingCurrency: sending,
      receivingCurrency: receiving,
      totalSendingAmount: pricing.value.sending,
      totalReceivingAmount: pricing.value.receiving,
      exchangeRate: mid.value.rate,
      platformFee: pricing.value.platformFee,
      serviceFee: pricing.value.serviceFee,
      serviceFeeBps: fees.value.service.bps,
      serviceFixedFee: fees.value.service.fixed,
      rail: destination.value.rail,
      settlementSeconds: destination.value.settlementSeconds,
      transactionId: ports.ids.next('Transaction'),
      description: request.description,
      remittanceInformation: request.remittanceInformation,
      purposeOfPayment: request.purposeOfPayment,
      ...funding.value,
      ...newRecord(ports.ids.next('Quote'), ctx),
    };
    const made = signedByOwner(ctx, quote, source.value.account);
    tx.add(QUOTES, made);
    if (request.immediatelyExecute) return executeFromAccount(tx, ctx, ports.ids, made, source.value.account!);
    schedule(tx, ctx, ports.ids, {
      kind: 'quote.expire',
      subject: quote.id,
      dueAt: plusSeconds(ctx.hostNow, ports.quoteSeconds),
    });
    return ok(made);
  };
}

async function readDestination(
  reads: Reads,
  ctx: Context,
  ports: QuotePorts,
  request: QuoteRequest,
): Promise<Result<Destination>> {
  const wanted = request.destination;
  if (wanted.destinationType === 'UMA_ADDRESS') {
    return request.lookupId === null
      ? invalidFields([{ field: 'lookupId', message: 'a UMA address is quoted by its lookup' }])
      : err('LOOKUP_REQUEST_NOT_FOUND');
  }
  if (request.lookupId !== null) return err('LOOKUP_REQUEST_NOT_FOUND');
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
      settlementSeconds: null,
    });
  }
  return invalidFields([{ field: 'destination.accountId', message: 'not the id of an account' }]);
}

function externalDestination(
  ctx: Context,
  ports: QuotePorts,
  account: ExternalAccount,
  destination: QuoteDestination,
): Result<Destination> {
  if (account.status !== 'ACTIVE') return err('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED');
  const reached = railsOf(account.accountInfo.accountType);
  if (destination.paymentRail !== null && !reached.includes(destination.paymentRail)) {
    return invalidFields([{ field: 'destination.paymentRail', constraint: { enum: reached } }]);
  }
  const rail = ports.rails.forPayout(
    splitTenant(ctx.tenant).environment,
    account.accountInfo.accountType,
    account.currency,
    destination.paymentRail,
  );
  if (!rail.ok) return rail;
  return ok({
    destination,
    currency: account.currency,
    customerId: account.customerId,
    rail: rail.value.name,
    settlementSeconds: rail.value.capabilities.settlementSeconds,
  });
}

async function readSource(
  tx: Tx,
  request: QuoteRequest,
  destination: Destination,
  settings: Platform,
): Promise<Result<Source>> {
  const wanted = request.source;
  const currencies = (sending: CurrencyCode): readonly CurrencyCode[] => [sending, destination.currency];
  if (wanted.sourceType === 'REALTIME_FUNDING') {
    if (!isCurrency(wanted.currency)) return err('INVALID_CURRENCY', `no such currency: ${wanted.currency}`);
    const customerId = wanted.customerId ?? destination.customerId;
    const payer = await payerOf(tx, settings, customerId, currencies(wanted.currency));
    if (!payer.ok) return payer;
    const { currency } = wanted;
    const source = {
      sourceType: 'REALTIME_FUNDING',
      customerId,
      currency,
      cryptoNetwork: wanted.cryptoNetwork,
    } as const;
    return ok({ source, currency, account: null, payer: payer.value });
  }

  if (isId('ExternalAccount', wanted.accountId)) {
    const account = await tx.get(EXTERNAL_ACCOUNTS, wanted.accountId);
    if (account === null || account.isDeleted) return err('REFERENCE_NOT_FOUND', 'no such source account');
    return invalidFields([{ field: 'source.accountId', message: 'no rail pulls from this account' }]);
  }
  if (!isId('InternalAccount', wanted.accountId)) {
    return invalidFields([{ field: 'source.accountId', message: 'not the id of an account' }]);
  }
  const account = await tx.get(INTERNAL_ACCOUNTS, wanted.accountId);
  if (account === null) return err('REFERENCE_NOT_FOUND', 'no such source account');
  if (wanted.customerId !== null && wanted.customerId !== account.customerId) {
    return err('REFERENCE_NOT_FOUND', 'the source account is not of this customer');
  }
  if (account.status !== 'ACTIVE') return err('USER_NOT_READY', `the source account is ${account.status}`);
  const payer = await payerOf(tx, settings, account.customerId, currencies(account.currency));
  if (!payer.ok) return payer;
  return ok({
    source: { sourceType: 'ACCOUNT', accountId: account.id, customerId: account.customerId },
    currency: account.currency,
    account,
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

function fundingOf(ctx: Context, ports: QuotePorts, source: Source, amount: bigint): Result<Funding> {
  if (source.source.sourceType === 'ACCOUNT') {
    return ok({ reference: null, fundingRail: null, paymentInstructions: null });
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
