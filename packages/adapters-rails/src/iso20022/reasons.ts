import type { PayoutFailure } from '@corridor/core/ports';
import type { StatusReason } from './messages.js';

/**
 * What a reason code is about.
 *
 * - `payment`: the creditor, or this payment; it fails.
 * - `debtor`: the account that pays, its funds, or the right to use it; or the bank takes the file for a duplicate. The
 *   payment itself is sound and waits for an operator.
 * - `account`: an account or bank that the code does not name. On a transaction this is the creditor's, on a batch or a
 *   file it can only be the debtor's.
 */
type Subject = 'payment' | 'debtor' | 'account';

const rows = (
  codes: string,
  failure: PayoutFailure,
  about: Subject = 'payment',
): readonly (readonly [string, { readonly failure: PayoutFailure; readonly about: Subject }])[] =>
  codes.split(' ').map((code) => [code, { failure, about }]);

const DUPLICATES = 'AM05 DU01 DU02 DU03 DU04 DU05 DUPL RF01';

/** ISO 20022 external status and return reason codes. */
const REASONS = new Map([
  // Accounts and banks that the code does not name.
  ...rows('AC01 AC08 AC09 AC12 BE01 RC01 RC02 RC05 RC08', 'ACCOUNT_INVALID', 'account'),
  ...rows('AC04 AC06 AG01 AG03 AG04 AG10', 'ACCOUNT_CANNOT_RECEIVE', 'account'),

  // The account of the creditor.
  ...rows('AC03 AC11 AC14 AC15 BE06 BE22 BE23 RC04 RC07 RC10 RC11 TK03', 'ACCOUNT_INVALID'),
  ...rows('AC07 AC16 AC17 AB08 AG02 AG06 AG11 BE05 CNOR CNPC ED01 MD07 MS02 NOAS SL02', 'ACCOUNT_CANNOT_RECEIVE'),

  // The name is not that of the account.
  ...rows('RVMC RVNM RVCM', 'ACCOUNT_INVALID'),

  // The account of the debtor.
  ...rows('AC02 AC05 AC10 AC13 AG05 AG07 AG08 AM04 DNOR RC03 RC06 RC09 RC13 TK02', 'QUOTE_EXECUTION_FAILED', 'debtor'),
  ...rows('BE07 BE08 BE10 BE13 BE16 SL01 SL11 SL12', 'QUOTE_EXECUTION_FAILED', 'debtor'),

  // The bank knows the file or the payment already, so the first one may have moved money.
  ...rows(DUPLICATES, 'QUOTE_EXECUTION_FAILED', 'debtor'),

  // Amounts.
  ...rows('AM01 AM02 AM06 AM13 AM14 AM15 AM21 AM23 SL15 SL16', 'LIMIT_EXCEEDED'),

  // Law and fraud.
  ...rows('AM07 BE04 BE09 BE11 BE12 BE14 BE15 BE17 BE18 BE21 ED03', 'COMPLIANCE_REJECTED'),
  ...rows('FR01 FRAD NOCM RR01 RR02 RR03 RR04 RR05 RR06 RR12', 'COMPLIANCE_REJECTED'),

  // Time-outs, formats, dates, decisions of the bank, and returns on request.
  ...rows('AB01 AB02 AB03 AB04 AB05 AB06 AB07 AB09 AB10 AB11 ED05 ED06', 'QUOTE_EXECUTION_FAILED'),
  ...rows('AM03 AM09 AM10 AM11 AM12 AM16 AM17 AM18 AM19 AM20 CURR CH20 CH21', 'QUOTE_EXECUTION_FAILED'),
  ...rows('CH03 CH04 DT01 DT02 DT03 DT04 DT05 EDNA TM01', 'QUOTE_EXECUTION_FAILED'),
  ...rows('FF01 FF02 FF03 FF04 FF05 FF06 FF07 FF08 FF10 FF11 RR07 RR09 RR10 TD03', 'QUOTE_EXECUTION_FAILED'),
  ...rows('AGNT ARDT CUST FOCR MD06 MS03 NARR NOOR RUTA SL03', 'QUOTE_EXECUTION_FAILED'),
]);

/** The element of a pain.002 that has the reasons. */
export type StatusLevel = 'file' | 'batch' | 'transaction';

export interface Rejection {
  /** The reason of the failed payment. */
  readonly failure: PayoutFailure;
  /** The payment does not fail: it waits until an operator has dealt with the account or the file. */
  readonly waits: boolean;
}

/**
 * What follows from a rejection. One reason about the debtor is enough to wait. Otherwise the first reason that the
 * table has decides. Without one, also for codes of a bank's own, the failure is `QUOTE_EXECUTION_FAILED`.
 */
export function rejectionOf(reasons: readonly StatusReason[], level: StatusLevel): Rejection {
  const known = reasons.flatMap(({ code }) => REASONS.get(code ?? '') ?? []);
  const aboutDebtor = known.find(({ about }) => about === 'debtor' || (about === 'account' && level !== 'transaction'));
  const decides = aboutDebtor ?? known[0];
  return { failure: decides?.failure ?? 'QUOTE_EXECUTION_FAILED', waits: aboutDebtor !== undefined };
}

/** Whether the bank refuses a file or payment because it has it already: the refusal is about the copy. */
export const isAboutDuplicate = (reasons: readonly StatusReason[]): boolean =>
  reasons.some(({ code }) => code !== null && DUPLICATES.split(' ').includes(code));
