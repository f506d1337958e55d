import type { OutboundOutcome, OutboundRequest, PullInstruction } from '@corridor/core/ports';
import { type CurrencyCode, instant } from '@corridor/core';
import { railContract } from '@corridor/core/testing';
import { Webhook } from 'standardwebhooks';
import * as runner from 'vitest';
import { ENTRY, PAYOUT, type PlayedRail, playRail, SECRETS, signedBy } from '../testing/http-rails.js';

const { beforeEach, describe, expect, it } = runner;

const NOW = instant(0);
const { paymentRail: _by, purposeOfPayment: _why, sameCurrency: _same, ...PULL } = PAYOUT;
const pull: PullInstruction = PULL;
const DELIVERED = { state: 'delivered', onChainTransaction: null, checkAfterSeconds: null };
const COLLECTED = { state: 'collected', checkAfterSeconds: null };
const FAILED = {
  state: 'failed',
  reason: 'ACCOUNT_INVALID',
  refundReason: 'TRANSACTION_FAILED',
  refundable: true,
};
const RETURNED = { state: 'returned', returnId: 'R1', amount: '1250', reason: 'AC04' };

let played: PlayedRail;
const railOf = ({ connection }: PlayedRail) => connection.rails[0]!;
const payouts = () => railOf(played).payouts!;
const pulls = () => railOf(played).pulls!;
const funding = () => railOf(played).funding!;
const bodyOf = ({ body }: OutboundRequest): unknown => (body === null ? null : JSON.parse(body as string));
const refusal = async (call: Promise<unknown>): Promise<string> =>
  call.then(
    (answer) => `answered ${JSON.stringify(answer)}`,
    (cause: Error) => `${cause.name}: ${cause.message}`,
  );

beforeEach(async () => {
  played = await playRail();
});

describe('a request to an HTTP rail', () => {
  const movement = {
    reference: PAYOUT.reference,
    account: PAYOUT.account,
    currency: 'EUR',
    amount: '1250',
    remittanceInformation: 'Invoice 4711',
  };
  const payout = { ...movement, paymentRail: 'SEPA', purposeOfPayment: null };
  const remitter = { name: 'Ada Lovelace', account: 'DE89370400440532013000' };
  const arrival = { paymentId: 'A1', remitter, valueDate: '2026-01-15' };
  const at = `/${PAYOUT.reference}`;

  it.each<readonly [string, unknown, unknown, (rail: PlayedRail) => Promise<unknown>]>([
    ['POST /payouts', payout, DELIVERED, () => payouts().submit(PAYOUT)],
    [`GET /payouts${at}`, null, DELIVERED, () => payouts().status(PAYOUT, NOW)],
    [`POST /payouts${at}/cancel`, payout, { answer: 'cancelled' }, () => payouts().cancel!(PAYOUT)],
    [
      'POST /lookups',
      { account: PAYOUT.account, currency: 'EUR' },
      { answer: 'reachable' },
      () => payouts().lookUp(PAYOUT.account, PAYOUT.currency),
    ],
    ['POST /pulls', movement, COLLECTED, () => pulls().submit(pull)],
    [`GET /pulls${at}`, null, COLLECTED, () => pulls().status(pull, NOW)],
    [`POST /pulls${at}/cancel`, movement, { answer: 'too-late' }, () => pulls().cancel!(pull)],
    [
      `POST /pulls${at}/refunds`,
      { reference: 'Refund:1', pull: movement },
      { state: 'completed' },
      () => pulls().refund({ reference: 'Refund:1', pull, submittedAt: NOW }, NOW),
    ],
    [
      'POST /refunds',
      { reference: 'Refund:2', currency: 'EUR', amount: '5', arrival },
      { state: 'completed' },
      () =>
        funding().refund(
          { reference: 'Refund:2', currency: PAYOUT.currency, amount: 5n, arrival, submittedAt: NOW },
          NOW,
        ),
    ],
  ])(
    '%s has its body, is signed for its method and path, and returns the answer',
    async (target, body, answer, call) => {
      played.answer = () => answer;
      const got = await call(played);
      expect(typeof got === 'string' ? { answer: got } : got).toEqual(answer);
      const [request] = played.requests;
      expect(`${request!.method} ${request!.url.replace(ENTRY.url, '')}`).toBe(target);
      expect(bodyOf(request!)).toEqual(body);
      expect(request!.headers['webhook-id']).toMatch(new RegExp(`^${target} [0-9a-f]{32}$`));
      expect(request!.withinMs).toBe(10_000);
      expect(request!.passesTrace).toBe(true);
      // An unchanged library verifies it.
      const { 'webhook-timestamp': timestamp = '', 'webhook-signature': signature } = request!.headers;
      const sent = new Date(Number(timestamp) * 1000);
      expect(
        new Webhook(SECRETS['SECRET']!).sign(request!.headers['webhook-id']!, sent, String(request!.body ?? '')),
      ).toBe(signature);
    },
  );

  it('has an equal body and another id when it is repeated', async () => {
    await payouts().submit(PAYOUT);
    await payouts().submit({ ...PAYOUT, submittedAt: instant(1), cancelRequestedAt: instant(2) });
    const [first, second] = played.requests;
    expect(second!.body).toBe(first!.body);
    expect(second!.headers['webhook-id']).not.toBe(first!.headers['webhook-id']);
  });

  it('is signed with both secrets while they are exchanged', async () => {
    played = await playRail({ ...ENTRY, secret: [{ env: 'NEXT_SECRET' }, { env: 'SECRET' }] });
    await payouts().submit(PAYOUT);
    const { headers, body } = played.requests[0]!;
    const sent = new Date(Number(headers['webhook-timestamp']) * 1000);
    const by = (name: string) => new Webhook(SECRETS[name]!).sign(headers['webhook-id']!, sent, body as string);
    expect(headers['webhook-signature']).toBe(`${by('NEXT_SECRET')} ${by('SECRET')}`);
  });
});

