import { describe, expect, it } from 'vitest';
import {
  balanceOf,
  bankDetail,
  bankEntry,
  bankReport,
  IBAN,
  OWN_IBAN,
  PAYER_IBAN,
  playBank,
  type PlayBank,
} from '../../testing/bank-reports.js';
import { creditorReference } from '../../iso20022/references.js';
import type { AccountStatement, StatementEntry, TransactionCode } from '../../iso20022/messages.js';

const ADA = { name: 'Ada Lovelace', iban: PAYER_IBAN };

const credit = (amount: bigint, text: string, over: Partial<StatementEntry> = {}) =>
  bankEntry({ amount, details: [bankDetail({ amount, text, debtor: ADA })], ...over });
const debit = (amount: bigint, endToEndId: string, over: Partial<StatementEntry> = {}) =>
  bankEntry({ amount, direction: 'OUT', details: [bankDetail({ amount, references: { endToEndId } })], ...over });
const code = (domain: string, family: string, subFamily: string): TransactionCode => ({
  ...{ domain, family, subFamily, proprietary: null },
});
const CHARGE = code('ACMT', 'MDOP', 'CHRG');

const statement = (
  date: string,
  opening: bigint,
  entries: readonly StatementEntry[],
  over: Partial<AccountStatement> = {},
) =>
  bankReport('053', {
    ...{ from: date, to: date },
    balances: [
      balanceOf('OPBD', opening, date),
      balanceOf(
        'CLBD',
        entries.reduce((sum, { direction, amount }) => (direction === 'IN' ? sum + amount : sum - amount), opening),
        date,
      ),
    ],
    entries: entries.map((entry) => ({ ...entry, bookingDate: date })),
    ...over,
  });

const toldBy = async (entry: StatementEntry, bank: PlayBank = playBank()) => {
  await bank.apply(bankReport('054', { entries: [entry] }));
  return [...bank.told.values()].at(-1)!;
};

describe('what core hears of an entry', () => {
  const id = expect.stringMatching(/^[0-9a-f]{32}-1$/) as string;

  it('is a booking of the service’s own money, with what the bank writes about it', async () => {
    const entry = { amount: 7n, transactionCode: CHARGE, additionalInformation: `fee ${'x'.repeat(200)}` };
    const booking = { kind: 'booking', rail: 'acme-bank', messageId: id, currency: 'EUR', amount: 7n };
    const note = `fee ${'x'.repeat(136)}`;
    expect(await toldBy(bankEntry({ ...entry, direction: 'OUT' }))).toEqual({ ...booking, booking: 'CHARGE', note });
    const interest = bankEntry({ amount: 7n, transactionCode: code('ACMT', 'MCOP', 'INTR') });
    expect(await toldBy(interest)).toEqual({ ...booking, booking: 'INTEREST', note: null });
    const own = { name: 'Acme', iban: OWN_IBAN };
    const details = [bankDetail({ amount: 7n, debtor: own, creditor: own })];
    expect(await toldBy(bankEntry({ amount: 7n, details }))).toEqual({ ...booking, booking: 'TOP_UP', note: null });
    expect(await toldBy(bankEntry({ amount: 7n, direction: 'OUT', details }))).toEqual({
      ...{ ...booking, booking: 'WITHDRAWAL', note: null },
    });
  });

  it('is a difference with its day, its reference and its code, if the ledger cannot follow it', async () => {
    const difference = { kind: 'difference', rail: 'acme-bank', messageId: id, currency: 'EUR', amount: 250n };
    const direct = { amount: 250n, direction: 'OUT', servicerReference: 'S1' } as const;
    expect(await toldBy(bankEntry({ ...direct, transactionCode: code('PMNT', 'RDDT', 'ESDD') }))).toEqual({
      ...{ ...difference, direction: 'OUT' },
      reason:
        'the bank booked OUT 2.50 EUR (2026-01-05, entry S1, code PMNT/RDDT/ESDD): a debit by something else than a credit transfer; the ledger has no entry for it',
    });
    const proprietary = { domain: null, family: null, subFamily: null, proprietary: 'NCHG' };
    expect(await toldBy(bankEntry({ amount: 250n, transactionCode: proprietary }))).toEqual({
      ...{ ...difference, direction: 'IN' },
      reason:
        'the bank booked IN 2.50 EUR (2026-01-05, code NCHG): the bank paid a charge back; the ledger has no entry for it',
    });
    const uncoded = bankEntry({ amount: 250n, direction: 'OUT', bookingDate: null, transactionCode: null });
    expect(await toldBy(uncoded)).toMatchObject({
      reason: 'the bank booked OUT 2.50 EUR (): a debit that Corridor did not send; the ledger has no entry for it',
    });
  });

  it('is the reversal of an arrival, with the reason of the bank', async () => {
    for (const [over, reason] of [
      [{}, 'FOCR by the payer'],
      [{ returned: null, additionalInformation: 'recalled' }, 'recalled'],
    ] as const) {
      const bank = playBank();
      const references = { uetr: 'U' };
      await bank.apply(
        bankReport('054', { entries: [bankEntry({ amount: 9n, details: [bankDetail({ amount: 9n, references })] })] }),
      );
      const returned = { reasonCode: 'FOCR', proprietary: null, texts: ['by the payer'] } as never;
      const detail = { ...bankDetail({ amount: 9n, references }), returned, ...over };
      const back = bankEntry({ amount: 9n, direction: 'OUT', isReversal: true, details: [detail] });
      const { paymentId } = bank.arrivals()[0]!;
      expect(await toldBy(back, bank)).toEqual({
        ...{ kind: 'reversal', rail: 'acme-bank', messageId: id, paymentId, amount: 9n, reason },
      });
    }
  });

  it('is an arrival without a text if the payer wrote none, with his EndToEndId if that is all he gave', async () => {
    const of = async (references: object, text: string | null) => {
      const message = await toldBy(bankEntry({ amount: 5n, details: [bankDetail({ amount: 5n, references, text })] }));
      return message.kind === 'arrival' ? message.reference : null;
    };
    expect(await of({}, null)).toBe('no remittance information');
    expect(await of({ endToEndId: 'RENT' }, null)).toBe('RENT');
    expect(await of({ endToEndId: 'RENT' }, '  of May ')).toBe('of May');
    expect(await of({}, 'y'.repeat(200))).toBe('y'.repeat(140));
  });
});

