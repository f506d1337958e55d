import { accountsOf, EXTERNAL_ACCOUNTS, type InternalAccount } from '../accounts/index.js';
import { type Customer, CUSTOMERS, heldAddress, standsFor } from '../customers/index.js';
import {
  type CurrencyCode,
  err,
  type Environment,
  MAX_LIMIT,
  ok,
  type Reads,
  type Result,
  type UnitOfWork,
} from '../kernel/index.js';
import { currency as registered, wireCurrency } from '../money/index.js';
import { currencyLimits, type Platform } from '../platforms/index.js';
import { SETTLEMENT_CURRENCY } from '../quotes/index.js';
import type { RateBook } from '../rates/index.js';
import type { DataField, OfferedCurrency } from './ports.js';
import { keyOf } from './payer-data.js';
import { MSAT_PER_SAT } from './satoshis.js';
import { multiplierOf } from './settlements.js';
import { parseUmaAddress } from './uma-address.js';

export interface ReceiverPorts {
  readonly units: UnitOfWork;
  readonly rates: RateBook;
  readonly listTenants: () => Promise<readonly Platform[]>;
  readonly publicAuthority: string;
}

/** A customer that another institution wants to pay. */
export interface Payee {
  readonly platform: Platform;
  readonly customer: Customer;
  readonly address: string;
}

/**
 * The platforms that use a domain, in one environment or in both, oldest first; empty if the domain does not belong to
 * this host.
 */
export async function platformsAt(
  ports: ReceiverPorts,
  domain: string,
  within: Environment | null = null,
): Promise<readonly Platform[]> {
  const all = await ports.listTenants();
  return all.filter(
    (platform) =>
      (within === null || platform.environment === within) && standsFor(domain, platform, ports.publicAuthority),
  );
}

/**
 * The customer with an address of this host, on a platform that uses the domain of the address, in the first of these
 * environments that has one. 404 UMA_NOT_FOUND; 400 INVALID_RECEIVER if the address had a customer who can no longer receive.
 * `within` hides the customers of the other environment.
 */
export async function findPayee(
  ports: ReceiverPorts,
  address: string,
  environments: readonly Environment[],
  within: Environment | null = null,
): Promise<Result<Payee>> {
  const parsed = parseUmaAddress(address);
  if (parsed === null) return err('UMA_NOT_FOUND');
  const platforms = await platformsAt(ports, parsed.domain, within);
  for (const environment of environments) {
    const held = await ports.units.read(null, (reads) => heldAddress(reads, environment, parsed.address));
    const platform = platforms.find(({ id }) => id === held?.tenant);
    if (held === null || platform === undefined) continue;
    const customer = await ports.units.read(platform.id, (reads) => reads.get(CUSTOMERS, held.customerId));
    if (customer !== null) return ok({ platform, customer, address: parsed.address });
  }
  return err((await wasThere(ports, platforms, parsed.address)) ? 'INVALID_RECEIVER' : 'UMA_NOT_FOUND');
}

/** Whether one of the platforms has or had a customer with this UMA address. */
async function wasThere(ports: ReceiverPorts, platforms: readonly Platform[], umaAddress: string): Promise<boolean> {
  const query = { where: { umaAddress }, order: 'desc', limit: 1, counted: false } as const;
  for (const { id } of platforms) {
    const { rows } = await ports.units.read(id, (reads) => reads.list(CUSTOMERS, query));
    if (rows.length > 0) return true;
  }
  return false;
}

/** INVALID_RECEIVER for a customer who may not receive now. */
export function checkReceives({ customer, platform }: Payee): Result<void> {
  if (customer.isDeleted || customer.kycStatus !== 'APPROVED') return err('INVALID_RECEIVER');
  if (customer.blockedAs !== null || platform.blockedAs !== null) return err('INVALID_RECEIVER');
  if (platform.requiresEndUserTerms && customer.endUserTermsConsent === null) return err('INVALID_RECEIVER');
  return ok();
}

/** An account that can receive, with the price of its currency. */
export interface Receivable {
  readonly account: InternalAccount;
  readonly currency: OfferedCurrency;
}

/** The customer's accounts in order of preference: first the currency of the default deposit account. */
export async function receivables(
  ports: Pick<ReceiverPorts, 'rates'>,
  reads: Reads,
  { platform, customer }: Pick<Payee, 'platform' | 'customer'>,
): Promise<Result<readonly Receivable[]>> {
  const preferred = await preferredCurrency(reads, customer);
  const accounts = (await accountsOf(reads, customer.id)).filter(
    ({ status, type }) => status !== 'CLOSED' && type !== 'EMBEDDED_WALLET',
  );
  const found: Receivable[] = [];
  for (const account of accounts) {
    const limits = currencyLimits(platform, account.currency);
    if (limits === undefined || !limits.enabledTransactionTypes.includes('INCOMING')) continue;
    const priced = multiplierOf(ports.rates, platform.environment, account.currency, BITCOIN);
    if (!priced.ok) continue;
    const { decimals } = registered(account.currency)!;
    const { name, symbol } = wireCurrency(account.currency);
    const { minAmount, maxAmount } = limits;
    const min = minAmount > 0n ? minAmount : 1n;
    found.push({
      account,
      currency: { code: account.currency, name, symbol, decimals, multiplier: priced.value, min, max: maxAmount },
    });
  }
  const rank = (code: string): number => {
    const place = customer.currencies.indexOf(code as CurrencyCode);
    return code === preferred ? -1 : place < 0 ? customer.currencies.length : place;
  };
  found.sort((a, b) => rank(a.currency.code) - rank(b.currency.code));
  return found.length > 0 ? ok(found) : err('INVALID_RECEIVER', 'the receiver has no account that can receive');
}

async function preferredCurrency(reads: Reads, customer: Customer): Promise<CurrencyCode | null> {
  const { rows } = await reads.list(EXTERNAL_ACCOUNTS, {
    where: { owner: customer.id },
    order: 'desc',
    limit: MAX_LIMIT,
    counted: false,
  });
  return (
    rows.find(({ defaultUmaDepositAccount, isDeleted }) => defaultUmaDepositAccount && !isDeleted)?.currency ?? null
  );
}

/** The protocol states the price of each currency in thousandths of a satoshi, also on a host that is not paid in bitcoin. */
const BITCOIN = { currency: SETTLEMENT_CURRENCY, precision: MSAT_PER_SAT };

/** The payer data that the platform requests, over all of its incoming currencies. */
export function payerDataAsked({ supportedCurrencies }: Platform): readonly DataField[] {
  const asked = new Map<string, boolean>();
  for (const { enabledTransactionTypes, requiredCounterpartyFields } of supportedCurrencies) {
    if (!enabledTransactionTypes.includes('INCOMING')) continue;
    for (const { name, mandatory } of requiredCounterpartyFields) {
      asked.set(keyOf(name), mandatory || asked.get(keyOf(name)) === true);
    }
  }
  return [...asked].map(([key, mandatory]) => ({ key, mandatory }));
}

export const metadataOf = (address: string): string =>
  JSON.stringify([
    ['text/plain', `Pay ${address}`],
    ['text/identifier', address],
  ]);
