import { type AccountStatement, instant, statementCamt, type StatementEntry } from '@corridor/core';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { camt053Schema } from '../testing/iso20022/camt-053-schema.js';
import { type BankMessages, loadBankMessages, type Schemas } from './index.js';

let messages: BankMessages;
let schemas: Schemas;

beforeAll(async () => {
  messages = await loadBankMessages();
  schemas = messages.openSchemas([{ name: 'camt.053.001.08', bytes: camt053Schema() }]);
  return () => schemas.close();
});

const FROM = Date.UTC(2026, 0, 1);
const UUID = '0199c0de-0000-7000-8000-000000000001';

const entry = (over: Partial<StatementEntry> = {}): StatementEntry =>
  ({
    id: `JournalEntry:${UUID}`,
    kind: 'SETTLEMENT',
    bookedAt: instant(FROM),
    amount: -5n,
    balance: 0n,
    cause: `Transaction:${UUID}`,
    transactionId: `Transaction:${UUID}` as StatementEntry['transactionId'],
    counterparty: 'Grace Hopper (…3890)',
    counterpartyId: null,
    reference: 'ABCD',
    text: 'Invoice 17',
    ...over,
  }) as StatementEntry;

const statement = (over: Partial<AccountStatement> = {}): AccountStatement => {
  const { entries = [entry()], opening = 1000n } = over;
  return {
    id: 'f'.repeat(32),
    account: {
      id: `InternalAccount:${UUID}` as AccountStatement['account']['id'],
      customerId: null,
      currency: 'EUR' as AccountStatement['account']['currency'],
      reference: 'ABCDEFGH',
      type: 'INTERNAL_FIAT',
    },
    holder: 'Ada & Co <GmbH>',
    from: instant(FROM),
    until: instant(FROM + 86_400_000),
    createdAt: instant(FROM + 90_000_000),
    opening,
    closing: entries.reduce((sum, { amount }) => sum + amount, opening),
    held: 0n,
    ...over,
    entries,
  };
};

const written = (given: AccountStatement): string => {
  const made = statementCamt(given);
  if (!made.ok) throw new Error(made.error.message);
  return made.value;
};

const text = fc.string({ unit: 'binary', maxLength: 300 });
const statements = fc
  .record({
    amounts: fc.array(
      fc.bigInt(-(10n ** 12n), 10n ** 12n).filter((amount) => amount !== 0n),
      { maxLength: 8 },
    ),
    currency: fc.constantFrom('EUR', 'JPY', 'USD'),
    opening: fc.bigInt(-(10n ** 12n), 10n ** 12n),
    held: fc.bigInt(0n, 1000n),
    words: fc.array(fc.option(text), { minLength: 4, maxLength: 4 }),
  })
  .map(({ amounts, currency, opening, held, words: [holder, counterparty, reference, remittance] }) => {
    const base = statement({ opening, held, holder: holder ?? null });
    const entries = amounts.map((amount, index) =>
      entry({
        amount,
        bookedAt: instant(FROM + index),
        counterparty: counterparty ?? null,
        reference: reference ?? null,
        text: remittance ?? null,
      }),
    );
    return statement({
      ...base,
      account: { ...base.account, currency: currency as never },
      entries,
      closing: amounts.reduce((sum, amount) => sum + amount, opening),
    });
  });

describe('a statement as camt.053', () => {
  it('is valid by the schema, with any amounts and texts', () => {
    fc.assert(
      fc.property(statements, (given) => {
        expect(schemas.deviationsIn('camt.053.001.08', written(given))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('is read by the reader of bank files with the same balances and entries', () => {
    fc.assert(
      fc.property(statements, (given) => {
        const outcome = messages.readBankMessage(new TextEncoder().encode(written(given)), { schemas });
        if (!outcome.ok) throw new Error(JSON.stringify(outcome));
        expect(outcome.deviations).toEqual([]);
        const { message } = outcome;
        if (message.kind === 'status') throw new Error('not a statement');
        expect(message.statements).toHaveLength(1);
        const [read] = message.statements;
        const signed = read!.entries.map(({ amount, direction }) => (direction === 'IN' ? amount : -amount));
        expect(signed).toEqual(given.entries.map(({ amount }) => amount));
        expect(read!.balances.map(({ type, amount }) => [type, amount])).toEqual([
          ['OPBD', given.opening],
          ['CLBD', given.closing],
          ['CLAV', given.closing - given.held],
        ]);
      }),
      { numRuns: 100 },
    );
  });

  it('refuses a currency without a code in ISO 4217, and amounts of more than 18 digits', () => {
    const of = (currency: string, over: Partial<AccountStatement> = {}) =>
      statementCamt(statement({ account: { ...statement().account, currency: currency as never }, ...over }));
    for (const currency of ['BTC', 'USDC', 'ETH']) {
      expect(of(currency)).toMatchObject({ ok: false, error: { code: 'INVALID_CURRENCY' } });
    }
    expect(of('EUR', { opening: 10n ** 18n })).toMatchObject({ ok: false, error: { code: 'INVALID_AMOUNT' } });
    expect(of('EUR', { opening: 10n ** 18n - 1n, entries: [] })).toMatchObject({ ok: true });
  });
});
