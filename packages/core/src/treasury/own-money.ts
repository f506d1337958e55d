import {
  type Context,
  type CurrencyCode,
  type Environment,
  houseTenant,
  splitTenant,
  type Tx,
} from '../kernel/index.js';
import { accountClass, chart, checkpoint, type Line, type Position, standingOf } from '../ledger/index.js';

/** The service's own money in one currency of an environment, in smallest units. */
export interface OwnMoney {
  readonly environment: Environment;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
}

/** The service's own money: what its owners put in, and what it has earned and lost. */
const isOwn = ({ account }: Pick<Position, 'account'>): boolean => standingOf(account) === 'OWN';

/** Where more of the service's own money was spent than it had: customers' money makes up the difference. */
export function shortfalls(positions: readonly Position[]): readonly OwnMoney[] {
  const sums = new Map<string, OwnMoney>();
  for (const { environment, currency, balance } of positions.filter(isOwn)) {
    const key = `${environment}/${currency}`;
    sums.set(key, { environment, currency, amount: (sums.get(key)?.amount ?? 0n) + balance });
  }
  return [...sums.values()].filter(({ amount }) => amount < 0n);
}

/** What decides about the service's own money in one currency of an environment, in smallest units. */
export interface Funds {
  /** Its own money. */
  readonly own: bigint;
  /** What conversions of payments have left in `fx`; negative if the service has yet to buy it. */
  readonly converted: bigint;
  /** What trades by hand have added to `fx`; negative if they sold more than they bought. */
  readonly traded: bigint;
}

/** The accounts of the house tenant from which bookings by hand take money. */
const TAKEN: readonly string[] = ['own-funds', 'bank-charges', 'fx'];

/** The funds of the trial balance, apart from what bookings by hand took; `traded` is 0. */
export function fundsBesides(
  positions: readonly Position[],
  of: { readonly environment: Environment; readonly currency: string },
): Funds {
  const here = positions
    .filter(({ environment, currency }) => environment === of.environment && currency === of.currency)
    .filter(({ tenant, account }) => tenant !== houseTenant(of.environment) || !TAKEN.includes(account));
  const sum = (found: readonly Position[]): bigint => found.reduce((total, { balance }) => total + balance, 0n);
  return { own: sum(here.filter(isOwn)), converted: sum(here.filter(({ account }) => account === 'fx')), traded: 0n };
}

/** The funds now. Concurrent units that read them conflict, so that two bookings cannot both find the same money. */
async function fundsNow(tx: Tx, ctx: Context, besides: Funds, currency: CurrencyCode): Promise<Funds> {
  const { environment } = splitTenant(ctx.tenant);
  const { ownFunds, bankCharges, fx } = chart;
  const [funds, charges, traded] = [
    await checkpoint(tx, ctx, ownFunds(environment, currency)),
    await checkpoint(tx, ctx, bankCharges(environment, currency)),
    await checkpoint(tx, ctx, fx(environment, currency)),
  ];
  return { ...besides, own: besides.own + funds + charges, traded };
}

/** The funds after a booking by hand with these lines. */
function fundsAfter(funds: Funds, lines: readonly Line[], currency: CurrencyCode): Funds {
  const sum = (counts: (account: string) => boolean): bigint =>
    lines
      .filter(({ account }) => account.currency === currency && counts(accountClass(account.name)))
      .reduce((total, { amount }) => total + amount, 0n);
  return {
    ...funds,
    own: funds.own + sum((account) => isOwn({ account })),
    traded: funds.traded + sum((account) => account === 'fx'),
  };
}

/** The own money that is left: trades sell what conversions left first, and then own money. */
function left({ own, converted, traded }: Funds): bigint {
  const sold = -traded - (converted > 0n ? converted : 0n);
  return sold > 0n ? own - sold : own;
}

/**
 * Whether a booking by hand with these lines takes money that is not the service's own, whatever its kind. Only the currency
 * that leaves can be short.
 */
export async function exceedsOwnMoney(
  tx: Tx,
  ctx: Context,
  besides: Funds,
  currency: CurrencyCode,
  lines: readonly Line[],
): Promise<boolean> {
  const before = await fundsNow(tx, ctx, besides, currency);
  const after = left(fundsAfter(before, lines, currency));
  return after < left(before) && after < 0n;
}
