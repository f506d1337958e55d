import { randomUUID } from 'node:crypto';
import { CURRENCIES } from './cards.js';

/** The protocol allows 500 lines in a part, and 64 KiB. */
const LINES_PER_PART = 200;
/** What merchants' banks pay of each clearing, and what the network takes of it, in basis points. */
const INTERCHANGE_BPS = 150n;
const FEE_BPS = 20n;
const BPS = 10_000n;

export const today = () => new Date().toISOString().slice(0, 10);

/** What was settled with the network: a line for each message about money, and the report of each day. */
export function createSettlement(book) {
  const linesOf = () => book.all('line');
  const sum = (lines) => lines.reduce((total, { amount }) => total + BigInt(amount), 0n);

  /** The messages of a report, the last one with its totals. */
  function partsOf(day, currency, reportId, lines) {
    const cleared = -sum(lines.filter(({ kind }) => kind === 'clearing'));
    const interchange = (cleared * INTERCHANGE_BPS) / BPS;
    const fee = (cleared * FEE_BPS) / BPS;
    const totals = {
      interchange: String(interchange),
      fees: [{ name: 'network', amount: String(fee) }],
      net: String(sum(lines) + interchange - fee),
    };
    const parts = Math.max(1, Math.ceil(lines.length / LINES_PER_PART));
    return Array.from({ length: parts }, (_, index) => ({
      ...{ kind: 'settlement', messageId: randomUUID(), at: new Date().toISOString(), reportId, day, currency },
      ...{ part: index + 1, parts },
      lines: lines
        .slice(index * LINES_PER_PART, (index + 1) * LINES_PER_PART)
        .map(({ kind, messageId, amount }) => ({ kind, messageId, authorizationId: null, amount })),
      totals: index + 1 === parts ? totals : null,
    }));
  }

  return {
    /** The line of a message: below 0 for money that the service pays. */
    line: ({ kind, messageId, currency }, amount) => ({
      ...{ key: `line ${messageId}`, day: today(), kind, messageId, currency, amount: String(amount), reportId: null },
    }),
    /** Reports what was settled up to a day and has no report yet; a report and its lines are one write. */
    report({ day = today() } = {}) {
      const waiting = linesOf().filter((line) => line.reportId === null && line.day <= day);
      return CURRENCIES.map((currency) => {
        const lines = waiting.filter((line) => line.currency === currency);
        const before = book.all('report').filter((report) => report.day === day && report.currency === currency);
        const reportId = `${day} ${currency} ${before.length + 1}`;
        const messages = partsOf(day, currency, reportId, lines);
        book.write(
          { key: `report ${reportId}`, reportId, day, currency, totals: messages.at(-1).totals },
          ...lines.map((line) => ({ ...line, reportId })),
          ...messages.map((message) => ({
            ...{ key: `message ${message.messageId}`, id: message.messageId, message, sent: false },
          })),
        );
        return { reportId, lines: lines.length, net: messages.at(-1).totals.net };
      });
    },
    isReported: (day) => book.all('report').some((report) => report.day === day),
    /** Clearings minus returns and disputes, by day and currency. */
    days() {
      const days = new Map();
      for (const { day, currency, amount } of linesOf()) {
        const before = days.get(`${day} ${currency}`) ?? { day, currency, amount: 0n, count: 0 };
        days.set(`${day} ${currency}`, { ...before, amount: before.amount - BigInt(amount), count: before.count + 1 });
      }
      return [...days.values()].map((each) => ({ ...each, amount: String(each.amount) }));
    },
  };
}
