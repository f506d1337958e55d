import {
  BASE_COLUMNS,
  type BaseRecord,
  type Digest,
  type Environment,
  houseTenant,
  type Id,
  type IdSource,
  type Instant,
  newRecord,
  recordKind,
  toIso,
  dayOf,
} from '../kernel/index.js';
import { areSumsOfLines, type SafeguardingFigures } from './figures.js';

/**
 * What the service owed in an environment at the fixed time of a day, and where that money was. The figures never change;
 * an operator signs them off once (docs/operate/safeguarding.md).
 */
export interface SafeguardingReport extends BaseRecord {
  readonly id: Id<'SafeguardingReport'>;
  readonly environment: Environment;
  /** The day of `at` in UTC, as YYYY-MM-DD. */
  readonly day: string;
  /** The moment of the figures: they include what was booked before it. */
  readonly at: Instant;
  /** The rails whose accounts were marked as safeguarding when the report was computed. */
  readonly rails: readonly string[];
  /** Of each currency, in the order of their codes. */
  readonly figures: readonly SafeguardingFigures[];
  /** SHA-256 of environment, time, rails and figures, in hexadecimal digits. */
  readonly digest: string;
  readonly signedOffAt: Instant | null;
  /** The operator who signed it off. */
  readonly signedOffBy: string | null;
  /** What the operator stated. */
  readonly statement: string | null;
}

export const SAFEGUARDING_REPORTS = recordKind<SafeguardingReport>()({
  name: 'safeguarding_reports',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    environment: 'text',
    day: 'text',
    at: 'instant',
    rails: 'json',
    figures: 'json',
    digest: 'text',
    signedOffAt: 'instant?',
    signedOffBy: 'text?',
    statement: 'text?',
  },
  states: [],
  unique: [{ name: 'day', columns: ['environment', 'day'] }],
  filters: ['environment'],
  immutable: ['environment', 'day', 'at', 'rails', 'figures', 'digest'],
});

/** A statement is a sentence or a few. */
export const LONGEST_STATEMENT = 1_000;

type Digested = Pick<SafeguardingReport, 'environment' | 'at' | 'rails' | 'figures'>;

/** The digest of a report: what it covers as JSON without spaces, with amounts as texts. */
export function digestOf({ sha256 }: Digest, { environment, at, rails, figures }: Digested): string {
  const each = figures.map(({ currency, lines }) => [
    currency,
    lines.map(({ account, standing, safeguards, balance }) => [account, standing, safeguards, String(balance)]),
  ]);
  return sha256(JSON.stringify([environment, toIso(at), rails, each]));
}

/**
 * Whether a report is as it was computed. The digest covers the balances of the ledger accounts; the day and the sums, which
 * operators read, follow from what it covers. A report that was altered can have anything instead of figures.
 */
export function isAsComputed(digest: Digest, report: SafeguardingReport): boolean {
  try {
    return (
      digestOf(digest, report) === report.digest &&
      dayOf(report.at) === report.day &&
      report.figures.every((figures) => figures.environment === report.environment && areSumsOfLines(figures))
    );
  } catch {
    return false;
  }
}

/** A report that no operator has signed off yet. */
export function newReport(
  { digest, ids }: { readonly digest: Digest; readonly ids: IdSource },
  found: Digested,
  now: Instant,
): SafeguardingReport {
  return {
    ...found,
    day: dayOf(found.at),
    digest: digestOf(digest, found),
    ...{ signedOffAt: null, signedOffBy: null, statement: null },
    ...newRecord(ids.next('SafeguardingReport'), { tenant: houseTenant(found.environment), now }),
  };
}
