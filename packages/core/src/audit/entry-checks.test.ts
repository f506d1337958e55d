import { describe, expect, it } from 'vitest';
import { amountText } from '../money/index.js';
import { INTERNAL_ACCOUNTS } from '../accounts/index.js';
import type { PostedEntry } from '../ledger/index.js';
import { AUDITED, booksOf, readsOf, type Stored } from '../testing/audited.js';
import { STABLECOIN_OPERATIONS } from '../stablecoins/index.js';
import { DEPOSITS, NO_CORRECTIONS, TRANSACTIONS, UNSET } from '../transactions/index.js';
import { BOOKINGS } from '../treasury/index.js';
import { UMA_RECEIPTS } from '../uma/index.js';
import { inspectEntries } from './entries.js';

const UUID = '018bcfe5-6800-7000-8000-00000000000a';
const PAYMENT = `Transaction:${UUID}`;
const DEPOSIT = `Deposit:${UUID}`;
const INTERNAL = `InternalAccount:${UUID}`;
const PLATFORMS = `InternalAccount:${UUID.replace(/a$/, 'b')}`;
const EXTERNAL = `ExternalAccount:${UUID}`;
const CLEARING = 'clearing:SANDBOX:bank:USD';

/** A transfer out of an internal account. */
const OUT = {
  ...UNSET,
  ...{ id: PAYMENT, tenant: AUDITED, type: 'OUTGOING', status: 'COMPLETED', rail: 'bank' },
  source: { sourceType: 'ACCOUNT', accountId: INTERNAL, currency: 'USD' },
  destination: { destinationType: 'ACCOUNT', accountId: EXTERNAL, currency: 'USD' },
  ...{ sentAmount: 100n, sentCurrency: 'USD', receivedAmount: 100n, receivedCurrency: 'USD' },
};
/** A deposit on an internal account. */
const IN = { ...OUT, type: 'INCOMING', source: null, rail: null, fundingRail: 'bank', receiverIdentifier: INTERNAL };
const UNKNOWN = { id: DEPOSIT, tenant: AUDITED, rail: 'bank', currency: 'USD', amount: 7n };
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

const TREASURY = {
  id: 'Booking:1',
  tenant: AUDITED,
  rail: 'bank',
  currency: 'USD',
  amount: 9n,
  boughtRail: null,
  boughtCurrency: null,
  boughtAmount: null,
};

const ORDER = `StablecoinOperation:${UUID}`;
const ISSUER = 'clearing:SANDBOX:brale:USD';
const MINT = {
  ...{ id: ORDER, tenant: AUDITED, provider: 'BRALE', operationType: 'MINT', baseCurrency: 'USD', currency: 'USD' },
  ...{ amount: 11n, netAmount: 9n, heldAmount: 10n },
  source: { accountId: INTERNAL },
  destination: { accountId: PLATFORMS },
};
const BURN = { ...MINT, operationType: 'BURN' };
const RECEIPT = {
  ...{ id: `UmaReceipt:${UUID}`, tenant: AUDITED, accountId: INTERNAL, status: 'PAID', rail: 'bank' },
  ...{ currency: 'USD', amount: 49n, settlementCurrency: 'USD', settlementAmount: 50n },
};

