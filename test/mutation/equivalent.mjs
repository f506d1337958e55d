/**
 * Mutants that mean the same as the source, so that no test can tell them apart. `line` is the trimmed line of the source
 * at which the mutant begins, and `replacement` is what Stryker writes in its place.
 *
 * @type {readonly { file: string; line: string; replacement: string; reason: string }[]}
 */
export const EQUIVALENT = [
  {
    file: 'packages/core/src/events/read-events.ts',
    line: "const cursorAt = (position: number): string => cursors.encode(feed, { createdAt: instant(position), id: '' });",
    replacement: '"Stryker was here!"',
    reason: 'the feed reads only the position of its cursor',
  },
];
