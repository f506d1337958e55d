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
    file: 'packages/core/src/transactions/conclude-payout.ts',
    line: 'destination === null ? [] : [destination],',
    replacement: '["Stryker was here"]',
    reason: 'an account that no line of the entry names is not read',
  },
  {
    file: 'packages/core/src/transactions/refund-payment.ts',
    line: 'account === null ? [] : [account],',
    replacement: '["Stryker was here"]',
    reason: 'an account that no line of the entry names is not read',
  },
  {
    file: 'packages/core/src/transactions/fail-payment.ts',
    line: 'const booked = await bookTogether(unit, entries, platform === null ? [] : [platform], NEVER_SHORT);',
    replacement: '["Stryker was here"]',
    reason: 'an account that no line of the entries names is not read',
  },
  {
    file: 'packages/core/src/transactions/fail-payment.ts',
    line: 'const platform = (transaction.platformFees ?? 0n) > 0n ? await platformAccount(tx, transaction.sentCurrency!) : null;',
    replacement: '(transaction.platformFees ?? 0n) >= 0n',
    reason: 'of a fee of zero nothing is taken back from the platform',
  },
  {
    file: 'packages/core/src/transactions/area.ts',
    line: "order: 'desc',",
    replacement: '""',
    reason: 'the first row of any order tells that a payment is open',
  },
  {
    file: 'packages/core/src/transactions/area.ts',
    line: 'counted: false,',
    replacement: 'true',
    reason: 'the number of rows is not read',
  },
  {
    file: 'packages/core/src/transactions/arrival.ts',
    line: "const { rows } = await reads.list(ARRIVALS, { where: of, order: 'asc', limit: 1, counted: false });",
    replacement: 'true',
    reason: 'the number of rows is not read',
  },
  {
    file: 'packages/core/src/transactions/answered-recalls.ts',
    line: "const page = await reads.list(EXCEPTIONS, { where: { subject }, order: 'asc', limit: 50, counted: false, after });",
    replacement: '""',
    reason: 'a sum is the same in any order',
  },
  {
    file: 'packages/core/src/transactions/answered-recalls.ts',
    line: "const page = await reads.list(EXCEPTIONS, { where: { subject }, order: 'asc', limit: 50, counted: false, after });",
    replacement: 'true',
    reason: 'the number of rows is not read',
  },
  {
    file: 'packages/core/src/transactions/fail-payment.ts',
    line: 'const platform = (transaction.platformFees ?? 0n) > 0n ? await platformAccount(tx, transaction.sentCurrency!) : null;',
    replacement: 'true',
    reason: 'of a fee of zero nothing is taken back from the platform',
  },
  {
    file: 'packages/core/src/transactions/confirm-receipt.ts',
    line: 'if (confirmedAt !== undefined && confirmedAt > ctx.now) {',
    replacement: 'true',
    reason: 'undefined is not later than any time',
  },
  {
    file: 'packages/core/src/transactions/delivery.ts',
    line: 'const found = ids.length === 0 ? [] : await reads.getMany(EXTERNAL_ACCOUNTS, ids);',
    replacement: 'false',
    reason: 'no ids have no accounts; the read is saved',
  },
];
