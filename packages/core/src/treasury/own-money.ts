import { type CurrencyCode, type Environment, houseTenant, type Tx, type Context } from '../kernel/index.js';
import { chart, checkpoint, type Position } from '../ledger/index.js';

/**
 * The accounts whose sum is the service's own money: what its owners put in, and what it has earned and lost. A position
 * in `fx` is not counted, because trades square it.
 */
const OWN: readonly string[] = ['own-funds', 'revenue', 'network-fees', 'bank-charges', 'loss'];

/** The service's own money in one currency of an environment, in smallest units. */
export interface OwnMoney {
  readonly environment: Environment;
  readonly currency: CurrencyCode;
  readonly amount: bigint;
}

const isOwn = ({ account }: Pick<Position, 'account'>): boolean => OWN.includes(account);

/** Where more of the service's own money was spent than it had: customers' money makes up the difference. */
export function shortfalls(positions: readonly Position[]): readonly OwnMoney[] {
  const sums = new Map<string, OwnMoney>();
  for (const { environment, currency, balance } of positions.filter(isOwn)) {
    const key = `${environment}/${currency}`;
    sums.set(key, { environment, currency, amount: (sums.get(key)?.amount ?? 0n) + balance });
  }
  return [...sums.values()].filter(({ amount }) => amount < 0n);
}

/** What the trial balance has of the service's own money, apart from what treasury bookings changed in `own-funds`. */
export const ownMoneyBesides = (
  positions: readonly Position[],
  of: { readonly environment: Environment; readonly currency: string },
): bigint =>
  positions
    .filter((one) => isOwn(one) && one.environment === of.environment && one.currency === of.currency)
    .filter(({ tenant, account }) => account !== 'own-funds' || tenant !== houseTenant(of.environment))
    .reduce((sum, { balance }) => sum + balance, 0n);

/**
 * What treasury bookings have put into `own-funds` less what they took out. Concurrent units that read it conflict, so
 * that two withdrawals cannot both find the same money.
 */
export const bookedOwnFunds = (tx: Tx, ctx: Context, environment: Environment, currency: string): Promise<bigint> =>
  checkpoint(tx, ctx, chart.ownFunds(environment, currency as CurrencyCode));
