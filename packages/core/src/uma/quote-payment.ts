import { lightningKey } from '../accounts/index.js';
import { type Customer, CUSTOMERS, openNumbers } from '../customers/index.js';
import {
  type Context,
  type CurrencyCode,
  type Digest,
  err,
  invalidFields,
  isId,
  ok,
  plusSeconds,
  type Reads,
  type Result,
  type Sealer,
  splitTenant,
  type Tx,
} from '../kernel/index.js';
import { amountText, mulDiv, type Pricing, type Rate, rateOf } from '../money/index.js';
import type { Platform } from '../platforms/index.js';
import {
  checkReceivingAmount,
  type Destination,
  LOOKUPS,
  openQuote,
  priceOn,
  type Quote,
  type QuotePorts,
  type QuoteRequest,
  type RateBasis,
  readPayingAccount,
  readRoute,
  type Route,
  type UmaTerms,
} from '../quotes/index.js';
import { readyCustomer } from '../transactions/index.js';
import { type UmaLookUpPorts, signingDomain } from './look-up.js';
import { NOTICES_PATH } from './institution-paths.js';
import { namedData, payerDataFor, travelRuleOf } from './payer-data.js';
import type { Agreement, Demand, LockedAmount, OfferedCurrency, Settlement } from './ports.js';
import { checkCounterparty } from './providers.js';
import { isUmaLookup, type UmaLookup } from './records.js';
import { MSAT_PER_SAT } from './satoshis.js';
import { isSameAsset, type Usable, usableFor } from './settlements.js';
import { originOf, parseUmaAddress } from './uma-address.js';

export interface UmaQuotePorts extends UmaLookUpPorts {
  readonly digest: Digest;
  readonly sealer: Sealer;
  readonly quotes: QuotePorts;
}

/**
 * The part of a quote to a UMA address that is known before its unit of work: the agreement with the other institution.
 */
export interface AgreedQuote {
  readonly request: QuoteRequest;
  readonly pricing: Pricing;
  readonly receiving: bigint;
  /** What `pricing` was computed with. */
  readonly rateBasis: RateBasis;
  readonly uma: UmaTerms;
  readonly invoiceSeconds: number;
  /** The payment hash of the invoice; null on a chain. */
  readonly paymentHash: string | null;
}

interface Prepared {
  readonly lookup: UmaLookup;
  readonly currency: OfferedCurrency;
  readonly route: Route;
  readonly payer: Customer;
  readonly payerData: Readonly<Record<string, unknown>>;
  readonly platform: Platform;
  /** The settlement by which the payment is made. */
  readonly by: Usable;
  /** Whether the institution could be paid over Lightning instead. */
  readonly hasInvoices: boolean;
}

/** One of the settlements by which an offer can be paid; null if there is none. */
type Choice = (usable: readonly Usable[], common: Settlement | null) => Usable | null;
const PREFERRED: Choice = ([first]) => first ?? null;
const COMMON: Choice = (usable, common) => usable.find(({ settlement }) => settlement === common) ?? null;
/** What was agreed. */
const choiceOf = ({ settlement }: UmaTerms): Choice =>
  settlement === undefined
    ? COMMON
    : (usable) => usable.find((each) => isSameAsset(each.settlement, settlement)) ?? null;

/** An invoice that expires in fewer seconds than this is not accepted. */
const LEAST_SECONDS = 15;
/** A quote expires before its invoice, so a quote executed at the last moment can still be paid. */
const MARGIN_SECONDS = 10;

/**
 * Agrees on a payment with the other institution: it asks to be paid the locked receiving amount, or what the locked
 * sending amount is worth. Nothing is held until the quote is executed. If the institution cannot be paid by the
 * preferred settlement now, such as on a chain because its platform decides later, it is asked for an invoice.
 * 404 LOOKUP_REQUEST_NOT_FOUND, 400 SELF_PAYMENT, MISSING_MANDATORY_USER_INFO, AMOUNT_OUT_OF_RANGE, the errors of other
 * quotes, and the codes for failures of the institution.
 */
export const agreeOnQuote =
  (ports: UmaQuotePorts) =>
  async (ctx: Context, request: QuoteRequest): Promise<Result<AgreedQuote>> => {
    const preferred = await ports.units.read(ctx.tenant, (reads) => prepare(ports, reads, ctx, request, PREFERRED));
    if (!preferred.ok) return preferred;
    const agreed = await agreeBy(ports, ctx, request, preferred.value);
    if (agreed.ok || !preferred.value.hasInvoices || !ASKED_FOR_AN_INVOICE.includes(agreed.error.code)) return agreed;
    const common = await ports.units.read(ctx.tenant, (reads) => prepare(ports, reads, ctx, request, COMMON));
    return common.ok ? agreeBy(ports, ctx, request, common.value) : common;
  };

