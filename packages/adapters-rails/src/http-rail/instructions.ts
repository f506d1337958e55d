import type { FundingRail } from '@corridor/core/ports';
import type { PaymentAccountInfo, PaymentInstruction } from '@corridor/core/records';
import { type Field, instructionFields, instructionRails, PAYMENT_ACCOUNTS } from '@corridor/core/internal';
import { z } from 'zod';
import { id, note } from '../partners/values.js';
import { currencyCode } from './values.js';

/** Where the reference of the payer comes into a template. */
const REFERENCE = '{reference}';
/** A reference of the form and length of those that core allocates. */
const SAMPLE = 'K7QF9M3XHTCP';

export const fundingTemplates = z.array(
  z.strictObject({
    currency: currencyCode,
    network: id.nullable().default(null),
    notes: note.nullable().default(null),
    account: z.record(z.string(), z.string()),
  }),
);
export type FundingTemplate = z.infer<typeof fundingTemplates>[number];

type PaymentAccount = (typeof PAYMENT_ACCOUNTS)[number];

const filled = (text: string, reference: string): string => text.replaceAll(REFERENCE, reference);

const rowOf = ({ account }: FundingTemplate): PaymentAccount | undefined =>
  PAYMENT_ACCOUNTS.find(({ type }) => type === account['accountType']);

/** The first fault of a template, as the path of the member below the template and what is wrong with it. */
export function faultOf(template: FundingTemplate): readonly [string, string] | null {
  const row = rowOf(template);
  if (row === undefined) return ['account.accountType', 'must be a type of account'];
  if (!row.currencies.includes(template.currency)) return ['currency', `must be a currency of ${row.type}`];
  const fields = instructionFields(row);
  const names = Object.keys(template.account).filter((name) => name !== 'accountType');
  const unknown = names.find((name) => fields.every((field) => field.name !== name));
  if (unknown !== undefined) return ['account', `${row.type} has the members ${fields.map(({ name }) => name).join()}`];
  for (const field of fields) {
    const text = template.account[field.name];
    if (text === undefined && field.required) return [`account.${field.name}`, 'is required'];
    if (text !== undefined && !fits(field, filled(text, SAMPLE)))
      return [`account.${field.name}`, `must be valid, such as ${field.example}`];
  }
  if (!Object.values(template.account).some((text) => text.includes(REFERENCE)))
    return ['account', `needs a member with ${REFERENCE}, or payments cannot be told apart`];
  return null;
}

const fits = (field: Field, text: string): boolean =>
  text.length >= (field.minLength ?? 0) &&
  text.length <= (field.maxLength ?? Infinity) &&
  (field.enum === undefined || field.enum.includes(text)) &&
  (field.pattern === undefined || new RegExp(field.pattern).test(text));

/** What receives the money of a template: another connection with the same account would report its money again. */
export function claimOf({ account }: FundingTemplate): string {
  if (account['iban'] !== undefined) return `IBAN ${account['iban']}`;
  return Object.values(account)
    .filter((text) => !text.includes(REFERENCE))
    .join(' ');
}

function instructionOf(template: FundingTemplate, reference: string): PaymentInstruction {
  const rails = instructionRails(rowOf(template)!);
  const fields = Object.entries(template.account).map(([name, text]) => [name, filled(text, reference)] as const);
  return {
    instructionsNotes: template.notes === null ? null : filled(template.notes, reference),
    isPlatformAccount: null,
    accountOrWalletInfo: {
      ...(Object.fromEntries(fields) as unknown as PaymentAccountInfo),
      ...(rails.length > 0 && { paymentRails: rails }),
    },
  };
}

/** Payment instructions from the templates of the entry: nothing is asked of the rail inside a unit of work. */
export function fundingOf(templates: readonly FundingTemplate[]): Omit<FundingRail, 'refund'> {
  const networks: FundingRail['networks'] = (currency) => [
    ...new Set(templates.filter((template) => template.currency === currency).map(({ network }) => network)),
  ];
  return {
    networks,
    addressSpace: null,
    instructions({ currency, cryptoNetwork, reference }) {
      const wanted = cryptoNetwork ?? networks(currency)[0];
      if (wanted === undefined) return null;
      const serving = templates.filter((template) => template.currency === currency && template.network === wanted);
      return serving.length === 0 ? null : serving.map((template) => instructionOf(template, reference));
    },
  };
}
