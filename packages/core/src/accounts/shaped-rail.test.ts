import { describe, expect, it } from 'vitest';
import { sandboxRails } from '@corridor/adapters-rails/sandbox';
import { Bug, type CurrencyCode, instant } from '../kernel/index.js';
import { digest } from '../testing/ports.js';
import { exampleAccountInfo } from './account-types/index.js';
import { malformedMember, type PayoutInstruction, type Rail, RailUnavailable, shapedRail } from './index.js';

const NOW = instant(1_760_000_000_000);
const DELIVERY: PayoutInstruction = {
  reference: 'Transaction:1',
  account: exampleAccountInfo('EUR_ACCOUNT'),
  currency: 'EUR' as CurrencyCode,
  amount: 1n,
  paymentRail: null,
  purposeOfPayment: null,
  sameCurrency: false,
  remittanceInformation: null,
  submittedAt: NOW,
  cancelRequestedAt: null,
};
const REFUND = { reference: 'K7QF', currency: 'EUR' as CurrencyCode, amount: 1n, arrival: null, submittedAt: NOW };
const REQUEST = {
  currency: 'EUR' as CurrencyCode,
  reference: 'K7QF',
  amount: null,
  cryptoNetwork: null,
  walletAddresses: null,
  addressIndex: null,
};

/** A rail that gives this answer to every call. */
function answering(answer: unknown): Rail {
  const [bank] = sandboxRails(digest);
  const say = (async () => answer) as never;
  const sayNow = (() => answer) as never;
  return shapedRail({
    ...bank!,
    name: 'acme',
    payouts: { submit: say, status: say, cancel: say, lookUp: say, settlesAt: sayNow, isPayable: sayNow },
    pulls: { submit: say, status: say, cancel: say, refund: say },
    funding: { networks: sayNow, addressSpace: null, instructions: sayNow, refund: say },
    networkFees: { networks: sayNow, networkOf: sayNow, estimate: say },
  });
}

const CALLS: Readonly<Record<string, (rail: Rail) => unknown>> = {
  submit: ({ payouts }) => payouts!.submit(DELIVERY),
  status: ({ payouts }) => payouts!.status(DELIVERY, NOW),
  cancel: ({ payouts }) => payouts!.cancel!(DELIVERY),
  'look-up': ({ payouts }) => payouts!.lookUp(DELIVERY.account, DELIVERY.currency),
  'settles-at': ({ payouts }) => payouts!.settlesAt!(null, NOW),
  'is-payable': ({ payouts }) => payouts!.isPayable!(DELIVERY.account, null, NOW),
  pull: ({ pulls }) => pulls!.submit(DELIVERY),
  'pull-status': ({ pulls }) => pulls!.status(DELIVERY, NOW),
  'pull-cancel': ({ pulls }) => pulls!.cancel!(DELIVERY),
  'pull-refund': ({ pulls }) => pulls!.refund({ reference: 'R', pull: DELIVERY, submittedAt: NOW }, NOW),
  networks: ({ funding }) => funding!.networks('EUR' as CurrencyCode),
  instructions: ({ funding }) => funding!.instructions(REQUEST),
  refund: ({ funding }) => funding!.refund(REFUND, NOW),
  'network-of': ({ networkFees }) => networkFees!.networkOf(DELIVERY.account, DELIVERY.currency),
  'network-fee': ({ networkFees }) =>
    networkFees!.estimate({ currency: 'EUR' as CurrencyCode, network: 'BASE', amount: 1n, address: '0x' }),
};

async function askedOf(answer: unknown, call: string): Promise<unknown> {
  try {
    return await CALLS[call]!(answering(answer));
  } catch (cause) {
    return cause;
  }
}

const returned = { state: 'returned', returnId: 'R1', amount: 1n, reason: null };

