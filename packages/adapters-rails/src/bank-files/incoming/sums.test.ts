import { describe, expect, it } from 'vitest';
import { backlog } from '../../testing/bank-outcomes.js';
import { bankDetail, bankEntry, bankReport, playBank, type PlayBank } from '../../testing/bank-reports.js';

const HOUR = 3600;
const batchOf = (id: string) => [{ messageId: null, paymentInformationId: id, count: 2n, total: null }];
const detailsOf = (...amounts: readonly bigint[]) =>
  amounts.map((amount) => bankDetail({ amount, text: `part ${amount}` }));

const sum = bankEntry({ amount: 30n, batches: batchOf('P1') });
const otherSum = bankEntry({ amount: 30n, batches: batchOf('P2') });
const detailed = (...amounts: readonly bigint[]) => ({ ...sum, details: detailsOf(...amounts) });

/** The messages to core, what the statements have, and how many entries wait or are on no statement. */
async function outcome(bank: PlayBank) {
  const stated: bigint[] = [];
  for await (const { amount } of bank.reports.statements.movements('acme-bank', { from: null, to: null })) {
    stated.push(amount);
  }
  const { waiting, inFlight } = await backlog(bank);
  const told = [...bank.told.values()].map((telling) => `${telling.kind} ${'amount' in telling ? telling.amount : ''}`);
  return { told: told.toSorted(), stated: stated.toSorted((a, b) => Number(a - b)), waiting, inFlight };
}

describe('two sums of one batch with one amount', () => {
  it.each(['one statement', 'two statements'])(
    'of which one became a difference and the other one has details are both in %s',
    async (how) => {
      const bank = playBank();
      await bank.apply(bankReport('054', { entries: [sum] }));
      bank.clock.advance(12 * HOUR);
      await bank.apply(bankReport('054', { entries: [sum] }));
      bank.clock.advance(12 * HOUR);
      await bank.work();
      await bank.apply(bankReport('054', { entries: [detailed(10n, 20n)] }));
      await bank.apply(bankReport('054', { entries: [detailed(11n, 19n)] }));
      const told = ['arrival 11', 'arrival 19', 'difference 30'];
      expect(await outcome(bank)).toEqual({ told, stated: [], waiting: 0, inFlight: 3 });
      if (how === 'one statement') await bank.apply(bankReport('053', { entries: [sum, sum] }));
      else for (const id of ['1', '2']) await bank.apply(bankReport('053', { id, entries: [sum] }));
      expect(await outcome(bank)).toEqual({ told, stated: [11n, 19n, 30n], waiting: 0, inFlight: 0 });
    },
  );

  it('and a third one in a later statement are three movements', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [detailed(10n, 20n), detailed(11n, 19n)] }));
    for (const [id, bookingDate] of [
      ['1', '2026-01-05'],
      ['2', '2026-01-06'],
      ['3', '2026-01-07'],
    ] as const) {
      await bank.apply(bankReport('053', { id, entries: [{ ...sum, bookingDate }] }));
    }
    expect(await outcome(bank)).toMatchObject({ stated: [10n, 11n, 19n, 20n, 30n], waiting: 1, inFlight: 0 });
  });

  it.each([
    ['the sum', sum],
    ['its details', detailed(10n, 20n)],
  ])('are two movements if the first one had details, and its statement has %s', async (_what, first) => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [sum] }));
    await bank.apply(bankReport('054', { entries: [detailed(10n, 20n)] }));
    await bank.apply(bankReport('053', { id: '1', entries: [first] }));
    expect(await outcome(bank)).toMatchObject({ stated: [10n, 20n], waiting: 0, inFlight: 0 });
    await bank.apply(bankReport('053', { id: '2', entries: [sum] }));
    expect(await outcome(bank)).toMatchObject({ stated: [10n, 20n, 30n], waiting: 1, inFlight: 0 });
  });

  it('stay apart if a copy repeats the statement of the first one', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [detailed(10n, 20n), detailed(11n, 19n)] }));
    await bank.apply(bankReport('053', { id: '1', entries: [sum] }));
    await bank.apply(bankReport('053', { id: 'copy of 1', copy: 'DUPL', entries: [sum] }));
    expect(await outcome(bank)).toMatchObject({ stated: [10n, 20n], waiting: 0, inFlight: 2 });
    await bank.apply(bankReport('053', { id: '2', entries: [sum] }));
    expect(await outcome(bank)).toMatchObject({ stated: [10n, 11n, 19n, 20n], waiting: 0, inFlight: 0 });
  });
});

