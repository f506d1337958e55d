import { accountType, type PaymentRail, type Rails, railsOf } from '../accounts/index.js';
import {
  type Context,
  type CurrencyCode,
  type DomainError,
  type Environment,
  err,
  fail,
  type FieldError,
  type Instant,
  invalidFields,
  ok,
  type Query,
  type Reads,
  type Result,
  splitTenant,
} from '../kernel/index.js';
import {
  type FeeSchedule,
  isCurrency,
  lessSpread,
  MAX_AMOUNT,
  MAX_COMPUTED,
  mulDiv,
  priceFixedReceiving,
  type Rate,
  variableFee,
} from '../money/index.js';
import { currencyLimits, type Platform, type PlatformCurrency } from '../platforms/index.js';
import type { Corridors, CorridorsInForce, CorridorTerms } from './corridors.js';
import { feeSchedule } from './fee-schedule.js';
import type { RateBook } from './ports.js';

/** Absent members do not filter. `sendingAmount` is in smallest units of each source currency. */
export interface ExchangeRateFilter {
  readonly sourceCurrency?: string | undefined;
  readonly destinationCurrency?: readonly string[] | undefined;
  readonly sendingAmount?: bigint | undefined;
}

/** The rate that a quote for the calling platform would have now. Amounts in smallest units. */
export interface ExchangeRate {
  readonly sourceCurrency: CurrencyCode;
  readonly destinationCurrency: CurrencyCode;
  /** Null for a currency that is delivered on `destinationCryptoNetwork`; exactly one of the two is set. */
  readonly destinationPaymentRail: PaymentRail | null;
  readonly destinationCryptoNetwork: string | null;
  readonly sendingAmount: bigint;
  readonly minSendingAmount: bigint;
  readonly maxSendingAmount: bigint;
  /** The amount that arrives for `sendingAmount`; 0 if that does not cover the fees. */
  readonly receivingAmount: bigint;
  /** Receiving smallest units for one sending smallest unit, applied to the amount net of fees. */
  readonly exchangeRate: Rate;
  /** The platform's and the service's fees together, in the source currency. */
  readonly fixedFees: bigint;
  readonly totalFees: bigint;
  readonly updatedAt: Instant;
}

export interface ExchangeRatePorts {
  readonly rails: Rails;
  readonly book: RateBook;
  readonly corridors: CorridorsInForce;
  readonly settings: (reads: Reads, ctx: Context) => Promise<Platform>;
}

const DEFAULT_SENDING_AMOUNT = 10_000n;

/**
 * The rates at which the calling platform can send: from each currency that it sends, to each currency that a rail of
 * its environment delivers, one for each payment rail or network; ordered by currency codes and by rail or network. The
 * network fee is not included. INVALID_CURRENCY for an unknown currency; QUOTE_REQUEST_FAILED if none of the requested
 * pairs has a rate now; AMOUNT_OUT_OF_RANGE if a receiving amount exceeds the maximum; NOT_IMPLEMENTED if no rate
 * source serves the environment.
 */
export function listExchangeRates(ports: ExchangeRatePorts): Query<ExchangeRateFilter, readonly ExchangeRate[]> {
  const deliverable = {
    SANDBOX: destinationsOf(ports.rails, 'SANDBOX'),
    PRODUCTION: destinationsOf(ports.rails, 'PRODUCTION'),
  } as const;
  return async (reads, ctx, { sourceCurrency, destinationCurrency, sendingAmount = DEFAULT_SENDING_AMOUNT }) => {
    const checked = checkFilter({ sourceCurrency, destinationCurrency, sendingAmount });
    if (!checked.ok) return checked;
    const platform = await ports.settings(reads, ctx);
    const corridors = await ports.corridors(reads, ctx);
    if (!corridors.ok) return corridors;
    const pricing = { book: ports.book, corridors: corridors.value };
    const { environment } = splitTenant(ctx.tenant);
    const sources = sending(platform).filter((c) => sourceCurrency === undefined || c.currencyCode === sourceCurrency);
    const wanted = destinationCurrency === undefined ? null : new Set<string>(destinationCurrency);
    const targets = deliverable[environment].filter(({ currency }) => wanted === null || wanted.has(currency));

    const rows: ExchangeRate[] = [];
    let without: DomainError | null = null;
    for (const limits of sources) {
      for (const target of targets) {
        if (target.currency === limits.currencyCode) continue;
        const row = rateOf(pricing, environment, platform, limits, target, sendingAmount);
        if (row.ok) rows.push(row.value);
        else if (row.error.code === 'AMOUNT_OUT_OF_RANGE') return row;
        else without ??= row.error;
      }
    }
    return rows.length === 0 && without !== null ? fail(without) : ok(rows);
  };
}

