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
  SECOND_IBAN,
  SEPA_RETURN,
} from '../../testing/bank-reports.js';
import type { StatementEntry } from '../../iso20022/messages.js';

const ADA = { name: 'Ada Lovelace', iban: PAYER_IBAN };

const credit = (amount: bigint, text: string, over: Partial<StatementEntry> = {}) =>
  bankEntry({ amount, details: [bankDetail({ amount, text, debtor: ADA })], ...over });

const debit = (amount: bigint, endToEndId: string, over: Partial<StatementEntry> = {}) =>
  bankEntry({ amount, direction: 'OUT', details: [bankDetail({ amount, references: { endToEndId } })], ...over });

const APPLIED = { kind: 'applied' };
const HOUR = 3600;

describe('a received payment', () => {
  it('is an arrival with its remitter, the text of the payer and what may be references in it', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [credit(500n, 'Invoice, ref 3467 9acd-efgh')] }));
    expect(bank.arrivals()).toEqual([
      {
        kind: 'arrival',
        rail: 'acme-bank',
        paymentId: expect.stringMatching(/^[0-9a-f]{32}-1$/) as string,
        reference: 'Invoice, ref 3467 9acd-efgh',
        candidates: expect.arrayContaining(['34679ACDEFGH']) as string[],
        currency: 'EUR',
        amount: 500n,
        remitter: { name: 'Ada Lovelace', account: PAYER_IBAN },
        valueDate: '2026-01-05',
        returnAfterSeconds: 24 * HOUR,
      },
    ]);
  });

  it('has the candidates of a creditor reference and of the EndToEndId', async () => {
    const bank = playBank();
    const detail = bankDetail({ amount: 5n, references: { endToEndId: 'TUVWX3467999' } });
    const remittance = { unstructured: [], creditorReferences: ['RF18 5390 0754 7034'], additional: [] };
    await bank.apply(bankReport('054', { entries: [bankEntry({ amount: 5n, details: [{ ...detail, remittance }] })] }));
    const [arrival] = bank.arrivals();
    expect(arrival!.candidates).toEqual(expect.arrayContaining(['539007547034', 'TUVWX3467999']) as string[]);
    expect(arrival!.remitter).toEqual({ name: null, account: null });
  });

  it('moves once if it was pending before, and again reported by every kind of report', async () => {
    const bank = playBank();
    const entry = credit(500n, 'Rent', { servicerReference: 'S1' });
    await bank.apply(bankReport('052', { entries: [{ ...entry, status: 'PDNG' }] }));
    expect(bank.kinds()).toEqual([]);
    for (const version of ['054', '052', '053', '054', '052'] as const) {
      await bank.apply(bankReport(version, { entries: [entry] }));
    }
    expect(bank.kinds()).toEqual(['arrival']);
  });

  it('moves with the statement alone if the configuration says so', async () => {
    const bank = playBank({ credit: 'statement' });
    const entry = credit(500n, 'Rent');
    await bank.apply(bankReport('054', { entries: [entry, entry] }));
    await bank.work();
    expect(bank.kinds()).toEqual([]);
    await bank.apply(
      bankReport('053', { entries: [bankEntry({ amount: 500n, details: [bankDetail({ text: 'RENT' })] })] }),
    );
    // The statement has no payer; the notification named him.
    expect(bank.arrivals()).toMatchObject([{ remitter: { account: PAYER_IBAN } }]);
  });

  it('is counted if it has no ids: two in a report are two, the same two in the statement too, a third is one more', async () => {
    const bank = playBank();
    const entry = credit(500n, 'Coffee');
    const two = bankReport('054', { entries: [entry, entry] });
    await bank.apply(two);
    expect(bank.kinds()).toHaveLength(2);
    await bank.apply(two);
    await bank.apply(bankReport('052', { entries: [entry] }));
    await bank.apply(bankReport('052', { entries: [entry, entry] }));
    expect(bank.kinds()).toHaveLength(2);
    const statement = bankReport('053', { entries: [entry, entry, entry] });
    await bank.apply(statement);
    await bank.apply({ ...statement, messageId: 'renamed' });
    expect(bank.kinds()).toHaveLength(3);
    await bank.apply(bankReport('054', { entries: [entry] }));
    expect(bank.kinds()).toHaveLength(3);
  });

  it('is another one if payer, day, text or an id differ', async () => {
    const bank = playBank();
    const entry = credit(500n, 'Coffee');
    const grace = { name: 'Grace Hopper', iban: SECOND_IBAN };
    const others: readonly StatementEntry[] = [
      credit(500n, 'Tea'),
      credit(500n, 'Coffee', { bookingDate: '2026-01-06' }),
      bankEntry({ amount: 500n, details: [bankDetail({ text: 'Coffee', debtor: grace })] }),
      credit(501n, 'Coffee'),
    ];
    await bank.apply(bankReport('054', { entries: [entry] }));
    for (const other of others) await bank.apply(bankReport('053', { entries: [other] }));
    expect(bank.kinds()).toHaveLength(5);
    await bank.apply(bankReport('054', { entries: [credit(9n, 'x', { servicerReference: 'S1' })] }));
    await bank.apply(bankReport('054', { entries: [credit(9n, 'x', { servicerReference: 'S2' })] }));
    expect(bank.kinds()).toHaveLength(7);
    // Statements and notifications may number the same two entries differently.
    const numbered = ['A1', 'A2'].map((servicerReference) => credit(9n, 'x', { servicerReference }));
    await bank.apply(bankReport('053', { entries: numbered }));
    expect(bank.kinds()).toHaveLength(7);
  });

  it('with the EndToEndId of an earlier month is another one', async () => {
    const bank = playBank();
    const rent = (bookingDate: string) =>
      bankEntry({ amount: 9n, bookingDate, details: [bankDetail({ amount: 9n, references: { endToEndId: 'RENT' } })] });
    for (const day of ['2026-01-05', '2026-02-05']) {
      await bank.apply(bankReport('054', { entries: [rent(day)] }));
      await bank.apply(bankReport('053', { entries: [rent(day)] }));
    }
    expect(bank.kinds()).toEqual(['arrival', 'arrival']);
  });

  it('that the same notification names differently the second time is the same', async () => {
    const bank = playBank();
    const report = bankReport('054', { id: 'N1', entries: [credit(5n, 'Tea')] });
    const [statement] = report.statements;
    await bank.apply(report);
    const again = { ...statement!, entries: [credit(5n, 'Tea', { additionalInformation: 'more' })] };
    await bank.apply({ ...report, statements: [again] });
    expect(bank.kinds()).toHaveLength(1);
  });
});

