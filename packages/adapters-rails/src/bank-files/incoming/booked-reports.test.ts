import { describe, expect, it } from 'vitest';
import {
  balanceOf,
  bankDetail,
  bankEntry,
  bankReport,
  IBAN,
  PAYER_IBAN,
  playBank,
  type PlayBank,
} from '../../testing/bank-reports.js';
import type { EntryReferences, StatementEntry } from '../../iso20022/messages.js';

const ADA = { name: 'Ada Lovelace', iban: PAYER_IBAN };

const credit = (amount: bigint, text: string, over: Partial<StatementEntry> = {}) =>
  bankEntry({ amount, details: [bankDetail({ amount, text, debtor: ADA })], ...over });

const recordsIn = (bank: PlayBank, collection: string, status: string) =>
  bank.store.read((records) => records.list(collection, { status, limit: 500 }));
const movementsIn = async (bank: PlayBank, status: string) =>
  (await recordsIn(bank, 'in-movements', status)).map(({ value, secret }) => {
    const { movement, claims, onlyPayments } = value as never as {
      readonly movement: Record<string, unknown>;
      readonly claims: Record<string, unknown>;
      readonly onlyPayments: boolean;
    };
    return { movement, claims, onlyPayments, secret };
  });

describe('a report of more entries than one unit stores', () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => credit(BigInt(index + 1), 'same'));

  it('is booked whole', async () => {
    const bank = playBank();
    await bank.apply(bankReport('053', { id: 'S1', from: '2026-01-05', to: '2026-01-06', entries: many(250) }));
    expect(new Set(bank.arrivals().map(({ amount }) => amount)).size).toBe(250);
    const [report] = await recordsIn(bank, 'in-reports', `STATEMENT-${IBAN}`);
    expect(report!.value).toEqual({
      ...{ iban: IBAN, stream: 'statement', id: 'S1', report: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
      ...{ from: '2026-01-05', to: '2026-01-06', chunks: 3 },
    });
    const chunks = await bank.store.read((records) =>
      records.getMany(
        'in-entries',
        [0, 1, 2, 3].map((chunk) => `${report!.key}/${chunk}`),
      ),
    );
    expect(chunks.map(({ value }) => (value as readonly unknown[]).length)).toEqual([100, 100, 50]);
  });

  it.each([1, 2, 3])('goes on where a host stopped that crashed in its unit %i', async (unit) => {
    for (const when of ['before', 'after'] as const) {
      const bank = playBank();
      let units = 0;
      bank.crashAt = () => ((units += 1) === unit ? when : null);
      // Equal entries have nothing by which a repetition could be recognized.
      const entries = Array.from({ length: 250 }, () => bankEntry({ amount: 5n }));
      await bank.apply(bankReport('054', { entries }));
      expect(bank.arrivals()).toHaveLength(250);
      expect(new Set(bank.arrivals().map(({ paymentId }) => paymentId.slice(32))).size).toBe(250);
    }
  });

  it('reaches core in the end, however much core did not take at first', async () => {
    const bank = playBank();
    const { tell } = bank;
    bank.tell = async () => ({ ok: false, error: { code: 'CONFLICT', message: 'later' } }) as never;
    await bank.apply(bankReport('054', { entries: many(230) }));
    expect((await bank.reports.condition()).backlog['bank entries to book']).toBe(230);
    bank.tell = tell;
    await bank.work();
    expect(bank.arrivals()).toHaveLength(230);
    expect((await bank.reports.condition()).backlog).toEqual({
      ...{ 'bank entries to book': 0, 'bank entries that wait for more': 0 },
      ...{ 'bank entries that wait for a statement': 0, 'booked entries that are on no statement yet': 230 },
    });
  });
});