describe('an audit compares the lines of an entry with what its cause says', () => {
  const charged = { ...OUT, corrections: { ...NO_CORRECTIONS, bankCharge: 3n } };
  it.each<readonly [kind: string, cause: string, lines: Posted, stored: Stored[number]]>([
    ['DEPOSIT', PAYMENT, moved(CLEARING, `available:${INTERNAL}`, 100n), [TRANSACTIONS, [IN]]],
    ['SUSPENSE_IN', DEPOSIT, moved(CLEARING, `suspense:${AUDITED}:USD`, 7n), [DEPOSITS, [UNKNOWN]]],
    ['SUSPENSE_RETURN', DEPOSIT, moved(`suspense:${AUDITED}:USD`, CLEARING, 7n), [DEPOSITS, [UNKNOWN]]],
    ['REFUND_BOUNCED', DEPOSIT, moved(CLEARING, `suspense:${AUDITED}:USD`, 7n), [DEPOSITS, [UNKNOWN]]],
    ['HOLD', PAYMENT, moved(`available:${INTERNAL}`, `held:${INTERNAL}`, 100n), [TRANSACTIONS, [OUT]]],
    ['SETTLEMENT', PAYMENT, moved(`held:${INTERNAL}`, CLEARING, 100n), [TRANSACTIONS, [OUT]]],
    [
      'SETTLEMENT_REVERSAL',
      PAYMENT,
      [
        [`held:${INTERNAL}`, 100n],
        [CLEARING, -100n],
      ],
      [TRANSACTIONS, [OUT]],
    ],
    ['HOLD_RELEASE', PAYMENT, moved(`held:${INTERNAL}`, `available:${INTERNAL}`, 100n), [TRANSACTIONS, [OUT]]],
    ['REFUND_FAILED', PAYMENT, moved(`held:${INTERNAL}`, `in-transit:${PAYMENT}`, 100n), [TRANSACTIONS, [OUT]]],
    ['REFUND_RETRIED', PAYMENT, moved(`in-transit:${PAYMENT}`, `held:${INTERNAL}`, 100n), [TRANSACTIONS, [OUT]]],
    ['BANK_CHARGE', PAYMENT, moved('bank-charges:SANDBOX:USD', CLEARING, 3n), [TRANSACTIONS, [charged]]],
    [
      'TREASURY_TOP_UP',
      'Booking:1',
      moved(CLEARING, 'own-funds:SANDBOX:USD', 9n),
      [BOOKINGS, [{ ...TREASURY, kind: 'TOP_UP' }]],
    ],
    [
      'TREASURY_WITHDRAWAL',
      'Booking:1',
      moved('own-funds:SANDBOX:USD', CLEARING, 9n),
      [BOOKINGS, [{ ...TREASURY, kind: 'WITHDRAWAL' }]],
    ],
    ['HOLD', ORDER, moved(`available:${INTERNAL}`, `held:${INTERNAL}`, 10n), [STABLECOIN_OPERATIONS, [MINT]]],
    [
      'HOLD_RELEASE',
      ORDER,
      moved(`held:${INTERNAL}`, `available:${INTERNAL}`, 10n).toReversed(),
      [STABLECOIN_OPERATIONS, [MINT]],
    ],
    [
      'TOKEN_MINT',
      ORDER,
      [...moved(`held:${INTERNAL}`, ISSUER, 10n), ...moved(ISSUER, `available:${PLATFORMS}`, 9n)],
      [STABLECOIN_OPERATIONS, [MINT]],
    ],
    ['TOKEN_BURN', ORDER, moved(`held:${INTERNAL}`, ISSUER, 11n), [STABLECOIN_OPERATIONS, [BURN]]],
    [
      'UMA_RECEIPT',
      RECEIPT.id,
      [...moved(CLEARING, 'fx:SANDBOX:USD', 50n), ...moved('fx:SANDBOX:USD', `available:${INTERNAL}`, 49n)],
      [UMA_RECEIPTS, [RECEIPT]],
    ],
  ])('%s', async (kind, cause, lines, stored) => {
    const text = (posted: Posted) =>
      posted.map(([account, amount]) => `${account} ${amountText(amount, 'USD')}`).join(', ') || 'none';
    expect(await findings(kind, cause, lines, stored)).toEqual([]);
    expect(await findings(kind, cause, lines.toReversed(), stored)).toEqual([]);
    expect(await findings(kind, cause, [], stored)).toEqual([
      `${kind} of ${cause}: expected ${text(lines)}, found none`,
    ]);
    const [first, ...others] = lines;
    const altered: Posted = [[first![0], first![1] - 1n], ...others, ['loss:SANDBOX:USD', 1n]];
    expect(await findings(kind, cause, altered, stored)).toEqual([
      `${kind} of ${cause}: expected ${text([first!])}, found ${text([
        [first![0], first![1] - 1n],
        ['loss:SANDBOX:USD', 1n],
      ])}`,
    ]);
    expect(await findings(kind, cause, [], ...[])).toEqual([]);
  });

  it('a deposit that was taken back: what the balance covered, and the rest as a debt', async () => {
    const found = (lines: Posted) => findings('DEPOSIT_REVERSAL', PAYMENT, lines, [TRANSACTIONS, [IN]]);
    const [balance, debt] = [`available:${INTERNAL}`, `receivables:${INTERNAL}`];
    expect(
      await found([
        [CLEARING, 100n],
        [balance, -100n],
      ]),
    ).toEqual([]);
    expect(
      await found([
        [CLEARING, 100n],
        [balance, -60n],
        [debt, -40n],
      ]),
    ).toEqual([]);
    expect(
      await found([
        [CLEARING, 100n],
        [debt, -100n],
      ]),
    ).toEqual([]);
    expect(
      await found([
        [CLEARING, 100n],
        [balance, -101n],
        [debt, 1n],
      ]),
    ).toEqual([
      `DEPOSIT_REVERSAL of ${PAYMENT}: expected ${balance} -1.00 USD, found ${balance} -1.01 USD, ${debt} 0.01 USD`,
    ]);
    expect(
      await found([
        [CLEARING, 100n],
        [balance, 1n],
        [debt, -101n],
      ]),
    ).toEqual([
      `DEPOSIT_REVERSAL of ${PAYMENT}: expected ${debt} -1.00 USD, found ${balance} 0.01 USD, ${debt} -1.01 USD`,
    ]);
  });

  it('a sweep of fees to the account of the platform, and a return of them', async () => {
    const stored: Stored = [[INTERNAL_ACCOUNTS, [PLATFORM, OWN]]];
    const [fees, balance] = [`fees:${AUDITED}:USD`, `available:${PLATFORMS}`];
    const found = (lines: Posted, cause = PLATFORMS) => findings('FEE_SWEEP', cause, lines, ...stored);
    expect(await found(moved(fees, balance, 5n))).toEqual([]);
    expect(
      await found([
        [fees, 5n],
        [balance, -3n],
        [`receivables:${PLATFORMS}`, -2n],
      ]),
    ).toEqual([]);
    expect(await found(moved(fees, `available:${INTERNAL}`, 5n))).toEqual([
      `FEE_SWEEP of ${PLATFORMS}: expected ${balance} 0.05 USD, found available:${INTERNAL} 0.05 USD`,
    ]);
    expect(await found(moved(fees, `available:${INTERNAL}`, 5n), INTERNAL)).toEqual([
      `JournalEntry:1 sweeps fees to ${INTERNAL}, which is not an account of the platform`,
    ]);
    expect(await found([], 'InternalAccount:none')).toEqual([
      'JournalEntry:1 sweeps fees to InternalAccount:none, which is not an account of the platform',
    ]);
  });

  it('a settlement of a debt from the balance of its account', async () => {
    const found = (lines: Posted) => findings('RECEIVABLE_SETTLEMENT', INTERNAL, lines, [INTERNAL_ACCOUNTS, [OWN]]);
    expect(await found(moved(`available:${INTERNAL}`, `receivables:${INTERNAL}`, 5n))).toEqual([]);
    expect(await found(moved(`available:${PLATFORMS}`, `receivables:${INTERNAL}`, 5n))).toEqual([
      `RECEIVABLE_SETTLEMENT of ${INTERNAL}: expected available:${INTERNAL} -0.05 USD, found available:${PLATFORMS} -0.05 USD`,
    ]);
    expect(await findings('RECEIVABLE_SETTLEMENT', INTERNAL, [[`available:${PLATFORMS}`, -5n]])).toEqual([]);
  });

  it('leaves tokens under the kind of another order to the check of the order', async () => {
    const minted = moved(`held:${INTERNAL}`, ISSUER, 11n);
    for (const [kind, order] of [
      ['TOKEN_MINT', BURN],
      ['TOKEN_BURN', MINT],
    ] as const) {
      expect(await findings(kind, ORDER, minted, [STABLECOIN_OPERATIONS, [order]])).toEqual([]);
    }
  });

  it('a booking of the treasury under another kind', async () => {
    const lines: Posted = moved(CLEARING, 'own-funds:SANDBOX:USD', 9n);
    expect(
      await findings('TREASURY_WITHDRAWAL', 'Booking:1', lines, [BOOKINGS, [{ ...TREASURY, kind: 'TOP_UP' }]]),
    ).toEqual([
      `TREASURY_WITHDRAWAL of Booking:1: expected none, found ${CLEARING} -0.09 USD, own-funds:SANDBOX:USD 0.09 USD`,
    ]);
  });
});