describe('a batch of received payments without details', () => {
  const batches = [{ messageId: 'M1', paymentInformationId: null, count: 2n, total: 30n }];
  const sum = bankEntry({ amount: 30n, servicerReference: 'B1', batches });
  const details = [bankDetail({ amount: 10n, text: 'a' }), bankDetail({ amount: 20n, text: 'b' })];
  const detailed = { ...sum, details };

  it.each(['notification', 'statement'] as const)(
    'has the details of the notification before it, by %s',
    async (mode) => {
      const bank = playBank({ credit: mode });
      await bank.apply(bankReport('054', { entries: [detailed] }));
      expect(bank.kinds()).toHaveLength(mode === 'notification' ? 2 : 0);
      await bank.apply(bankReport('053', { entries: [sum] }));
      expect(bank.arrivals().map(({ amount }) => amount)).toEqual(expect.arrayContaining([10n, 20n]));
      expect(bank.kinds()).toHaveLength(2);
      expect((await bank.reports.condition()).problems).toEqual([]);
    },
  );

  it.each(['notification', 'statement'] as const)(
    'waits for the details of a notification after it, by %s',
    async (mode) => {
      const bank = playBank({ credit: mode });
      await bank.apply(bankReport('053', { entries: [sum] }));
      expect(bank.kinds()).toEqual([]);
      expect((await bank.reports.condition()).problems).toEqual([
        'acme-bank: an entry of 2026-01-05, IN 0.30 EUR, waits for the details of the batch',
      ]);
      await bank.apply(bankReport('054', { entries: [detailed] }));
      await bank.apply(bankReport('053', { entries: [sum] }));
      expect(
        bank
          .arrivals()
          .map(({ amount }) => amount)
          .sort(),
      ).toEqual([10n, 20n]);
      expect(bank.kinds()).toHaveLength(2);
      const stated = [];
      for await (const one of bank.reports.statements.movements('acme-bank', { from: null, to: null }))
        stated.push(one);
      expect(stated.map(({ amount }) => amount)).toEqual([10n, 20n]);
      expect((await bank.reports.condition()).problems).toEqual([]);
    },
  );

  it('is the payments of the day that were notified one by one, if number and sum agree', async () => {
    const bank = playBank();
    for (const amount of [10n, 20n]) await bank.apply(bankReport('054', { entries: [credit(amount, `n ${amount}`)] }));
    await bank.apply(bankReport('053', { entries: [sum] }));
    expect(bank.kinds()).toEqual(['arrival', 'arrival']);
    expect((await bank.reports.condition()).backlog['booked entries that are on no statement yet']).toBe(0);
  });

  it('becomes a difference if no details come, and later details move nothing', async () => {
    const bank = playBank();
    await bank.apply(bankReport('053', { entries: [sum] }));
    bank.clock.advance(24 * HOUR);
    await bank.work();
    expect([...bank.told.values()]).toMatchObject([
      {
        kind: 'difference',
        direction: 'IN',
        amount: 30n,
        reason:
          'the bank booked IN 0.30 EUR (2026-01-05, entry B1, code PMNT/RCDT/ESCT): the bank gives no details of a batch of credits; the ledger has no entry for it',
      },
    ]);
    await bank.apply(bankReport('054', { entries: [detailed] }));
    expect(bank.kinds()).toEqual(['difference']);
  });
});

