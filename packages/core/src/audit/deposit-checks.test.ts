import { describe, expect, it } from 'vitest';
import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import { QUOTES } from '../quotes/index.js';
import { AUDITED, booksOf, readsOf, type Stored } from '../testing/audited.js';
import { DEPOSITS, RAIL_STEPS, TRANSACTIONS } from '../transactions/index.js';
import { UMA_RECEIPTS } from '../uma/index.js';
import { walk } from './books.js';
import { DEPOSIT_PASS } from './deposits.js';

const uuid = (end: number): string => `018bcfe5-6800-7000-8000-00000000000${end}`;
const ID = `Deposit:${uuid(1)}`;
const ADA = `Customer:${uuid(2)}`;
const BOB = `Customer:${uuid(3)}`;
const CARD_USE = `Transaction:${uuid(4)}`;
const RESOLVED = `Exception:${uuid(5)}`;
const KEPT = {
  ...{
    id: ID,
    tenant: AUDITED,
    version: 1,
    status: 'KEPT',
    rail: 'bank',
    reference: 'R1',
    currency: 'USD',
    amount: 5n,
  },
  ...{
    ownerId: ADA,
    returnAs: null,
    returnedAs: null,
    bounces: null,
    reversalId: null,
    creditedAs: null,
    cameFor: null,
  },
};

const findings = async (
  over: object,
  stored: Stored = [],
  attempts: readonly string[] = [],
): Promise<readonly string[]> => {
  const deposit = { ...KEPT, ...over };
  const isBack = deposit.status === 'RETURNED' || deposit.status === 'REVERSED';
  const isRecovered = deposit.reference.startsWith('Exception:');
  const entries = { [ID]: [...(isRecovered ? [] : ['SUSPENSE_IN']), ...(isBack ? ['SUSPENSE_RETURN'] : [])] as never };
  const jobs = { [ID]: ['suspense.return'] as const };
  const books = booksOf(
    readsOf([DEPOSITS, [deposit]], ...stored),
    { entries, jobs },
    { attempts: new Map([[ID, attempts]]) },
  );
  return (await walk(books, DEPOSIT_PASS)).findings;
};

describe('an audit of the owners of deposits', () => {
  const ACCOUNT = { id: `InternalAccount:${uuid(6)}`, tenant: AUDITED, customerId: ADA };
  const account = (over: object = {}) => [INTERNAL_ACCOUNTS, [{ ...ACCOUNT, reference: 'R1', ...over }]] as const;
  const quote = (customerId: string) => [QUOTES, [{ id: 'Quote:1', reference: 'R1', customerId }]] as const;
  const receipt = [UMA_RECEIPTS, [{ id: CARD_USE, reference: 'R1', accountId: ACCOUNT.id }]] as const;
  const used = (over: object = {}) =>
    [TRANSACTIONS, [{ id: CARD_USE, type: 'CARD', rail: 'network', customerId: ADA, ...over }]] as const;
  const ofCard = { reference: CARD_USE, rail: 'network' };

  it.each([
    ['an account', {}, [account()]],
    ['a quote', {}, [quote(ADA)]],
    ['a payment of another institution', {}, [receipt, account({ reference: 'R2' })]],
    ['the use of a card', ofCard, [used()]],
    ['the use of a card of a network without a name', { ...ofCard, rail: 'cards' }, [used({ rail: null })]],
  ] as const)('compares the owner with that of %s which its reference names', async (_, over, stored) => {
    const { reference } = { ...KEPT, ...over };
    expect(await findings(over, stored)).toEqual([]);
    expect(await findings({ ...over, ownerId: BOB }, stored)).toEqual([
      `${ID} belongs to ${BOB}, its reference ${reference} to ${ADA}`,
    ]);
    expect(await findings({ ...over, ownerId: null }, stored)).toEqual([
      `${ID} belongs to no customer, its reference ${reference} to ${ADA}`,
    ]);
  });

  it('expects none for money of the platform', async () => {
    for (const stored of [account({ customerId: null }), quote(`Platform:${uuid(7)}`)]) {
      expect(await findings({ ownerId: null }, [stored])).toEqual([]);
      expect(await findings({}, [stored])).toEqual([`${ID} belongs to ${ADA}, its reference R1 to no customer`]);
    }
  });

  it('says nothing about a reference that names nothing, or what only its text names', async () => {
    expect(await findings({})).toEqual([]);
    expect(await findings({ ownerId: null })).toEqual([]);
    // A bank that sends a payout back can name the payment.
    for (const stored of [used({ type: 'OUTGOING' }), used({ rail: 'other' })])
      expect(await findings({ ...ofCard, ownerId: null }, [stored])).toEqual([]);
  });

  it('says nothing about money that has left suspense', async () => {
    for (const status of ['RESOLVED', 'RETURNED'])
      expect(await findings({ status, ownerId: BOB }, [account()])).toEqual([]);
  });

  it('compares the owner of money that came back with those who bore it', async () => {
    const moved = { from: 'account', to: 'outside', account: ACCOUNT.id, amount: 5n };
    const resolved = {
      id: RESOLVED,
      tenant: AUDITED,
      kind: 'RECALL',
      subject: 'x',
      reference: 'm',
      moved,
      entryId: 'E1',
    };
    const other = { ...ACCOUNT, id: `InternalAccount:${uuid(8)}`, customerId: BOB, reference: 'R3' };
    const debt = {
      ...{ ...resolved, id: `Exception:${uuid(9)}`, kind: 'RECEIVABLE_OVERDUE', subject: ACCOUNT.id, reference: 'E1' },
      ...{ moved: { ...moved, account: other.id }, entryId: 'E2' },
    };
    const accounts = [INTERNAL_ACCOUNTS, [{ ...ACCOUNT, reference: 'R2' }, other]] as const;
    const over = { reference: RESOLVED };
    expect(await findings(over, [accounts, [EXCEPTIONS, [resolved]]])).toEqual([]);
    expect(await findings({ ...over, ownerId: BOB }, [accounts, [EXCEPTIONS, [resolved]]])).toEqual([
      `${ID} belongs to ${BOB}, its reference ${RESOLVED} to ${ADA}`,
    ]);
    expect(await findings({ ...over, ownerId: BOB }, [accounts, [EXCEPTIONS, [resolved, debt]]])).toEqual([]);
    expect(await findings({ ...over, ownerId: BOB }, [accounts])).toEqual([]);
    // Older ones have no owner.
    expect(await findings({ ...over, ownerId: null }, [accounts, [EXCEPTIONS, [resolved]]])).toEqual([]);
  });
});

