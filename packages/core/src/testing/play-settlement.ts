import type { SettlementMessage } from '../cards/index.js';
import { EXCEPTIONS, type ExceptionRecord } from '../exceptions/index.js';
import { type CurrencyCode, dayOf, houseTenant, type Result, splitTenant } from '../kernel/index.js';
import { type LedgerAccount, POSTINGS } from '../ledger/index.js';
import { valueOf } from './play-core.js';
import type { PlayCard } from './play-card.js';

type Line = SettlementMessage['lines'][number];

/** The settlement reports of the processor of a card. */
export interface PlaySettlement {
  line(kind: Line['kind'], name: string, amount: bigint): Line;
  /** A report of one part about today; without an id, with an id of its own. */
  report(lines: readonly Line[], over?: Partial<SettlementMessage>): SettlementMessage;
  tells(message: SettlementMessage): Promise<Result<unknown>>;
  told(lines: readonly Line[], over?: Partial<SettlementMessage>): Promise<SettlementMessage>;
  /** The open exceptions about differences of reports. */
  open(): Promise<readonly ExceptionRecord[]>;
  all(): Promise<readonly ExceptionRecord[]>;
  balance(account: LedgerAccount): Promise<bigint>;
}

const USD = 'USD' as CurrencyCode;
const DAY_MS = 86_400_000;

export function playSettlement({ payer, card, now }: PlayCard): PlaySettlement {
  const { core, tenant, storage } = payer.play;
  const { environment } = splitTenant(tenant);
  const house = houseTenant(environment);
  let reports = 0;
  const all = async (): Promise<readonly ExceptionRecord[]> =>
    (await storage.units.read(house, (reads) => reads.list(EXCEPTIONS, { order: 'asc', limit: 100 }))).rows.filter(
      ({ kind }) => kind === 'CARD_SETTLEMENT_DIFFERENCE',
    );
  const settlement: PlaySettlement = {
    line: (kind, name, amount) => ({
      ...{ kind, amount },
      messageId: kind === 'final' ? `asked ${name}` : name,
      authorizationId: kind === 'final' ? name : null,
    }),
    report(lines, over = {}) {
      reports += 1;
      const net = lines.reduce((sum, { amount }) => sum + amount, 0n);
      return {
        ...{ kind: 'settlement', messageId: `reports ${reports}`, at: now(), reportId: `report ${reports}` },
        ...{ day: dayOf(now()), currency: USD, part: 1, parts: 1, lines, totals: { interchange: 0n, fees: [], net } },
        ...over,
      };
    },
    tells: (message) => core.cardProcessors.hear(card.processorRef, environment, message),
    async told(lines, over) {
      const message = settlement.report(lines, over);
      valueOf(await settlement.tells(message));
      await payer.play.pass(0);
      return message;
    },
    open: async () => (await all()).filter(({ status }) => status === 'OPEN'),
    all,
    balance: ({ name }) =>
      storage.units.read(null, (reads) => reads.sum(POSTINGS, 'amount', { account: name }, 0, null)),
  };
  return settlement;
}

/** Seconds from now to a time of a later day in UTC. */
export const untilDay = (now: number, days: number, hour = 12): number =>
  Math.ceil((Math.floor(now / DAY_MS) * DAY_MS + days * DAY_MS + hour * 3_600_000 - now) / 1000);
