import {
  accountsOf,
  type Delivering,
  type ExternalAccount,
  getExternalAccount,
  faultNow,
  paymentRailOf,
  paymentRequestOf,
  RailUnavailable,
  type RequestedPayment,
  type RequestedPaymentPorts,
  type Rails,
  payableNow,
  routePayout,
} from '../accounts/index.js';
import { findNamedCustomer, partyKey, type Settings } from '../customers/index.js';
import {
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
  type Reads,
  type Result,
  splitTenant,
  type UnitOfWork,
} from '../kernel/index.js';
import { decimalsOf, lessSpread, MAX_AMOUNT, mulDiv, priceFixedSending, type Rate, rateOf } from '../money/index.js';
import { currencyLimits, type Platform } from '../platforms/index.js';
import { type CorridorsInForce, type CorridorTerms, feeSchedule, type RateBook } from '../rates/index.js';
import { isSpent, SPENT } from '../transactions/index.js';
import { type CurrencyPreference, type Lookup, LOOKUP_SECONDS, LOOKUPS } from './lookup.js';

/** The receiver to look up, and the sender; without a sender, the platform itself pays. */
export interface LookupAccount {
  readonly accountId: string;
  readonly customerId?: string | undefined;
  readonly senderUmaAddress?: string | undefined;
}

export interface LookupPorts extends RequestedPaymentPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly rails: Rails;
  readonly rates: RateBook;
  readonly settings: Settings;
  readonly corridors: CorridorsInForce;
}

interface Asked {
  readonly account: ExternalAccount;
  readonly rail: Delivering;
  readonly customerId: string | null;
  readonly preference: CurrencyPreference;
  readonly platform: Platform;
}

/**
 * Looks up an external account for a payment: asks its rail between two units of work, and stores the result for ten
 * minutes. Errors: 404 REFERENCE_NOT_FOUND, 404 USER_NOT_FOUND for the sender, 400 INVALID_INPUT for a `customerId` of
 * another kind, 400 EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED, 400 LOOKUP_REQUEST_FAILED if the rail does not answer or
 * fails, 400 INVALID_RECEIVER if it cannot pay the account, or the account holds an invoice that has expired or is paid, 400 QUOTE_REQUEST_FAILED without a rate, 501 NOT_IMPLEMENTED
 * without a rail or a rate source.
 */
export function lookUpAccount(ports: LookupPorts): (ctx: Context, input: LookupAccount) => Promise<Result<Lookup>> {
  return async (ctx, input) => {
    const asked = await ports.units.read(ctx.tenant, (reads) => prepare(reads, ctx, ports, input));
    if (!asked.ok) return asked;
    const { account, rail } = asked.value;
    try {
      const found = await rail.payouts.lookUp(account.accountInfo, account.currency);
      if (found === 'unreachable') return err('INVALID_RECEIVER');
    } catch (cause) {
      if (cause instanceof RailUnavailable) {
        return err('LOOKUP_REQUEST_FAILED', 'the rail did not answer or failed; look the account up again');
      }
      throw cause;
    }
    return ports.units.run(ctx.tenant, async (tx) => {
      const { customerId, preference, platform } = asked.value;
      const lookup: Lookup = {
        receiverType: 'EXTERNAL_ACCOUNT',
        receiver: account.id,
        customerId,
        expiresAt: plusSeconds(ctx.now, LOOKUP_SECONDS),
        supportedCurrencies: [preference],
        requiredPayerDataFields: fieldsFor(platform, account.currency),
        vasp: null,
        counterparty: null,
        ...newRecord(ports.ids.next('Lookup'), ctx),
      };
      tx.add(LOOKUPS, lookup);
      return ok(lookup);
    });
  };
}

async function prepare(reads: Reads, ctx: Context, ports: LookupPorts, input: LookupAccount): Promise<Result<Asked>> {
  const account = await getExternalAccount(reads, ctx, { id: input.accountId });
  if (!account.ok) return account;
  const sender = await senderOf(reads, input);
  if (!sender.ok) return sender;
  const platform = await ports.settings(reads, ctx);
  const sending = await sendingCurrency(reads, sender.value, account.value.currency);
  const { currency, accountInfo } = account.value;
  const route = routePayout(ports.rails, ctx, account.value, null);
  if (!route.ok) return route;
  const asked = paymentRequestOf(ports, ctx, account.value);
  const obstacle = await obstacleOf(reads, ctx, asked);
  if (obstacle !== null) return err('INVALID_RECEIVER', obstacle);
  if (!payableNow(route.value, ctx, account.value, null).ok) return err('INVALID_RECEIVER');
  const corridors = await ports.corridors(reads, ctx);
  if (!corridors.ok) return corridors;
  const terms = corridors.value.terms(sending, currency, paymentRailOf(route.value, accountInfo, null));
  const preference = preferenceOf(ctx, ports, platform, terms, sending, currency);
  if (!preference.ok) return preference;
  return ok({
    account: account.value,
    rail: route.value,
    customerId: sender.value,
    preference: withAmount(preference.value, asked),
    platform,
  });
}