describe('an outgoing payment', () => {
  it('is booked by its debit, from a notification in either mode, and not for another amount', async () => {
    const bank = playBank({ credit: 'statement' });
    bank.send('P1', [
      { reference: 'one', amount: 10n },
      { reference: 'two', amount: 20n },
    ]);
    await bank.apply(bankReport('054', { entries: [debit(10n, 'one'), debit(21n, 'two')] }));
    await bank.work();
    expect([...bank.booked.keys()]).toEqual(['one']);
    expect(bank.kinds()).toEqual([]);
    await bank.apply(bankReport('053', { entries: [debit(10n, 'one'), debit(21n, 'two')] }));
    expect([...bank.booked.keys()]).toEqual(['one']);
    expect([...bank.told.values()]).toMatchObject([
      {
        kind: 'difference',
        direction: 'OUT',
        amount: 21n,
        reason: expect.stringContaining('sent with 0.20 EUR') as string,
      },
    ]);
  });

  it('of another account is a difference', async () => {
    const bank = playBank();
    bank.send('P1', [{ reference: 'one', amount: 10n }], SECOND_IBAN);
    await bank.apply(bankReport('053', { entries: [debit(10n, 'one')] }));
    expect([bank.booked.size, bank.kinds()]).toEqual([0, ['difference']]);
  });

  it('that the bank debited twice is booked once, and is a difference', async () => {
    const bank = playBank();
    bank.send('P1', [{ reference: 'one', amount: 10n }]);
    const twice = ['S1', 'S2'].map((servicerReference) => debit(10n, 'one', { servicerReference }));
    await bank.apply(bankReport('053', { entries: twice }));
    await bank.work();
    expect([...bank.booked.keys()]).toEqual(['one']);
    expect(bank.kinds()).toEqual(['difference']);
  });

  it.each([
    ['PmtInfId', { messageId: null, paymentInformationId: 'P1', count: 3n, total: null }],
    ['MsgId', { messageId: 'file of P1', paymentInformationId: null, count: null, total: null }],
  ])('is booked with its batch, by %s, less what was rejected', async (_, batch) => {
    const bank = playBank();
    bank.send('P1', [
      { reference: 'one', amount: 10n },
      { reference: 'two', amount: 20n, status: 'REJECTED' },
      { reference: 'three', amount: 30n },
    ]);
    await bank.apply(bankReport('053', { entries: [bankEntry({ amount: 40n, direction: 'OUT', batches: [batch] })] }));
    expect([...bank.booked.keys()].sort()).toEqual(['one', 'three']);
    expect(bank.kinds()).toEqual([]);
    const stated = [];
    for await (const one of bank.reports.statements.movements('acme-bank', { from: null, to: null })) stated.push(one);
    expect(stated).toMatchObject([
      { reference: 'one', amount: 10n, direction: 'OUT' },
      { reference: 'three', amount: 30n, direction: 'OUT' },
    ]);
  });

  it('is booked with its batch if a detail names the batch only', async () => {
    const bank = playBank();
    bank.send('P1', [
      { reference: 'one', amount: 10n },
      { reference: 'two', amount: 20n },
    ]);
    const details = [bankDetail({ amount: 30n, references: { paymentInformationId: 'P1' } })];
    await bank.apply(bankReport('054', { entries: [bankEntry({ amount: 30n, direction: 'OUT', details })] }));
    expect([...bank.booked.keys()].sort()).toEqual(['one', 'two']);
  });

  it('waits with its batch until rejections explain the sum, and then is a difference', async () => {
    const batches = [{ messageId: null, paymentInformationId: 'P1', count: 2n, total: null }];
    const entry = bankEntry({ amount: 10n, direction: 'OUT', batches });
    const sent = [
      { reference: 'one', amount: 10n },
      { reference: 'two', amount: 20n },
    ];
    const bank = playBank();
    bank.send('P1', sent);
    await bank.apply(bankReport('053', { entries: [entry] }));
    expect([bank.booked.size, bank.kinds()]).toEqual([0, []]);
    bank.clock.advance(24 * HOUR);
    await bank.work();
    expect(bank.kinds()).toEqual(['difference']);

    const late = playBank();
    late.send('P1', sent);
    await late.apply(bankReport('053', { entries: [entry] }));
    late.send('P2', [{ ...sent[1]!, status: 'REJECTED' }]);
    await late.work();
    expect([...late.booked.keys()]).toEqual(['one']);
  });

  it('comes back by a return, with less for the charges of banks, or by a reversal', async () => {
    const bank = playBank();
    bank.send('P1', [
      { reference: 'one', amount: 10n },
      { reference: 'two', amount: 20n },
      { reference: 'three', amount: 30n },
    ]);
    const returned = { reasonCode: 'AC04', proprietary: null, texts: ['closed'], originalTransactionCode: null };
    const back = (amount: bigint, endToEndId: string, over: Partial<StatementEntry> = {}, has = true) =>
      bankEntry({
        amount,
        details: [bankDetail({ amount, references: { endToEndId }, returned: has ? returned : null })],
        ...over,
      });
    const entries = [
      debit(10n, 'one'),
      debit(20n, 'two'),
      debit(30n, 'three'),
      back(8n, 'one'),
      back(20n, 'two', { transactionCode: SEPA_RETURN }, false),
      back(30n, 'three', { isReversal: true }, false),
    ];
    await bank.apply(bankReport('053', { entries }));
    expect([...bank.returned].sort()).toEqual([
      ['one', 8n],
      ['three', 30n],
      ['two', 20n],
    ]);
    expect(bank.kinds()).toEqual([]);
    expect(bank.clearing()).toBe(-2n);
  });
});

