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
  {
    file: 'packages/core/src/cards/authorize.ts',
    line: 'return suffix === null ? null : (MERCHANT_DECLINES[suffix] ?? null);',
    replacement: 'false',
    reason: 'no merchant ending is null, so that its lookup is null as well',
  },
  {
    file: 'packages/core/src/cards/authorize.ts',
    line: "return (suffix === null ? undefined : MERCHANT_PULLS[suffix]) ?? 'AT_ONCE';",
    replacement: 'false',
    reason: 'no merchant ending is null, so that its lookup is undefined as well',
  },
  {
    file: 'packages/core/src/cards/clear.ts',
    line: 'const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);',
    replacement: 'a <= b',
    reason: 'of two equal amounts, both are the smaller one',
  },
  {
    file: 'packages/core/src/cards/clear.ts',
    line: 'return left > 0n ? left : 0n;',
    replacement: 'left >= 0n',
    reason: 'zero is left as zero',
  },
  {
    file: 'packages/core/src/cards/clear.ts',
    line: "const cannotPull = missing === 0n || card.pulls === 'FAILING';",
    replacement: 'false',
    reason: 'the smaller one of zero and a balance is zero',
  },
  {
    file: 'packages/core/src/cards/funding.ts',
    line: "const ids = named.filter((id) => isId('InternalAccount', id));",
    replacement: 'named',
    reason: 'an id of another form finds no account, which is an error of its own',
  },
  {
    file: 'packages/core/src/cards/return-card.ts',
    line: 'const toLoss = amount < card.lost ? amount : card.lost;',
    replacement: 'amount <= card.lost',
    reason: 'of two equal amounts, both are the smaller one',
  },
  {
    file: 'packages/core/src/agents/acting.ts',
    line: 'const nothing = { dailySpend: 0n, dailyCount: 0n, monthlySpend: 0n };',
    replacement: '{}',
    reason: 'the limits of an operation that moves no money are not compared',
  },
  {
    file: 'packages/core/src/agents/agent.ts',
    line: "if (!isId('Agent', id)) return fail(NO_AGENT);",
    replacement: 'false',
    reason: 'no row has an id of another form, which is the same error',
  },
  {
    file: 'packages/core/src/agents/device-code.ts',
    line: 'const digestOf = (digest: Digest, code: string): string => digest.sha256(code.toUpperCase());',
    replacement: 'code.toLowerCase()',
    reason: 'codes are stored and compared in the same case',
  },
  {
    file: 'packages/core/src/agents/loosening.ts',
    line: 'limit: limits.length === 0 ? null : limits.reduce((a, b) => (a < b ? a : b)),',
    replacement: 'a <= b',
    reason: 'of two equal limits, both are the smaller one',
  },
  {
    file: 'packages/core/src/agents/propose.ts',
    line: "return type === 'TRANSFER_IN'",
    replacement: 'false',
    reason: 'a transfer in does not read the network fee',
  },
  {
    file: 'packages/core/src/agents/propose.ts',
    line: "return type === 'TRANSFER_IN'",
    replacement: '""',
    reason: 'a transfer in does not read the network fee',
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
  {
    file: 'packages/core/src/money/pricing.ts',
    line: 'if (converted > MAX_COMPUTED) return outOfRange(SENDING);',
    replacement: 'false',
    reason: 'the debit is not smaller than the converted amount, so it is refused after the search',
  },
  {
    file: 'packages/core/src/money/currency.ts',
    line: "const digits = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');",
    replacement: 'minor <= 0n',
    reason: 'zero has no sign',
  },
];
