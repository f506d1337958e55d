import { describe, expect, it } from 'vitest';
import { bankDetail, bankEntry, bankReport, playBank } from '../../testing/bank-reports.js';
import { apply, booksOf, type Report, sum } from '../../testing/bank-sums.js';
import type { EntryDetail, StatementEntry } from '../../iso20022/messages.js';

const P1 = { batch: 'P1' };

describe('two batches of a day', () => {
  const sumOf = (batch: string, amount: bigint, reference?: string): StatementEntry => ({
    ...sum({ batch, ...(reference !== undefined && { reference }) }),
    amount,
  });
  const detailsOf = (entry: StatementEntry, amounts: readonly bigint[]): StatementEntry => ({
    ...entry,
    details: amounts.map((amount) => bankDetail({ amount, text: 'fee' })),
  });

  it.each<readonly [string, readonly Report[]]>([
    [
      'a notification has the details',
      [
        ['054', sumOf('P2', 36n)],
        ['053', detailsOf(sumOf('P2', 36n), [10n, 26n]), sumOf('P1', 30n)],
        ['054', detailsOf(sumOf('P1', 30n), [10n, 20n])],
      ],
    ],
    [
      'all entries have references',
      [
        ['054', sumOf('P2', 36n, 'S2')],
        ['053', detailsOf(sumOf('P2', 36n, 'S2'), [10n, 26n]), sumOf('P1', 30n, 'S1')],
        ['054', sumOf('P1', 30n, 'S1')],
        ['054', detailsOf(sumOf('P1', 30n, 'S1'), [10n, 20n])],
      ],
    ],
    [
      'one of them is in another order',
      [
        ['054', detailsOf(sumOf('P1', 30n), [10n, 20n])],
        ['053', sumOf('P1', 30n), detailsOf(sumOf('P2', 36n), [10n, 26n])],
      ],
    ],
  ])('with an equal payment keep their payments if %s', async (_what, all) => {
    const bank = playBank();
    await apply(bank, all);
    const parts = [10n, 10n, 20n, 26n];
    expect(await booksOf(bank)).toEqual({ arrivals: parts, differences: [], stated: parts });
  });

  it('with an equal charge keep their charges', async () => {
    const charges = [{ amount: 3n, currency: 'EUR', included: true, direction: 'OUT' as const, bearer: null }];
    const first = { ...sumOf('P1', 27n), charges };
    const second = { ...detailsOf(sumOf('P2', 38n), [15n, 26n]), charges };
    for (const all of [
      [
        ['053', first, second],
        ['054', detailsOf(first, [10n, 20n])],
      ],
      [
        ['054', detailsOf(first, [10n, 20n])],
        ['053', first, second],
      ],
    ] satisfies Report[][]) {
      const bank = playBank();
      await apply(bank, all);
      const parts = [10n, 15n, 20n, 26n];
      expect(await booksOf(bank)).toEqual({ arrivals: parts, differences: [], stated: [3n, 3n, ...parts] });
      expect([...bank.told.values()].filter(({ kind }) => kind === 'booking')).toHaveLength(2);
    }
  });
});