describe('the reversal of a received payment', () => {
  const entry = credit(500n, 'Rent', { servicerReference: 'S1' });
  const reversal = { ...entry, direction: 'OUT', isReversal: true } as const;

  it('takes the arrival back, once, also if the reversal is reported first', async () => {
    const bank = playBank();
    await bank.apply(bankReport('053', { entries: [reversal] }));
    expect(bank.kinds()).toEqual([]);
    await bank.apply(bankReport('053', { entries: [entry] }));
    await bank.apply(bankReport('054', { entries: [reversal, entry] }));
    const [arrival, taken] = [...bank.told.values()];
    expect(taken).toMatchObject({
      kind: 'reversal',
      amount: 500n,
      paymentId: arrival?.kind === 'arrival' ? arrival.paymentId : null,
    });
    expect(bank.clearing()).toBe(0n);
    expect(bank.kinds()).toEqual(['arrival', 'reversal']);
  });

  it('takes each of two equal payments back', async () => {
    const bank = playBank();
    const rent = (servicerReference: string, direction: 'IN' | 'OUT') =>
      bankEntry({
        amount: 5n,
        direction,
        isReversal: direction === 'OUT',
        servicerReference,
        details: [bankDetail({ amount: 5n, references: { endToEndId: 'RENT' } })],
      });
    await bank.apply(
      bankReport('053', { entries: [rent('1', 'IN'), rent('2', 'IN'), rent('3', 'OUT'), rent('4', 'OUT')] }),
    );
    const reversed = [...bank.told.values()].flatMap((one) => (one.kind === 'reversal' ? one.paymentId : []));
    expect(new Set(reversed).size).toBe(2);
  });

  it('of no known payment becomes a difference', async () => {
    const bank = playBank();
    await bank.apply(bankReport('053', { entries: [reversal] }));
    bank.clock.advance(24 * HOUR);
    await bank.work();
    expect(bank.kinds()).toEqual(['difference']);
  });
});