/** After these failures of a payment on a chain the institution is asked for an invoice: it refused, or did not sign. */
const ASKED_FOR_AN_INVOICE: readonly string[] = ['PAYREQ_REQUEST_FAILED', 'MISSING_REQUIRED_UMA_PARAMETERS'];

/** Agrees on a payment by one settlement. */
async function agreeBy(
  ports: UmaQuotePorts,
  ctx: Context,
  request: QuoteRequest,
  { lookup, currency, route, payer, payerData, platform, by }: Prepared,
): Promise<Result<AgreedQuote>> {
  const { protocol } = ports.uma;
  const { settlement } = by;
  const isOnChain = settlement.receives !== null;
  const offer = lookup.counterparty;
  const asked = askFor(route, request, currency, settlement);
  if (!asked.ok) return asked;
  if (!isOnChain && asked.value.side === 'SENDING' && !within(asked.value.units, offer.minMsat, offer.maxMsat)) {
    return err('AMOUNT_OUT_OF_RANGE', 'the amount is outside the limits of the receiver');
  }

  const domain = signingDomain(platform, ports.publicAuthority, payer.umaAddress);
  const { environment } = platform;
  const keys = await ports.peers.keys(environment, lookup.vasp);
  if (!keys.ok) return keys;
  const inProcess = await ports.own.at(environment, lookup.vasp);
  const { layer, asset } = settlement;
  const answered = await protocol.requestPayment({
    signer: await ports.keys.signer(domain),
    offer,
    keys: keys.value,
    currency: { ...currency, multiplier: by.multiplier },
    amount: asked.value,
    payer: payer.umaAddress,
    payerData,
    travelRule: offer.isSubjectToTravelRule ? travelRuleOf(payer, lookup.receiver) : null,
    utxoCallback: `${originOf(domain)}${NOTICES_PATH}${lookup.id.slice(lookup.id.indexOf(':') + 1)}`,
    ...(isOnChain && { settlement: { layer, asset } }),
    ...(inProcess !== null && { inProcess }),
  });
  if (!answered.ok) return answered;
  const { agreement, signed } = answered.value;
  if (signed !== null) {
    const verified = await ports.peers.verify(environment, { ...signed, vasp: lookup.vasp });
    if (!verified.ok) return verified;
  }
  const { terms } = agreement;
  if (isOnChain && (signed === null || terms === null))
    return err('MISSING_REQUIRED_UMA_PARAMETERS', 'the institution has not signed its payment request');
  if (isOnChain && !isSameAsset(terms!, settlement)) return unlike('the payment request is for another asset');
  const demand = await settlement.read(agreement.pr);
  if (demand === null)
    return unlike(isOnChain ? 'the payment request is not for this token and chain' : 'the invoice cannot be read');
  const receiving = agreedAmount(ports, asked.value, offer.majorVersion, currency, agreement, demand, settlement);
  if (!receiving.ok) return receiving;
  const receivable = checkReceivingAmount(route, receiving.value);
  if (!receivable.ok) return receivable;

  const settlementAmount = demand.units / settlement.precision;
  // A locked sending amount was priced before; a locked receiving amount is priced by the payment request now.
  const pricing =
    request.lockedCurrencySide === 'SENDING'
      ? priceOn(route, 'SENDING', request.lockedCurrencyAmount)
      : priceOn(route, 'RECEIVING', settlementAmount);
  if (!pricing.ok) return pricing;
  const expiresAt = demand.expiresAt ?? terms?.expiresAt ?? null;
  const invoiceSeconds = expiresAt === null ? 0 : (expiresAt - ctx.hostNow) / 1000;
  if (invoiceSeconds < LEAST_SECONDS) return unlike('the invoice has expired or expires too soon');
  return ok({
    request,
    pricing: pricing.value,
    receiving: receiving.value,
    rateBasis: route.rateBasis,
    invoiceSeconds,
    paymentHash: demand.paymentHash,
    uma: {
      lookupId: lookup.id,
      invoice: demand.text,
      ...(isOnChain && { settlement: { layer, asset, currency: settlement.currency, account: demand.account } }),
      settlementAmount,
      counterpartyFeeMsat: (agreement.fee * MSAT_PER_SAT) / settlement.precision,
      utxoCallback: agreement.utxoCallback,
      domain,
      payeeData: { UMA_ADDRESS: lookup.receiver, ...namedData(agreement.payeeData) },
    },
  });
}

