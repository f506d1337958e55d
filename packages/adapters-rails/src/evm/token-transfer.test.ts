import { describe, expect, it } from 'vitest';
import { TRANSFER_TOPIC } from './json-rpc-logs.js';
import type { Address, Hex, Log, Receipt } from './nodes.js';
import type { Intent } from './sender.js';
import { screenTransfers } from './payouts/screen-transfers.js';
import { balanceCall, isAmount, isFalse, isMoved, otherMoved, transferCall, transferIn } from './token-transfer.js';

const TOKEN: Address = `0x${'f1'.repeat(20)}`;
const OTHER: Address = `0x${'f2'.repeat(20)}`;
const SIGNER: Address = `0x${'a1'.repeat(20)}`;
const PAYEE: Address = `0x${'c3'.repeat(20)}`;

const word = (digits: string): Hex => `0x${digits.padStart(64, '0')}`;
const topicOf = (address: Address): Hex => word(address.slice(2));

const event = (over: Partial<Log> = {}): Log => ({
  address: TOKEN,
  topics: [TRANSFER_TOPIC, topicOf(SIGNER), topicOf(PAYEE)],
  data: word('5'),
  logIndex: 3,
  ...over,
});

const receiptWith = (...logs: readonly Log[]): Receipt => ({
  transactionHash: word('1'),
  status: 'success',
  blockNumber: 1n,
  blockHash: word('2'),
  gasUsed: 50_000n,
  effectiveGasPrice: 1n,
  l1Fee: 0n,
  logs,
});

const CALL = { signer: SIGNER, to: TOKEN, data: transferCall(PAYEE, 5n) };

describe('the transfer of a token', () => {
  it('is the selector and two words', () => {
    expect(CALL.data).toBe(`0xa9059cbb${'0'.repeat(24)}${'c3'.repeat(20)}${'0'.repeat(63)}5`);
    expect(balanceCall(PAYEE)).toBe(`0x70a08231${'0'.repeat(24)}${'c3'.repeat(20)}`);
  });

  it.each<[string, Hex]>([
    ['another selector', CALL.data.replace('a9059cbb', '095ea7b3') as Hex],
    ['bytes behind it', `${CALL.data}00`],
    ['a byte less', CALL.data.slice(0, -2) as Hex],
    ['a word before it', `0x00${CALL.data}` as Hex],
    ['more than 20 bytes as its payee', CALL.data.replace(/^0xa9059cbb0/, '0xa9059cbb1') as Hex],
    ['no data', '0x'],
  ])('is not read from data with %s', (_, data) => {
    expect(transferIn(data)).toBe(null);
  });

  it('has an amount from 1 up to 256 bits', () => {
    expect([0n, 1n, (1n << 256n) - 1n, 1n << 256n, -1n].map(isAmount)).toEqual([false, true, true, false, false]);
  });

  it.each<[boolean, Hex]>([
    [true, word('0')],
    [false, word('1')],
    [false, '0x'],
    [false, '0x0'],
    [false, `${word('0')}00`],
    [false, `0x1${word('0').slice(2)}`],
    [false, `0x0${word('0')}` as Hex],
  ])('is answered with false (%s) by %s', (expected, answer) => {
    expect(isFalse(answer)).toBe(expected);
  });
});

describe('a successful transaction', () => {
  it('has moved the tokens if the token tells the transfer from the signer to the payee', () => {
    const foreign = event({ address: OTHER });
    expect(isMoved(receiptWith(foreign, event()), CALL)).toBe(true);
  });

  it.each<[string, readonly Log[]]>([
    ['no event', []],
    ['an event of another contract', [event({ address: OTHER })]],
    ['another event', [event({ topics: [word('9'), topicOf(SIGNER), topicOf(PAYEE)] })]],
    ['a transfer from another address', [event({ topics: [TRANSFER_TOPIC, topicOf(OTHER), topicOf(PAYEE)] })]],
    ['a transfer to another address', [event({ topics: [TRANSFER_TOPIC, topicOf(SIGNER), topicOf(OTHER)] })]],
    ['a transfer of nothing', [event({ data: word('0') })]],
  ])('has moved nothing with %s', (_, logs) => {
    expect(isMoved(receiptWith(...logs), CALL)).toBe(false);
  });

  it('of another call needs no event', () => {
    expect(isMoved(receiptWith(), { ...CALL, data: '0x01' })).toBe(true);
  });
});

