import { schedule } from '../events/index.js';
import {
  type Context,
  domainError,
  err,
  houseTenant,
  type IdSource,
  invalidFields,
  newRecord,
  ok,
  type Reads,
  readAll,
  type Result,
  type TenantKey,
  timeText,
  type Tx,
  type Unit,
  type UnitOfWork,
  type Environment,
} from '../kernel/index.js';
import { MAX_AMOUNT } from '../money/index.js';
import type { CardReply, SettlementMessage } from './card-message.js';
import {
  hasBegun,
  matterKey,
  matterOf,
  SETTLEMENT_LINES,
  SETTLEMENT_PARTS,
  type SettlementPart,
} from './settlement.js';

export interface HearSettlementPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

const TWICE = domainError('CONFLICT', 'another request stores this part of the report; send the message again', {
  retryAfter: 1,
});
const OTHER = err('CONFLICT', 'messageId was used for a message with other content; use a new id');
const BOOKED: Result<CardReply> = ok({ kind: 'booked', transactionId: null });

const isAmount = (amount: bigint): boolean => amount >= -MAX_AMOUNT && amount <= MAX_AMOUNT;

/**
 * Stores a part of a report, and plans its comparison with the ledger. 409 CONFLICT for another content under a known id,
 * for a part that came under another id, and if the parts contradict each other; 400 INVALID_INPUT for a day that has not
 * begun; 400 AMOUNT_OUT_OF_RANGE.
 */
export async function hearSettlement(
  { units, ids, contextOf }: HearSettlementPorts,
  processor: string,
  environment: Environment,
  message: SettlementMessage,
): Promise<Result<CardReply>> {
  const tenant = houseTenant(environment);
  const ctx = await contextOf(tenant);
  const { lines, totals } = message;
  const amounts = [...lines.map(({ amount }) => amount), ...(totals?.fees ?? []).map(({ amount }) => amount)];
  if (![...amounts, totals?.interchange ?? 0n, totals?.net ?? 0n].every(isAmount)) return err('AMOUNT_OUT_OF_RANGE');
  return units.run(tenant, async (tx) => {
    const earlier = await tx.find(SETTLEMENT_PARTS, 'message', [processor, message.messageId]);
    if (earlier !== null) return (await isRepeat(tx, earlier, message)) ? BOOKED : OTHER;
    // A report of a day of the future would end the search for what no report of the days until then has.
    if (!hasBegun(message.day, ctx.now)) return invalidFields([{ field: 'day', message: futureText(message, ctx) }]);
    const others = await partsOf(tx, processor, message.reportId);
    if (others.some(({ part }) => part === message.part))
      return err('CONFLICT', `part ${message.part} of the report came under another messageId; send each part once`);
    if (others.some(({ parts, day, currency }) => !isOf(message, { parts, day, currency })))
      return err('CONFLICT', 'parts, day and currency must be those of the other parts of the report');
    store({ tx, ctx, ids }, processor, message);
    return BOOKED;
  });
}

const futureText = ({ day }: SettlementMessage, { now }: Context): string =>
  `${day} has not begun, because it is ${timeText(now)}; report a day after its end, and check the clock of the processor`;

const isOf = (
  message: SettlementMessage,
  { parts, day, currency }: Pick<SettlementPart, 'parts' | 'day' | 'currency'>,
): boolean => message.parts === parts && message.day === day && message.currency === currency;

/** The parts of a report that have come. */
export const partsOf = async (reads: Reads, processor: string, reportId: string): Promise<readonly SettlementPart[]> =>
  (await readAll(reads, SETTLEMENT_PARTS, { reportId })).filter((part) => part.processor === processor);

function store(unit: Unit, processor: string, message: SettlementMessage): void {
  const { tx, ctx, ids } = unit;
  const { reportId, part, parts, day, currency, messageId, totals, lines } = message;
  const record: SettlementPart = {
    ...{ processor, messageId, reportId, place: `${reportId}/${part}`, part, parts, day, currency },
    ...{ datedAt: message.at, lineCount: lines.length, totals, bookedAt: null, examinedTo: null },
    lineSum: lines.reduce((sum, { amount }) => sum + amount, 0n),
    ...newRecord(ids.next('CardSettlement'), ctx),
  };
  tx.add(SETTLEMENT_PARTS, record, { conflicts: { message: TWICE, place: TWICE } });
  for (const line of lines) {
    tx.add(SETTLEMENT_LINES, {
      ...{ ...line, settlementId: record.id, matter: matterKey(processor, matterOf(line)), isEven: false },
      ...newRecord(ids.next('CardSettlementLine'), ctx),
    });
  }
  // Each part has a job of its own: the last one to commit sees all parts.
  schedule(unit, { kind: 'card.settlement', subject: record.id, dueAt: ctx.hostNow });
}

const textOf = (of: object): string =>
  JSON.stringify(of, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));

async function isRepeat(tx: Tx, earlier: SettlementPart, message: SettlementMessage): Promise<boolean> {
  const { reportId, part, totals } = message;
  const isSame =
    isOf(message, earlier) &&
    earlier.reportId === reportId &&
    earlier.part === part &&
    totalsText(earlier.totals) === totalsText(totals);
  if (!isSame || earlier.lineCount !== message.lines.length) return false;
  const stored = await readAll(tx, SETTLEMENT_LINES, { settlementId: earlier.id });
  const said = (of: readonly SettlementMessage['lines'][number][]): string =>
    of
      .map(({ kind, messageId, authorizationId, amount }) => textOf([kind, messageId, authorizationId, amount]))
      .sort()
      .join();
  return said(stored) === said(message.lines);
}

const totalsText = (totals: SettlementPart['totals']): string =>
  totals === null
    ? ''
    : textOf([totals.interchange, totals.net, totals.fees.map(({ name, amount }) => [name, amount])]);
