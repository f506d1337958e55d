import { describe, expect, it } from 'vitest';
import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import { EXCEPTIONS } from '../exceptions/index.js';
import type { PostedEntry } from '../ledger/index.js';
import { AUDITED, booksOf, readsOf, type Stored } from '../testing/audited.js';
import { TRANSACTIONS, UNSET } from '../transactions/index.js';
import { inspectEntries } from './entries.js';

const UUID = '018bcfe5-6800-7000-8000-00000000000a';
const PAYMENT = `Transaction:${UUID}`;
const INTERNAL = `InternalAccount:${UUID}`;
const PLATFORMS = `InternalAccount:${UUID.replace(/a$/, 'b')}`;
const EXTERNAL = `ExternalAccount:${UUID}`;

/** A transfer out of an internal account. */
const OUT = {
  ...UNSET,
  ...{ id: PAYMENT, tenant: AUDITED, type: 'OUTGOING', status: 'COMPLETED', rail: 'bank' },
  source: { sourceType: 'ACCOUNT', accountId: INTERNAL, currency: 'USD' },
  destination: { destinationType: 'ACCOUNT', accountId: EXTERNAL, currency: 'USD' },
  ...{ sentAmount: 100n, sentCurrency: 'USD', receivedAmount: 100n, receivedCurrency: 'USD' },
};
const OWN = { id: INTERNAL, currency: 'USD', owner: 'Customer:1' };
const PLATFORM = { id: PLATFORMS, currency: 'USD', owner: 'platform' };

type Posted = readonly (readonly [account: string, amount: bigint])[];

const moved = (from: string, to: string, amount: bigint): Posted => [
  [from, -amount],
  [to, amount],
];

/** The findings about one entry with these lines. */
async function findings(kind: string, cause: string, posted: Posted, ...stored: Stored): Promise<readonly string[]> {
  const postings = posted.map(([account, amount]) => ({ account, amount, currency: 'USD' }));
  const entry = { id: 'JournalEntry:1', kind, cause, postings } as never as PostedEntry;
  return inspectEntries(booksOf(readsOf(...stored)), [entry]);
}

describe('an audit compares an entry that an operator caused with the resolution', () => {
  const refund = {
    id: 'Exception:1',
    tenant: AUDITED,
    kind: 'REFUND_FAILED',
    subject: PAYMENT,
    reference: PAYMENT,
    rail: 'bank',
    currency: 'USD',
    amount: 8n,
    entryId: 'JournalEntry:1',
  };
  const overdue = { ...refund, kind: 'RECEIVABLE_OVERDUE', subject: INTERNAL, reference: INTERNAL };
  const waiting = `in-transit:${PAYMENT}`;
  const found = (exception: object, kind: string, lines: Posted, accounts: readonly object[] = [OWN, PLATFORM]) =>
    findings(
      kind,
      'Exception:1',
      lines,
      [EXCEPTIONS, [exception]],
      [INTERNAL_ACCOUNTS, accounts],
      [TRANSACTIONS, [OUT]],
    );
  const unfit = (kind: string, ...lines: readonly string[]) => [
    `${kind} of Exception:1: expected none, found ${lines.join(', ')}`,
  ];

  it.each([
    ['PAID_ELSEWHERE', 'EXCEPTION_PAID_ELSEWHERE', 'own-funds:SANDBOX:USD'],
    ['WRITTEN_OFF', 'EXCEPTION_WRITTEN_OFF', 'loss:SANDBOX:USD'],
    ['CREDITED', 'EXCEPTION_CREDITED', `available:${PLATFORMS}`],
  ])('%s moves the money of a failed refund', async (resolution, kind, to) => {
    const exception = { ...refund, resolution };
    const lines: Posted = moved(waiting, to, 8n);
    const texts = [`${waiting} -0.08 USD`, `${to} 0.08 USD`];
    expect(await found(exception, kind, lines)).toEqual([]);
    expect(await found(exception, kind, moved(waiting, to, 7n))).toEqual([
      `${kind} of Exception:1: expected ${texts.join(', ')}, found ${waiting} -0.07 USD, ${to} 0.07 USD`,
    ]);
    expect(await found({ ...exception, entryId: 'JournalEntry:2' }, kind, lines)).toEqual(unfit(kind, ...texts));
    expect(await found({ ...exception, resolution: 'RETRIED' }, kind, lines)).toEqual(unfit(kind, ...texts));
    expect(await found({ ...exception, resolution: null }, kind, lines)).toEqual(unfit(kind, ...texts));
    expect(await found(exception, 'EXCEPTION_ADJUSTED', lines)).toEqual(unfit('EXCEPTION_ADJUSTED', ...texts));
  });

  it('credits an account that exists, in the currency of the money', async () => {
    const exception = { ...refund, resolution: 'CREDITED' };
    const lines: Posted = moved(waiting, `available:${INTERNAL}`, 8n);
    const texts = [`${waiting} -0.08 USD`, `available:${INTERNAL} 0.08 USD`];
    expect(await found(exception, 'EXCEPTION_CREDITED', lines, [OWN])).toEqual([]);
    expect(await found(exception, 'EXCEPTION_CREDITED', lines, [])).toEqual(unfit('EXCEPTION_CREDITED', ...texts));
    expect(await found(exception, 'EXCEPTION_CREDITED', lines, [{ ...OWN, currency: 'EUR' }])).toEqual(
      unfit('EXCEPTION_CREDITED', ...texts),
    );
    expect(await found(exception, 'EXCEPTION_CREDITED', moved(waiting, 'loss:SANDBOX:USD', 8n))).toEqual(
      unfit('EXCEPTION_CREDITED', `${waiting} -0.08 USD`, 'loss:SANDBOX:USD 0.08 USD'),
    );
  });

  it('pays a debt from the account of the platform, or writes it off, at most in full', async () => {
    const debt = `receivables:${INTERNAL}`;
    const adjusted = { ...overdue, resolution: 'ADJUSTED' };
    const from = `available:${PLATFORMS}`;
    const pay = (lines: Posted, accounts?: readonly object[]) => found(adjusted, 'EXCEPTION_ADJUSTED', lines, accounts);
    expect(await pay(moved(from, debt, 8n))).toEqual([]);
    expect(await pay(moved(from, debt, 3n))).toEqual([]);
    expect(
      await pay([
        [from, -3n],
        [`receivables:${PLATFORMS}`, -5n],
        [debt, 8n],
      ]),
    ).toEqual([]);
    expect(await pay(moved(from, debt, 9n))).toEqual([
      `EXCEPTION_ADJUSTED of Exception:1: expected ${from} -0.08 USD, ${debt} 0.08 USD, found ${from} -0.09 USD, ${debt} 0.09 USD`,
    ]);
    expect(await pay(moved(from, debt, 8n), [OWN, { ...PLATFORM, owner: 'Customer:2' }])).toEqual(
      unfit('EXCEPTION_ADJUSTED', `${from} -0.08 USD`, `${debt} 0.08 USD`),
    );
    const written = { ...overdue, resolution: 'WRITTEN_OFF' };
    expect(await found(written, 'EXCEPTION_WRITTEN_OFF', moved('loss:SANDBOX:USD', debt, 3n))).toEqual([]);
    expect(await found(written, 'EXCEPTION_WRITTEN_OFF', moved(from, debt, 3n))).toEqual([
      `EXCEPTION_WRITTEN_OFF of Exception:1: expected loss:SANDBOX:USD -0.03 USD, found ${from} -0.03 USD`,
    ]);
  });
});