it('an audit lists the kinds of the entries of each cause, and the sums of the movements for cards', async () => {
  const entry = (kind: string, cause: string, ...amounts: readonly bigint[]) => ({
    ...{ id: 'JournalEntry:1', kind, cause },
    postings: amounts.map((amount) => ({ account: 'loss:SANDBOX:USD', amount, currency: 'USD' })),
  });
  const books = booksOf(readsOf());
  await inspectEntries(books, [
    entry('HOLD', PAYMENT, 1n, -1n),
    entry('SETTLEMENT', PAYMENT, 1n, -1n),
    entry('DEPOSIT', 'Transaction:2'),
    entry('FEE_SWEEP', INTERNAL),
    entry('RECEIVABLE_SETTLEMENT', INTERNAL),
    entry('CARD_HOLD', 'Transaction:3', 5n, -5n),
    entry('CARD_HOLD', 'Transaction:3', 4n, 3n, -7n),
    entry('CARD_LOSS', 'Transaction:3', 2n, -2n),
  ] as never);
  expect([...books.entries.rest()]).toEqual([
    [PAYMENT, ['HOLD', 'SETTLEMENT']],
    ['Transaction:2', ['DEPOSIT']],
  ]);
  expect(books.cardMoves).toEqual(
    new Map([
      [
        'Transaction:3',
        new Map([
          ['CARD_HOLD', { count: 2, total: 12n }],
          ['CARD_LOSS', { count: 1, total: 2n }],
        ]),
      ],
    ]),
  );
});
