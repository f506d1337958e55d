import { type Customer, CUSTOMERS, openNumbers } from '../customers/index.js';
import {
  type Context,
  type CurrencyCode,
  type Digest,
  err,
  type Id,
  invalidFields,
  isId,
  ok,
  plusSeconds,
  type Reads,
  type Result,
  type Sealer,
  type Tx,
} from '../kernel/index.js';
import { mulDiv, type Pricing, type Rate, rateOf } from '../money/index.js';
import type { Platform } from '../platforms/index.js';
import {
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
  SETTLEMENT_CURRENCY,
  type UmaTerms,
} from '../quotes/index.js';
import { readyCustomer } from '../transactions/index.js';
import { type UmaLookUpPorts, signingDomain } from './look-up.js';
import { namedData, payerDataFor, travelRuleOf } from './payer-data.js';
import type { Agreement, Invoice, LockedAmount, OfferedCurrency } from './ports.js';
import { checkCounterparty } from './providers.js';
import { isUmaLookup, type UmaLookup } from './records.js';
import { MSAT_PER_SAT, toSatoshis } from './satoshis.js';
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
}

interface Prepared {
  readonly lookup: UmaLookup;
  readonly currency: OfferedCurrency;
  readonly route: Route;
  readonly payer: Customer;
  readonly payerData: Readonly<Record<string, unknown>>;
  readonly platform: Platform;
}

const SETTLEMENT_SECONDS = 5;
/** An invoice that expires in fewer seconds than this is not accepted. */
const LEAST_SECONDS = 15;
/** A quote expires before its invoice, so a quote executed at the last moment can still be paid. */
const MARGIN_SECONDS = 10;

/**
 * Agrees on a payment with the other institution: it makes an invoice for the locked receiving amount, or for what the
 * locked sending amount is worth. Nothing is held until the quote is executed.
 * 404 LOOKUP_REQUEST_NOT_FOUND, 400 SELF_PAYMENT, MISSING_MANDATORY_USER_INFO, AMOUNT_OUT_OF_RANGE, the errors of other
 * quotes, and the codes for failures of the institution.
 */
export const agreeOnQuote =
  (ports: UmaQuotePorts) =>
  async (ctx: Context, request: QuoteRequest): Promise<Result<AgreedQuote>> => {
    const { protocol, settlement } = ports.uma;
    const prepared = await ports.units.read(ctx.tenant, (reads) => prepare(ports, reads, ctx, request));
    if (!prepared.ok) return prepared;
    const { lookup, currency, route, payer, payerData, platform } = prepared.value;
    const offer = lookup.counterparty;
    const asked = askFor(route, request, currency);
    if (!asked.ok) return asked;
    if (asked.value.side === 'SENDING' && !within(asked.value.msat, offer.minMsat, offer.maxMsat)) {
      return err('AMOUNT_OUT_OF_RANGE', 'the amount is outside the limits of the receiver');
    }

    const domain = signingDomain(platform, ports.publicAuthority, payer.umaAddress);
    const keys = await ports.peers.keys(lookup.vasp);
    if (!keys.ok) return keys;
    const answered = await protocol.requestPayment({
      signer: await ports.keys.signer(domain),
      offer,
      keys: keys.value,
      currency,
      amount: asked.value,
      payer: payer.umaAddress,
      payerData,
      travelRule: offer.isSubjectToTravelRule ? travelRuleOf(payer, lookup.receiver) : null,
      utxoCallback: `${originOf(domain)}/uma/utxos/${lookup.id.slice(lookup.id.indexOf(':') + 1)}`,
    });
    if (!answered.ok) return answered;
    const { agreement, signed } = answered.value;
    if (signed !== null) {
      const verified = await ports.peers.verify({ ...signed, vasp: lookup.vasp });
      if (!verified.ok) return verified;
    }
    const invoice = await settlement.read(agreement.invoice);
    if (invoice === null) return unlike('the invoice cannot be read');
    const receiving = agreedAmount(ports, asked.value, offer.majorVersion, currency, agreement, invoice);
    if (!receiving.ok) return receiving;

    const satoshis = invoice.msat / MSAT_PER_SAT;
    // A locked sending amount was priced before; a locked receiving amount is priced by its invoice now.
    const pricing =
      request.lockedCurrencySide === 'SENDING'
        ? priceOn(route, 'SENDING', request.lockedCurrencyAmount)
        : priceOn(route, 'RECEIVING', satoshis);
    if (!pricing.ok) return pricing;
    const invoiceSeconds = (invoice.expiresAt - ctx.hostNow) / 1000;
    if (invoiceSeconds < LEAST_SECONDS) return unlike('the invoice has expired or expires too soon');
    return ok({
      request,
      pricing: pricing.value,
      receiving: receiving.value,
      rateBasis: route.rateBasis,
      invoiceSeconds,
      uma: {
        lookupId: lookup.id,
        invoice: invoice.text,
        settlementAmount: satoshis,
        counterpartyFeeMsat: agreement.feeMsat,
        utxoCallback: agreement.utxoCallback,
        domain,
        payeeData: { UMA_ADDRESS: lookup.receiver, ...namedData(agreement.payeeData) },
      },
    });
  };

