import type { StatusReason } from './messages.js';

/**
 * What the status of a payment, a batch or a file means.
 *
 * - `settled`: the bank executed the payment.
 * - `accepted`: the bank goes on with it; it waits for no release any more.
 * - `pending`: the bank works on it, or has only received it.
 * - `waiting`: a person must act at the bank, such as a second signer.
 * - `matched`, `unchecked`, `mismatched`: results of the verification of the payee. The bank waits for a release after a
 *   mismatch: docs/rails/verification-of-payee.md.
 * - `rejected`, `cancelled`: the bank does not execute it.
 * - `blocked`: the bank keeps the money, for the payee and the payer.
 * - `unknown`: the code is not in the table, or is about something other than a credit transfer.
 */
export type StatusMeaning =
  | 'settled'
  | 'accepted'
  | 'pending'
  | 'waiting'
  | 'matched'
  | 'unchecked'
  | 'mismatched'
  | 'rejected'
  | 'cancelled'
  | 'blocked'
  | 'unknown';

const rows = (codes: string, meaning: StatusMeaning): readonly (readonly [string, StatusMeaning])[] =>
  codes.split(' ').map((code) => [code, meaning]);

/** All codes of the ISO 20022 external code sets for the status of a transaction and of a group, of May 2025. */
export const STATUS_MEANINGS: ReadonlyMap<string, StatusMeaning> = new Map([
  ...rows('ACSC ACCC', 'settled'),
  ...rows('ACSP ACWC ACWP ACPD', 'accepted'),
  ...rows('RCVD ACTC ACCP ACFC PDNG PART RVNC', 'pending'),
  ...rows('ACFW PATC', 'waiting'),
  ...rows('RCVC', 'matched'),
  ...rows('RVNA', 'unchecked'),
  ...rows('RVMC RVNM RVCM', 'mismatched'),
  ...rows('RJCT', 'rejected'),
  ...rows('CANC', 'cancelled'),
  ...rows('BLCK', 'blocked'),
  // Cheques, cash, and requests for payment.
  ...rows('ACIS CPUC PRES', 'unknown'),
]);

/** The code of a stored status, which its reasons follow. */
export const statusCodeOf = (bankStatus: string): string => bankStatus.split(' ')[0]!.slice(0, 35);

const VERIFICATION: readonly StatusMeaning[] = ['mismatched', 'unchecked', 'matched'];

/** A status with its reasons. `code` is the one that decides. */
export interface ReadStatus {
  readonly meaning: StatusMeaning;
  readonly code: string;
}

/**
 * What a status with its reasons means; null without a status. Some banks write the result of a verification as the
 * reason of a pending status, or without a status.
 */
export function readStatus(status: string | null, reasons: readonly StatusReason[]): ReadStatus | null {
  const own = status === null ? null : { meaning: STATUS_MEANINGS.get(status) ?? 'unknown', code: status };
  if (own !== null && own.meaning !== 'pending' && own.meaning !== 'waiting') return own;
  const codes = reasons.flatMap(({ code, proprietary }) => code ?? proprietary ?? []);
  for (const meaning of VERIFICATION) {
    const code = codes.find((each) => STATUS_MEANINGS.get(each) === meaning);
    if (code !== undefined) return { meaning, code };
  }
  return own;
}