describe('what a transfer moved', () => {
  const COLLECTOR: Address = `0x${'fe'.repeat(20)}`;
  const transfer = (from: Address, to: Address, amount: bigint): Log =>
    event({ topics: [TRANSFER_TOPIC, topicOf(from), topicOf(to)], data: word(amount.toString(16)) });

  it.each<[string, readonly Log[]]>([
    ['it moved what its call says', [event()]],
    ['another contract moved more', [event(), event({ address: OTHER })]],
    ['others moved the token', [event(), transfer(OTHER, COLLECTOR, 9n)]],
  ])('is not told if %s', (_, logs) => {
    expect(otherMoved(receiptWith(...logs), CALL)).toBe(null);
  });

  it.each<[string, readonly Log[], { left: bigint; arrived: bigint }]>([
    ['paid from the amount', [transfer(SIGNER, PAYEE, 4n), transfer(SIGNER, COLLECTOR, 1n)], { left: 5n, arrived: 4n }],
    ['paid first', [transfer(SIGNER, COLLECTOR, 1n), transfer(SIGNER, PAYEE, 4n)], { left: 5n, arrived: 4n }],
    ['taken from the payee', [transfer(SIGNER, PAYEE, 5n), transfer(PAYEE, COLLECTOR, 2n)], { left: 5n, arrived: 3n }],
    ['paid on top', [transfer(SIGNER, PAYEE, 5n), transfer(SIGNER, COLLECTOR, 1n)], { left: 6n, arrived: 5n }],
    ['not told', [transfer(SIGNER, PAYEE, 4n)], { left: 4n, arrived: 4n }],
    ['more than the amount', [transfer(SIGNER, PAYEE, 1n), transfer(PAYEE, COLLECTOR, 2n)], { left: 1n, arrived: 0n }],
  ])('differs from its call with a fee that is %s', (_, logs, expected) => {
    expect(otherMoved(receiptWith(...logs), CALL)).toEqual(expected);
  });

  it('is unknown for another call, and for a transfer to the signer itself', () => {
    expect(otherMoved(receiptWith(), { ...CALL, data: '0x01' })).toBe(null);
    expect(otherMoved(receiptWith(), { ...CALL, data: transferCall(SIGNER, 5n) })).toBe(null);
  });
});

describe('the screening before a signature', () => {
  const intent = (over: Partial<Intent> = {}): Intent => ({
    key: 'one',
    purpose: 'payout',
    ...CALL,
    value: 0n,
    ...over,
  });

  function listed() {
    const asked: unknown[] = [];
    const screen = screenTransfers(
      {
        screen: async (about) => {
          asked.push(about);
          return 'on a list';
        },
      },
      'BASE',
    );
    return { asked, screen };
  }

  it.each(['payout', 'refund'] as const)('asks about the payee of a %s', async (purpose) => {
    const { asked, screen } = listed();
    expect(await screen(intent({ purpose }))).toBe('on a list');
    expect(asked).toEqual([{ network: 'BASE', address: PAYEE, direction: 'OUT' }]);
  });

  it.each([
    ['a sweep, which stays among the addresses of the service', intent({ purpose: 'sweep' })],
    ['a transfer to the cold address', intent({ purpose: 'cold' })],
    ['a call that transfers no token', intent({ data: '0x' })],
  ])('does not ask about %s', async (_, given) => {
    const { asked, screen } = listed();
    expect(await screen(given)).toBe(null);
    expect(asked).toEqual([]);
  });

  it('has no objection without a list', async () => {
    expect(await screenTransfers(null, 'BASE')(intent())).toBe(null);
  });
});
