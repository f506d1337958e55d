/** All items once each, in the order that the numbers draw. */
export function inOrder<T>(all: readonly T[], numbers: readonly number[]): readonly T[] {
  const left = [...all];
  return all.map((_, turn) => left.splice((numbers[turn % numbers.length] ?? 0) % left.length, 1)[0]!);
}
