/** The days of TARGET, on which banks settle euros, as YYYY-MM-DD. */

const DAY_MS = 86_400_000;
const plus = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** Easter Sunday by the rule of Gauss, which holds for 1900 to 2099. */
function easter(year: number): string {
  const d = (19 * (year % 19) + 24) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + 5) % 7;
  const isEarlier = (d === 29 && e === 6) || (d === 28 && e === 6 && year % 19 > 10);
  return plus(`${year}-03-22`, d + e - (isEarlier ? 7 : 0));
}

function holidays(year: number): readonly string[] {
  const sunday = easter(year);
  const fixed = ['01-01', '05-01', '12-25', '12-26'].map((day) => `${year}-${day}`);
  return [...fixed, plus(sunday, -2), plus(sunday, 1)];
}

export function isTargetDay(date: string): boolean {
  const day = new Date(date).getUTCDay();
  return day !== 0 && day !== 6 && !holidays(Number(date.slice(0, 4))).includes(date);
}

/** The date itself if it is a TARGET day, otherwise the next one. */
export const sameOrNextTargetDay = (date: string): string => (isTargetDay(date) ? date : nextTargetDay(date));

export function nextTargetDay(date: string): string {
  const next = plus(date, 1);
  return isTargetDay(next) ? next : nextTargetDay(next);
}
