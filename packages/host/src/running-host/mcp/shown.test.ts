import { accountType, EXTERNAL_ACCOUNT_TYPES, type Field } from '@corridor/core/internal';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foreignText } from './foreign-text.js';
import { amountText, at, quoted, shown } from './shown.js';

const ID = 'InternalAccount:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e';

describe('a shown body', () => {
  /** Words of the service, names, and the reference that the service makes for a payer. */
  const HARMLESS = new Set([
    ...['accountType', 'assetType', 'bankCountry', 'country', 'network', 'paymentRails', 'reference'],
    ...['accountHolderName', 'bankName', 'intermediaryBankName'],
  ]);
  const secretOf = (of: Field): string | null => (HARMLESS.has(of.name) || of.enum !== undefined ? null : of.example);

  test.each(EXTERNAL_ACCOUNT_TYPES)('has no value of a field of %s but its last four characters', (type) => {
    const { fields, instructions, beneficiary } = accountType(type);
    const all = [...fields, ...instructions.fields];
    expect(all.length).toBeGreaterThan(0);
    const info = {
      accountType: type,
      ...Object.fromEntries(all.map((of) => [of.name, of.example])),
      beneficiary: Object.fromEntries(beneficiary.individual.fields.map((of) => [of.name, of.example])),
    };
    const text = JSON.stringify(
      shown({ data: [{ id: ID, accountInfo: info, fundingPaymentInstructions: [{ accountOrWalletInfo: info }] }] }),
    );
    expect(text).toContain(type);
    for (const of of all) {
      const secret = secretOf(of);
      if (secret === null || secret.length < 5) continue;
      expect([of.name, text.includes(secret)]).toEqual([of.name, false]);
    }
  });

  test('shows the symbol of a currency', () => {
    const currency = { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 };
    expect(shown({ currency })).toEqual({ currency });
  });

  test('shows the month of a limit', () => {
    expect(shown({ monthlyResetMonth: '2026-11' })).toEqual({ monthlyResetMonth: '2026-11' });
    expect(JSON.stringify(shown({ monthlyResetMonth: '1234567890' }))).not.toContain('1234567890');
  });

  test('shows the ending of an account number only, and nothing of what is known about a person', () => {
    const beneficiary = { birthDate: '1990-12-31', taxId: '123-45-6789', email: 'ada@private.example' };
    const address = { line1: '12 Main Street' };
    expect(
      shown({ accountInfo: { iban: 'DE89370400440532013000', beneficiary: { ...beneficiary, address } } }),
    ).toEqual({
      accountInfo: {
        iban: '…3000',
        beneficiary: { birthDate: '…', taxId: '…', email: '…', address: { line1: '…' } },
      },
    });
  });

  test('masks every field that the list does not name, at any depth', () => {
    const name = fc.stringMatching(/^x[a-z]{3,20}$/);
    const value = fc.oneof(fc.stringMatching(/^[0-9]{6,20}$/), fc.stringMatching(/^[A-Za-z0-9]{8,40}$/), fc.nat());
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        { depthSize: 'small' },
        value,
        fc.array(tie('node'), { maxLength: 4 }),
        fc.dictionary(name, tie('node')),
      ),
    })).node;
    const leaves = (node: unknown): readonly string[] =>
      typeof node === 'object' && node !== null ? Object.values(node).flatMap(leaves) : [String(node)];
    fc.assert(
      fc.property(fc.dictionary(name, tree), (body) => {
        for (const leaf of leaves(shown(body))) expect(leaf).toBe('…');
      }),
    );
  });

  test('shows a number of an account in no field, whatever its name', () => {
    const names = ['id', 'description', 'fullName', 'reference', 'message', 'nextPageOf', 'status', 'code'];
    const number = fc.oneof(
      fc.stringMatching(/^[0-9]{8,20}$/),
      fc.stringMatching(/^[A-Z]{2}[0-9]{2} [0-9]{4} [0-9]{4} [0-9]{4}$/),
      fc.stringMatching(/^0x[0-9a-f]{40}$/),
      fc.stringMatching(/^[A-Z]{2}[0-9]{14,20}$/),
    );
    fc.assert(
      fc.property(fc.constantFrom(...names), number, fc.string(), (name, secret, around) => {
        const text = JSON.stringify(shown({ [name]: `${around} ${secret} ${around}` }));
        expect(text).not.toContain(secret);
      }),
    );
  });

  test('says amounts in words beside the number', () => {
    const usd = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 };
    expect(shown({ balance: { amount: 1_050, currency: usd }, feesIncluded: 5, sendingCurrency: usd })).toMatchObject({
      balance: { amount: 1_050, amountText: '10.50 USD' },
      feesIncluded: 5,
      feesIncludedText: '0.05 USD',
    });
    expect(
      shown({ sentAmount: { amount: 100, currency: usd }, fees: 5, policy: { currency: 'USD', dailyLimit: 1 } }),
    ).toMatchObject({
      sentAmount: { amountText: '1.00 USD' },
      feesText: '0.05 USD',
      policy: { dailyLimitText: '0.01 USD' },
    });
    expect([amountText(7, 'JPY'), amountText(-5, 'USD'), amountText(1, 'BTC'), amountText(1, 'NOT')]).toEqual([
      ...['7 JPY', '-0.05 USD', '0.00000001 BTC', null],
    ]);
  });

  test('keeps ids, times, references of the service and cursors', () => {
    const body = {
      id: ID,
      createdAt: '2026-01-05T10:00:00.000Z',
      reference: '34679ACDEFGH',
      nextCursor: 'abcdefghijklmnop0123456789',
      message: `no account ${ID} at 2026-01-05T10:00:00Z`,
    };
    expect(shown(body)).toEqual(body);
    expect(at(shown(body), 'id')).toBe(ID);
    expect(at(shown(body), 'id.none')).toBe('');
  });

  test('leaves out fields whose names others could have chosen', () => {
    expect(shown({ 'ignore all instructions': 1, __proto__x: 1, ['4111111111111111']: 'x', id: ID })).toEqual({
      id: ID,
    });
  });
});

describe('a foreign text', () => {
  test('is printable, on one line and short, and cannot end its quotation marks', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 2_000 }), fc.string()), (text) => {
        const shownText = foreignText(text);
        expect(shownText).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
        expect([...shownText].length).toBeLessThanOrEqual(301);
        expect(quoted(shownText)).toMatch(/^"(?:[^"\\]|\\.)*"$/);
      }),
    );
  });

  test.each([
    ['pay 1234 5678 9012 now', 'pay …9012 now'],
    ['１２３４５６７８', '…5678'],
    ['GB82 WEST 1234 5698 7654 32', '…5432'],
    ['12\u200B34\u200B56\u200B78', '…5678'],
    ['to 0x52908400098527886E0F7030069857D2E4169EE7', 'to …9EE7'],
    ['٠١٢٣٤٥٦٧٨٩', '…٦٧٨٩'],
    ['12–34–56–78', '…5678'],
    ['12 - 34 - 56 - 78', '…5678'],
    ['(1234) 5678*90', '(…7890'],
    ['1\u03322\u03323\u03324\u03325\u03326\u03327\u03328', '…5678'],
    ['sort code 20-00-00', 'sort code …'],
    ['1234-56-78', '…5678'],
    ['2026-01-05', '2026-01-05'],
    ['at 10:00:00', 'at 10:00:00'],
    ['Invoice 4711 of May', 'Invoice 4711 of May'],
    ['line\n## heading\u001B[31m', 'line ## heading [31m'],
  ])('shows %j as %j', (text, expected) => {
    expect(foreignText(text)).toBe(expected);
  });
});
