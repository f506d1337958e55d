const MOST = 3;
/** How many characters of a name may differ, in ten. */
const TOLERANCE = 4;

/** How many characters have to be added, removed, replaced or swapped to turn one text into the other. */
function distance(a: string, b: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 0; i < a.length; i++) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const isSwapped = i > 0 && j > 0 && a[i] === b[j - 1] && a[i - 1] === b[j];
      const swapped = isSwapped ? before[j - 1]! + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (a[i] === b[j] ? 0 : 1), swapped));
    }
    [before, row] = [row, next];
  }
  return row[b.length]!;
}

/** The names that a text may be a misspelling of, the nearest first; a part of a name counts as near. */
export function nearest(text: string, names: readonly string[]): readonly string[] {
  const asked = text.toUpperCase();
  return names
    .map((name) => ({
      name,
      away: asked !== '' && name.toUpperCase().includes(asked) ? 0 : distance(asked, name.toUpperCase()),
    }))
    .filter(({ name, away }) => away * 10 <= TOLERANCE * name.length)
    .sort((a, b) => a.away - b.away || a.name.length - b.name.length)
    .slice(0, MOST)
    .map(({ name }) => name);
}
