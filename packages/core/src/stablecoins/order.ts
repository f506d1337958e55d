import {
  behaviourOf,
  type ExternalAccount,
  EXTERNAL_ACCOUNTS,
  type InternalAccount,
  INTERNAL_ACCOUNTS,
  paymentRequestOf,
  PLATFORM_OWNER,
  type RequestedPaymentPorts,
} from '../accounts/index.js';
import {
  type Context,
  type CurrencyCode,
  err,
  type FieldError,
  invalidFields,
  isId,
  ok,
  type Reads,
  type Result,
} from '../kernel/index.js';
import { decimalsOf, MAX_AMOUNT } from '../money/index.js';
import { mustBeTrusted } from '../sca/index.js';
import { readyCustomer } from '../transactions/index.js';
import { isWallet } from '../wallets/index.js';
import { usableLink } from './issuer.js';
import type { IssuerOrder, StablecoinPorts } from './ports.js';
import type { StablecoinProviderAccount } from './provider-account.js';
import { type Stablecoin, STABLECOINS } from './stablecoin.js';
import type { BurnRail, BurnSourceType, MintSourceType, StablecoinOperationType } from './vocabulary.js';

/** The request of a mint or burn. */
export interface OrderRequest {
  readonly operationType: StablecoinOperationType;
  /** Smallest units of the token. */
  readonly amount: bigint;
  readonly source: {
    readonly type: MintSourceType | BurnSourceType;
    readonly externalAccountId?: string | undefined;
    readonly accountId?: string | undefined;
    readonly sourceTokenIdentifier?: string | undefined;
    readonly cryptoNetwork?: string | undefined;
  };
  /** `rail` is set for burns. */
  readonly destination: { readonly accountId: string; readonly rail?: BurnRail | undefined };
  readonly description?: string | undefined;
}

export interface OrderInput {
  readonly stablecoinId: string;
  readonly request: OrderRequest;
}

/** The request as quotes and operations store it: missing values are null. */
export interface RecordedRequest extends Pick<OrderRequest, 'operationType' | 'amount'> {
  readonly source: {
    readonly type: MintSourceType | BurnSourceType;
    readonly externalAccountId: string | null;
    readonly accountId: string | null;
    readonly sourceTokenIdentifier: string | null;
    readonly cryptoNetwork: string | null;
  };
  readonly destination: { readonly accountId: string; readonly rail: BurnRail | null };
  readonly description: string | null;
}

export interface RecordedInput {
  readonly stablecoinId: string;
  readonly request: RecordedRequest;
}

export const recordedInput = ({ stablecoinId, request }: OrderInput): RecordedInput => {
  const { operationType, amount, source, destination, description } = request;
  return {
    stablecoinId,
    request: {
      operationType,
      amount,
      source: {
        type: source.type,
        externalAccountId: source.externalAccountId ?? null,
        accountId: source.accountId ?? null,
        sourceTokenIdentifier: source.sourceTokenIdentifier ?? null,
        cryptoNetwork: source.cryptoNetwork ?? null,
      },
      destination: { accountId: destination.accountId, rail: destination.rail ?? null },
      description: description ?? null,
    },
  };
};

/** A request with the records that it names. */
export interface Order {
  readonly coin: Stablecoin;
  readonly link: StablecoinProviderAccount;
  readonly request: RecordedRequest;
  readonly owner: string;
  /** The internal account that pays, and its amount in smallest units of the account currency; null if none pays. */
  readonly payer: { readonly account: InternalAccount; readonly amount: bigint } | null;
  readonly collectedFrom: ExternalAccount | null;
  readonly deliveredTo: ExternalAccount | null;
  /** In the form of the issuer port. */
  readonly order: IssuerOrder;
}

const NOT_AN_AMOUNT: FieldError = { field: 'amount', message: 'must be a positive whole number of smallest units' };

/** The field errors of a request that need no stored records. */
export const invalidInOrder = (_ctx: Context, { request }: OrderInput): readonly FieldError[] =>
  typeof request?.amount === 'bigint' && request.amount <= 0n ? [NOT_AN_AMOUNT] : [];

/**
 * Reads and checks the records of a request: an ENABLED token, an ACTIVE provider account, and accounts of one owner
 * who may move money. 400 INVALID_AMOUNT for zero and for a fraction of the smallest unit of the base currency; 400
 * AMOUNT_OUT_OF_RANGE; 404 REFERENCE_NOT_FOUND, also for accounts of different owners; 400 INVALID_CURRENCY; 409
 * CONFLICT for a token that is not ENABLED; 400 EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED; 403 USER_NOT_READY, also if a
 * regulated owner does not trust the external destination; 400 INVALID_INPUT for an Embedded Wallet, whose owner would
 * have to sign; the errors of `usableLink` and `readyCustomer`.
 */
