import {
  ACCOUNT_TYPES,
  accountInfoView,
  exampleAccountInfo,
  instructionFields,
  instructionRails,
  PAYMENT_ACCOUNTS,
  validateAccountInfo,
} from '@corridor/core/internal';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { externalAccountCreateInfo, externalAccountInfo, paymentInstructions } from './account-info-schemas.js';

interface JsonSchema {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly oneOf?: readonly JsonSchema[];
  readonly discriminator?: { readonly propertyName: string; readonly mapping: Readonly<Record<string, string>> };
}

const documentOf = (schema: z.ZodType): JsonSchema => z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;

describe.each(ACCOUNT_TYPES)('$type', (row) => {
  const info = exampleAccountInfo(row.type);

  it('has the same declaration in requests and responses', () => {
    expect(externalAccountCreateInfo.parse(info)).toEqual(info);
    expect(externalAccountInfo.parse(accountInfoView(info))).toEqual(accountInfoView(info));
  });

  it('is declared with the fields and rules of its row', () => {
    for (const of of row.fields) {
      const optional = { ...info, [of.name]: undefined };
      expect(externalAccountCreateInfo.safeParse(optional).success, of.name).toBe(!of.required);
      expect(externalAccountCreateInfo.safeParse({ ...info, [of.name]: of.example }).data).toHaveProperty(of.name);
      for (const value of ['', '§'.repeat((of.maxLength ?? 0) + 1), 7]) {
        const changed = { ...info, [of.name]: value };
        const judged = validateAccountInfo(changed);
        const named = !judged.ok && judged.error.some((e) => e.field === `accountInfo.${of.name}` && e.constraint);
        if (named) expect(externalAccountCreateInfo.safeParse(changed).success, `${of.name}=${value}`).toBe(false);
      }
    }
  });
});

it.each(PAYMENT_ACCOUNTS)('payment instructions for $type keep every field', (row) => {
  const rails = instructionRails(row);
  const instruction = {
    instructionsNotes: 'Put the reference into the memo',
    isPlatformAccount: true,
    accountOrWalletInfo: {
      accountType: row.type,
      ...(rails.length > 0 && { paymentRails: rails }),
      ...Object.fromEntries(instructionFields(row).map((of) => [of.name, of.example])),
    },
  };
  expect(paymentInstructions.parse(instruction)).toEqual(instruction);
});

describe('a request body', () => {
  const body = z.object({ currency: z.string(), accountInfo: externalAccountCreateInfo });

  it('requires the account details', () => {
    expect(body.safeParse({ currency: 'USD' }).success).toBe(false);
  });

  it('is documented with all fields of every type', () => {
    const document = documentOf(body);
    expect(document.required).toEqual(['currency', 'accountInfo']);
    expect(document.properties!['accountInfo']!.$ref).toBe('#/$defs/ExternalAccountCreateInfoOneOf');
    const union = document.$defs!['ExternalAccountCreateInfoOneOf']!;
    expect(union.oneOf).toHaveLength(ACCOUNT_TYPES.length);
    expect(union.discriminator!.mapping['AED_ACCOUNT']).toBe('#/components/schemas/AedExternalAccountCreateInfo');
    expect(document.$defs!['AedExternalAccountCreateInfo']!.required).toEqual(['accountType', 'iban', 'beneficiary']);
  });
});

it('every component that a discriminator names exists', () => {
  for (const schema of [externalAccountCreateInfo, externalAccountInfo, paymentInstructions]) {
    const document = documentOf(z.object({ schema }));
    const unions = Object.values(document.$defs!).flatMap((def) => [def, ...Object.values(def.properties ?? {})]);
    for (const union of unions.filter((def) => def.discriminator !== undefined)) {
      const named = Object.values(union.discriminator!.mapping).map((ref) => ref.replace('#/components/schemas/', ''));
      expect(Object.keys(document.$defs!)).toEqual(expect.arrayContaining(named));
      expect(union.oneOf!.map(({ $ref }) => $ref)).toEqual(named.map((name) => `#/$defs/${name}`));
    }
  }
});
