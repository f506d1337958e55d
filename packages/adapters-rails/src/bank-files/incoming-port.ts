import type {
  Clock,
  Digest,
  Random,
  RailLog,
  RailStatements,
  RailStore,
  RailTask,
  TellCore,
} from '@corridor/core/ports';
import type { AccountReport } from '../iso20022/messages.js';
import type { BankFilesEntry } from './entry.js';
import type { Payments } from './payments.js';

/** The file from which a report was read. */
export interface ReportSource {
  readonly fileName: string;
  /** SHA-256 of its content, in hexadecimal digits. */
  readonly digest: string;
}

/**
 * - `applied`: every entry has had its effect.
 * - `set-aside`: the report, or a part of it, is not for this connection; that part had no effect. `reason` says to an
 *   operator which.
 */
export type ReportOutcome = { readonly kind: 'applied' } | { readonly kind: 'set-aside'; readonly reason: string };

/** What the bank reports about the accounts: notifications and statements. */
export interface IncomingReports {
  /**
   * Applies a report. A repeated report has no further effect. Throws if core or the store does not answer; the same
   * report is then passed again.
   */
  apply(report: AccountReport, source: ReportSource, tell: TellCore): Promise<ReportOutcome>;
  /** What waits, and what an operator must look at. */
  condition(): Promise<{
    readonly backlog: Readonly<Record<string, number>>;
    readonly problems: readonly string[];
  }>;
  /** Repeated work of its own. */
  readonly tasks: readonly RailTask[];
  readonly statements: RailStatements;
}

export interface IncomingReportsPorts {
  readonly entry: BankFilesEntry;
  /** The name of the rail of each account, by IBAN. */
  readonly railOf: ReadonlyMap<string, string>;
  readonly payments: Payments;
  readonly store: RailStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly log: RailLog;
}

/** `incoming/index.ts` exports one as `createIncomingReports`. Its collections in the store begin with `in-`. */
export type CreateIncomingReports = (ports: IncomingReportsPorts) => IncomingReports;
