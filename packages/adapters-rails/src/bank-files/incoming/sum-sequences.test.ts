import { describe, expect, it } from 'vitest';
import { batchDebit } from '../../testing/bank-outcomes.js';
import { bankDetail, bankEntry, bankReport, playBank, type PlayBank } from '../../testing/bank-reports.js';
import { apply, booksOf, details, type Report, sum, withParts } from '../../testing/bank-sums.js';
import type { StatementEntry } from '../../iso20022/messages.js';

const HOUR = 3600;

const TWO_PARTS = { arrivals: [10n, 20n], differences: [], stated: [10n, 20n] };
const TWO_PARTS_AND_A_SUM = { arrivals: [10n, 20n], differences: [30n], stated: [10n, 20n, 30n] };

const one = { reference: 'S1', batch: 'P1' };
const two = { reference: 'S2', batch: 'P1' };
const P1 = { batch: 'P1' };

describe.each(['notification', 'statement'] as const)('if a %s moves the money', (credit) => {
  it.each<readonly [string, readonly Report[]]>([
    [
      'a sum, then its details',
      [
        ['054', sum(one)],
        ['053', details(one)],
        ['054', details(one)],
      ],
    ],
    [
      'its sum after the statement',
      [
        ['053', details(one)],
        ['054', sum(one)],
        ['054', details(one)],
      ],
    ],
    [
      'details of a growing report',
      [
        ['052', sum(P1)],
        ['053', details(P1)],
        ['052', details(P1)],
      ],
    ],
    [
      'a sum after its details',
      [
        ['054', details(P1)],
        ['054', sum(P1)],
        ['053', sum(P1)],
        ['052', details(P1)],
      ],
    ],
    [
      'a sum without the name of its batch',
      [
        ['054', sum(P1)],
        ['054', details(P1)],
        ['053', withParts(P1, [])],
      ],
    ],
  ])('an entry is booked once: %s', async (_what, all) => {
    const bank = playBank({ credit });
    await apply(bank, all);
    expect(await booksOf(bank)).toEqual(TWO_PARTS);
  });

  it('an entry is booked once if other reports have its payments one by one', async () => {
    const [first, second] = [10n, 20n].map((amount) =>
      bankEntry({ amount, details: [bankDetail({ amount, text: `part ${amount}` })] }),
    );
    for (const reports of [
      [
        ['054', first!],
        ['054', second!],
        ['052', sum(one)],
        ['053', details(one)],
      ],
      [
        ['054', sum(P1)],
        ['054', details(P1)],
        ['053', first!],
        ['052', details(P1)],
        ['053', second!],
      ],
    ] satisfies Report[][]) {
      const bank = playBank({ credit });
      await apply(bank, reports);
      expect(await booksOf(bank)).toEqual(TWO_PARTS);
    }
  });

  it.each([{ uetr: 'U' }, { transactionId: 'T' }, { endToEndId: 'E' }])(
    'an entry whose details have the id %o is booked once',
    async (id) => {
      const bank = playBank({ credit });
      const [name] = Object.keys(id);
      const parts = [10n, 20n].map((amount) =>
        bankDetail({ amount, references: { [name!]: `${Object.values(id)[0]} ${amount}` } }),
      );
      const detailed = { ...sum(one), details: parts };
      await apply(bank, [
        ['054', sum(one)],
        ['053', detailed],
        ['054', detailed],
        ['052', detailed],
      ]);
      expect(await booksOf(bank)).toEqual(TWO_PARTS);
    },
  );

  it.each<readonly [string, readonly Report[]]>([
    [
      'of another reference, which a notification had',
      [
        ['054', details(one)],
        ['054', sum(two)],
        ['053', sum(two)],
        ['053', sum(one)],
      ],
    ],
    [
      'of another reference, in an earlier statement',
      [
        ['054', details(one)],
        ['053', sum(two)],
        ['053', sum(one)],
      ],
    ],
    [
      'beside the details in one statement',
      [
        ['054', sum(P1)],
        ['054', details(P1)],
        ['053', sum(P1), details(P1)],
      ],
    ],
    [
      'of another batch, with the sum of known details',
      [
        ['054', sum({ reference: 'S1', batch: 'P2' })],
        ['054', details({ reference: 'S1', batch: 'P2' })],
        ['053', sum({ reference: 'S0', batch: 'P1' }), sum({ reference: 'S1', batch: 'P2' })],
      ],
    ],
    [
      'of another batch, in an earlier statement',
      [
        ['054', sum({ batch: 'P2' })],
        ['054', details({ batch: 'P2' })],
        ['053', sum(P1)],
        ['053', sum({ batch: 'P2' })],
      ],
    ],
    [
      'before details of another reference',
      [
        ['053', sum(one)],
        ['053', details(two)],
      ],
    ],
    [
      'that two notifications had, as well as the second statement',
      [
        ['054', sum(P1)],
        ['054', sum(P1)],
        ['054', details(P1)],
        ['053', sum(P1)],
        ['053', sum(P1)],
      ],
    ],
    [
      'that a later statement repeats',
      [
        ['054', sum(one)],
        ['054', details({ reference: 'S1' })],
        ['053', sum(P1)],
        ['053', sum(P1)],
      ],
    ],
  ])('a sum is an entry of its own %s', async (_what, all) => {
    const bank = playBank({ credit });
    await apply(bank, all);
    expect(await booksOf(bank)).toEqual(TWO_PARTS_AND_A_SUM);
  });

  it('a sum and its details with one reference are one entry of a statement, in whatever order', async () => {
    for (const entries of [
      [sum(one), details(one)],
      [details(one), sum(one)],
    ]) {
      const bank = playBank({ credit });
      await apply(bank, [
        ['054', sum(one)],
        ['053', ...entries],
      ]);
      expect(await booksOf(bank)).toEqual(TWO_PARTS);
    }
  });

  it('the details of a sum whose host crashed after half of them are booked once', async () => {
    for (const first of [[], [sumOfMany()]]) {
      const bank = playBank({ credit });
      for (const entry of first) await apply(bank, [['054', entry]]);
      const details = bankReport('054', { id: 'details', entries: [manyDetails()] });
      let units = 0;
      bank.crashAt = () => ((units += 1) === 2 ? 'before' : null);
      const applied = bank.reports.apply(details, { fileName: 'file.xml', digest: 'digest' }, bank.tell);
      await expect(applied).rejects.toThrow('before a call');
      bank.crashAt = null;
      await bank.apply(bankReport('053', { id: 'statement', entries: [sumOfMany()] }));
      await bank.apply(details);
      expect(await booksOf(bank)).toEqual({ arrivals: MANY, differences: [], stated: MANY });
    }
  });
});

