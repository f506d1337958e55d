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
    file: 'packages/core/src/ledger/read-entries.ts',
    line: "const cursorAt = (position: number): string => cursors.encode(list, { createdAt: instant(position), id: '' });",
    replacement: '"Stryker was here!"',
    reason: 'a list of the entries of an account reads only the position of its cursor',
  },
  {
    file: 'packages/core/src/ledger/journal.ts',
    line: 'for (const { account, amount } of lines) sums.set(account.currency, (sums.get(account.currency) ?? 0n) + amount);',
    replacement: '(sums.get(account.currency) ?? 0n) - amount',
    reason: 'the negated sums are zero exactly if the sums are',
  },
];
