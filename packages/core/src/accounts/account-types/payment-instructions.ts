import type { Field, PaymentRail } from './account-type.js';
import type { PAYMENT_ACCOUNTS, PaymentAccountType } from './table.js';

/** To what the payer pays. Which fields there are, the row's `instructions` say. */
export interface PaymentAccountInfo {
  readonly accountType: PaymentAccountType;
  readonly paymentRails?: readonly PaymentRail[];
  readonly [field: string]: string | readonly PaymentRail[] | undefined;
}

/** How somebody outside pays us (interface, "Quote": `paymentInstructions`). Nulls are left out on the wire. */
export interface PaymentInstruction {
  readonly instructionsNotes: string | null;
  readonly isPlatformAccount: boolean | null;
  readonly accountOrWalletInfo: PaymentAccountInfo;
}

/** The fields of `accountOrWalletInfo` beside `accountType` and `paymentRails`. */
export function instructionFields(row: (typeof PAYMENT_ACCOUNTS)[number]): readonly Field[] {
  return row.instructions.account ? [...row.fields, ...row.instructions.fields] : row.instructions.fields;
}

/** The rails that a payment instruction of this type names; empty where it names none. */
export const instructionRails = (row: (typeof PAYMENT_ACCOUNTS)[number]): readonly PaymentRail[] =>
  row.instructions.account ? row.paymentRails : [];