describe('money whose payer’s text is not in the remittance', () => {
  const REFERENCE = creditorReference('CORRIDORTEST01')!;
  const told = async (entry: StatementEntry) => {
    const message = await toldBy(entry);
    return message.kind === 'arrival' ? [message.reference, message.candidates?.includes('CORRIDORTEST01')] : null;
  };
  const one = (over: object, of: object = {}) =>
    bankEntry({ amount: 5n, details: [{ ...bankDetail({ amount: 5n, ...of }), ...over } as never] });

  it('is found by the text that the bank writes about the payment or its entry', async () => {
    const inDetail = one({ additionalInformation: `Rent ${REFERENCE}` });
    expect(await told(inDetail)).toEqual([`Rent ${REFERENCE}`, true]);
    expect(await told({ ...inDetail, additionalInformation: 'CREDIT' })).toEqual([`Rent ${REFERENCE} CREDIT`, true]);
    expect(await told({ ...one({}), additionalInformation: REFERENCE })).toEqual([REFERENCE, true]);
    expect(await told(bankEntry({ amount: 5n, additionalInformation: REFERENCE }))).toEqual([REFERENCE, true]);
    const named = { references: { endToEndId: 'E1' } };
    expect(await told(one({ additionalInformation: REFERENCE }, named))).toEqual(['E1', true]);
  });

  it('is found by its remittance alone if it has one', async () => {
    expect(await told(one({ additionalInformation: REFERENCE }, { text: 'Rent' }))).toEqual(['Rent', false]);
  });

  it('is not found by the text about an entry of several payments', async () => {
    const bank = playBank();
    const details = [bankDetail({ amount: 5n }), bankDetail({ amount: 6n })];
    await bank.apply(
      bankReport('054', { entries: [bankEntry({ amount: 11n, details, additionalInformation: REFERENCE })] }),
    );
    expect(bank.arrivals().map(({ candidates }) => candidates)).toEqual([[], []]);
  });
});