describe('two reports about one account', () => {
  it('are both booked if they are read at the same time', async () => {
    const bank = playBank();
    const reports = ['one', 'two', 'three'].map((text, index) =>
      bankReport('054', { entries: [credit(BigInt(index + 1), text)] }),
    );
    await Promise.all(reports.map((report) => bank.apply(report)));
    await bank.work();
    expect(new Set(bank.arrivals().map(({ amount }) => amount))).toEqual(new Set([1n, 2n, 3n]));
  });

  it('that name the same payment at the same time move it once', async () => {
    const bank = playBank();
    const entry = credit(5n, 'Rent');
    await Promise.all(
      (['052', '053', '054'] as const).map((version) => bank.apply(bankReport(version, { entries: [entry] }))),
    );
    await bank.work();
    expect(bank.kinds()).toEqual(['arrival']);
  });
});

describe('a notification while only statements move money', () => {
  it('moves nothing, however many notifications name the payment', async () => {
    const bank = playBank({ credit: 'statement' });
    const entry = credit(5n, 'Rent');
    for (const version of ['054', '052', '052'] as const) await bank.apply(bankReport(version, { entries: [entry] }));
    await bank.work();
    expect(bank.kinds()).toEqual([]);
    expect((await bank.reports.condition()).backlog['bank entries that wait for a statement']).toBe(1);
    await bank.apply(bankReport('053', { entries: [entry] }));
    expect(bank.kinds()).toEqual(['arrival']);
    expect((await bank.reports.condition()).backlog['bank entries that wait for a statement']).toBe(0);
  });

  it('notes charges, reversals and unknown debits as well', async () => {
    const bank = playBank({ credit: 'statement' });
    const charges = [{ amount: 2n, currency: 'EUR', direction: null, bearer: null, included: true }];
    const entries = [
      bankEntry({ amount: 98n, details: [bankDetail({ amount: 100n, text: 'Rent', charges })] }),
      bankEntry({ amount: 9n, direction: 'OUT', isReversal: true }),
      bankEntry({ amount: 7n, direction: 'OUT' }),
    ];
    await bank.apply(bankReport('054', { entries }));
    await bank.work();
    expect(bank.kinds()).toEqual([]);
    const noted = await movementsIn(bank, 'NOTED');
    expect(
      noted.map(({ movement, onlyPayments }) => [
        movement['part'],
        movement['direction'],
        movement['amount'],
        onlyPayments,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['payment', 'IN', 100n, false],
        ['charge', 'OUT', 2n, false],
        ['payment', 'OUT', 9n, false],
        ['payment', 'OUT', 7n, true],
      ]) as unknown[],
    );
    expect(noted).toHaveLength(4);
  });
});