function checkFilter({ sourceCurrency, destinationCurrency = [], sendingAmount }: ExchangeRateFilter): Result<void> {
  if (sendingAmount! < 0n || sendingAmount! > MAX_AMOUNT) {
    return invalidFields([{ field: 'sendingAmount', message: `must be a whole number from 0 to ${MAX_AMOUNT}` }]);
  }
  const message = 'is not a supported currency';
  const unknown: FieldError[] = [];
  if (sourceCurrency !== undefined && !isCurrency(sourceCurrency)) unknown.push({ field: 'sourceCurrency', message });
  if (!destinationCurrency.every(isCurrency)) unknown.push({ field: 'destinationCurrency', message });
  return unknown.length > 0 ? invalidFields(unknown, 'INVALID_CURRENCY') : ok();
}

interface Target {
  readonly currency: CurrencyCode;
  readonly rail: PaymentRail | null;
  readonly network: string | null;
}

/** The currencies that the rails of an environment deliver, each with a payment rail or network. */
function destinationsOf(rails: Rails, environment: Environment): readonly Target[] {
  const found = new Map<string, Target>();
  for (const { environment: served, capabilities, payouts, networkFees } of rails.all) {
    if (payouts === null || !capabilities.push || served !== environment) continue;
    for (const type of capabilities.accountTypes) {
      const reached = railsOf(type).filter((rail) => capabilities.paymentRails.includes(rail));
      const currencies = (accountType(type).currencies as readonly CurrencyCode[]).filter((code) =>
        capabilities.currencies.includes(code),
      );
      for (const currency of currencies) {
        for (const rail of reached) found.set(`${currency}/${rail}`, { currency, rail, network: null });
      }
    }
    if (networkFees === null) continue;
    for (const currency of capabilities.currencies) {
      for (const network of networkFees.networks(currency)) {
        found.set(`${currency}/${network}`, { currency, rail: null, network });
      }
    }
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, target]) => target);
}

const sending = (platform: Platform): readonly PlatformCurrency[] =>
  platform.supportedCurrencies
    .filter(({ enabledTransactionTypes }) => enabledTransactionTypes.includes('OUTGOING'))
    .toSorted((a, b) => (a.currencyCode < b.currencyCode ? -1 : 1));

function rateOf(
  { book, corridors }: { readonly book: RateBook; readonly corridors: Corridors },
  environment: Environment,
  platform: Platform,
  limits: PlatformCurrency,
  { currency: destination, rail, network }: Target,
  sendingAmount: bigint,
): Result<ExchangeRate> {
  const source = limits.currencyCode;
  const mid = book.mid(environment, source, destination);
  if (!mid.ok) return mid;
  const terms = corridors.terms(source, destination, rail);
  const fees = feeSchedule(platform, terms.serviceFee, source);
  if (!fees.ok) return fees;
  const { fixed, total } = feesAt(sendingAmount, fees.value);
  const converted = sendingAmount - total;
  const rate = lessSpread(mid.value.rate, terms.spread);
  const receivingAmount = converted <= 0n ? 0n : mulDiv(converted, rate.num, rate.den, 'floor');
  if (receivingAmount > MAX_COMPUTED)
    return err('AMOUNT_OUT_OF_RANGE', 'the receiving amount exceeds the maximum; request a smaller sendingAmount');
  return ok({
    sourceCurrency: source,
    destinationCurrency: destination,
    destinationPaymentRail: rail,
    destinationCryptoNetwork: network,
    sendingAmount,
    ...rangeOf(limits, currencyLimits(platform, destination), terms, rate, fees.value),
    receivingAmount,
    exchangeRate: rate,
    fixedFees: fixed,
    totalFees: total,
    updatedAt: mid.value.updatedAt,
  });
}

/** The fees that pricing would take from the amount; only the fixed fees if the amount does not cover all fees. */
function feesAt(sendingAmount: bigint, { platform, service }: FeeSchedule) {
  const fixed = platform.fixed + service.fixed;
  const net = sendingAmount - fixed;
  if (net <= 0n) return { fixed, total: fixed };
  return { fixed, total: fixed + variableFee(net, platform) + variableFee(net, service) };
}

/** The sending amounts that a quote accepts: within the limits of the platform for both currencies, and the corridor. */
function rangeOf(
  sending: PlatformCurrency,
  receiving: PlatformCurrency | undefined,
  terms: CorridorTerms,
  rate: Rate,
  fees: FeeSchedule,
) {
  const sendingFor = (amount: bigint): bigint | null => {
    const priced = priceFixedReceiving(amount, rate, fees);
    return priced.ok ? priced.value.sending : null;
  };
  const least = [sending.minAmount, terms.minAmount];
  const most = [sending.maxAmount, terms.maxAmount, terms.transactionCap ?? terms.maxAmount];
  const leastReceived = receiving === undefined || receiving.minAmount <= 1n ? null : sendingFor(receiving.minAmount);
  const tooMuch = receiving === undefined ? null : sendingFor(receiving.maxAmount + 1n);
  if (leastReceived !== null) least.push(leastReceived);
  if (tooMuch !== null) most.push(tooMuch - 1n);
  return {
    minSendingAmount: least.reduce((a, b) => (a > b ? a : b)),
    maxSendingAmount: most.reduce((a, b) => (a < b ? a : b)),
  };
}
