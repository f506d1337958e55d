import type { Act } from './act.js';

export interface Day {
  /** As YYYY-MM-DD, in UTC. */
  readonly date: string;
  /** The acts of each quarter of the day, in their order. */
  readonly quarters: readonly (readonly Act[])[];
}

export interface PlanOptions {
  readonly seed: number;
  readonly customers: number;
  readonly days: number;
  /** The first day, as YYYY-MM-DD. Weekends are quieter, and salaries are paid at the end of a month. */
  readonly start: string;
  /** The currencies of the platform; dollars and another one at least. */
  readonly currencies: readonly string[];
}

export const QUARTERS = 4;
const DAY_MS = 24 * 60 * 60 * 1000;

export type Writer = ReturnType<typeof writerOf>;

/** Collects acts by time. */
export function writerOf({ days, start }: PlanOptions) {
  const quarters: Act[][] = Array.from({ length: days * QUARTERS }, () => []);
  const first = Date.parse(`${start}T00:00:00Z`);
  const dateOf = (day: number): Date => new Date(first + day * DAY_MS);
  return {
    last: quarters.length - 1,
    dateOf,
    /** Adds the act; one after the end of the history is left out. */
    add(at: number, act: Act): void {
      quarters[at]?.push(act);
    },
    days: (): readonly Day[] =>
      Array.from({ length: days }, (_, day) => ({
        date: dateOf(day).toISOString().slice(0, 10),
        quarters: quarters.slice(day * QUARTERS, (day + 1) * QUARTERS),
      })),
  };
}