describe('a sum of details that a notification had', () => {
  it('is these details if another notification repeats it', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [detailed(10n, 20n)] }));
    await bank.apply(bankReport('054', { entries: [sum] }));
    await bank.apply(bankReport('053', { entries: [sum] }));
    expect(await outcome(bank)).toEqual({
      ...{ told: ['arrival 10', 'arrival 20'], stated: [10n, 20n], waiting: 0, inFlight: 0 },
    });
  });
});

describe('a statement with a sum that a notification had', () => {
  it.each([
    ['before', [sum, detailed(10n, 20n)]],
    ['after', [detailed(10n, 20n), sum]],
  ])('has two movements if it also has an entry with details, %s it', async (_order, entries) => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [sum] }));
    await bank.apply(bankReport('053', { entries }));
    expect(await outcome(bank)).toMatchObject({ stated: [10n, 20n, 30n], waiting: 1, inFlight: 0 });
  });

  it.each([
    ['of its day', '2026-01-05'],
    ['of another day', '2026-01-06'],
  ])('and became a difference has another sum %s as well as the details', async (_which, bookingDate) => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [sum] }));
    bank.clock.advance(24 * HOUR);
    await bank.work();
    await bank.apply(bankReport('054', { entries: [detailed(10n, 20n)] }));
    await bank.apply(bankReport('053', { entries: [detailed(10n, 20n), { ...sum, bookingDate }] }));
    expect(await outcome(bank)).toMatchObject({ told: ['difference 30'], stated: [30n, 30n], waiting: 1, inFlight: 0 });
  });
});

describe('the sum of a difference and its details with one reference of the bank', () => {
  it.each(['the sum first', 'the details first'])('are one movement of a statement, %s', async (order) => {
    const bank = playBank();
    const withReference = { ...sum, servicerReference: 'S1' };
    const withDetails = { ...withReference, details: detailsOf(10n, 20n) };
    await bank.apply(bankReport('054', { entries: [withReference] }));
    bank.clock.advance(24 * HOUR);
    await bank.work();
    await bank.apply(bankReport('054', { entries: [withDetails] }));
    const entries = [withReference, withDetails];
    await bank.apply(bankReport('053', { entries: order === 'the sum first' ? entries : entries.toReversed() }));
    expect(await outcome(bank)).toEqual({ told: ['difference 30'], stated: [30n], waiting: 0, inFlight: 0 });
  });
});

describe('a payment with text alone', () => {
  it('is the same in reports that give its batch different ids', async () => {
    const bank = playBank();
    const batched = (messageId: string) =>
      bankEntry({
        amount: 10n,
        details: [bankDetail({ amount: 10n, text: 'one', references: { messageId, paymentInformationId: messageId } })],
      });
    await bank.apply(bankReport('054', { entries: [batched('A')] }));
    await bank.apply(bankReport('053', { entries: [batched('B')] }));
    expect(await outcome(bank)).toEqual({ told: ['arrival 10'], stated: [10n], waiting: 0, inFlight: 0 });
  });
});

