/**
 * Mutants that mean the same as the source, so that no test can tell them apart. `line` is the trimmed line of the source
 * at which the mutant begins, and `replacement` is what Stryker writes in its place.
 *
 * @type {readonly { file: string; line: string; replacement: string; reason: string }[]}
 */
export const EQUIVALENT = [
  {
    file: 'packages/core/src/wallets/stamp.ts',
    line: 'if (text === null) return null;',
    replacement: 'false',
    reason: 'JSON.parse(null) is null, which is not an object either',
  },
  {
    file: 'packages/core/src/wallets/verify-otp.ts',
    line: 'if (text === null) return null;',
    replacement: 'false',
    reason: 'JSON.parse(null) is null, which has no code',
  },
  {
    file: 'packages/core/src/wallets/signed-retry.ts',
    line: '...(state !== undefined && { state }),',
    replacement: 'true',
    reason: 'a missing state and an undefined one are both stored as null',
  },
  {
    file: 'packages/core/src/events/read-events.ts',
    line: "const cursorAt = (position: number): string => cursors.encode(feed, { createdAt: instant(position), id: '' });",
    replacement: '"Stryker was here!"',
    reason: 'the feed reads only the position of its cursor',
  },
  {
    file: 'packages/core/src/exceptions/overdue-receivable.ts',
    line: 'return left <= 0n ? 0n : left < -line.amount ? left : -line.amount;',
    replacement: 'left < 0n',
    reason: 'nothing is left either way',
  },
  {
    file: 'packages/core/src/exceptions/overdue-receivable.ts',
    line: 'return left <= 0n ? 0n : left < -line.amount ? left : -line.amount;',
    replacement: 'left <= -line.amount',
    reason: 'both amounts are the same',
  },
  {
    file: 'packages/core/src/exceptions/overdue-receivable.ts',
    line: 'for (const { record } of page) if (record.amount < 0n) sum -= record.amount;',
    replacement: 'record.amount <= 0n',
    reason: 'an amount of zero changes no sum',
  },
];