export async function readOrder(
  reads: Reads,
  ctx: Context,
  ports: Pick<StablecoinPorts, 'settings' | 'accountChecks'>,
  { stablecoinId, request }: RecordedInput,
): Promise<Result<Order>> {
  if (request.amount <= 0n) return invalidFields([NOT_AN_AMOUNT], 'INVALID_AMOUNT');
  if (request.amount > MAX_AMOUNT) return err('AMOUNT_OUT_OF_RANGE');
  const coin = isId('Stablecoin', stablecoinId) ? await reads.get(STABLECOINS, stablecoinId) : null;
  if (coin === null) return err('REFERENCE_NOT_FOUND', 'no such stablecoin');
  const link = await usableLink(reads, coin.stablecoinProviderAccountId);
  if (!link.ok) return link;
  if (coin.svcOperationsStatus !== 'ENABLED')
    return err(
      'CONFLICT',
      `the stablecoin is ${coin.svcOperationsStatus}; try again when its svcOperationsStatus is ENABLED`,
    );
  const ends =
    request.operationType === 'MINT'
      ? await mintEnds(reads, ctx, ports, coin, request)
      : await burnEnds(reads, coin, request);
  if (!ends.ok) return ends;
  const { owner, from, to } = ends.value;
  const payer = payerOn(coin, request, from);
  if (!payer.ok) return payer;
  if (owner !== PLATFORM_OWNER) {
    const moved = [coin.baseCurrency, coin.currency].filter((code) => code !== null);
    const ready = await readyCustomer(reads, await ports.settings(reads, ctx), owner, moved);
    if (!ready.ok) return ready;
    const trusted = isOutside(to) ? mustBeTrusted(ready.value, to) : ok();
    if (!trusted.ok) return trusted;
  }
  return ok({
    coin,
    link: link.value,
    request,
    owner,
    payer: payer.value,
    collectedFrom: isOutside(from) ? from : null,
    deliveredTo: isOutside(to) ? to : null,
    order: issuerOrder(coin, request, from, to),
  });
}

type End = InternalAccount | ExternalAccount;

interface Ends {
  readonly owner: string;
  /** Where the money or the tokens come from; null for the balance at the issuer, or for an unknown outside payer. */
  readonly from: End | null;
  readonly to: End;
}

const isOutside = (end: End | null): end is ExternalAccount => end !== null && isId('ExternalAccount', end.id);

async function mintEnds(
  reads: Reads,
  ctx: Context,
  ports: RequestedPaymentPorts,
  coin: Stablecoin,
  { source, destination }: RecordedRequest,
): Promise<Result<Ends>> {
  const to: Result<End> = isId('InternalAccount', destination.accountId)
    ? await internalEnd(reads, destination.accountId, coin.currency)
    : await walletEnd(reads, ctx, ports, destination.accountId, coin);
  if (!to.ok) return to;
  if ('privateEnabled' in to.value && to.value.status === 'CLOSED')
    return err('USER_NOT_READY', 'the account is closed');
  let from: Result<End | null> = ok(null);
  if (source.accountId !== null) from = await internalEnd(reads, source.accountId, coin.baseCurrency);
  else if (source.externalAccountId !== null)
    from = await bankEnd(reads, source.externalAccountId, coin, 'fundingSource');
  return from.ok ? sameOwner(from.value, to.value) : from;
}

async function burnEnds(
  reads: Reads,
  coin: Stablecoin,
  { source, destination }: RecordedRequest,
): Promise<Result<Ends>> {
  const to = await bankEnd(reads, destination.accountId, coin, 'destination');
  if (!to.ok) return to;
  if (source.accountId === null) return sameOwner(null, to.value);
  const from = await internalEnd(reads, source.accountId, coin.currency);
  return from.ok ? sameOwner(from.value, to.value) : from;
}

function sameOwner(from: End | null, to: End): Result<Ends> {
  if (from !== null && from.owner !== to.owner) {
    return err('REFERENCE_NOT_FOUND', 'source and destination must belong to the same owner');
  }
  return ok({ owner: to.owner, from, to });
}

async function internalEnd(reads: Reads, id: string, currency: CurrencyCode | null): Promise<Result<InternalAccount>> {
  const account = await reads.get(INTERNAL_ACCOUNTS, id);
  if (account === null) return err('REFERENCE_NOT_FOUND', 'no such internal account');
  if (currency === null)
    return err('INVALID_CURRENCY', 'internal accounts cannot hold this stablecoin; use an external account');
  if (account.currency !== currency) {
    return err('INVALID_CURRENCY', `the internal account is in ${account.currency}; name an account in ${currency}`);
  }
  return ok(account);
}

async function externalEnd(reads: Reads, id: string): Promise<Result<ExternalAccount>> {
  const account = await reads.get(EXTERNAL_ACCOUNTS, id);
  if (account === null || account.isDeleted) return err('REFERENCE_NOT_FOUND', 'no such external account');
  return account.status === 'ACTIVE' ? ok(account) : err('EXTERNAL_ACCOUNT_VERIFICATION_REQUIRED');
}

