import type { FieldError } from '../kernel/index.js';
import type { AccountInfo } from './account-types/index.js';

/**
 * What no pattern can say of an account: control digits of IBAN, ABA, CLABE, CPF and CNPJ, encodings of addresses and
 * invoices. Asked with details that `validateAccountInfo` has passed. The paths of the fields start with
 * `accountInfo`; an empty answer means that nothing is wrong. Refused as INVALID_BANK_ACCOUNT.
 */
export interface AccountChecks {
  check(info: AccountInfo): readonly FieldError[];
}
