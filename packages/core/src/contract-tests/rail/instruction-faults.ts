import {
  instructionFields,
  instructionRails,
  PAYMENT_ACCOUNTS,
  type PaymentInstruction,
} from '../../accounts/index.js';

/** The faults of a payment instruction according to the table of account types; empty if it has none. */
export function faultsOf({ accountOrWalletInfo: info }: PaymentInstruction): readonly string[] {
  const row = PAYMENT_ACCOUNTS.find(({ type }) => type === info.accountType);
  if (row === undefined) return [`no account type ${info.accountType}`];
  const fields = instructionFields(row);
  const faults: string[] = [];
  for (const field of fields) {
    const value = info[field.name];
    if (value === undefined && !field.required) continue;
    if (typeof value !== 'string') faults.push(`${field.name} is missing`);
    else if (field.pattern !== undefined && !new RegExp(field.pattern).test(value))
      faults.push(`${field.name} ${value}`);
    else if (field.enum !== undefined && !field.enum.includes(value)) faults.push(`${field.name} ${value}`);
    else if (value.length < (field.minLength ?? 0)) faults.push(`${field.name} is too short`);
    else if (value.length > (field.maxLength ?? Infinity)) faults.push(`${field.name} is too long`);
  }
  const known = new Set(['accountType', 'paymentRails', ...fields.map((field) => field.name)]);
  faults.push(
    ...Object.keys(info)
      .filter((name) => !known.has(name))
      .map((name) => `${name} is unknown`),
  );
  const rails = instructionRails(row);
  if (JSON.stringify(info.paymentRails ?? []) !== JSON.stringify(rails))
    faults.push(`paymentRails must be those of the account type: ${rails.join(', ')}`);
  return faults;
}