describe('a payment alone', () => {
  const bareDetails: StatementEntry = { ...sum(P1), details: [10n, 20n].map((amount) => bankDetail({ amount })) };
  const feeDetails: StatementEntry = {
    ...sum(P1),
    details: [10n, 20n].map((amount) => bankDetail({ amount, text: 'fee' })),
  };
  const alone = bankEntry({
    amount: 10n,
    details: [bankDetail({ amount: 10n, references: { endToEndId: 'E' } })],
  });
  const bareAlone = bankEntry({ amount: 10n, servicerReference: 'S9', details: [bankDetail({ amount: 10n })] });
  const fee = bankEntry({ amount: 10n, details: [bankDetail({ amount: 10n, text: 'fee' })] });
  const onePerEntry = [10n, 20n].map((amount) =>
    bankEntry({ amount, details: [bankDetail({ amount, text: `part ${amount}` })] }),
  );

  it.each<readonly [string, readonly Report[]]>([
    [
      'a notification had the sum',
      [
        ['054', sum(P1)],
        ['052', bareDetails],
        ['053', sum(P1)],
        ['054', alone],
        ['053', alone],
      ],
    ],
    [
      'the statement had the sum',
      [
        ['053', sum(P1)],
        ['052', bareDetails],
        ['054', alone],
        ['053', alone],
      ],
    ],
    [
      'both have one text',
      [
        ['054', feeDetails],
        ['053', sum(P1), fee],
      ],
    ],
    [
      'both have one text, after a notification of it',
      [
        ['054', sum(P1)],
        ['052', feeDetails],
        ['054', fee],
        ['053', sum(P1), fee],
      ],
    ],
    [
      'both are bare, and the statement had the sum',
      [
        ['052', bareDetails],
        ['053', sum(P1)],
        ['054', bareAlone],
        ['053', bareAlone],
      ],
    ],
    [
      'the payment is bare, and has another reference',
      [
        ['052', { ...feeDetails, servicerReference: 'S1' }],
        ['053', { ...sum(P1), servicerReference: 'S1' }],
        ['054', bareAlone],
        ['053', bareAlone],
      ],
    ],
    [
      'the payments of the batch were known one by one',
      [
        ['054', ...onePerEntry],
        ['053', sum(P1)],
        ['052', bareAlone],
        ['053', bareAlone],
      ],
    ],
    [
      'the payments of the batch were known one by one from a report of the day',
      [
        ['052', ...onePerEntry],
        ['053', sum(P1)],
        ['054', bareAlone],
        ['053', bareAlone],
      ],
    ],
    [
      'the report of the day with the details is followed by one with the payment, which has a reference',
      [
        ['054', sum(P1)],
        ['052', bareDetails],
        ['052', bareAlone],
        ['053', sum(P1), bareAlone],
      ],
    ],
  ])('is none of the details of a batch with its amount if %s', async (_what, all) => {
    const bank = playBank();
    await apply(bank, all);
    const parts = [10n, 10n, 20n];
    expect(await booksOf(bank)).toEqual({ arrivals: parts, differences: [], stated: parts });
  });
});

describe('a payment with a charge', () => {
  it('is the same in reports that name its batch differently', async () => {
    const entry = (batch: string): StatementEntry => ({
      ...sum({ batch }),
      batches: [{ messageId: null, paymentInformationId: batch, count: 1n, total: null }],
      amount: 27n,
      charges: [{ amount: 3n, currency: 'EUR', included: true, direction: 'OUT', bearer: null }],
      details: [bankDetail({ amount: 30n, text: 'Rent' })],
    });
    const bank = playBank();
    await apply(bank, [
      ['054', entry('P1')],
      ['053', entry('P2')],
    ]);
    expect(await booksOf(bank)).toEqual({ arrivals: [30n], differences: [], stated: [3n, 30n] });
  });
});

describe('the details of a batch', () => {
  const parts = [10n, 20n];
  const entry = (batch: string, detail: (amount: bigint) => EntryDetail, reference?: string): StatementEntry => ({
    ...sum({ batch, ...(reference !== undefined && { reference }) }),
    details: parts.map(detail),
  });
  const text = (amount: bigint): EntryDetail => bankDetail({ amount, text: `part ${amount}` });
  const bare = (amount: bigint): EntryDetail => bankDetail({ amount });
  const alone = parts.map((amount) => bankEntry({ amount, details: [bare(amount)] }));
  const booked = { arrivals: parts, differences: [], stated: parts };

  it.each(['uetr', 'transactionId', 'endToEndId', 'servicerReference'] as const)(
    'are the same by their %s if reports name the batch differently',
    async (id) => {
      const withId = (amount: bigint): EntryDetail => bankDetail({ amount, references: { [id]: `id ${amount}` } });
      const bank = playBank();
      await apply(bank, [
        ['054', entry('P1', withId)],
        ['053', entry('P2', withId)],
      ]);
      expect(await booksOf(bank)).toEqual(booked);
    },
  );

  it.each<readonly [string, readonly Report[]]>([
    [
      'the entry has one reference',
      [
        ['054', entry('P1', text, 'S1')],
        ['053', entry('P2', text, 'S1')],
      ],
    ],
    [
      'a statement has the sum before their text is known',
      [
        ['052', entry('P1', bare)],
        ['053', sum(P1)],
        ['054', entry('P1', text)],
      ],
    ],
    [
      'a statement has the sum, and a later report less',
      [
        ['054', entry('P1', text)],
        ['053', sum(P1)],
        ['052', entry('P1', bare)],
      ],
    ],
    [
      'a notification had the sum',
      [
        ['054', sum(P1)],
        ['052', entry('P1', bare)],
        ['054', entry('P1', text)],
        ['053', sum(P1)],
      ],
    ],
    [
      'a report of the same day repeats them one by one',
      [
        ['052', entry('P1', bare)],
        ['052', ...alone],
        ['053', sum(P1)],
      ],
    ],
  ])('are the same without an id if %s', async (_what, all) => {
    const bank = playBank();
    await apply(bank, all);
    expect(await booksOf(bank)).toEqual(booked);
  });

  it('are the same if a copy of the statement that had the sum has them one by one', async () => {
    const bank = playBank();
    await bank.apply(bankReport('053', { id: '1', entries: [sum(P1)] }));
    await bank.apply(bankReport('054', { entries: [entry('P1', text)] }));
    const entries = parts.map((amount) => bankEntry({ amount, details: [text(amount)] }));
    await bank.apply(bankReport('053', { id: 'copy of 1', copy: 'DUPL', entries }));
    expect(await booksOf(bank)).toEqual(booked);
  });
});