/** A bank account in the base currency. */
async function bankEnd(
  reads: Reads,
  id: string,
  { baseCurrency }: Stablecoin,
  field: 'fundingSource' | 'destination',
): Promise<Result<ExternalAccount>> {
  const account = await externalEnd(reads, id);
  if (!account.ok) return account;
  const { currency, accountInfo } = account.value;
  if (currency !== baseCurrency)
    return err('INVALID_CURRENCY', `the external account is in ${currency}; name an account in ${baseCurrency}`);
  if (behaviourOf(accountInfo.accountType).kind === 'bank') return account;
  return invalidFields([{ field: `${field}.externalAccountId`, message: 'must be a bank account' }]);
}

/** A wallet on the token's network. An invoice is not one: an issuer delivers to wallets, and would pay it by no terms. */
async function walletEnd(
  reads: Reads,
  ctx: Context,
  ports: RequestedPaymentPorts,
  id: string,
  coin: Stablecoin,
): Promise<Result<ExternalAccount>> {
  const account = await externalEnd(reads, id);
  if (!account.ok) return account;
  const { currency, accountInfo } = account.value;
  if (behaviourOf(accountInfo.accountType).network !== coin.network) {
    return invalidFields([{ field: 'destination.accountId', message: `must be a wallet on ${coin.network}` }]);
  }
  if (paymentRequestOf(ports, ctx, account.value) !== null) {
    return invalidFields([{ field: 'destination.accountId', message: 'must be a wallet, not an invoice' }]);
  }
  if (coin.currency === null || coin.currency === currency) return account;
  return err('INVALID_CURRENCY', `the external account is in ${currency}; name an account in ${coin.currency}`);
}

/** The value of a token amount in smallest units of its base currency; null if it is not a whole number. */
function inBaseUnits({ baseCurrency, decimals }: Stablecoin, amount: bigint): bigint | null {
  const finer = decimals - decimalsOf(baseCurrency);
  if (finer <= 0) return amount * 10n ** BigInt(-finer);
  const unit = 10n ** BigInt(finer);
  return amount % unit === 0n ? amount / unit : null;
}

/**
 * The value of a token amount in smallest units of its base currency. 400 INVALID_AMOUNT if it is not a whole number;
 * 400 AMOUNT_OUT_OF_RANGE.
 */
export function baseAmount(coin: Stablecoin, amount: bigint): Result<bigint> {
  const worth = inBaseUnits(coin, amount);
  if (worth === null) {
    const message = `must be a whole number of smallest units of ${coin.baseCurrency}`;
    return invalidFields([{ field: 'amount', message }], 'INVALID_AMOUNT');
  }
  return worth > MAX_AMOUNT ? err('AMOUNT_OUT_OF_RANGE') : ok(worth);
}

function payerOn(
  coin: Stablecoin,
  { operationType, amount, source }: RecordedRequest,
  from: End | null,
): Result<Order['payer']> {
  const isSwap = operationType === 'MINT' && source.type === 'PROVIDER_INTERNAL_BALANCE';
  const worth = isSwap ? ok(amount) : baseAmount(coin, amount);
  if (!worth.ok) return worth;
  if (from === null || isOutside(from)) return ok(null);
  if (isWallet(from)) {
    const field = operationType === 'MINT' ? 'fundingSource.accountId' : 'source.accountId';
    return invalidFields([
      {
        field,
        message: 'cannot be an Embedded Wallet, whose owner signs each payment; pay from a wallet with a quote',
      },
    ]);
  }
  if (from.status !== 'ACTIVE') return err('USER_NOT_READY', `the source account is ${from.status}`);
  return ok({ account: from, amount: operationType === 'MINT' ? worth.value : amount });
}

/** The order in the form of the issuer port; the same in every call. */
export const issuerOrder = (
  coin: Stablecoin,
  {
    operationType,
    amount,
    source,
    destination,
  }: Pick<RecordedRequest, 'operationType' | 'amount' | 'source' | 'destination'>,
  from: End | null,
  to: End | null,
): IssuerOrder => ({
  operationType,
  token: {
    providerTokenIdentifier: coin.providerTokenIdentifier,
    networkTokenIdentifier: coin.networkTokenIdentifier,
    network: coin.network,
    decimals: coin.decimals,
    baseCurrency: coin.baseCurrency,
  },
  amount,
  source: {
    type: source.type,
    account: isOutside(from) ? from.accountInfo : null,
    sourceTokenIdentifier: source.sourceTokenIdentifier,
    cryptoNetwork: source.cryptoNetwork,
  },
  destination: { account: isOutside(to) ? to.accountInfo : null, rail: destination.rail },
});
