import {
  type Account,
  type Booking,
  type ReportVersion,
  writeAccountReport,
  writeNotification,
  writeStatement,
} from './account-report.js';
import { collected, inNotification, inStatement, numberedAgain } from './shown-bookings.js';
import type { Habits } from './habits.js';

/** Lines of one notification. */
const NOTIFIED = 200;

interface Day {
  readonly date: string;
  readonly opening: bigint;
  readonly closing: bigint;
}

/** The reports about an account, in which bookings are shown as the bank has the habit. */
export interface Reporter {
  add(booking: Booking, isNotified: boolean): void;
  /** camt.054 and camt.052 about what is new. */
  notify(): void;
  /** camt.053 of a day. */
  state(day: Day): void;
}

export interface ReporterOptions {
  readonly account: Account;
  readonly version: ReportVersion;
  readonly habits: Habits;
  /** Milliseconds. */
  readonly now: () => number;
  readonly time: () => string;
  readonly idOf: (what: string) => string;
  readonly give: (kind: string, text: string) => void;
  /** Whether the bank makes this statement again. */
  readonly isRemade: () => boolean;
}

export function createReporter(options: ReporterOptions): Reporter {
  const { account, version, habits, now, time, idOf, give, isRemade } = options;
  let today: Booking[] = [];
  let unnotified: Booking[] = [];
  let notifiedAt = 0;
  let reportedToday = 0;
  let intradayToday = 0;
  const counted = { notifications: 0, intraday: 0, statements: 0 };

  const head = (what: string, sequence: number) => ({ id: idOf(what), createdAt: time(), sequence, account, habits });

  function notifyBookings(): void {
    if (unnotified.length > 0) notifiedAt = now();
    for (; unnotified.length > 0; unnotified = unnotified.slice(NOTIFIED)) {
      const bookings = unnotified.slice(0, NOTIFIED).map((one) => inNotification(one, habits));
      give('camt054', writeNotification(version, { ...head('NTF', (counted.notifications += 1)), bookings }));
    }
  }

  /** Now and then, because each report of the day so far contains the earlier ones. */
  function reportDay(): void {
    if (habits.intraday === 'none' || today.length < reportedToday + Math.min(NOTIFIED, 10 * 2 ** intradayToday))
      return;
    const isWhole = habits.intraday === 'the day so far';
    const bookings = today.slice(isWhole ? 0 : reportedToday).map((one) => inNotification(one, habits));
    [reportedToday, intradayToday] = [today.length, intradayToday + 1];
    give('camt052', writeAccountReport(version, { ...head('RPT', (counted.intraday += 1)), bookings }));
  }

  function giveStatement(day: Day, bookings: readonly Booking[], sequence: number): void {
    const { id, ...rest } = head('STM', sequence);
    const size = habits.entriesOfPage ?? Math.max(bookings.length, 1);
    const count = Math.max(1, Math.ceil(bookings.length / size));
    for (let number = 1; number <= count; number += 1) {
      const page = { number, isLast: number === count };
      const shown = bookings.slice((number - 1) * size, number * size);
      const messageId = count === 1 ? id : `${id}-${number}`;
      give('camt053', writeStatement(version, { ...rest, ...day, id, messageId, page, bookings: shown }));
    }
  }

  return {
    add(booking, isNotified) {
      today.push(booking);
      if (isNotified && habits.notifies !== 'never') unnotified.push(booking);
    },

    notify() {
      const isDue = now() - notifiedAt >= habits.notifiesEvery * 1000;
      if (habits.notifies === 'at once' && isDue) notifyBookings();
      reportDay();
    },

    state(day) {
      const bookings = collected(
        today.flatMap((one) => inStatement(one, habits)),
        habits,
      );
      const sequence = (counted.statements += 1);
      giveStatement(day, bookings, sequence);
      if (habits.remakes !== 'nothing' && isRemade()) {
        const isRenumbered = habits.remakes === 'statements with other references';
        const again = isRenumbered ? bookings.map((one) => numberedAgain(one, idOf('AGAIN'))) : bookings;
        giveStatement(day, again, sequence);
      }
      notifyBookings();
      [today, reportedToday, intradayToday] = [[], 0, 0];
    },
  };
}