describe('a sum of another batch with the same amount', () => {
  const notified = async (): Promise<PlayBank> => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [detailed(10n, 20n)] }));
    await bank.apply(bankReport('054', { entries: [otherSum] }));
    return bank;
  };

  it('is left for its own statement', async () => {
    const bank = await notified();
    await bank.apply(bankReport('053', { id: '1', entries: [sum] }));
    expect(await outcome(bank)).toMatchObject({ stated: [10n, 20n], waiting: 1, inFlight: 0 });
    await bank.apply(bankReport('053', { id: '2', entries: [otherSum] }));
    bank.clock.advance(24 * HOUR);
    await bank.work();
    expect(await outcome(bank)).toEqual({
      ...{ told: ['arrival 10', 'arrival 20', 'difference 30'], stated: [10n, 20n, 30n], waiting: 0, inFlight: 0 },
    });
  });

  it.each([
    ['after', [sum, otherSum]],
    ['before', [otherSum, sum]],
  ])('is recognized in one statement with the first one, %s it', async (_order, entries) => {
    const bank = await notified();
    await bank.apply(bankReport('053', { entries }));
    expect(await outcome(bank)).toMatchObject({ waiting: 1, inFlight: 0 });
    await bank.apply(bankReport('054', { entries: [{ ...otherSum, details: detailsOf(12n, 18n) }] }));
    expect(await outcome(bank)).toEqual({
      told: ['arrival 10', 'arrival 12', 'arrival 18', 'arrival 20'],
      ...{ stated: [10n, 12n, 18n, 20n], waiting: 0, inFlight: 0 },
    });
  });
});

describe('a sum of known details', () => {
  it('is none of the payments with its amount and day, of which nothing else is known', async () => {
    const bank = playBank();
    const servicerReference = 'B1';
    const bare = bankEntry({ amount: 30n, details: [bankDetail({ amount: 30n })] });
    await bank.apply(
      bankReport('054', { entries: [bankEntry({ amount: 30n, servicerReference, details: detailsOf(10n, 20n) })] }),
    );
    await bank.apply(bankReport('054', { entries: [bare] }));
    await bank.apply(bankReport('053', { id: '1', entries: [bankEntry({ amount: 30n, servicerReference })] }));
    expect(await outcome(bank)).toMatchObject({ stated: [10n, 20n], inFlight: 1 });
    await bank.apply(bankReport('053', { id: '2', entries: [bare] }));
    expect(await outcome(bank)).toEqual({
      ...{ told: ['arrival 10', 'arrival 20', 'arrival 30'], stated: [10n, 20n, 30n], waiting: 0, inFlight: 0 },
    });
  });

  it.each(['the sum first', 'the payment first'])(
    'is not such a payment in one statement either, %s',
    async (order) => {
      const bank = playBank();
      const batch = bankEntry({ amount: 30n, servicerReference: 'B1' });
      const bare = bankEntry({ amount: 30n, details: [bankDetail({ amount: 30n })] });
      await bank.apply(bankReport('054', { entries: [{ ...batch, details: detailsOf(10n, 20n) }] }));
      await bank.apply(bankReport('054', { entries: [bare] }));
      const entries = [batch, bare];
      await bank.apply(bankReport('053', { entries: order === 'the sum first' ? entries : entries.toReversed() }));
      expect(await outcome(bank)).toEqual({
        ...{ told: ['arrival 10', 'arrival 20', 'arrival 30'], stated: [10n, 20n, 30n], waiting: 0, inFlight: 0 },
      });
    },
  );

  it.each(['two pages', 'one page'])('is a movement of its own beside an entry with details, on %s', async (how) => {
    const bank = playBank();
    const pages = how === 'one page' ? [[sum, detailed(10n, 20n)]] : [[sum], [detailed(10n, 20n)]];
    for (const [index, entries] of pages.entries()) {
      const page = { number: String(index + 1), isLast: index + 1 === pages.length };
      await bank.apply(bankReport('053', { id: 'S', from: '2026-01-05', to: '2026-01-05', page, entries }));
    }
    expect(await outcome(bank)).toMatchObject({ stated: [10n, 20n, 30n], waiting: 1, inFlight: 0 });
  });
});

describe('the details of a sum that became a difference', () => {
  it('are this difference in a statement that does not name the batch', async () => {
    const bank = playBank();
    await bank.apply(bankReport('054', { entries: [sum] }));
    bank.clock.advance(24 * HOUR);
    await bank.work();
    await bank.apply(bankReport('054', { entries: [detailed(10n, 20n)] }));
    await bank.apply(bankReport('053', { entries: [{ ...detailed(10n, 20n), batches: [] }] }));
    expect(await outcome(bank)).toEqual({ told: ['difference 30'], stated: [30n], waiting: 0, inFlight: 0 });
  });
});