describe('the service’s own money', () => {
  it('is booked: own accounts, charges, interest; the rest is a difference at once', async () => {
    const bank = playBank();
    const code = (domain: string, family: string, subFamily: string) => ({
      domain,
      family,
      subFamily,
      proprietary: null,
    });
    const own = (iban: string) => bankDetail({ debtor: { name: 'Acme', iban }, creditor: { name: 'Acme', iban } });
    const entries = [
      bankEntry({ amount: 1n, details: [own(OWN_IBAN)] }),
      bankEntry({ amount: 2n, direction: 'OUT', details: [own(SECOND_IBAN)] }),
      bankEntry({ amount: 3n, direction: 'OUT', transactionCode: code('ACMT', 'MDOP', 'CHRG') }),
      bankEntry({ amount: 4n, transactionCode: code('ACMT', 'MCOP', 'INTR') }),
      bankEntry({ amount: 5n, direction: 'OUT', transactionCode: code('PMNT', 'RDDT', 'ESDD') }),
    ];
    await bank.apply(bankReport('053', { entries }));
    expect(bank.kinds().sort()).toEqual(['CHARGE', 'INTEREST', 'TOP_UP', 'WITHDRAWAL', 'difference']);
    const difference = [...bank.told.values()].find(({ kind }) => kind === 'difference');
    expect(difference).toMatchObject({
      rail: 'acme-bank',
      direction: 'OUT',
      reason:
        'the bank booked OUT 0.05 EUR (2026-01-05, code PMNT/RDDT/ESDD): a debit by something else than a credit transfer; the ledger has no entry for it',
    });
  });

  it('is taken as a charge out of an entry that contains one', async () => {
    const bank = playBank();
    const charges = [{ amount: 2n, currency: 'EUR', direction: null, bearer: null, included: true }];
    const details = [bankDetail({ amount: 100n, text: 'Rent', charges })];
    const entry = bankEntry({ amount: 98n, servicerReference: 'S1', details });
    await bank.apply(bankReport('054', { entries: [entry] }));
    await bank.apply(bankReport('053', { entries: [entry] }));
    await bank.apply(bankReport('053', { entries: [bankEntry({ amount: 98n, servicerReference: 'S1' })] }));
    expect(bank.kinds().sort()).toEqual(['CHARGE', 'arrival']);
    expect(bank.clearing()).toBe(98n);
  });
});