describe('two sums of a day without a reference', () => {
  const of = (amounts: readonly bigint[], charge = 0n) => {
    const count = BigInt(amounts.length);
    const stated = bankEntry({
      amount: amounts.reduce((total, amount) => total + amount, -charge),
      batches: [{ messageId: null, paymentInformationId: null, count, total: null }],
      ...(charge > 0n && {
        charges: [{ amount: charge, currency: 'EUR', included: true, direction: 'OUT' as const, bearer: null }],
      }),
    });
    const details = amounts.map((amount) => bankDetail({ amount, references: { endToEndId: `E${amount}` } }));
    return { stated, notified: { ...stated, details } };
  };
  const [one, two, three] = [of([10n, 20n]), of([11n, 12n, 13n]), of([14n, 16n])];

  it.each<readonly [string, readonly Report[]]>([
    [
      'notifications come first',
      [
        ['054', one.notified],
        ['054', two.notified, three.notified],
        ['053', one.stated, two.stated, three.stated],
      ],
    ],
    [
      'notifications come last',
      [
        ['053', three.stated, two.stated, one.stated],
        ['054', one.notified],
        ['054', two.notified, three.notified],
      ],
    ],
    [
      'the statement comes between notifications',
      [
        ['054', two.notified],
        ['053', one.stated, two.stated, three.stated],
        ['054', three.notified, one.notified],
      ],
    ],
    [
      'another report repeats the notifications',
      [
        ['054', one.notified],
        ['054', two.notified],
        ['054', three.notified],
        ['052', one.notified, two.notified, three.notified],
        ['053', one.stated, two.stated, three.stated],
      ],
    ],
  ])('have the payments of the notified entries with their number and amount if %s', async (_what, all) => {
    const bank = playBank();
    await apply(bank, all);
    const parts = [10n, 11n, 12n, 13n, 14n, 16n, 20n];
    expect(await booksOf(bank)).toEqual({ arrivals: parts, differences: [], stated: parts });
  });

  it('keep the charges of their entries', async () => {
    const [first, second] = [of([10n, 20n], 3n), of([15n, 26n], 4n)];
    const bank = playBank();
    await apply(bank, [
      ['054', first.notified, second.notified],
      ['053', second.stated, first.stated],
    ]);
    const parts = [10n, 15n, 20n, 26n];
    expect(await booksOf(bank)).toEqual({ arrivals: parts, differences: [], stated: [3n, 4n, ...parts] });
  });

  it('are differences if no notified entry has their number and amount', async () => {
    const bank = playBank();
    await apply(bank, [
      ['054', one.notified, two.notified],
      ['053', of([10n, 21n]).stated, of([11n, 12n, 14n]).stated],
    ]);
    bank.clock.advance(24 * 3600);
    await bank.work();
    const differences = [...bank.told.values()].flatMap((told) => (told.kind === 'difference' ? told.amount : []));
    expect(differences.toSorted()).toEqual([31n, 37n]);
  });
});
