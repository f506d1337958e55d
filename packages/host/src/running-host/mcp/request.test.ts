import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { recordId, shortLine } from './forms.js';
import { requestOf } from './request.js';

const id = (type: string): string => `${type}:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0e`;

const quote = requestOf({
  operation: 'createQuote',
  takes: {
    from: { field: 'source.ACCOUNT.accountId', form: recordId('InternalAccount') },
    outside: {
      field: 'source.REALTIME_FUNDING',
      members: { customerId: { required: true }, currency: {} },
      says: 'A payer outside.',
    },
    to: { field: 'destination.ACCOUNT.accountId' },
    toAddress: { field: 'destination.UMA_ADDRESS.umaAddress' },
    toCurrency: { field: 'destination.UMA_ADDRESS.currency' },
    amount: { field: 'lockedCurrencyAmount' },
    side: { field: 'lockedCurrencySide', otherwise: 'SENDING' },
  },
});

const issuesOf = (given: object) =>
  (quote.input.safeParse(given).error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]);
const madeOf = (given: object) => quote.of(quote.input.parse(given));

describe('the request of a tool', () => {
  test('has each argument at the place of its field, and says which variants it has', () => {
    expect(madeOf({ from: id('InternalAccount'), toAddress: '$a@b.c', toCurrency: 'EUR', amount: 5 })).toEqual({
      body: {
        source: { sourceType: 'ACCOUNT', accountId: id('InternalAccount') },
        destination: { destinationType: 'UMA_ADDRESS', umaAddress: '$a@b.c', currency: 'EUR' },
        lockedCurrencyAmount: 5,
        lockedCurrencySide: 'SENDING',
      },
    });
    expect(madeOf({ outside: { customerId: 'x', currency: 'USD' }, to: 'y', amount: 5, side: 'RECEIVING' })).toEqual({
      body: {
        source: { sourceType: 'REALTIME_FUNDING', customerId: 'x', currency: 'USD' },
        destination: { destinationType: 'ACCOUNT', accountId: 'y' },
        lockedCurrencyAmount: 5,
        lockedCurrencySide: 'RECEIVING',
      },
    });
  });

  test('has one variant of each part: none and two are refused, by the arguments that choose them', () => {
    expect(issuesOf({ amount: 5 })).toEqual([
      ['from', 'either from or outside is required'],
      ['to', 'either to or toAddress is required'],
    ]);
    const both = { from: id('InternalAccount'), outside: { customerId: 'x', currency: 'USD' } };
    expect(issuesOf({ ...both, to: 'x', toAddress: '$a@b.c', amount: 5 })).toEqual([
      ['from', 'either from or outside is required'],
      ['to', 'either to or toAddress is required'],
    ]);
  });

  test('does not drop an argument of a variant that it does not have: the argument is refused', () => {
    expect(issuesOf({ from: id('InternalAccount'), to: 'x', toCurrency: 'EUR', amount: 5 })).toEqual([
      ['toCurrency', 'is taken only with toAddress'],
    ]);
  });

  test('offers the fields that the tool does not mention, as the operation describes them', () => {
    const { properties } = z.toJSONSchema(quote.input, { io: 'input' });
    expect(properties?.['remittanceInformation']).toMatchObject({ maxLength: 80, description: expect.any(String) });
    expect(properties?.['purposeOfPayment']).toMatchObject({ enum: expect.arrayContaining(['GIFT', 'OTHER']) });
    const { input } = requestOf({ operation: 'createQuote' });
    expect(Object.keys(input.shape)).toEqual(expect.arrayContaining(['sourceAccountId', 'destinationUmaAddress']));
    expect(madeOf({ from: id('InternalAccount'), to: 'x', amount: 5, lookupId: 'l' }).body).toMatchObject({
      lookupId: 'l',
    });
  });

  test('has the fields that the tool fills, which are not arguments unless the tool takes them too', () => {
    const { input, of } = requestOf({
      operation: 'agentCreateExternalAccount',
      fills: { customerId: 'c', currency: () => 'USD', accountInfo: ({ type }) => ({ accountType: type }) },
      takes: { currency: { required: false } },
      adds: { type: shortLine },
    });
    expect(Object.keys(input.shape)).toEqual(['currency', 'type']);
    const body = { customerId: 'c', currency: 'USD', accountInfo: { accountType: 't' } };
    expect(of({ type: 't' })).toEqual({ body });
    expect(of({ type: 't', currency: 'EUR' })).toEqual({ body: { ...body, currency: 'EUR' } });
  });

  test('has parameters of the path and the query at their places, and shows defaults that the service applies', () => {
    expect(
      requestOf({ operation: 'lookupUma', takes: { address: { field: 'receiverUmaAddress' } } }).of({
        address: '$a@b.c',
        customerId: 'c',
      }),
    ).toEqual({ path: { receiverUmaAddress: '$a@b.c' }, query: { customerId: 'c' } });
    const list = requestOf({ operation: 'listCustomers', takes: { limit: { within: { maximum: 1000 } } } });
    expect(z.toJSONSchema(list.input, { io: 'input' }).properties?.['limit']).toMatchObject({
      default: 20,
      minimum: 1,
      maximum: 100,
    });
    expect(list.of(list.input.parse({}))).toEqual({});
  });

  test('cannot have a field, a choice or a name that its operation does not have', () => {
    expect(() => requestOf({ operation: 'listCustomers', takes: { x: { field: 'nonsense' as 'limit' } } })).toThrow(
      'no field is nonsense',
    );
    // @ts-expect-error The argument says which field it fills.
    expect(() => requestOf({ operation: 'listCustomers', takes: { x: {} } })).toThrow('no field is x');
    // @ts-expect-error The operation has no such field.
    expect(() => requestOf({ operation: 'listCustomers', takes: { x: { field: 'nonsense' } } })).toThrow();
    expect(() => requestOf({ operation: 'listCustomers', takes: { cursor: { field: 'limit' } } })).toThrow(
      'two fields are offered as cursor: name the argument of cursor',
    );
    expect(() =>
      requestOf({ operation: 'agentListActions', takes: { status: { within: { enum: ['LOST'] } } } }),
    ).toThrow('not choices: LOST');
  });
});
