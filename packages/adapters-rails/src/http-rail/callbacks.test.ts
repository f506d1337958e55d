import { createHmac } from 'node:crypto';
import { err, type ErrorCode, ok } from '@corridor/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { messageCases } from '../testing/message-cases.js';
import { ENTRY, NO_TRAVEL_RULE, type PlayedRail, playRail, SECRETS, signedBy } from '../testing/http-rails.js';

const NAMED = { rail: 'acme', messageId: 'M1' };
const ARRIVAL = {
  kind: 'arrival',
  rail: 'acme',
  paymentId: 'A1',
  reference: 'K7QF9M3XHTCP',
  currency: 'EUR',
  amount: '1250',
  remitter: { name: 'Ada Lovelace', account: 'DE89370400440532013000' },
  valueDate: '2026-01-15',
};
const TAKEN = { paymentId: 'A1', amount: '1250', reason: 'sent twice' };
const reference = 'Transaction:0199c0de-0000-7000-8000-000000000001';

let played: PlayedRail;
beforeEach(async () => {
  played = await playRail();
});

const bytes = JSON.stringify(ARRIVAL);
const signed = (secret = 'CALLBACK_SECRET') => signedBy(SECRETS[secret]!, played.clock, 'M1', bytes);

describe('a message of an HTTP rail', () => {
  it.each<readonly [object, object]>([
    [ARRIVAL, { ...ARRIVAL, amount: 1_250n }],
    [
      { ...ARRIVAL, reference: '', remitter: null, valueDate: null, returnAfterSeconds: 3600 },
      { ...ARRIVAL, amount: 1_250n, reference: '', remitter: null, valueDate: null, returnAfterSeconds: 3600 },
    ],
    [
      { ...ARRIVAL, candidates: ['RF18 5390 0754 7034', 'K7QF9M3XHTCP'] },
      { ...ARRIVAL, candidates: ['RF18 5390 0754 7034', 'K7QF9M3XHTCP'], amount: 1_250n },
    ],
    [
      { kind: 'held', ...NAMED, currency: 'EUR', amount: '5', reason: 'the account lacks money' },
      { kind: 'held', ...NAMED, currency: 'EUR', amount: 5n, reason: 'the account lacks money' },
    ],
    [
      { kind: 'payout', ...NAMED, reference, status: { state: 'returned', returnId: 'R', amount: '7', reason: null } },
      { kind: 'payout', ...NAMED, reference, status: { state: 'returned', returnId: 'R', amount: 7n, reason: null } },
    ],
    [
      { kind: 'collection', ...NAMED, reference, status: { state: 'failed', reason: 'INSUFFICIENT_FUNDS' } },
      { kind: 'collection', ...NAMED, reference, status: { state: 'failed', reason: 'INSUFFICIENT_FUNDS' } },
    ],
    [
      { kind: 'refund', ...NAMED, reference, status: { state: 'failed', reason: 'the account is closed' } },
      { kind: 'refund', ...NAMED, reference, status: { state: 'failed', reason: 'the account is closed' } },
    ],
    [
      { kind: 'reversal', ...NAMED, ...TAKEN },
      { kind: 'reversal', ...NAMED, ...TAKEN, amount: 1_250n },
    ],
    [
      { kind: 'recall', ...NAMED, ...TAKEN },
      { kind: 'recall', ...NAMED, ...TAKEN, amount: 1_250n },
    ],
    [
      { kind: 'booking', ...NAMED, booking: 'CHARGE', currency: 'EUR', amount: '5', note: null },
      { kind: 'booking', ...NAMED, booking: 'CHARGE', currency: 'EUR', amount: 5n, note: null },
    ],
    [
      { kind: 'difference', ...NAMED, currency: 'EUR', amount: '5', direction: 'OUT', reason: 'not in our books' },
      { kind: 'difference', ...NAMED, currency: 'EUR', amount: 5n, direction: 'OUT', reason: 'not in our books' },
    ],
  ])('%j reaches core', async (message, told) => {
    expect(await played.report(message)).toEqual({ status: 200, message: 'APPLIED' });
    expect(played.told).toEqual([told]);
  });

  messageCases(() => played, ARRIVAL);

  it('is accepted by each secret of an exchange', async () => {
    played = await playRail({
      ...ENTRY,
      callbackSecret: [{ env: 'NEXT_CALLBACK_SECRET' }, { env: 'CALLBACK_SECRET' }],
    });
    for (const secret of ['CALLBACK_SECRET', 'NEXT_CALLBACK_SECRET'])
      expect((await played.report(ARRIVAL, { headers: signed(secret) })).status).toBe(200);
    const both = `v1,AAAA v1a,${'B'.repeat(88)} ${signed()['webhook-signature']}`;
    expect((await played.report(ARRIVAL, { headers: { ...signed(), 'webhook-signature': both } })).status).toBe(200);
  });

  it.each<readonly [string, unknown]>([
    ['the body', 'not JSON'],
    ['the body', '[]'],
    ['the body', `${bytes.slice(0, -1)}`],
    ['kind', { ...ARRIVAL, kind: 'gift' }],
    ['rail', { ...ARRIVAL, rail: 'other' }],
    ['rail', { ...ARRIVAL, rail: undefined }],
    ['paymentId', { ...ARRIVAL, paymentId: '' }],
    ['paymentId', { ...ARRIVAL, paymentId: 'x'.repeat(256) }],
    ['amount', { ...ARRIVAL, amount: 1250 }],
    ['amount', { ...ARRIVAL, amount: '0' }],
    ['currency', { ...ARRIVAL, currency: 'euro' }],
    ['remitter.account', { ...ARRIVAL, remitter: { name: null } }],
    ['remitter (unknown members)', { ...ARRIVAL, remitter: { name: null, account: null, iban: 'DE1' } }],
    ['valueDate', { ...ARRIVAL, valueDate: '2026-02-30' }],
    ['returnAfterSeconds', { ...ARRIVAL, returnAfterSeconds: -1 }],
    ['candidates', { ...ARRIVAL, candidates: Array.from({ length: 301 }, () => '') }],
    ['the body (unknown members)', { ...ARRIVAL, messageId: 'M1' }],
    ['status.state', { kind: 'payout', ...NAMED, reference, status: { state: 'done' } }],
    ['reference, amount', { ...ARRIVAL, reference: 7, amount: '' }],
  ])('is 400 because of %s', async (members, message) => {
    expect(await played.report(message)).toEqual({ status: 400, message: `invalid: ${members}` });
    expect(played.told).toEqual([]);
  });

  it('is 400 if its bytes are not UTF-8, or too many', async () => {
    const key = Buffer.from(SECRETS['CALLBACK_SECRET']!.slice('whsec_'.length), 'base64');
    const report = (body: Uint8Array) => {
      const timestamp = String(Math.floor(played.clock.now() / 1000));
      const mac = createHmac('sha256', key).update(`M1.${timestamp}.`).update(body).digest('base64');
      const headers = { 'webhook-id': 'M1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` };
      return played.connection.callback!({ path: 'events', headers, body }, played.tell, NO_TRAVEL_RULE);
    };
    const broken = Buffer.from(bytes);
    broken[broken.indexOf('Ada')] = 0xff;
    expect((await report(Buffer.from(bytes))).status).toBe(200);
    played.told.length = 0;
    expect((await report(broken)).status).toBe(400);
    expect((await report(Buffer.from(bytes.padEnd(65_537)))).status).toBe(400);
    expect(played.told).toEqual([]);
  });

  it.each<readonly [string, number]>([
    ['Exception:018bcfe5-6800-7000-8000-000000000001', 409],
    ['Transaction:018bcfe5-6800-7000-8000-000000000001', 200],
  ])('that contradicts, with the subject %s, is answered with %i', async (subject, status) => {
    played.tell = async () => ok({ effect: 'CONTRADICTED', subject });
    expect(await played.report(ARRIVAL)).toMatchObject({ status });
  });

  it.each<readonly [ErrorCode, number]>([
    ['FORBIDDEN', 403],
    ['TRANSACTION_NOT_FOUND', 404],
    ['INVALID_AMOUNT', 400],
    ['INVALID_CURRENCY', 400],
    ['INVALID_STATE_TRANSITION', 409],
  ])('that core refuses with %s is answered with %i', async (code, status) => {
    played.tell = async () => err(code, 'not now');
    expect(await played.report(ARRIVAL)).toEqual({ status, message: 'not now' });
  });
});
