import { Bug } from '@corridor/core/ports';
import {
  type AnyKind,
  BALANCES,
  EVENTS,
  INTERNAL_ACCOUNTS,
  POSTINGS,
  QUOTES,
  REMEMBERED_ANSWERS,
  TRANSACTIONS,
} from '@corridor/core/records';
import { describe, expect, test } from 'vitest';
import { anyKind, columnOf, deadlineOf, expiryOf, keyOf, tableOf, toSnake } from './tables.js';
import { encodingOf, isTemplated, postgresType } from './encodings.js';
import { encode } from './values.js';

const accounts = tableOf(anyKind(INTERNAL_ACCOUNTS));

/** A record kind with other declarations. */
const kind = (over: Partial<AnyKind>): AnyKind => ({ ...anyKind(QUOTES), ...over }) as AnyKind;

describe('the table of a record kind', () => {
  test('is described once, with a column for each field and a key for each unique key', () => {
    expect(tableOf(anyKind(INTERNAL_ACCOUNTS))).toBe(accounts);
    expect([accounts.name, accounts.scoped, accounts.kind]).toEqual(['internal_accounts', true, INTERNAL_ACCOUNTS]);
    expect(accounts.columns.map(({ field }) => field)).toEqual(Object.keys(INTERNAL_ACCOUNTS.columns));
    expect(columnOf(accounts, 'customerId')).toEqual({
      ...{ field: 'customerId', name: 'customer_id', type: 'text', nullable: true, encoding: 'key' },
    });
    expect(columnOf(accounts, 'ownerUnderReview')).toMatchObject({ type: 'flag', nullable: false });
    expect(accounts.keys).toEqual([
      { name: 'id', fields: ['id'], unless: null },
      { name: 'owner', fields: ['tenant', 'owner', 'currency', 'type'], unless: null },
      { name: 'reference', fields: ['reference'], unless: null },
    ]);
    expect(keyOf(accounts, 'reference')).toBe(accounts.keys[2]);
    expect(toSnake('aFieldOfABCs')).toBe('a_field_of_a_b_cs');
  });

  test('of no tenant has keys without the tenant, and a key may exempt rows by a flag', () => {
    const unique = [{ name: 'k', columns: ['status'], unless: 'isDeleted' }];
    const own = tableOf(kind({ name: 'own', unique } as Partial<AnyKind>));
    const shared = tableOf(kind({ name: 'shared', scope: 'global', unique } as never));
    expect(own.keys[1]).toEqual({ name: 'k', fields: ['tenant', 'status'], unless: 'isDeleted' });
    expect(shared.keys[1]).toEqual({ name: 'k', fields: ['status'], unless: 'isDeleted' });
  });

  test('refuses columns and keys that it does not have', () => {
    expect(() => columnOf(accounts, 'nothing')).toThrow(new Bug('internal_accounts has no column nothing'));
    expect(() => keyOf(accounts, 'nothing')).toThrow(new Bug('internal_accounts has no unique key nothing'));
  });

  test('expires and has deadlines as its record kind declares', () => {
    const answers = tableOf(anyKind(REMEMBERED_ANSWERS));
    expect(expiryOf(answers, null)).toBe(columnOf(answers, REMEMBERED_ANSWERS.expiry!.column));
    expect(() => expiryOf(answers, 'Platform:1/SANDBOX')).toThrow(Bug);
    expect(() => expiryOf(accounts, null)).toThrow(Bug);
    const quotes = tableOf(anyKind(QUOTES));
    const { column, state, from } = QUOTES.deadline!;
    expect(deadlineOf(quotes)).toEqual({ column: columnOf(quotes, column), state: columnOf(quotes, state), from });
    expect(() => deadlineOf(accounts)).toThrow(Bug);
  });
});