const MANY = Array.from({ length: 150 }, (_, index) => BigInt(index + 1));
const manyDetails = () =>
  bankEntry({
    amount: MANY.reduce((total, amount) => total + amount, 0n),
    batches: [{ messageId: null, paymentInformationId: 'P1', count: 150n, total: null }],
    details: MANY.map((amount) => bankDetail({ amount, text: `part ${amount}` })),
  });
const sumOfMany = () => ({ ...manyDetails(), details: [] });

describe('sums that only the id of their file names', () => {
  it('are told apart by it', async () => {
    const [first, second] = [{ message: 'M1' }, { message: 'M2' }];
    const bank = playBank();
    await apply(bank, [
      ['054', sum(second)],
      ['053', sum(first)],
      ['053', sum(second)],
    ]);
    await apply(bank, [
      ['054', withParts(second, [12n, 18n])],
      ['054', details(first)],
    ]);
    const parts = [10n, 12n, 18n, 20n];
    expect(await booksOf(bank)).toEqual({ arrivals: parts, differences: [], stated: parts });
  });

  it('show that the payments of each file were debited', async () => {
    const bank = playBank();
    bank.send('A', [{ reference: 'a', amount: 30n }]);
    bank.send('B', [{ reference: 'b', amount: 30n }]);
    const debitOf = (batch: string) =>
      batchDebit(30n, {
        batches: [{ messageId: `file of ${batch}`, paymentInformationId: null, count: 1n, total: null }],
      });
    await apply(bank, [
      ['054', debitOf('A')],
      ['053', debitOf('B'), debitOf('A')],
    ]);
    expect([...bank.booked.keys()].toSorted()).toEqual(['a', 'b']);
    expect(await booksOf(bank)).toEqual({ arrivals: [], differences: [], stated: [30n, 30n] });
  });
});

describe('a payment without an id of the bank', () => {
  it('stays apart from the sum of known details, which no batch names', async () => {
    const bank = playBank();
    const text = bankEntry({ amount: 30n, details: [bankDetail({ amount: 30n, text: 'Rent' })] });
    const bare = bankEntry({ amount: 30n, details: [bankDetail({ amount: 30n })] });
    const ids = { reference: 'S1' };
    await apply(bank, [
      ['054', details(ids)],
      ['054', text],
      ['053', sum(ids), sum(ids), bare],
    ]);
    // The second entry with this reference is a booking of its own.
    const parts = [10n, 20n, 30n, 30n];
    expect(await booksOf(bank)).toEqual({ arrivals: parts, differences: [], stated: parts });
  });

  it('is the one that a statement has named if a copy repeats the statement', async () => {
    const bank = playBank();
    const payment = bankEntry({ amount: 30n, details: [bankDetail({ amount: 30n, text: 'Rent' })] });
    await apply(bank, [['054', payment, payment]]);
    await bank.apply(bankReport('053', { id: '1', entries: [payment] }));
    await bank.apply(bankReport('053', { id: 'copy of 1', copy: 'DUPL', entries: [payment] }));
    await bank.apply(bankReport('053', { id: '2', entries: [payment] }));
    expect(await booksOf(bank)).toEqual({ arrivals: [30n, 30n], differences: [], stated: [30n, 30n] });
  });
});

describe('a crash after core has taken a sum, and before that is stored', () => {
  const crashed = async (entry: StatementEntry, hours: number): Promise<PlayBank> => {
    const bank = playBank();
    if (hours > 0) await apply(bank, [['054', entry]]);
    bank.clock.advance(hours * HOUR);
    const { tell } = bank;
    bank.tell = async (message) => {
      const answer = await tell(message);
      bank.crashAt = () => 'before';
      return answer;
    };
    const report = bankReport('054', { id: 'sum', entries: hours > 0 ? [] : [entry] });
    const applied = bank.reports.apply(report, { fileName: 'file.xml', digest: 'digest' }, bank.tell);
    await expect(applied).rejects.toThrow('before a call');
    bank.tell = tell;
    bank.crashAt = null;
    return bank;
  };

  it.each([
    ['a difference', sum(P1), 24, { arrivals: [], differences: [30n], stated: [30n] }],
    ['a payment', sum({ reference: 'S1' }), 0, { arrivals: [30n], differences: [], stated: [30n] }],
  ] as const)('leaves its details without an effect, if it was %s', async (_what, entry, hours, books) => {
    const bank = await crashed(entry, hours);
    await apply(bank, [
      ['054', { ...entry, details: details(P1).details }],
      ['053', entry],
    ]);
    expect(await booksOf(bank)).toEqual(books);
  });
});