/** Creates the agreed quote, and checks the records of this ledger again. */
export const openAgreedQuote =
  (ports: UmaQuotePorts) =>
  async (tx: Tx, ctx: Context, agreed: AgreedQuote, reservedId?: Id<'Quote'>): Promise<Result<Quote>> => {
    const { request, pricing, receiving, rateBasis, uma, invoiceSeconds } = agreed;
    const prepared = await prepare(ports, tx, ctx, request);
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
      ...(reservedId !== undefined && { reservedId }),
    });
  };

async function prepare(
  ports: UmaQuotePorts,
  reads: Reads,
  ctx: Context,
  request: QuoteRequest,
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
  const destination: Destination = {
    destination: {
      destinationType: 'UMA_ADDRESS',
      umaAddress: lookup.receiver,
      currency: currency.code as CurrencyCode,
    },
    currency: currency.code as CurrencyCode,
    customerId: lookup.customerId,
    rail: ports.uma.settlement.rail.name,
    paymentRail: null,
    // The institution knows whom it pays, so no external account has to be verified.
    isVerified: true,
    settlementSeconds: SETTLEMENT_SECONDS,
  };
  const route = await readRoute(
    reads,
    ctx,
    ports.quotes,
    request,
    await readPayingAccount(reads, request),
    destination,
    SETTLEMENT_CURRENCY,
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
  return ok({ lookup, currency, route: route.value, payer, payerData: payerData.value, platform });
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
function askFor(route: Route, request: QuoteRequest, { min, max }: OfferedCurrency): Result<LockedAmount> {
  if (request.lockedCurrencySide === 'RECEIVING') {
    const amount = request.lockedCurrencyAmount;
    return within(amount, min, max) ? ok({ side: 'RECEIVING', amount }) : beyond({ min, max });
  }
  const pricing = priceOn(route, 'SENDING', request.lockedCurrencyAmount);
  return pricing.ok ? ok({ side: 'SENDING', msat: pricing.value.receiving * MSAT_PER_SAT }) : pricing;
}

const within = (amount: bigint, min: bigint, max: bigint): boolean => amount >= min && amount <= max;
const beyond = ({ min, max }: Pick<OfferedCurrency, 'min' | 'max'>) =>
  err('AMOUNT_OUT_OF_RANGE', `the receiving amount must be ${min} to ${max} (limits of the receiver)`);
const unlike = (why: string) =>
  err('INVALID_PAYREQ_RESPONSE', `the answer of the institution does not match the request: ${why}`);

/** The amount that the receiver gets, after the answer has been checked: its currency, its amounts, and its invoice. */
function agreedAmount(
  ports: UmaQuotePorts,
  asked: LockedAmount,
  majorVersion: number,
  currency: OfferedCurrency,
  agreement: Agreement,
  invoice: Invoice,
): Result<bigint> {
  const { multiplier, feeMsat } = agreement;
  if (agreement.currency !== currency.code) return unlike(`the currency is ${agreement.currency}`);
  if (feeMsat < 0n || feeMsat >= invoice.msat)
    return unlike('the fee is not between zero and the amount of the invoice');
  if (invoice.msat % MSAT_PER_SAT !== 0n) return unlike('the invoice is not in whole satoshis');
  if (invoice.descriptionHash !== null && invoice.descriptionHash !== ports.digest.sha256(agreement.description)) {
    return unlike('the invoice belongs to another request');
  }
  if (asked.side === 'SENDING') {
    // Version 0 states amounts in whole units of the receiver's currency, so less than one unit may be left over.
    const spare = majorVersion === 0 ? mulDiv(1n, multiplier.num, multiplier.den, 'ceil') + MSAT_PER_SAT : 0n;
    if (!within(invoice.msat, asked.msat - spare, asked.msat)) return unlike('the invoice has another amount');
    const worth = convert(invoice.msat - feeMsat, multiplier);
    const receiving = agreement.receiving ?? worth;
    if (receiving <= 0n || abs(receiving - worth) > 1n) return unlike('the amounts do not match the rate');
    return within(receiving, currency.min, currency.max) ? ok(receiving) : beyond(currency);
  }
  if (agreement.receiving !== null && agreement.receiving !== asked.amount)
    return unlike('the receiving amount is another one');
  const due = mulDiv(asked.amount, multiplier.num, multiplier.den, 'ceil') + feeMsat;
  const most = toSatoshis(due) * MSAT_PER_SAT + MSAT_PER_SAT;
  return within(invoice.msat, due - MSAT_PER_SAT, most) ? ok(asked.amount) : unlike('the invoice has another amount');
}

const convert = (msat: bigint, { num, den }: Rate): bigint => mulDiv(msat, den, num, 'floor');
const abs = (value: bigint): bigint => (value < 0n ? -value : value);