describe('what a later report adds to a payment', () => {
  const uetr = '8a562c67-ca16-48ba-b074-65581be6f001';
  const of = (references: Partial<EntryReferences>, over: object = {}, entry: Partial<StatementEntry> = {}) =>
    bankEntry({
      amount: 5n,
      transactionCode: null,
      ...entry,
      details: [bankDetail({ amount: 5n, references, ...over })],
    });
  const poor = of({ uetr });
  const rich = of(
    { uetr, transactionId: 'T1', endToEndId: 'E1', instructionId: 'I1', paymentInformationId: 'P1' },
    { text: 'Rent', debtor: ADA, additionalInformation: 'from Ada' },
    {
      servicerReference: 'S1',
      transactionCode: { domain: 'PMNT', family: 'RCDT', subFamily: 'ESCT', proprietary: null },
    },
  );

  it('completes what core has not heard of yet', async () => {
    const bank = playBank({ credit: 'statement' });
    await bank.apply(bankReport('054', { entries: [poor] }));
    await bank.apply(bankReport('053', { entries: [rich] }));
    expect(bank.arrivals()).toMatchObject([{ reference: 'Rent', remitter: { name: ADA.name, account: ADA.iban } }]);
    const twice = playBank({ credit: 'statement' });
    await twice.apply(bankReport('054', { entries: [poor] }));
    await twice.apply(bankReport('052', { entries: [rich] }));
    expect(await movementsIn(twice, 'NOTED')).toMatchObject([
      {
        movement: {
          ids: { servicer: ['S1'], transactionId: 'T1', uetr, endToEndId: 'E1', instructionId: 'I1' },
          batches: [{ messageId: null, paymentInformationId: 'P1', count: null }],
          codes: [{ domain: 'PMNT', family: 'RCDT', subFamily: 'ESCT', proprietary: null }],
        },
        secret: { name: ADA.name, account: ADA.iban, texts: '["Rent"]', information: 'from Ada' },
      },
    ]);
  });

  it('does not replace what an earlier report said', async () => {
    const bank = playBank({ credit: 'statement' });
    await bank.apply(bankReport('054', { entries: [rich] }));
    const other = of(
      { uetr, paymentInformationId: 'P2' },
      { text: 'RENT', debtor: { name: 'A. Lovelace', iban: ADA.iban }, additionalInformation: 'other' },
      { servicerReference: 'S1' },
    );
    await bank.apply(bankReport('052', { entries: [other] }));
    expect(await movementsIn(bank, 'NOTED')).toMatchObject([
      {
        movement: {
          ids: { servicer: ['S1'], transactionId: 'T1', uetr, endToEndId: 'E1', instructionId: 'I1' },
          batches: [{ paymentInformationId: 'P1' }],
          codes: [{ family: 'RCDT' }],
        },
        secret: { name: ADA.name, account: ADA.iban, texts: '["Rent"]', information: 'from Ada' },
      },
    ]);
  });

  it('adds its ids, but no texts, to what core knows', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [poor] }));
    await bank.apply(bankReport('052', { entries: [rich] }));
    expect(await movementsIn(bank, 'IN_FLIGHT')).toMatchObject([
      {
        movement: { ids: { servicer: ['S1'], transactionId: 'T1', uetr, endToEndId: 'E1' }, batches: [], codes: [] },
        secret: { name: null, account: null, texts: '[]', information: null },
      },
    ]);
  });

  it('adds no ids if only the content is the same, unless the payment has none', async () => {
    const idsAfter = async (first: StatementEntry, second: StatementEntry) => {
      const bank = playBank();
      await bank.apply(bankReport('054', { entries: [first] }));
      await bank.apply(bankReport('052', { entries: [second] }));
      const [one, ...others] = await movementsIn(bank, 'IN_FLIGHT');
      expect(others).toEqual([]);
      return one!.movement['ids'];
    };
    const none = { servicer: [], transactionId: null, uetr: null, endToEndId: null, instructionId: null };
    const named = of({ transactionId: 'T1' }, { text: 'Rent' });
    expect(await idsAfter(of({}, { text: 'Rent' }, { servicerReference: 'S1' }), named)).toEqual({
      ...none,
      servicer: ['S1'],
    });
    expect(await idsAfter(of({}, { text: 'Rent' }), named)).toEqual({ ...none, transactionId: 'T1' });
    // Without a text and an id, only the day is the same.
    const bare = of({}, {}, { servicerReference: 'S2' });
    expect(await idsAfter(of({ endToEndId: 'E1' }, { text: 'Rent' }), bare)).toEqual({ ...none, endToEndId: 'E1' });
  });

  it('names the reason of a return that an earlier report did not give', async () => {
    const bank = playBank({ credit: 'statement' });
    bank.send('P9', [{ reference: 'one', amount: 5n }]);
    const returned = { reasonCode: 'AC04', proprietary: null, texts: ['closed'], originalTransactionCode: null };
    await bank.apply(bankReport('054', { entries: [of({ uetr, endToEndId: 'one' })] }));
    await bank.apply(bankReport('053', { entries: [of({ uetr, endToEndId: 'one' }, { returned })] }));
    expect(bank.heard.map(({ of: heard }) => heard)).toMatchObject([{ amount: 5n, reason: 'AC04 closed' }]);
  });
});

describe('the names of equal payments', () => {
  it('count them', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [credit(5n, 'Tea'), credit(5n, 'Tea'), credit(5n, 'Tea')] }));
    const ids = bank.arrivals().map(({ paymentId }) => paymentId);
    expect(ids.map((id) => id.slice(32)).sort()).toEqual(['-1', '-2', '-3']);
    expect(new Set(ids.map((id) => id.slice(0, 32))).size).toBe(1);
  });
});