/** Creates the agreed quote, and checks the records of this ledger again. */
export const openAgreedQuote =
  (ports: UmaQuotePorts) =>
  async (tx: Tx, ctx: Context, agreed: AgreedQuote): Promise<Result<Quote>> => {
    const { request, pricing, receiving, rateBasis, uma, invoiceSeconds, paymentHash } = agreed;
    const prepared = await prepare(ports, tx, ctx, request, choiceOf(uma));
    if (!prepared.ok) return prepared;
    const { route } = prepared.value;
    const seconds = Math.min(route.corridor.quoteSeconds, Math.floor(invoiceSeconds) - MARGIN_SECONDS);
    return openQuote(tx, ctx, ports.quotes, request, route, {
      pricing,
      exchangeRate: rateOf(receiving, pricing.converted),
      rateBasis,
      totalReceivingAmount: receiving,
      expiresAt: plusSeconds(ctx.now, seconds),
      uma,
      // The quote expires before the invoice, in host time.
      paymentRequest: paymentHash === null ? null : { key: lightningKey(paymentHash), expiresAt: null },
    });
  };

async function prepare(
  ports: UmaQuotePorts,
  reads: Reads,
  ctx: Context,
  request: QuoteRequest,
  choose: Choice,
): Promise<Result<Prepared>> {
  const wanted = request.destination;
  if (wanted.destinationType !== 'UMA_ADDRESS') return invalidFields([{ field: 'destination.destinationType' }]);
  const address = parseUmaAddress(wanted.umaAddress);
  if (address === null) return err('INVALID_UMA_ADDRESS', 'destination.umaAddress is not a UMA address');
  if (request.lookupId === undefined) {
    return invalidFields([{ field: 'lookupId', message: 'is required for a UMA address; look the address up first' }]);
  }
  const lookup = isId('Lookup', request.lookupId) ? await reads.get(LOOKUPS, request.lookupId) : null;
  if (lookup === null || !isUmaLookup(lookup) || lookup.expiresAt <= ctx.now)
    return err(
      'LOOKUP_REQUEST_NOT_FOUND',
      'no such lookup of a UMA address, or it has expired; look the address up again',
    );
  if (lookup.receiver !== address.address) {
    return invalidFields([{ field: 'destination.umaAddress', message: 'must be the address of the lookup' }]);
  }
  const allowed = await checkCounterparty(reads, ctx, blockListOf(ports), lookup.vasp, 'to');
  if (!allowed.ok) return allowed;
  const { currencies } = lookup.counterparty;
  const currency =
    wanted.currency === undefined ? currencies[0]! : currencies.find(({ code }) => code === wanted.currency);
  if (currency === undefined)
    return err('INVALID_CURRENCY', `the lookup does not offer ${wanted.currency}; use one of its currencies`);

  const payer = await reads.get(CUSTOMERS, lookup.customerId);
  if (payer === null || payer.isDeleted) return err('USER_NOT_FOUND');
  if (payer.umaAddress === lookup.receiver) return err('SELF_PAYMENT');
  const { environment } = splitTenant(ctx.tenant);
  const usable = usableFor(ports.settlements, environment, lookup.counterparty, currency);
  const common = ports.settlements.common(environment);
  const by = choose(usable, common);
  if (by === null)
    return err('NOT_IMPLEMENTED', 'this host can pay over no layer that the institution of the receiver accepts');
  const { settlement } = by;
  const destination: Destination = {
    destination: {
      destinationType: 'UMA_ADDRESS',
      umaAddress: lookup.receiver,
      currency: currency.code as CurrencyCode,
    },
    currency: currency.code as CurrencyCode,
    customerId: lookup.customerId,
    rail: settlement.rail.name,
    paymentRail: null,
    // The institution knows whom it pays, so no external account has to be verified.
    external: null,
    isVerified: true,
    settlementSeconds: settlement.rail.capabilities.settlementSeconds,
    request: null,
  };
  const route = await readRoute(
    reads,
    ctx,
    ports.quotes,
    request,
    await readPayingAccount(reads, request),
    destination,
    settlement.currency,
  );
  if (!route.ok) return route;
  if (route.value.source.pull !== null) {
    const message = 'must be an internal account: the invoice would expire before the money is collected';
    return invalidFields([{ field: 'source.accountId', message }]);
  }
  const platform = await ports.settings(reads, ctx);
  const { customerId } = route.value.source.payer;
  if (customerId !== payer.id && customerId !== platform.platformId) {
    return invalidFields([
      { field: 'source', message: 'must belong to the customer of the lookup, or to the platform' },
    ]);
  }
  if (customerId !== payer.id) {
    // The platform provides the money, but to the institution this customer is the payer.
    const ready = await readyCustomer(reads, platform, payer.id, [route.value.source.currency, destination.currency]);
    if (!ready.ok) return ready;
  }
  const payerData = payerDataFor(
    lookup.counterparty,
    payer,
    openNumbers(ports.sealer, payer),
    payerInformationIn(request),
  );
  if (!payerData.ok) return payerData;
  const hasInvoices = settlement !== common && usable.some((each) => each.settlement === common);
  return ok({ lookup, currency, route: route.value, payer, payerData: payerData.value, platform, by, hasInvoices });
}

