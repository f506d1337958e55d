import { type CurrencyCode, type Id, isId, splitTenant } from '../kernel/index.js';
import { chart, type LedgerAccount, type Line } from '../ledger/index.js';
import type { StablecoinOperation } from './operation.js';
import { STABLECOIN_PROVIDERS, type StablecoinProviderName } from './vocabulary.js';

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

/**
 * The names of the clearing accounts of issuers. The one of EVM is not `evm`, which an operator may choose as the name of
 * a rail.
 */
const CLEARINGS: Readonly<Record<StablecoinProviderName, string>> = { BRALE: 'brale', EVM: 'evm-issuer' };

/** Tokens that an issuer has issued and that accounts of this service do not contain. */
const circulationOf = (provider: StablecoinProviderName): string => `${CLEARINGS[provider]}-circulation`;

/** The names that no rail may have, because issuers book under them. */
export const ISSUER_CLEARINGS: readonly string[] = STABLECOIN_PROVIDERS.flatMap((provider) => [
  CLEARINGS[provider],
  circulationOf(provider),
]);

/** The clearing account of an issuer in a currency. For a token it is the minted supply, negated. */
export const issuerClearing = (
  { tenant, provider }: { readonly tenant: Booked['tenant']; readonly provider: StablecoinProviderName },
  currency: CurrencyCode,
): LedgerAccount => chart.clearing(splitTenant(tenant).environment, CLEARINGS[provider], currency);

const circulation = ({ tenant, provider }: Booked, currency: CurrencyCode): LedgerAccount =>
  chart.clearing(splitTenant(tenant).environment, circulationOf(provider), currency);

/** The hold of an internal account that pays; null if none pays. */
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

/** Moves the payment of an internal account to its hold. Empty if no internal account pays. */
export function holdLines(operation: Booked): readonly Line[] {
  const held = heldOf(operation);
  return held === null ? [] : move(held.available, held.held, held.amount);
}

/** Releases the hold. */
export const releaseLines = (operation: Booked): readonly Line[] =>
  holdLines(operation).map(({ account, amount }) => ({ account, amount: -amount }));

/**
 * The lines of a completed operation (docs/ledger.md). A mint: the held money goes to the issuer, and its tokens go to
 * the internal account or into circulation. A burn: the tokens go back to the issuer, which pays the bank account
 * itself. A token without a currency of accounts is not booked.
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

/** The internal account that a mint credits, if any. */
export const creditedTo = ({ destination }: Pick<Booked, 'destination'>): Id<'InternalAccount'> | null =>
  isId('InternalAccount', destination.accountId) ? destination.accountId : null;