describe('a column', () => {
  const of = (record: unknown, field: string) => tableOf(record as AnyKind).byField.get(field)!;

  test('of ids is stored as keys, of tenants and repeated texts as numbers, of repeated JSON by its template', () => {
    const encodings = [
      of(POSTINGS, 'tenant'),
      of(POSTINGS, 'kind'),
      of(POSTINGS, 'account'),
      of(POSTINGS, 'id'),
      of(POSTINGS, 'entryId'),
      of(POSTINGS, 'cause'),
      of(POSTINGS, 'currency'),
      of(POSTINGS, 'amount'),
      of(EVENTS, 'snapshot'),
      of(INTERNAL_ACCOUNTS, 'owner'),
      of(INTERNAL_ACCOUNTS, 'fundingRails'),
    ].map(({ encoding }) => encoding);
    expect(encodings).toEqual([
      ...['number', 'number', 'numbered-key', 'key', 'key', 'key', 'plain', 'plain'],
      { context: ['tenant', 'resource'] },
      ...['key', 'plain'],
    ]);
    expect(encodings.map(isTemplated)).toEqual(encodings.map((one) => typeof one === 'object'));
    // A name alone does not make an id of another type.
    expect(encodingOf(anyKind(INTERNAL_ACCOUNTS), 'anyId', 'int')).toBe('plain');
    expect(encodingOf(anyKind(INTERNAL_ACCOUNTS), 'anyId', 'text')).toBe('key');
    expect(encodingOf(anyKind(INTERNAL_ACCOUNTS), 'idea', 'text')).toBe('plain');
  });

  test('of ids is known by its name, in all record kinds', () => {
    const names = [
      'id',
      'resource',
      'subject',
      'cause',
      'entryCause',
      'owner',
      'senderIdentifier',
      'receiverIdentifier',
    ];
    const stored = names.map((name) => encodingOf(anyKind(BALANCES), name, 'text'));
    expect(stored).toEqual(names.map(() => 'key'));
  });

  test('with JSON that repeats other columns names them', () => {
    const quote = ['source', 'destination', 'exchangeRate', 'rateBasis'].map((field) => of(QUOTES, field).encoding);
    expect(quote).toEqual([
      { context: ['tenant', 'id', 'customerId'] },
      { context: ['tenant', 'id', 'customerId', 'destinationId'] },
      { context: [] },
      { context: [] },
    ]);
    const payment = ['source', 'destination', 'exchangeRate', 'rateTerms'].map(
      (field) => of(TRANSACTIONS, field).encoding,
    );
    const payer = { context: ['tenant', 'id', 'customerId'] };
    expect(payment).toEqual([payer, payer, { context: [] }, { context: [] }]);
    expect(of(REMEMBERED_ANSWERS, 'body').encoding).toEqual({ context: ['tenant'] });
    expect(of(EVENTS, 'type').encoding).toBe('number');
  });

  test('has a template only if the columns whose values it repeats never change', () => {
    expect(encodingOf(anyKind(QUOTES), 'source', 'json')).toEqual({ context: ['tenant', 'id', 'customerId'] });
    expect(() => encodingOf(kind({ immutable: [] } as Partial<AnyKind>), 'source', 'json')).toThrow(
      new Bug('quotes.source is stored with columns that can change: customerId'),
    );
  });

  test('has the type in Postgres that holds its encoding', () => {
    const types = [
      [of(POSTINGS, 'kind'), 'integer'],
      [of(POSTINGS, 'account'), 'bytea'],
      [of(POSTINGS, 'id'), 'bytea'],
      [of(POSTINGS, 'currency'), 'text'],
      [of(POSTINGS, 'amount'), 'bigint'],
      [of(POSTINGS, 'createdAt'), 'bigint'],
      [of(POSTINGS, 'version'), 'bigint'],
      [of(EVENTS, 'snapshot'), 'text'],
      [of(INTERNAL_ACCOUNTS, 'fundingRails'), 'text'],
      [of(INTERNAL_ACCOUNTS, 'privateEnabled'), 'boolean'],
    ] as const;
    expect(types.map(([column]) => postgresType(column))).toEqual(types.map(([, type]) => type));
  });

  test('takes values of its type, up to what every database holds', () => {
    const taken = (record: unknown, field: string, value: unknown) => {
      const table = tableOf(record as AnyKind);
      return encode(table, columnOf(table, field), value);
    };
    const [most, least] = [2n ** 63n - 1n, -(2n ** 63n)];
    expect([taken(BALANCES, 'available', most), taken(BALANCES, 'available', least)]).toEqual([most, least]);
    expect(taken(INTERNAL_ACCOUNTS, 'customerId', null)).toBeNull();
    expect(taken(INTERNAL_ACCOUNTS, 'privateEnabled', false)).toBe(false);
    expect(taken(INTERNAL_ACCOUNTS, 'reference', '')).toBe('');
    expect(taken(INTERNAL_ACCOUNTS, 'fundingRails', ['a', 1n])).toBe('["a",{"$bigint":"1"}]');
    expect(taken(BALANCES, 'version', Number.MAX_SAFE_INTEGER)).toBe(Number.MAX_SAFE_INTEGER);
    const refused: readonly (readonly [unknown, string, unknown])[] = [
      [BALANCES, 'available', most + 1n],
      [BALANCES, 'available', least - 1n],
      [BALANCES, 'available', 1],
      [BALANCES, 'available', null],
      [BALANCES, 'version', 2 ** 53],
      [BALANCES, 'version', 1.5],
      [BALANCES, 'createdAt', '1'],
      [INTERNAL_ACCOUNTS, 'reference', 1],
      [INTERNAL_ACCOUNTS, 'reference', 'a\0b'],
      [INTERNAL_ACCOUNTS, 'privateEnabled', 0],
      [INTERNAL_ACCOUNTS, 'fundingRails', undefined],
    ];
    for (const [record, field, value] of refused)
      expect(() => taken(record, field, value), `${field} ${String(value)}`).toThrow(Bug);
  });
});