/** Why the invoice or offer in the account cannot be paid now; null if it can, or if the account holds none. */
async function obstacleOf(reads: Reads, ctx: Context, asked: RequestedPayment | null): Promise<string | null> {
  const fault = asked === null ? null : faultNow(ctx, asked);
  if (fault !== null) return `the lookup ${fault}`;
  return (await isSpent(reads, asked)) ? SPENT : null;
}

/** An invoice or offer with an amount takes that amount only; one for several items at least that amount. */
const withAmount = (preference: CurrencyPreference, asked: RequestedPayment | null): CurrencyPreference => {
  const amount = asked?.amount ?? null;
  if (amount === null) return preference;
  return { ...preference, min: amount, max: asked!.isPerItem ? larger(preference.max, amount) : amount };
};

async function senderOf(reads: Reads, input: LookupAccount): Promise<Result<Id<'Customer'> | null>> {
  const { customerId } = input;
  const senderUmaAddress = input.senderUmaAddress === undefined ? undefined : partyKey(input.senderUmaAddress);
  if (customerId !== undefined && !isId('Customer', customerId)) {
    return invalidFields([{ field: 'customerId', message: 'must be the id of a customer' }]);
  }
  if (customerId === undefined && senderUmaAddress === undefined) return ok(null);
  const named = await findNamedCustomer(reads, customerId, senderUmaAddress);
  return named.ok ? ok(named.value.id) : named;
}

/**
 * The currency that the sender would pay in: the first of its accounts that needs a conversion, else the receiver's.
 */
async function sendingCurrency(
  reads: Reads,
  sender: Id<'Customer'> | null,
  receiving: CurrencyCode,
): Promise<CurrencyCode> {
  const accounts = await accountsOf(reads, sender);
  return accounts.find(({ currency }) => currency !== receiving)?.currency ?? receiving;
}

/** The limits of the platform's currencies and of the corridor, in the receiving currency, as a quote applies them. */
function preferenceOf(
  ctx: Context,
  ports: LookupPorts,
  platform: Platform,
  terms: CorridorTerms,
  sending: CurrencyCode,
  receiving: CurrencyCode,
): Result<CurrencyPreference> {
  const limits = currencyLimits(platform, sending);
  const least = larger(limits?.minAmount ?? 1n, terms.minAmount);
  const most = smaller(smaller(limits?.maxAmount ?? MAX_AMOUNT, terms.maxAmount), terms.transactionCap ?? MAX_AMOUNT);
  const receivable = currencyLimits(platform, receiving);
  const bounds = (min: bigint, max: bigint) => {
    const upper = larger(smaller(max, receivable?.maxAmount ?? MAX_AMOUNT), 1n);
    return { min: smaller(larger(min, receivable?.minAmount ?? 1n), upper), max: upper };
  };
  if (sending === receiving) {
    return ok({ currency: receiving, estimatedExchangeRate: rateOf(1n, 1n), ...bounds(larger(least, 1n), most) });
  }
  const mid = ports.rates.mid(splitTenant(ctx.tenant).environment, sending, receiving);
  if (!mid.ok) return mid;
  const rate = lessSpread(mid.value.rate, terms.spread);
  const fees = feeSchedule(platform, terms.serviceFee, sending);
  const priced = fees.ok ? priceFixedSending(most, rate, fees.value) : fees;
  const max = priced.ok && priced.value.receiving < MAX_AMOUNT ? priced.value.receiving : MAX_AMOUNT;
  const min = larger(mulDiv(least, rate.num, rate.den, 'ceil'), 1n);
  return ok({
    currency: receiving,
    estimatedExchangeRate: inMajorUnits(rate, sending, receiving),
    ...bounds(min, max),
  });
}

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function inMajorUnits(rate: Rate, from: CurrencyCode, to: CurrencyCode): Rate {
  return rateOf(rate.num * 10n ** BigInt(decimalsOf(from)), rate.den * 10n ** BigInt(decimalsOf(to)));
}

/** The fields that a quote in the currency requires of its customer (`MISSING_MANDATORY_USER_INFO`). */
const fieldsFor = (platform: Platform, receiving: CurrencyCode): Lookup['requiredPayerDataFields'] => {
  const currency = currencyLimits(platform, receiving);
  return (currency?.providerRequiredCustomerFields ?? []).map((name) => ({ name, mandatory: true }));
};
