import type { Field, PaymentRail } from './account-type.js';
import type { PAYMENT_ACCOUNTS, PaymentAccountType } from './table.js';

/** The target of a payment. The row of its type defines the fields in `instructions`. */
export interface PaymentAccountInfo {
  readonly accountType: PaymentAccountType;
  readonly paymentRails?: readonly PaymentRail[];
  readonly [field: string]: string | readonly PaymentRail[] | undefined;
}

/** How a payer outside sends money to this service. Responses omit members that are null. */
export interface PaymentInstruction {
  readonly instructionsNotes: string | null;
  readonly isPlatformAccount: boolean | null;
  readonly accountOrWalletInfo: PaymentAccountInfo;
}

/** The fields of `accountOrWalletInfo` other than `accountType` and `paymentRails`. */
export function instructionFields(row: (typeof PAYMENT_ACCOUNTS)[number]): readonly Field[] {
  return row.instructions.account ? [...row.fields, ...row.instructions.fields] : row.instructions.fields;
}

/** The rails that a payment instruction of this type names; empty if it names none. */
export const instructionRails = (row: (typeof PAYMENT_ACCOUNTS)[number]): readonly PaymentRail[] =>
  row.instructions.account ? row.paymentRails : [];
