import { canonicalText, type CurrencyCode, type Environment } from '../kernel/index.js';
import { CLEARING, type Position, type Standing, standingOf } from '../ledger/index.js';

/** An account at a bank, on a chain or at a provider that holds the money of customers apart from that of the service. */
export interface SafeguardingAccount {
  readonly environment: Environment;
  /** The rail whose clearing account it is. */
  readonly rail: string;
}

/** The sum of a class of ledger accounts. */
export interface SafeguardingLine {
  /** As the trial balance names it, such as `held` or `clearing:acme-bank`. */
  readonly account: string;
  readonly standing: Standing;
  /** Whether it is an asset that safeguards. */
  readonly safeguards: boolean;
  /** Smallest units, with the sign of postings. */
  readonly balance: bigint;
}

/**
 * What the service owes in one currency of an environment, and where that money is. Amounts in smallest units; `customers`,
 * `platforms`, `own` and `other` add up to `safeguarded` and `elsewhere`.
 */
export interface SafeguardingFigures {
  readonly environment: Environment;
  readonly currency: CurrencyCode;
  /** Owed to customers, and to platforms on their internal accounts. */
  readonly customers: bigint;
  /** Owed to platforms beside their internal accounts. */
  readonly platforms: bigint;
  /** The service's own money; negative if it has spent more than it had. */
  readonly own: bigint;
  /** Claims (negative) and currency positions of the service. */
  readonly other: bigint;
  /** Money on safeguarding accounts. */
  readonly safeguarded: bigint;
  /** Money on all other accounts. */
  readonly elsewhere: bigint;
  /** What is safeguarded more than is owed; negative if less. */
  readonly excess: bigint;
  /** The greater of what is owed and not safeguarded, and of own money below zero; 0 if nothing is missing. */
  readonly shortfall: bigint;
  readonly lines: readonly SafeguardingLine[];
}

interface Sums {
  readonly environment: Environment;
  readonly currency: CurrencyCode;
  readonly lines: Map<string, SafeguardingLine>;
}

/** The figures of a trial balance for each environment and currency that it has, in the order of both. */
export function safeguardingOf(
  positions: readonly Position[],
  accounts: readonly SafeguardingAccount[],
): readonly SafeguardingFigures[] {
  const safeguards = new Set(accounts.map(({ environment, rail }) => `${environment}/${CLEARING}${rail}`));
  const sums = new Map<string, Sums>();
  for (const position of positions) {
    const { environment, currency, account, balance } = position;
    const key = `${environment}/${currency}`;
    const of = sums.get(key) ?? { environment, currency, lines: new Map<string, SafeguardingLine>() };
    sums.set(key, of);
    const standing = standingIn(position);
    const line = `${account}/${standing}`;
    of.lines.set(line, {
      ...{ account, standing, safeguards: safeguards.has(`${environment}/${account}`) },
      balance: (of.lines.get(line)?.balance ?? 0n) + balance,
    });
  }
  return [...sums]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { lines, ...of }]) => figuresOf({ ...of, lines: standingLines(lines) }));
}

/** The lines that are not zero, in the order of their accounts. */
const standingLines = (found: ReadonlyMap<string, SafeguardingLine>): readonly SafeguardingLine[] =>
  [...found].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, line]) => (line.balance === 0n ? [] : [line]));

/** Whether the sums of figures are those of their lines. */
export const areSumsOfLines = (figures: SafeguardingFigures): boolean =>
  canonicalText(figuresOf(figures)) === canonicalText(figures);

/**
 * What one platform owes does not lower what another one is owed: the fees of a platform that are negative are a claim on it
 * (docs/decisions/0004-returned-payouts-take-back-the-platform-fee.md). Neither does what the service has advanced for the
 * disputes of a platform.
 */
function standingIn({ account, balance }: Position): Standing {
  const standing = standingOf(account);
  return (standing === 'PLATFORMS' || account === 'disputes') && balance < 0n ? 'NEITHER' : standing;
}

function figuresOf({
  environment,
  currency,
  lines,
}: Pick<SafeguardingFigures, 'environment' | 'currency' | 'lines'>): SafeguardingFigures {
  const sum = (counts: (line: SafeguardingLine) => boolean): bigint =>
    lines.filter(counts).reduce((total, { balance }) => total + balance, 0n);
  const of = (standing: Standing): bigint => sum((line) => line.standing === standing);
  const [customers, platforms, own, other] = [of('CUSTOMERS'), of('PLATFORMS'), of('OWN'), of('NEITHER')];
  // The other side owes what it holds: its clearing account is negative.
  const safeguarded = -sum((line) => line.standing === 'ASSET' && line.safeguards);
  const elsewhere = -sum((line) => line.standing === 'ASSET' && !line.safeguards);
  const excess = safeguarded - customers - platforms;
  const missing = excess < 0n ? -excess : 0n;
  const overspent = own < 0n ? -own : 0n;
  return {
    ...{ environment, currency, customers, platforms, own, other, safeguarded, elsewhere, excess, lines },
    shortfall: missing > overspent ? missing : overspent,
  };
}

/** The figures of the environments in which an account safeguards: the others do not safeguard by accounts of their own. */
export function currentSafeguarding(
  positions: readonly Position[],
  accounts: readonly SafeguardingAccount[],
): readonly SafeguardingFigures[] {
  const environments = safeguardedEnvironments(accounts);
  return safeguardingOf(
    positions.filter(({ environment }) => environments.includes(environment)),
    accounts,
  );
}

/** The environments in which an account safeguards. */
export const safeguardedEnvironments = (accounts: readonly SafeguardingAccount[]): readonly Environment[] =>
  [...new Set(accounts.map(({ environment }) => environment))].sort();
