import type { Percentile } from '@corridor/core';

export const counted = (count: number): string => String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');

export const sum = <K extends string>(rows: readonly Readonly<Record<K, number>>[], key: K): number =>
  rows.reduce((all, row) => all + row[key], 0);

/** Basis points as percent. */
export const percent = (bps: number | null): string =>
  bps === null ? '' : `${Math.floor(bps / 100)}.${String(bps % 100).padStart(2, '0')} %`;

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

const unitOf = (seconds: number): (typeof UNITS)[number] =>
  UNITS.find(([size]) => seconds >= size && seconds % size === 0) ?? UNITS[3];

/** Both bounds of the bucket of a percentile. */
export function bounds(percentile: Percentile | null): string {
  if (percentile === null) return '';
  const { moreThan, atMost } = percentile;
  const [size, unit] = unitOf(moreThan);
  const low = `${moreThan / size}`;
  if (atMost === null) return `over ${low} ${unit}`;
  const [highSize, highUnit] = unitOf(atMost);
  if (moreThan === 0) return `up to ${atMost / highSize} ${highUnit}`;
  return unit === highUnit
    ? `${low} to ${atMost / highSize} ${unit}`
    : `${low} ${unit} to ${atMost / highSize} ${highUnit}`;
}

/** A time in its largest unit, rounded down: `3 h`. */
export function duration(seconds: number): string {
  const [size, unit] = UNITS.find(([each]) => seconds >= each) ?? UNITS[3];
  return `${Math.floor(seconds / size)} ${unit}`;
}

export const HOUR_MS = 3_600_000;