/** The payer data given by the platform. The purpose may be a field of the quote, or part of `senderCustomerInfo`. */
function payerInformationIn({ senderCustomerInfo, purposeOfPayment }: QuoteRequest): Readonly<Record<string, unknown>> {
  return { ...senderCustomerInfo, PURPOSE_OF_PAYMENT: senderCustomerInfo?.['PURPOSE_OF_PAYMENT'] ?? purposeOfPayment };
}

/** The lookup has been counted towards the limit; only the block list is checked again. */
const blockListOf = ({ uma }: UmaQuotePorts) => uma.providers.map((provider) => ({ ...provider, hourlyLimit: null }));

/**
 * The amount that the other institution is asked for: the locked receiving amount, or the worth of the locked sending
 * amount.
 */
function askFor(
  route: Route,
  request: QuoteRequest,
  offered: OfferedCurrency,
  { precision }: Settlement,
): Result<LockedAmount> {
  if (request.lockedCurrencySide === 'RECEIVING') {
    const amount = request.lockedCurrencyAmount;
    return within(amount, offered.min, offered.max) ? ok({ side: 'RECEIVING', amount }) : beyond(offered);
  }
  const pricing = priceOn(route, 'SENDING', request.lockedCurrencyAmount);
  return pricing.ok ? ok({ side: 'SENDING', units: pricing.value.receiving * precision }) : pricing;
}

const within = (amount: bigint, min: bigint, max: bigint): boolean => amount >= min && amount <= max;
const beyond = ({ code, min, max }: Pick<OfferedCurrency, 'code' | 'min' | 'max'>) =>
  err(
    'AMOUNT_OUT_OF_RANGE',
    `the receiving amount must be from ${amountText(min, code)} to ${amountText(max, code)} (limits of the receiver)`,
  );
const unlike = (why: string) =>
  err('INVALID_PAYREQ_RESPONSE', `the answer of the institution does not match the request: ${why}`);

/** The amount that the receiver gets, after the answer has been checked: its currency, its amounts, and its demand. */
function agreedAmount(
  ports: UmaQuotePorts,
  asked: LockedAmount,
  majorVersion: number,
  currency: OfferedCurrency,
  agreement: Agreement,
  invoice: Demand,
  { precision }: Settlement,
): Result<bigint> {
  const { multiplier, fee } = agreement;
  if (agreement.currency !== currency.code) return unlike(`the currency is ${agreement.currency}`);
  if (fee < 0n || fee >= invoice.units) return unlike('the fee is not between zero and the amount of the invoice');
  if (invoice.units % precision !== 0n) return unlike('the invoice is not in whole satoshis');
  if (invoice.descriptionHash !== null && invoice.descriptionHash !== ports.digest.sha256(agreement.description)) {
    return unlike('the invoice belongs to another request');
  }
  if (asked.side === 'SENDING') {
    // Version 0 states amounts in whole units of the receiver's currency, so less than one unit may be left over.
    const spare = majorVersion === 0 ? mulDiv(1n, multiplier.num, multiplier.den, 'ceil') + precision : 0n;
    if (!within(invoice.units, asked.units - spare, asked.units)) return unlike('the invoice has another amount');
    const worth = convert(invoice.units - fee, multiplier);
    const receiving = agreement.receiving ?? worth;
    if (receiving <= 0n || abs(receiving - worth) > 1n) return unlike('the amounts do not match the rate');
    return within(receiving, currency.min, currency.max) ? ok(receiving) : beyond(currency);
  }
  if (agreement.receiving !== null && agreement.receiving !== asked.amount)
    return unlike('the receiving amount is another one');
  const due = mulDiv(asked.amount, multiplier.num, multiplier.den, 'ceil') + fee;
  const most = mulDiv(due, 1n, precision, 'ceil') * precision + precision;
  return within(invoice.units, due - precision, most) ? ok(asked.amount) : unlike('the invoice has another amount');
}

const convert = (units: bigint, { num, den }: Rate): bigint => mulDiv(units, den, num, 'floor');
const abs = (value: bigint): bigint => (value < 0n ? -value : value);
