/**
 * The share of a part in the whole, in units such as 10,000 for basis points, rounded half up. It is 0 only if nothing
 * counts, and whole only if everything does: 9,999 of 10,001 and 99,999 of 100,000 both read as 99.99 %.
 */
export function roundedShare(part: number, whole: number, units: number): number {
  if (part <= 0) return 0;
  if (part >= whole) return units;
  return Math.min(Math.max(Math.floor((part * units) / whole + 0.5), 1), units - 1);
}