describe('a malformed answer of a rail', () => {
  it.each([
    ['submit', undefined, 'the answer must be an object, but is missing'],
    ['status', [], 'the answer must be an object, but is a list'],
    ['status', {}, 'state must be one of delivered, pending, failed, returned, but is missing'],
    [
      'status',
      { state: 'DELIVERED' },
      'state must be one of delivered, pending, failed, returned, but is another text',
    ],
    [
      'submit',
      { state: 'pending' },
      'checkAfterSeconds must be a positive number of seconds, at most 315360000, but is missing',
    ],
    [
      'submit',
      { state: 'pending', checkAfterSeconds: Number.NaN },
      'checkAfterSeconds must be a positive number of seconds, at most 315360000, but is the number NaN',
    ],
    [
      'submit',
      { state: 'pending', checkAfterSeconds: 0 },
      'checkAfterSeconds must be a positive number of seconds, at most 315360000, but is the number 0',
    ],
    [
      'submit',
      { state: 'delivered', checkAfterSeconds: '60' },
      'checkAfterSeconds must be a positive number of seconds, at most 315360000, but is another text',
    ],
    [
      'status',
      { state: 'delivered', onChainTransaction: { transactionHash: '0xab' } },
      'onChainTransaction.network must be a text of 1 to 255 characters without NUL, but is missing',
    ],
    [
      'status',
      { ...returned, returnId: '' },
      'returnId must be a text of 1 to 255 characters without NUL, but is an empty text',
    ],
    [
      'status',
      { ...returned, amount: 100 },
      'amount must be a bigint from -9007199254740991 to 9007199254740991, but is the number 100',
    ],
    [
      'status',
      { state: 'failed', reason: 'AC04', refundReason: 'TIMEOUT', refundable: true },
      'reason must be one of QUOTE_EXECUTION_FAILED, ACCOUNT_CANNOT_RECEIVE, ACCOUNT_INVALID, LIMIT_EXCEEDED, COMPLIANCE_REJECTED, LIGHTNING_PAYMENT_FAILED, but is another text',
    ],
    [
      'status',
      { state: 'failed', reason: 'ACCOUNT_INVALID', refundReason: 'TIMEOUT' },
      'refundable must be true or false, but is missing',
    ],
    ['cancel', true, 'the answer must be one of cancelled, too-late, but is true'],
    ['look-up', 'yes', 'the answer must be one of reachable, unreachable, but is another text'],
    ['settles-at', '2026-01-15', 'the answer must be a time in whole milliseconds since 1970, but is another text'],
    ['pull', { state: 'delivered' }, 'state must be one of collected, pending, failed, returned, but is another text'],
    [
      'pull-status',
      { state: 'failed' },
      'reason must be one of INSUFFICIENT_FUNDS, ACCOUNT_CLOSED, REJECTED, TIMED_OUT, CANCELLED, but is missing',
    ],
    ['pull-cancel', null, 'the answer must be one of cancelled, too-late, but is missing'],
    ['pull-refund', { state: 'failed' }, 'reason must be a text, but is missing'],
    ['networks', 'BASE', 'the answer must be a list, but is another text'],
    [
      'instructions',
      [{ accountOrWalletInfo: {} }],
      '[0].accountOrWalletInfo.accountType must be a text of 1 to 255 characters without NUL, but is missing',
    ],
    ['refund', () => 1, 'the answer must be an object, but is a function'],
    ['network-of', 7, 'the answer must be a text of 1 to 255 characters without NUL, but is the number 7'],
    ['network-fee', -1n, 'the answer must be a bigint from 0 to 9007199254740991, but is the bigint -1'],
  ])('to %s is an error that names rail, call and member (%o)', async (call, answer, fault) => {
    const error = await askedOf(answer, call);
    expect(error).toBeInstanceOf(RailUnavailable);
    expect((error as Error).message).toBe(`acme failed (${call}): the answer is malformed: ${fault}`);
    expect(malformedMember(error)).toBe(fault.startsWith('the answer ') ? '' : fault.split(' ')[0]);
  });
});

describe('an answer of a rail', () => {
  it.each(['submit', 'status'])('to %s may leave out the members that can be null', async (call) => {
    expect(await askedOf({ state: 'delivered' }, call)).toEqual({
      state: 'delivered',
      onChainTransaction: null,
      checkAfterSeconds: null,
    });
    expect(await askedOf({ state: 'returned', returnId: 'R1', amount: 1n }, call)).toEqual(returned);
  });

  it('to a collection, a question for a network, and a request for instructions may leave them out too', async () => {
    expect(await askedOf({ state: 'collected' }, 'pull')).toEqual({ state: 'collected', checkAfterSeconds: null });
    expect(await askedOf(undefined, 'network-of')).toBeNull();
    expect(await askedOf(undefined, 'instructions')).toBeNull();
    const accountOrWalletInfo = { accountType: 'EUR_ACCOUNT', iban: 'DE89370400440532013000' };
    expect(await askedOf([{ accountOrWalletInfo }], 'instructions')).toEqual([
      { instructionsNotes: null, isPlatformAccount: null, accountOrWalletInfo },
    ]);
  });

  it('has no member that may be absent if the rail answers null for it', async () => {
    const pending = { state: 'pending', checkAfterSeconds: 40 };
    expect(Object.keys(await answering({ ...pending, undone: null }).payouts!.submit(DELIVERY))).toEqual(
      Object.keys(pending),
    );
  });

  it('that is complete is passed on as it is', async () => {
    expect(await askedOf(returned, 'status')).toBe(returned);
    const undone = { state: 'pending', checkAfterSeconds: 60, undone: 'the block left its chain' };
    expect(await askedOf(undone, 'status')).toBe(undone);
  });

  it('is due again after whole milliseconds', async () => {
    expect(await askedOf({ state: 'pending', checkAfterSeconds: 0.0001 }, 'submit')).toMatchObject({
      checkAfterSeconds: 0.001,
    });
  });

  it('loses characters of its texts that no database stores', async () => {
    expect(await askedOf({ ...returned, reason: 'AC\u000004\ud800' }, 'status')).toMatchObject({ reason: 'AC04' });
  });
});

it('an error of a rail is one error that names it, and a bug stays one', async () => {
  const failing = (cause: Error) => {
    const [bank] = sandboxRails(digest);
    return shapedRail({ ...bank!, name: 'acme', payouts: { ...bank!.payouts!, submit: () => Promise.reject(cause) } });
  };
  const away = failing(new Error('socket hang up')).payouts!.submit(DELIVERY);
  await expect(away).rejects.toThrow(new RailUnavailable('acme', 'submit', 'socket hang up'));
  await expect(failing(new Bug('no such case')).payouts!.submit(DELIVERY)).rejects.toThrow(Bug);
});

it('a rail may be an instance of a class with getters', () => {
  const [bank] = sandboxRails(digest);
  const getters = Object.fromEntries(
    Object.keys(bank!).map((name) => [name, { get: () => bank![name as keyof Rail] }]),
  );
  class Acme {}
  Object.defineProperties(Acme.prototype, getters);
  const { name, environment, simulated, capabilities } = bank!;
  const shaped = shapedRail(new Acme() as Rail);
  expect(shaped).toMatchObject({ name, environment, simulated, capabilities });
  expect(Object.keys(shaped).toSorted()).toEqual(Object.keys(bank!).toSorted());
});
