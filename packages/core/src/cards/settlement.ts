import {
  BASE_COLUMNS,
  type BaseRecord,
  type CurrencyCode,
  dayOf,
  type Environment,
  type Id,
  type Instant,
  instant,
  OUTSIDE_SKEW_SECONDS,
  plusSeconds,
  recordKind,
} from '../kernel/index.js';
import { chart, type EntryKind, type Line } from '../ledger/index.js';

export const SETTLEMENT_LINE_KINDS = ['clearing', 'return', 'return.reversal', 'dispute', 'final'] as const;
/** What a line of a settlement report is about; `final` is a use that was cleared with its authorization. */
export type SettlementLineKind = (typeof SETTLEMENT_LINE_KINDS)[number];

/** A fee of the network or the processor: positive if the service pays it. */
export interface SettlementFee {
  readonly name: string;
  readonly amount: bigint;
}

/** The end of a report, in smallest units: positive for money that the service receives. */
export interface SettlementTotals {
  /** What the service earns, or pays if it is negative. */
  readonly interchange: bigint;
  readonly fees: readonly SettlementFee[];
  /** What the processor pays to the service's account with it, or takes from there: all lines and interchange, less fees. */
  readonly net: bigint;
}

/** One part of a processor's report of what it settled on a day. It belongs to the house tenant. */
export interface SettlementPart extends BaseRecord {
  readonly id: Id<'CardSettlement'>;
  readonly processor: string;
  readonly messageId: string;
  /** The processor's id of the report. */
  readonly reportId: string;
  /** Report and part: each part comes once. */
  readonly place: string;
  /** From 1. */
  readonly part: number;
  readonly parts: number;
  /** The day of the report, YYYY-MM-DD; no day of the future. */
  readonly day: string;
  readonly currency: CurrencyCode;
  readonly datedAt: Instant;
  readonly lineCount: number;
  /** The sum of the lines of this part. */
  readonly lineSum: bigint;
  /** Of the last part only. */
  readonly totals: SettlementTotals | null;
  /** When all parts were there and the totals were booked; of the last part only. */
  readonly bookedAt: Instant | null;
  /** Messages that came before this time were looked for in the reports; of the last part only. */
  readonly examinedTo: Instant | null;
}

export const SETTLEMENT_PARTS = recordKind<SettlementPart>()({
  name: 'card_settlements',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    processor: 'text',
    messageId: 'text',
    reportId: 'text',
    place: 'text',
    part: 'int',
    parts: 'int',
    day: 'text',
    currency: 'text',
    datedAt: 'instant',
    lineCount: 'int',
    lineSum: 'amount',
    totals: 'json?',
    bookedAt: 'instant?',
    examinedTo: 'instant?',
  },
  states: [],
  unique: [
    { name: 'message', columns: ['processor', 'messageId'] },
    { name: 'place', columns: ['processor', 'place'] },
  ],
  filters: ['reportId', 'processor'],
  immutable: [
    ...(['processor', 'messageId', 'reportId', 'place', 'part', 'parts', 'day', 'currency', 'datedAt'] as const),
    ...(['lineCount', 'lineSum', 'totals'] as const),
  ],
});

/** Midnight in UTC at the beginning of a day. */
const startOf = (day: string): Instant => instant(Date.parse(day));

/** Whether a report can be about this day: it has begun by the clock of the service. */
export const hasBegun = (day: string, now: Instant): boolean => startOf(day) <= plusSeconds(now, OUTSIDE_SKEW_SECONDS);

/** The beginning of the day of a report. One that came before its day, by a clock that was behind, is of the day it came. */
export const startOfReport = ({ day, createdAt }: Pick<SettlementPart, 'day' | 'createdAt'>): Instant =>
  instant(Math.min(startOf(day), startOf(dayOf(createdAt))));

/** A line of a report. */
export interface SettlementLine extends BaseRecord {
  readonly id: Id<'CardSettlementLine'>;
  readonly settlementId: Id<'CardSettlement'>;
  /** What the line is about: all lines of one matter add up to what the ledger has of it. */
  readonly matter: string;
  readonly kind: SettlementLineKind;
  /** The processor's id of the message that moved the money. */
  readonly messageId: string;
  /** Of a `final` line: the use. */
  readonly authorizationId: string | null;
  /** Smallest units: positive for money that the service receives. */
  readonly amount: bigint;
  /** The ledger agrees with the lines of the matter, or an operator has accepted the difference. */
  readonly isEven: boolean;
}

export const SETTLEMENT_LINES = recordKind<SettlementLine>()({
  name: 'card_settlement_lines',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    settlementId: 'text',
    matter: 'text',
    kind: 'text',
    messageId: 'text',
    authorizationId: 'text?',
    amount: 'amount',
    isEven: 'flag',
  },
  states: [],
  unique: [],
  filters: ['settlementId', 'matter'],
  immutable: ['settlementId', 'matter', 'kind', 'messageId', 'authorizationId', 'amount'],
});

/** What lines are about: a message about money, or a use that was cleared with its authorization. */
export interface Matter {
  readonly of: 'message' | 'use';
  /** The `messageId` of the message, or the `authorizationId` of the use. */
  readonly name: string;
}

export const matterOf = (line: Pick<SettlementLine, 'kind' | 'messageId' | 'authorizationId'>): Matter =>
  line.kind === 'final' && line.authorizationId !== null
    ? { of: 'use', name: line.authorizationId }
    : { of: 'message', name: line.messageId };

/** The matter as an exception about its amount names it. */
export const matterName = ({ of, name }: Matter): string => `${of}/${name}`;
/** The matter as an exception about the kind of its lines names it. */
export const matterKindName = (matter: Matter): string => `kind/${matterName(matter)}`;
/** The matter as a line names it: the ids of processors can be equal. */
export const matterKey = (processor: string, matter: Matter): string => `${processor}/${matterName(matter)}`;

export function matterNamed(name: string): Matter | null {
  const [, of, rest] = /^(?:kind\/)?(message|use)\/(.*)$/s.exec(name) ?? [];
  return rest === undefined ? null : { of: of as Matter['of'], name: rest };
}

export const SETTLEMENT_MOVES = ['CARD_INTERCHANGE', 'CARD_NETWORK_FEES'] as const satisfies readonly EntryKind[];
export type SettlementMove = (typeof SETTLEMENT_MOVES)[number];

export const feesOf = ({ fees }: SettlementTotals): bigint => fees.reduce((sum, { amount }) => sum + amount, 0n);

/** The entries of a report that is complete, each with its lines. An amount of zero books none. */
export function settlementEntries(
  environment: Environment,
  { processor, currency, totals }: Pick<SettlementPart, 'processor' | 'currency' | 'totals'>,
): ReadonlyMap<SettlementMove, readonly Line[]> {
  const entries = new Map<SettlementMove, readonly Line[]>();
  if (totals === null) return entries;
  const clearing = chart.clearing(environment, processor, currency);
  const add = (kind: SettlementMove, account: Line['account'], earned: bigint): void => {
    if (earned === 0n) return;
    entries.set(kind, [
      { account: clearing, amount: -earned },
      { account, amount: earned },
    ]);
  };
  add('CARD_INTERCHANGE', chart.interchange(environment, currency), totals.interchange);
  add('CARD_NETWORK_FEES', chart.networkFees(environment, currency), -feesOf(totals));
  return entries;
}