describe('a statement', () => {
  const day = (date: string, opening: bigint, entries: readonly StatementEntry[], over = {}) => {
    const net = entries.reduce((sum, { amount, direction }) => (direction === 'IN' ? sum + amount : sum - amount), 0n);
    return bankReport('053', {
      from: date,
      to: date,
      balances: [balanceOf('OPBD', opening, date), balanceOf('CLBD', opening + net, date)],
      entries: entries.map((entry) => ({ ...entry, bookingDate: date })),
      ...over,
    });
  };

  it('opens the account with its opening balance, less what is booked of earlier days', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [credit(7n, 'before', { bookingDate: '2026-01-04' })] }));
    await bank.apply(bankReport('054', { entries: [credit(5n, 'same day')] }));
    const late = credit(9n, 'booked late', { bookingDate: '2026-01-03', servicerReference: 'S1' });
    await bank.apply(bankReport('054', { entries: [late] }));
    const first = day('2026-01-05', 991n, [credit(5n, 'same day'), credit(3n, 'new')]).statements[0]!;
    const balances = [balanceOf('OPBD', 1000n), balanceOf('CLBD', 1017n)];
    await bank.apply(bankReport('053', { ...first, balances, entries: [...first.entries, late] }));
    expect(bank.told.get(`opening:${IBAN}`)).toMatchObject({ kind: 'booking', booking: 'TOP_UP', amount: 993n });
    expect(bank.clearing()).toBe(1017n);
    await bank.apply(day('2026-01-06', 1017n, [debit(8n, 'unknown')]));
    expect(bank.kinds().filter((kind) => kind === 'TOP_UP')).toHaveLength(1);
  });

  it('opens with all of its balance if notifications move nothing', async () => {
    const bank = playBank({ credit: 'statement' });
    await bank.apply(bankReport('054', { entries: [credit(7n, 'before', { bookingDate: '2026-01-04' })] }));
    await bank.apply(day('2026-01-05', 1000n, []));
    expect(bank.told.get(`opening:${IBAN}`)).toMatchObject({ amount: 1000n });
    expect(bank.clearing()).toBe(1000n);
  });

  it('opens an overdrawn account with a withdrawal, and each account by itself', async () => {
    const bank = playBank();
    const account = { iban: SECOND_IBAN, other: null, currency: 'EUR', ownerName: null };
    await bank.apply(day('2026-01-05', -50n, []));
    await bank.apply(day('2026-01-05', 70n, [], { account }));
    expect(bank.told.get(`opening:${IBAN}`)).toMatchObject({ booking: 'WITHDRAWAL', amount: 50n });
    expect(bank.told.get(`opening:${SECOND_IBAN}`)).toMatchObject({ booking: 'TOP_UP', amount: 70n });
  });

  it('out of order shows the gap until it is closed, and the opening follows the earliest one', async () => {
    const bank = playBank();
    const days = [
      day('2026-01-05', 100n, [credit(10n, 'a')], { electronicSequence: 1n }),
      day('2026-01-06', 110n, [credit(20n, 'b')], { electronicSequence: 2n }),
      day('2026-01-07', 130n, [credit(30n, 'c')], { electronicSequence: 3n }),
    ];
    await bank.apply(days[2]!);
    expect(bank.clearing()).toBe(160n);
    await bank.apply(days[0]!);
    expect((await bank.reports.condition()).problems).toEqual([
      'acme-bank: statements are missing between 2026-01-05 (closing balance 1.10 EUR) and 2026-01-07 (opening balance 1.30 EUR), numbers 1 and 3',
    ]);
    const covered = (rail: string) => bank.reports.statements.covered!(rail);
    expect(await covered('acme-bank')).toEqual({
      currency: 'EUR',
      periods: [
        { from: '2026-01-05', to: '2026-01-05', opening: 100n, closing: 110n },
        { from: '2026-01-07', to: '2026-01-07', opening: 130n, closing: 160n },
      ],
      gaps: [expect.stringContaining('statements are missing between 2026-01-05')],
    });
    expect(await covered('another')).toBeNull();
    await bank.apply(days[1]!);
    expect((await bank.reports.condition()).problems).toEqual([]);
    expect(await covered('acme-bank')).toMatchObject({
      periods: [{ from: '2026-01-05', to: '2026-01-07', opening: 100n, closing: 160n }],
      gaps: [],
    });
    expect(bank.clearing()).toBe(160n);
    expect(await bank.reports.statements.closing('acme-bank')).toMatchObject({ amount: 160n, inFlight: 0n });
    expect(bank.told.get(`opening:${IBAN}:1`)).toMatchObject({ booking: 'WITHDRAWAL', amount: 30n });
  });

  it('whose balances contradict its entries or its neighbour is a difference', async () => {
    const bank = playBank();
    await bank.apply(
      day('2026-01-05', 100n, [], {
        balances: [balanceOf('PRCD', 100n), balanceOf('CLBD', 103n)],
        electronicSequence: 1n,
      }),
    );
    await bank.apply(day('2026-01-06', 99n, [], { electronicSequence: 2n }));
    const differences = [...bank.told.values()].flatMap((one) => (one.kind === 'difference' ? one : []));
    expect(differences).toMatchObject([
      {
        amount: 3n,
        direction: 'IN',
        reason: expect.stringContaining('opens with 1.00 EUR and closes with 1.03 EUR') as string,
      },
      { amount: 4n, direction: 'OUT', reason: expect.stringContaining('closes with 1.03 EUR') as string },
    ]);
  });

  it('of several pages is complete with its last page', async () => {
    const bank = playBank();
    const page = (number: string, isLast: boolean, balances: readonly ReturnType<typeof balanceOf>[]) =>
      bankReport('053', {
        id: 'S1',
        from: '2026-01-05',
        to: '2026-01-05',
        page: { number, isLast },
        balances,
        entries: [credit(10n, 'same'), credit(10n, 'same')],
      });
    await bank.apply(page('00002', true, [balanceOf('OPBD', 120n, '2026-01-05', 'INTM'), balanceOf('CLBD', 140n)]));
    expect((await bank.reports.condition()).problems).toEqual(['acme-bank: pages of statement S1 are missing']);
    expect(bank.kinds()).toEqual(['arrival', 'arrival']);
    await bank.apply(page('00001', false, [balanceOf('OPBD', 100n), balanceOf('CLBD', 120n, '2026-01-05', 'INTM')]));
    expect((await bank.reports.condition()).problems).toEqual([]);
    expect(bank.clearing()).toBe(140n);
    expect(bank.told.get(`opening:${IBAN}`)).toMatchObject({ amount: 100n });
  });

  it('delivered twice, under another name, or marked as a copy has no further effect', async () => {
    const bank = playBank();
    const first = day('2026-01-05', 100n, [credit(10n, 'a'), credit(10n, 'a')]);
    await bank.apply(first);
    const before = bank.told.size;
    const [statement] = first.statements;
    await bank.apply({ ...first, messageId: 'other', createdAt: 'later' });
    await bank.apply({ ...first, statements: [{ ...statement!, copy: 'DUPL', createdAt: 'later' }] });
    await bank.apply({ ...first, statements: [{ ...statement!, id: 'again', copy: 'CODU' }] });
    expect(bank.told.size).toBe(before);
    expect((await bank.reports.condition()).problems).toEqual([]);
  });

  it('of an account or in a currency that is not configured is set aside, and the others of the file are applied', async () => {
    const bank = playBank();
    const other = { iban: 'GB33BUKB20201555555555', other: null, currency: null, ownerName: null };
    const report = bankReport(
      '053',
      { id: 'S1', account: other, entries: [credit(1n, 'theirs')] },
      { id: 'S2', account: { iban: IBAN, other: null, currency: 'USD', ownerName: null } },
      { id: 'S3', entries: [credit(2n, 'ours')] },
    );
    expect(await bank.apply(report)).toEqual({
      kind: 'set-aside',
      reason: 'S1: its account is not configured; S2: it is in USD, and the account in EUR',
    });
    expect(bank.arrivals().map(({ amount }) => amount)).toEqual([2n]);
  });

  it('may name the account by its number in the IBAN', async () => {
    const bank = playBank();
    const account = { iban: null, other: IBAN.slice(4), currency: null, ownerName: null };
    expect(await bank.apply(bankReport('053', { account, entries: [credit(2n, 'x')] }))).toEqual(APPLIED);
    expect(bank.kinds()).toEqual(['arrival']);
  });
});

