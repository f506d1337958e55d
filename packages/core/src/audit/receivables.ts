import { type InternalAccount, PLATFORM_OWNER } from '../accounts/index.js';
import type { CurrencyCode, TenantKey } from '../kernel/index.js';
import { chart, type LedgerAccount, type Line, type PostedEntry } from '../ledger/index.js';

const postedOn = ({ postings }: PostedEntry, { name }: LedgerAccount): bigint =>
  postings.reduce((sum, { account, amount }) => (account === name ? sum + amount : sum), 0n);

const TAKEN = /^(?:available|receivables):(?=InternalAccount:)/;

/** The internal account from which a returned payout's fee was taken back; empty if the entry takes nothing back. */
export function takenFrom({ kind, postings }: PostedEntry): string {
  if (kind !== 'SETTLEMENT_REVERSAL') return '';
  return postings.find(({ account }) => TAKEN.test(account))?.account.replace(TAKEN, '') ?? '';
}

/** Whether the entry credits the account, while other entries of its kind debit it. */
export const isTakenBack = (entry: PostedEntry, account: LedgerAccount): boolean => postedOn(entry, account) > 0n;

/** The lines that take an amount back: the part that the entry debits from the balance, the rest as a receivable. */
export function takenBack(
  entry: PostedEntry,
  account: Pick<InternalAccount, 'id' | 'currency'>,
  amount: bigint,
): readonly Line[] {
  const { id, currency } = account;
  const posted = -postedOn(entry, chart.available(id, currency));
  const taken = posted < 0n ? 0n : posted > amount ? amount : posted;
  return [
    { account: chart.available(id, currency), amount: -taken },
    { account: chart.receivable(id, currency), amount: taken - amount },
  ];
}

/**
 * The reversal of the settlement of a returned payout. The platform fee is taken back from the platform's account;
 * entries of older versions took it from `fees`, and stay valid as they are
 * (docs/decisions/0004-returned-payouts-take-back-the-platform-fee.md).
 */
export function reversedLines(
  settled: readonly Line[] | null,
  {
    tenant,
    entry,
    payer,
  }: { readonly tenant: TenantKey; readonly entry: PostedEntry; readonly payer: InternalAccount | null },
): readonly Line[] | null {
  if (settled === null) return null;
  const isFee = ({ account }: Line): boolean => account.name === feesOf(tenant, account.currency);
  return settled.flatMap((line) =>
    isFee(line) && payer?.owner === PLATFORM_OWNER
      ? takenBack(entry, payer, line.amount)
      : [{ account: line.account, amount: -line.amount }],
  );
}

const feesOf = (tenant: TenantKey, currency: CurrencyCode): string => chart.fees(tenant, currency).name;