describe('payments without text and payer of several days', () => {
  it('are those that statements of these days have named', async () => {
    const bank = playBank();
    const days = ['2026-01-05', '2026-01-06', '2026-01-07'];
    for (const day of days) {
      const balances = [balanceOf('OPBD', 0n, day), balanceOf('CLBD', 5n, day)];
      const entries = [credit(5n, `of ${day}`, { bookingDate: day })];
      await bank.apply(bankReport('053', { from: day, to: day, balances, entries }));
    }
    const bare = days.toReversed().map((bookingDate) => bankEntry({ amount: 5n, bookingDate }));
    await bank.apply(bankReport('054', { entries: bare }));
    expect(bank.arrivals()).toHaveLength(3);
    await bank.apply(bankReport('054', { entries: [bankEntry({ amount: 5n, bookingDate: '2026-01-06' })] }));
    expect(bank.arrivals()).toHaveLength(4);
  });
});

describe('a statement that the bank makes again with other ids', () => {
  const entries = ['S1', null].map((servicerReference) =>
    bankEntry({ amount: 30n, servicerReference, details: [bankDetail({ amount: 30n, text: 'Rent' })] }),
  );
  const day = { from: '2026-01-05', to: '2026-01-05' };
  const balances = [balanceOf('OPBD', 0n), balanceOf('CLBD', 60n)];
  const numberedAgain = entries.map((entry, index) => ({ ...entry, servicerReference: `again ${index}`, details: [] }));

  it('adds nothing, whatever it says about its entries', async () => {
    const bank = playBank();
    await bank.apply(bankReport('053', { ...day, balances, entries }));
    for (const again of [entries, numberedAgain])
      await bank.apply(bankReport('053', { ...day, balances, entries: again }));
    expect(bank.arrivals()).toHaveLength(2);
    expect(bank.clearing()).toBe(60n);
  });

  it('adds nothing in pages either', async () => {
    const bank = playBank();
    const page = (number: string, opening: bigint, entry: (typeof entries)[number]) =>
      bankReport('053', {
        ...day,
        page: { number, isLast: number === '2' },
        balances: [
          balanceOf('OPBD', opening, '2026-01-05', number === '1' ? null : 'INTM'),
          balanceOf('CLBD', opening + 30n, '2026-01-05', number === '2' ? null : 'INTM'),
        ],
        entries: [entry],
      });
    for (const made of [entries, numberedAgain]) {
      await bank.apply(page('1', 0n, made[0]!));
      await bank.apply(page('2', 30n, made[1]!));
    }
    expect(bank.arrivals()).toHaveLength(2);
  });

  it('adds the entries that it has in addition, under the same number', async () => {
    const bank = playBank();
    const numbered = { ...day, electronicSequence: 5n };
    await bank.apply(bankReport('053', { ...numbered, balances, entries }));
    const more = [...entries, bankEntry({ amount: 5n, details: [bankDetail({ amount: 5n, text: 'Tea' })] })];
    const corrected = [balanceOf('OPBD', 0n), balanceOf('CLBD', 65n)];
    await bank.apply(bankReport('053', { ...numbered, balances: corrected, entries: more }));
    expect(bank.arrivals()).toHaveLength(3);
  });

  it('is another one if two of a day change nothing, and have numbers of their own', async () => {
    const bank = playBank();
    const entry = entries[1]!;
    const back = bankEntry({ amount: 30n, direction: 'OUT', details: [bankDetail({ text: 'card' })] });
    for (const electronicSequence of [5n, 6n]) {
      const even = [balanceOf('OPBD', 0n), balanceOf('CLBD', 0n)];
      await bank.apply(bankReport('053', { ...day, electronicSequence, balances: even, entries: [entry, back] }));
    }
    expect(bank.arrivals()).toHaveLength(2);
  });
});