describe('an audit of the returns of deposits', () => {
  const begun = (...references: readonly string[]) =>
    [
      RAIL_STEPS,
      references.map((reference, i) => ({
        id: `RailStep:${i}`,
        subject: ID,
        request: 'RETURN',
        step: 'BEGUN',
        reference,
      })),
    ] as const;
  const pending = { status: 'IN_SUSPENSE', version: 4, returnAs: `${ID}/3` };

  it('finds one under another reference than the one under which the rail was asked', async () => {
    expect(await findings(pending, [begun(ID, `${ID}/3`)])).toEqual([]);
    expect(await findings(pending, [begun(ID)])).toEqual([
      `the return of ${ID} has the reference ${ID}/3, but its rail was asked under ${ID}`,
    ]);
    expect(await findings({ ...pending, returnAs: null }, [begun(`${ID}/3`)])).toEqual([
      `the return of ${ID} has the reference ${ID}/4, but its rail was asked under ${ID}/3`,
    ]);
    expect(await findings({ ...pending, status: 'KEPT' }, [begun(ID)])).toEqual([]);
  });

  it('finds one under another reference than the one under which the rail will be asked', async () => {
    expect(await findings(pending, [begun(ID)], [`${ID}/3`])).toEqual([]);
    expect(await findings(pending, [], [ID])).toEqual([
      `the return of ${ID} has the reference ${ID}/3, but its rail is to be asked under ${ID}`,
    ]);
  });

  it('says nothing about one that began before the service noted it', async () => {
    expect(await findings(pending)).toEqual([]);
  });

  it('finds a reference that the service never gives', async () => {
    const odd = (field: string, reference: string) =>
      `${field} of ${ID} is ${reference}, which is not a reference of it`;
    expect(await findings({ ...pending, returnAs: `Refund:${uuid(1)}` })).toEqual([
      odd('returnAs', `Refund:${uuid(1)}`),
    ]);
    for (const reference of [`${ID}/5`, `${ID}/1`, `${ID}/03`, `${ID}/x`, `Deposit:${uuid(2)}/2`])
      expect(await findings({ ...pending, returnAs: reference })).toEqual([odd('returnAs', reference)]);
    expect(await findings({ version: 4, returnedAs: `${ID}/9` })).toEqual([odd('returnedAs', `${ID}/9`)]);
  });

  it('compares the reference under which it was returned with the one under which it was sent back', async () => {
    const returned = { status: 'RETURNED', version: 4, returnAs: `${ID}/3`, returnedAs: `${ID}/3` };
    expect(await findings(returned)).toEqual([]);
    expect(await findings({ ...returned, returnedAs: ID })).toEqual([
      `${ID} was sent back as ${ID}, its return has the reference ${ID}/3`,
    ]);
    expect(await findings({ ...returned, returnedAs: null })).toEqual([
      `${ID} was sent back as null, its return has the reference ${ID}/3`,
    ]);
    // Older ones say less.
    expect(await findings({ ...returned, returnAs: null })).toEqual([]);
    expect(await findings({ ...returned, returnAs: ID, returnedAs: null })).toEqual([]);
  });

  it('finds a reversal of one that was not reversed', async () => {
    expect(await findings({ status: 'REVERSED', reversalId: 'm1' })).toEqual([]);
    expect(await findings({ reversalId: 'm1' })).toEqual([`${ID} is KEPT, but has the reversal m1`]);
  });
});