describe('the statements of a bank account', () => {
  const listed = async (bank: PlayBank, from: string | null = null, to: string | null = null, rail = 'acme-bank') => {
    const all: unknown[] = [];
    for await (const { reference, direction, amount, date } of bank.reports.statements.movements(rail, { from, to }))
      all.push([reference.replace(/[0-9a-f]{32}/, 'key'), direction, amount, date]);
    return all;
  };

  it('have the opening and each movement that a statement names, as the ledger calls it, once', async () => {
    const bank = playBank();
    bank.send('P1', [{ reference: 'one', amount: 40n }]);
    await bank.apply(bankReport('054', { entries: [credit(10n, 'a'), credit(99n, 'not stated')] }));
    await bank.apply(statement('2026-01-05', 100n, [credit(10n, 'a'), debit(40n, 'one')], { electronicSequence: 1n }));
    bank.clock.advance(1);
    await bank.apply(
      statement('2026-01-06', 70n, [bankEntry({ amount: 3n, direction: 'OUT', transactionCode: CHARGE })], {
        electronicSequence: 2n,
      }),
    );
    const opening = [`subject of opening:${IBAN}`, 'IN', 100n, '2026-01-05'];
    const first = [
      ['subject of key-1', 'IN', 10n, '2026-01-05'],
      ['one', 'OUT', 40n, '2026-01-05'],
    ];
    const second = ['subject of key-1', 'OUT', 3n, '2026-01-06'];
    expect(await listed(bank)).toEqual([opening, ...first, second]);
    expect(await listed(bank, '2026-01-06')).toEqual([opening, second]);
    expect(await listed(bank, null, '2026-01-05')).toEqual([opening, ...first]);
    expect(await listed(bank, '2026-01-05', '2026-01-06')).toHaveLength(4);
    expect(await listed(bank, '2026-01-07')).toEqual([opening]);
    expect(await listed(bank, null, null, 'another')).toEqual([]);
  });

  it('have a batch as its payments', async () => {
    const bank = playBank();
    bank.send('P1', [
      { reference: 'one', amount: 40n },
      { reference: 'two', amount: 2n },
    ]);
    const batches = [{ messageId: null, paymentInformationId: 'P1', count: 2n, total: 42n }];
    await bank.apply(statement('2026-01-05', 100n, [bankEntry({ amount: 42n, direction: 'OUT', batches })]));
    expect((await listed(bank)).slice(1)).toEqual([
      ['one', 'OUT', 40n, '2026-01-05'],
      ['two', 'OUT', 2n, '2026-01-05'],
    ]);
  });

  it('close with the balance of the newest one, and what core knows besides', async () => {
    const bank = playBank();
    const { closing } = bank.reports.statements;
    expect(await closing('acme-bank')).toBeNull();
    await bank.apply(statement('2026-01-06', 100n, [credit(10n, 'a')], { electronicSequence: 2n }));
    await bank.apply(statement('2026-01-05', 93n, [credit(7n, 'b')], { electronicSequence: 1n }));
    const newest = { date: '2026-01-06', currency: 'EUR', amount: 110n };
    expect(await closing('acme-bank')).toEqual({ ...newest, inFlight: 0n });
    bank.send('P1', [{ reference: 'one', amount: 40n }]);
    const later = { bookingDate: '2026-01-07' };
    const entries = [
      credit(5n, 'in flight', later),
      debit(40n, 'one', later),
      // A difference is not in the ledger.
      debit(1_000n, 'unknown', later),
    ];
    await bank.apply(bankReport('054', { entries }));
    expect(await closing('acme-bank')).toEqual({ ...newest, inFlight: -35n });
    expect(await closing('another')).toBeNull();
  });
});

describe('the condition of the entries of a bank', () => {
  it('counts what is not booked, not stated or waiting, and says what it waits for', async () => {
    const bank = playBank();
    const batches = [{ messageId: 'M', paymentInformationId: null, count: 2n, total: 9n }];
    await bank.apply(bankReport('054', { entries: [credit(5n, 'a'), bankEntry({ amount: 9n, batches })] }));
    const { backlog, problems } = await bank.reports.condition();
    expect(Object.values(backlog).sort()).toEqual([0, 0, 1, 1]);
    expect(problems).toEqual(['acme-bank: an entry of 2026-01-05, IN 0.09 EUR, waits for the details of the batch']);
  });

  it('is looked at again sooner while core has not heard of an entry', async () => {
    const bank = playBank();
    const { tell } = bank;
    const [task] = bank.reports.tasks;
    const idle = await task!.run(
      (message) => bank.tell(message),
      async () => new Set(),
    );
    bank.tell = async () => ({ ok: false, error: { code: 'CONFLICT', message: 'later' } }) as never;
    await bank.apply(bankReport('054', { entries: [credit(5n, 'a')] }));
    expect(
      await task!.run(
        (message) => bank.tell(message),
        async () => new Set(),
      ),
    ).toBeLessThan(idle);
    bank.tell = tell;
    expect(
      await task!.run(
        (message) => bank.tell(message),
        async () => new Set(),
      ),
    ).toBe(idle);
    expect(bank.kinds()).toEqual(['arrival']);
  });
});