describe('core', () => {
  it('hears later what it did not take, and what it refuses for good is a difference', async () => {
    const bank = playBank();
    const { tell } = bank;
    bank.tell = async () => ({ ok: false, error: { code: 'SERVICE_UNAVAILABLE', message: 'later' } }) as never;
    expect(await bank.apply(bankReport('054', { entries: [credit(5n, 'a'), credit(10n ** 16n, 'b')] }))).toEqual(
      APPLIED,
    );
    expect((await bank.reports.condition()).backlog['bank entries to book']).toBe(2);
    bank.tell = tell;
    await bank.work();
    expect(bank.kinds().sort()).toEqual(['arrival', 'difference']);
    expect((await bank.reports.condition()).backlog['bank entries to book']).toBe(0);
  });

  it('hears of the other movements if the message about one fails', async () => {
    const bank = playBank();
    const { tell } = bank;
    bank.tell = async (message) => {
      if (message.kind === 'arrival' && message.amount === 5n) throw new Error('broken');
      return tell(message);
    };
    await bank.apply(bankReport('054', { entries: [credit(5n, 'a'), credit(6n, 'b')] }));
    expect(bank.arrivals().map(({ amount }) => amount)).toEqual([6n]);
  });
});

describe('the stored entries', () => {
  it('seal names, accounts and texts of people', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [credit(5n, 'a very private text')] }));
    const [record] = await bank.store.read((records) =>
      records.list('in-movements', { status: 'IN_FLIGHT', limit: 9 }),
    );
    const open = JSON.stringify(record!.value, (_, value: unknown) => (typeof value === 'bigint' ? `${value}` : value));
    for (const text of ['private', 'Lovelace', PAYER_IBAN]) expect(open).not.toContain(text);
    expect(record!.secret).toMatchObject({ name: 'Ada Lovelace', account: PAYER_IBAN });
  });
});
