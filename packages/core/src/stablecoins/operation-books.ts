import { type CurrencyCode, type Id, isId, splitTenant } from '../kernel/index.js';
import { chart, type LedgerAccount, type Line } from '../ledger/index.js';
import type { StablecoinOperation } from './operation.js';
import type { StablecoinProviderName } from './vocabulary.js';

type Booked = Pick<
  StablecoinOperation,
  | 'tenant'
  | 'operationType'
  | 'amount'
  | 'netAmount'
  | 'source'
  | 'destination'
  | 'provider'
  | 'baseCurrency'
  | 'currency'
  | 'heldAmount'
>;

/** The issuer's clearing account of a currency: of a token, what it has minted, negative. */
export const issuerClearing = (
  { tenant, provider }: { readonly tenant: Booked['tenant']; readonly provider: StablecoinProviderName },
  currency: CurrencyCode,
): LedgerAccount => chart.clearing(splitTenant(tenant).environment, provider.toLowerCase(), currency);

/** Tokens that the issuer has handed out, and that are on no account here. */
const circulation = ({ tenant, provider }: Booked, currency: CurrencyCode): LedgerAccount =>
  chart.clearing(splitTenant(tenant).environment, `${provider.toLowerCase()}-circulation`, currency);

/** What pays from an account here, and what is held on it; null where nothing does. */
function heldOf({ operationType, source, baseCurrency, currency, heldAmount }: Booked) {
  if (heldAmount === null) return null;
  const paid = operationType === 'MINT' ? baseCurrency : currency!;
  const account = source.accountId!;
  return { available: chart.available(account, paid), held: chart.held(account, paid), amount: heldAmount };
}

const move = (from: LedgerAccount, to: LedgerAccount, amount: bigint): readonly Line[] => [
  { account: from, amount: -amount },
  { account: to, amount },
];

/** Takes what is paid from an account here aside; no lines where nothing is. */
export function holdLines(operation: Booked): readonly Line[] {
  const held = heldOf(operation);
  return held === null ? [] : move(held.available, held.held, held.amount);
}

/** Gives it back. */
export const releaseLines = (operation: Booked): readonly Line[] =>
  holdLines(operation).map(({ account, amount }) => ({ account, amount: -amount }));

/**
 * What a completed operation moves (behaviour, "Ledger"). A mint: what was held goes to the issuer, whose tokens come to
 * the account here, or into circulation. A burn: tokens go back to the issuer, which pays for them outside. Tokens in
 * which no accounts are kept are not booked; no lines where there is nothing else.
 */
export function doneLines(operation: Booked): readonly Line[] {
  const { operationType, amount, netAmount, baseCurrency, currency } = operation;
  const held = heldOf(operation);
  if (operationType === 'BURN') {
    if (currency === null) return [];
    return move(held?.held ?? circulation(operation, currency), issuerClearing(operation, currency), amount);
  }
  const paid = held === null ? [] : move(held.held, issuerClearing(operation, baseCurrency), held.amount);
  if (currency === null) return paid;
  const into = creditedTo(operation);
  const tokens = into === null ? circulation(operation, currency) : chart.available(into, currency);
  return [...paid, ...move(issuerClearing(operation, currency), tokens, netAmount)];
}

/** The account here that a mint credits. */
export const creditedTo = ({ destination }: Pick<Booked, 'destination'>): Id<'InternalAccount'> | null =>
  isId('InternalAccount', destination.accountId) ? destination.accountId : null;