describe('an answer of an HTTP rail', () => {
  it.each([
    [{ ...RETURNED }, { ...RETURNED, amount: 1_250n }],
    [FAILED, FAILED],
    [
      { state: 'pending', checkAfterSeconds: 5 },
      { state: 'pending', checkAfterSeconds: 5 },
    ],
    [
      { ...DELIVERED, onChainTransaction: { transactionHash: '0x1', network: 'BASE' }, checkAfterSeconds: 60 },
      { ...DELIVERED, onChainTransaction: { transactionHash: '0x1', network: 'BASE' }, checkAfterSeconds: 60 },
    ],
  ])('%j is the state of the payout', async (answer, status) => {
    played.answer = () => answer;
    expect(await payouts().status(PAYOUT, NOW)).toEqual(status);
  });

  it.each<readonly [string, (outcome: OutboundOutcome & { kind: 'answered' }) => Partial<OutboundOutcome>]>([
    ['it is not signed', () => ({ headers: {} })],
    [
      'its signature is wrong',
      ({ headers }) => ({ headers: { ...headers, 'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}` } }),
    ],
    ['its signature is wrong', ({ body }) => ({ body: body.replace('pending', 'PENDING') })],
    ['its signature is wrong', ({ headers }) => ({ headers: { ...headers, 'webhook-signature': '' } })],
    ['it is not signed', ({ headers }) => ({ headers: { ...headers, 'webhook-timestamp': '1e9' } })],
    ['HTTP 500', () => ({ status: 500 })],
    ['HTTP 409', () => ({ status: 409 })],
    ['HTTP 302', () => ({ status: 302 })],
    ['HTTP 204', () => ({ status: 204 })],
    ['too long', () => ({ truncated: true })],
    ['too long', ({ body }) => ({ body: body.padEnd(65_537) })],
  ])('is refused with "%s"', async (reason, change) => {
    played.outcome = (outcome) => ({ ...outcome, ...change(outcome) }) as OutboundOutcome;
    const refused = await refusal(payouts().submit(PAYOUT));
    expect(refused).toMatch(/^RailUnavailable: acme failed \(submit\): /);
    expect(refused).toContain(reason);
  });

  it('is refused if the rail signed it with the secret of requests, or another rail signed it', async () => {
    for (const secret of [SECRETS['SECRET']!, SECRETS['NEXT_CALLBACK_SECRET']!]) {
      played.outcome = (outcome, request) => ({
        ...outcome,
        headers: signedBy(secret, played.clock, request.headers['webhook-id']!, outcome.body),
      });
      expect(await refusal(payouts().submit(PAYOUT))).toContain('its signature is wrong');
    }
  });

  it('is refused if it answers another request, or an earlier one', async () => {
    let answered: OutboundOutcome | null = null;
    played.answer = () => DELIVERED;
    played.outcome = (outcome) => (answered ??= outcome);
    expect(await payouts().submit(PAYOUT)).toEqual(DELIVERED);
    expect(await refusal(payouts().status({ ...PAYOUT, reference: 'Transaction:2' }, NOW))).toContain('not signed for');
    expect(await refusal(payouts().submit(PAYOUT))).toContain('not signed for this request');
  });

  it('is refused if it was signed more than five minutes ago', async () => {
    played.outcome = (outcome) => {
      played.clock.advance(301);
      return outcome;
    };
    expect(await refusal(payouts().submit(PAYOUT))).toContain('more than 5 minutes off');
  });

  it('is accepted by either secret while they are exchanged', async () => {
    const callbackSecret = [{ env: 'NEXT_CALLBACK_SECRET' }, { env: 'CALLBACK_SECRET' }];
    played = await playRail({ ...ENTRY, callbackSecret });
    expect((await payouts().submit(PAYOUT)).state).toBe('pending');
    played.outcome = (outcome, request) => ({
      ...outcome,
      headers: signedBy(SECRETS['NEXT_CALLBACK_SECRET']!, played.clock, request.headers['webhook-id']!, outcome.body),
    });
    expect((await payouts().submit(PAYOUT)).state).toBe('pending');
  });

  it('is refused if the rail cannot be reached', async () => {
    played.outcome = () => ({ kind: 'unreachable', reason: 'no complete response within 10000 ms' });
    expect(await refusal(pulls().submit(pull))).toBe(
      'RailUnavailable: acme failed (pull): no complete response within 10000 ms',
    );
  });

  it.each<readonly [string, unknown]>([
    ['the body', null],
    ['the body', []],
    ['the body', 'delivered'],
    ['state', {}],
    ['state', { ...DELIVERED, state: 'DELIVERED' }],
    ['state', { state: 'unknown' }],
    ['checkAfterSeconds', { state: 'pending' }],
    ['checkAfterSeconds', { state: 'pending', checkAfterSeconds: 0 }],
    ['checkAfterSeconds', { state: 'pending', checkAfterSeconds: '60' }],
    ['checkAfterSeconds', { state: 'pending', checkAfterSeconds: 1.5 }],
    ['checkAfterSeconds', { state: 'pending', checkAfterSeconds: 1e9 }],
    ['onChainTransaction', { state: 'delivered', checkAfterSeconds: null }],
    ['the body has the unknown member "note"', { ...DELIVERED, note: 'all is well' }],
    ['reason', { ...FAILED, reason: 'BAD_LUCK' }],
    ['refundable', { ...FAILED, refundable: 'yes' }],
    ['amount', { ...RETURNED, amount: 1250 }],
    ['amount', { ...RETURNED, amount: '0' }],
    ['amount', { ...RETURNED, amount: '-1250' }],
    ['amount', { ...RETURNED, amount: '12.50' }],
    ['amount', { ...RETURNED, amount: '01250' }],
    ['amount', { ...RETURNED, amount: '1250\n' }],
    ['amount', { ...RETURNED, amount: '9007199254740992' }],
    ['returnId', { ...RETURNED, returnId: '' }],
    ['returnId', { ...RETURNED, returnId: 'a\u0000b' }],
    ['returnId', { ...RETURNED, returnId: '\ud800' }],
  ])('is refused because of %s: %j', async (member, answer) => {
    played.answer = () => answer;
    expect(`${await refusal(payouts().status(PAYOUT, NOW))} `).toContain(
      `RailUnavailable: acme failed (status): the answer is invalid: ${member} `,
    );
  });

  it('is refused if it is not JSON, and repeats nothing of it', async () => {
    const body = '<html>Ada Lovelace</html>';
    played.outcome = (outcome, request) => ({
      ...outcome,
      body,
      headers: signedBy(SECRETS['CALLBACK_SECRET']!, played.clock, request.headers['webhook-id']!, body),
    });
    expect(await refusal(payouts().submit(PAYOUT))).toBe(
      'RailUnavailable: acme failed (submit): the answer is invalid: the body is not JSON',
    );
  });
});

describe('the condition of an HTTP rail', () => {
  const { capabilities } = ENTRY;

  it('has no problem if the rail declares what the entry declares, in any order', async () => {
    played.answer = () => ({ protocol: 1, capabilities });
    const condition = await played.connection.check();
    expect(condition).toEqual({ isReachable: true, lastExchangeAt: played.clock.now(), backlog: {}, problems: [] });
    expect(played.requests[0]).toMatchObject({ method: 'GET', url: `${ENTRY.url}/capabilities` });
  });

  it('names each difference', async () => {
    played.answer = () => ({
      protocol: 1,
      capabilities: { ...capabilities, currencies: ['GBP', 'EUR'], cancellable: false },
    });
    expect((await played.connection.check()).problems).toEqual([
      'currencies is EUR in the connections file, but the rail answers EUR, GBP',
      'cancellable is true in the connections file, but the rail answers false',
    ]);
  });

  it('keeps the time of the last exchange when the rail is down, and another host starts', async () => {
    played.answer = () => ({ protocol: 1, capabilities });
    expect(await played.connection.tasks[0]!.run(played.tell, async () => new Set())).toBe(300);
    const seenAt = played.clock.now();
    played.clock.advance(60);
    played.outcome = () => ({ kind: 'unreachable', reason: 'connection refused' });
    expect(await played.connection.check()).toEqual({
      isReachable: false,
      lastExchangeAt: seenAt,
      backlog: {},
      problems: ['acme failed (capabilities): connection refused'],
    });
    await played.connection.tasks[0]!.run(played.tell, async () => new Set());
    expect(played.warnings).toEqual([{ problem: 'acme failed (capabilities): connection refused' }]);
  });

  it('is a problem if the rail speaks another version of the protocol', async () => {
    played.answer = () => ({ protocol: 2, capabilities });
    expect((await played.connection.check()).problems).toEqual([
      'acme failed (capabilities): the answer is invalid: protocol is not 1',
    ]);
  });
});

describe('an HTTP rail of a chain', async () => {
  const USDC = 'USDC' as CurrencyCode;
  const chain = await playRail({
    ...ENTRY,
    capabilities: {
      accountTypes: ['BASE_WALLET'],
      currencies: ['USDC'],
      push: true,
      receive: true,
      settlementSeconds: 30,
    },
    funding: [
      {
        currency: 'USDC',
        network: 'BASE',
        account: {
          accountType: 'BASE_WALLET',
          address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B',
          reference: '{reference}',
        },
      },
    ],
    networks: [{ currency: 'USDC', network: 'BASE', accountTypes: ['BASE_WALLET'] }],
  });
  chain.answer = (request) => {
    const path = request.url.slice(ENTRY.url.length);
    if (path === '/lookups') return { answer: 'reachable' };
    if (path === '/refunds') return { state: 'completed' };
    if (path !== '/network-fees') return DELIVERED;
    return { fee: (bodyOf(request) as { readonly address: string }).address.startsWith('0x') ? '0' : null };
  };
  railContract(runner, railOf(chain));

  it('asks for the fee of a withdrawal with all that decides it', async () => {
    chain.requests.length = 0;
    const request = { currency: USDC, network: 'BASE', amount: 7n, address: '0x1' };
    expect(await railOf(chain).networkFees!.estimate(request)).toBe(0n);
    expect(bodyOf(chain.requests[0]!)).toEqual({ ...request, amount: '7' });
    const account = { accountType: 'BASE_WALLET', address: '0x1' } as const;
    expect(railOf(chain).networkFees!.networkOf(account, USDC)).toBe('BASE');
    expect(railOf(chain).networkFees!.networkOf(PAYOUT.account, USDC)).toBeNull();
  });
});
