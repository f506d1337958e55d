import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import * as uma from '@uma-sdk/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { expecting } from '../support/api.js';
import { balances, createCustomer } from '../support/scenario.js';
import type { ErrorBody, Page, Transaction } from '../support/wire.js';
import {
  type Answered,
  type Counterparty,
  createCounterparty,
  keyPairFor,
  type Misbehaviours,
  p256Key,
} from './counterparty.js';
import { createNetwork, HERE, fundCustomer, type Institution, lookUp, quoteUma } from './institutions.js';
import { askOffer, payRequestOf, postPayRequest } from './paying.js';

const network = createNetwork(HERE);
const HUGE = 'x'.repeat(10 * 1024 * 1024);
const SLOW_MS = 60_000;
/** Behaviour, "Errors": nobody waits for a counterparty longer than this. */
const WITHIN_MS = 12_000;
const MINUTE = 60_000;

let host: Institution;
let account = '';

beforeAll(async () => {
  host = await network.open('sqlite');
  account = (await fundCustomer(host, 100_000)).id;
});
afterAll(() => network.close());

/** One that no other test knows, until the end of this one. */
async function counterpartyOf({ onTestFinished }: TestContext): Promise<Counterparty> {
  const other = await createCounterparty({ directory: network.directory });
  onTestFinished(() => other.close());
  return other;
}

/** What a call is refused with, in time. */
async function refusal(call: () => Promise<{ readonly status: number; readonly body: unknown }>) {
  const begun = performance.now();
  const { status, body } = await call();
  expect(performance.now() - begun).toBeLessThan(WITHIN_MS);
  return `${status} ${(body as ErrorBody).code}`;
}

const changed = async (usual: () => Promise<Answered>, change: (body: Record<string, never>) => unknown) => {
  const answer = await usual();
  const body = JSON.parse(answer.body) as Record<string, never>;
  return { ...answer, body: JSON.stringify((await change(body)) ?? body) };
};

const offerAt = (body: Record<string, never>, terms: object): object => {
  const [currency] = body['currencies'] as unknown as object[];
  return { ...body, currencies: [{ ...currency, ...terms }] };
};

/** Answers for ever what it answered first. */
const replayed = () => {
  let first: Promise<Answered> | null = null;
  return (usual: () => Promise<Answered>): Promise<Answered> => (first ??= usual());
};

interface Case {
  readonly behaves: Misbehaviours | ((other: Counterparty) => Misbehaviours | Promise<Misbehaviours>);
  readonly code: string;
  /** How often it is asked; the last answer counts. */
  readonly times?: number;
}

const sign = async (payload: string, key: Buffer): Promise<string> =>
  Buffer.from(await uma.signBytePayload(Buffer.from(payload), key)).toString('hex');

const signedLookUp = (other: Counterparty, at: number, key: Buffer) => (usual: () => Promise<Answered>) =>
  changed(usual, async (body) => {
    const compliance = body['compliance'] as unknown as Record<string, unknown>;
    compliance['signatureTimestamp'] = at;
    compliance['signature'] = await sign(`${other.receiver}|${String(compliance['signatureNonce'])}|${at}`, key);
  });

const now = (): number => Math.floor(Date.now() / 1000);
const chainOf = (other: Counterparty, change: (document: Record<string, unknown>) => void) => () => {
  const document = JSON.parse(other.keyDocument()) as Record<string, unknown>;
  change(document);
  return { body: JSON.stringify(document) };
};
const pemToHex = (pem: string): string => Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64').toString('hex');

const LOOK_UPS: Readonly<Record<string, Case>> = {
  'answers 500': { behaves: { lookUp: () => ({ status: 500, body: '{}' }) }, code: '424 LNURLP_REQUEST_FAILED' },
  'answers after a minute': {
    behaves: { lookUp: async (usual) => ({ ...(await usual()), after: SLOW_MS }) },
    code: '424 LNURLP_REQUEST_FAILED',
  },
  'redirects to a private address': {
    behaves: { lookUp: () => ({ status: 302, body: '', headers: { location: 'http://169.254.169.254/' } }) },
    code: '424 LNURLP_REQUEST_FAILED',
  },
  'answers 10 MB': { behaves: { lookUp: () => ({ body: HUGE }) }, code: '400 PARSE_LNURLP_RESPONSE_ERROR' },
  'answers no JSON': { behaves: { lookUp: () => ({ body: '<html>' }) }, code: '400 PARSE_LNURLP_RESPONSE_ERROR' },
  'offers a currency at a negative rate': {
    behaves: {
      lookUp: (usual) =>
        changed(usual, (body) => {
          (body['currencies'] as unknown as { multiplier: number }[])[0]!.multiplier = -1;
          return body;
        }),
    },
    code: '400 PARSE_LNURLP_RESPONSE_ERROR',
  },
  'offers half a smallest unit': {
    behaves: {
      lookUp: (usual) =>
        changed(usual, (body) => {
          (body['currencies'] as unknown as { convertible: object }[])[0]!.convertible = { min: 0.5, max: 10 };
          return body;
        }),
    },
    code: '400 PARSE_LNURLP_RESPONSE_ERROR',
  },
  'offers a currency at a rate that no number can tell': {
    behaves: { lookUp: (usual) => changed(usual, (body) => offerAt(body, { multiplier: 5e-324 })) },
    code: '400 PARSE_LNURLP_RESPONSE_ERROR',
  },
  'offers a smallest unit for more than there is': {
    behaves: { lookUp: (usual) => changed(usual, (body) => offerAt(body, { multiplier: 1e300 })) },
    code: '400 PARSE_LNURLP_RESPONSE_ERROR',
  },
  'takes no amount at all': {
    behaves: { lookUp: (usual) => changed(usual, (body) => offerAt(body, { convertible: { min: 0, max: 0 } })) },
    code: '400 PARSE_LNURLP_RESPONSE_ERROR',
  },
  'takes at least more than at most': {
    behaves: { lookUp: (usual) => changed(usual, (body) => offerAt(body, { convertible: { min: 100, max: 10 } })) },
    code: '400 PARSE_LNURLP_RESPONSE_ERROR',
  },
  'refuses with a word that is no code': {
    behaves: { lookUp: () => ({ status: 400, body: '{"code":"constructor"}' }) },
    code: '424 LNURLP_REQUEST_FAILED',
  },
  'knows no such receiver': { behaves: { lookUp: () => ({ status: 404, body: '{}' }) }, code: '404 UMA_NOT_FOUND' },
  'speaks another version, and does not say which': {
    behaves: { lookUp: () => ({ status: 412, body: '{}' }) },
    code: '412 UNSUPPORTED_UMA_VERSION',
  },
  'speaks versions that we do not': {
    behaves: { lookUp: () => ({ status: 412, body: '{"supportedMajorVersions":[7,9]}' }) },
    code: '424 NO_COMPATIBLE_UMA_VERSION',
  },
  'says that the receiver cannot receive': {
    behaves: { lookUp: () => ({ status: 400, body: '{"status":"ERROR","code":"INVALID_RECEIVER"}' }) },
    code: '400 INVALID_RECEIVER',
  },
  'does not accept us': {
    behaves: { lookUp: () => ({ status: 400, body: '{"code":"SENDER_NOT_ACCEPTED"}' }) },
    code: '400 SENDER_NOT_ACCEPTED',
  },
  'leaves out what UMA needs': {
    behaves: { lookUp: (usual) => changed(usual, ({ compliance: _, ...body }) => body) },
    code: '400 MISSING_REQUIRED_UMA_PARAMETERS',
  },
  'demands a field that is none': {
    behaves: {
      lookUp: (usual) => changed(usual, (body) => ({ ...body, payerData: { shoeSize: { mandatory: true } } })),
    },
    code: '501 UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY',
  },
  'signs with another key': {
    behaves: async (other) => {
      const { privateKey } = await keyPairFor(other.authority);
      return { lookUp: signedLookUp(other, now(), privateKey) };
    },
    code: '401 INVALID_SIGNATURE',
  },
  'signs for another receiver': {
    behaves: ({ authority }) => ({
      lookUp: (usual) =>
        changed(usual, (body) => {
          const compliance = body['compliance'] as unknown as Record<string, unknown>;
          compliance['receiverIdentifier'] = `$mallory@${authority}`;
          return body;
        }),
    }),
    code: '401 INVALID_SIGNATURE',
  },
  'sends a signature that cannot be read': {
    behaves: {
      lookUp: (usual) =>
        changed(usual, (body) => {
          (body['compliance'] as unknown as Record<string, unknown>)['signature'] = 'zz';
          return body;
        }),
    },
    code: '401 INVALID_SIGNATURE',
  },
  'repeats a nonce': {
    behaves: () => ({ lookUp: replayed() }),
    times: 2,
    code: '400 INVALID_NONCE',
  },
  'signs in the past': {
    behaves: (other) => ({ lookUp: signedLookUp(other, now() - 16 * 60, other.signing.privateKey) }),
    code: '400 INVALID_TIMESTAMP',
  },
  'signs in the future': {
    behaves: (other) => ({ lookUp: signedLookUp(other, now() + 16 * 60, other.signing.privateKey) }),
    code: '400 INVALID_TIMESTAMP',
  },
  'has no keys': {
    behaves: { keys: () => ({ status: 500, body: '' }) },
    code: '424 COUNTERPARTY_PUBKEY_FETCH_ERROR',
  },
  'gives its keys after a minute': {
    behaves: { keys: async (usual) => ({ ...(await usual()), after: SLOW_MS }) },
    code: '424 COUNTERPARTY_PUBKEY_FETCH_ERROR',
  },
  'gives keys of 10 MB': { behaves: { keys: () => ({ body: HUGE }) }, code: '424 COUNTERPARTY_PUBKEY_FETCH_ERROR' },
  'gives keys that are no JSON': {
    behaves: { keys: () => ({ body: 'keys' }) },
    code: '424 COUNTERPARTY_PUBKEY_FETCH_ERROR',
  },
  'has a chain that is no hexadecimal': {
    behaves: (other) => ({ keys: chainOf(other, (document) => (document['signingCertChain'] = ['zz'])) }),
    code: '400 CERT_CHAIN_INVALID',
  },
  'has an empty chain': {
    behaves: (other) => ({ keys: chainOf(other, (document) => (document['signingCertChain'] = [])) }),
    code: '400 CERT_CHAIN_INVALID',
  },
  'has a chain of strangers': {
    behaves: async (other) => {
      const stranger = pemToHex((await keyPairFor('stranger.example')).certificates);
      return {
        keys: chainOf(other, (document) => (document['signingCertChain'] as string[]).push(stranger)),
      };
    },
    code: '400 CERT_CHAIN_INVALID',
  },
  'has an expired chain': {
    behaves: async (other) => {
      const old = await keyPairFor(other.authority, { from: -10 * MINUTE, until: -MINUTE });
      return { keys: async () => ({ body: other.keyDocument(old) }) };
    },
    code: '400 CERT_CHAIN_EXPIRED',
  },
  'has a key of another curve': {
    behaves: {
      keys: () => ({ body: JSON.stringify({ signingPubKey: p256Key(), encryptionPubKey: p256Key() }) }),
    },
    code: '400 INVALID_PUBKEY_FORMAT',
  },
  'has no key at all': { behaves: { keys: () => ({ body: '{}' }) }, code: '400 INVALID_PUBKEY_FORMAT' },
  'offers only currencies that nobody knows': {
    behaves: {
      lookUp: (usual) =>
        changed(usual, (body) => {
          (body['currencies'] as unknown as { code: string }[])[0]!.code = 'XQX';
          return body;
        }),
    },
    code: '400 INVALID_CURRENCY',
  },
};

describe('a counterparty that is looked up and', { concurrent: true }, () => {
  it.for(Object.entries(LOOK_UPS))('%s', async ([, { behaves, code, times = 1 }], context) => {
    const other = await counterpartyOf(context);
    other.misbehaves = typeof behaves === 'function' ? await behaves(other) : behaves;
    for (let call = 1; call < times; call += 1) await lookUp(host, other.receiver);
    expect(await refusal(() => lookUp(host, other.receiver))).toBe(code);
  });

  it('is not there', async (context) => {
    const other = await counterpartyOf(context);
    await other.close();
    expect(await refusal(() => lookUp(host, other.receiver))).toBe('424 LNURLP_REQUEST_FAILED');
  });

  it('has no address at all', async () => {
    for (const address of ['bob', 'bob@bank.example', '$bob@', '$bob@bank..example', '$bob@bank.example:99999']) {
      expect(await refusal(() => lookUp(host, address)), address).toBe('400 INVALID_UMA_ADDRESS');
    }
  });

  it('is ourselves, without such a customer', async () => {
    expect(await refusal(() => lookUp(host, `$nobody@${host.authority}`))).toBe('404 UMA_NOT_FOUND');
  });
});

const converted = (body: Record<string, never>) => body['converted'] as unknown as Record<string, unknown>;
const PAYMENTS: Readonly<Record<string, Case>> = {
  'answers 503': { behaves: { payRequest: () => ({ status: 503, body: '{}' }) }, code: '424 PAYREQ_REQUEST_FAILED' },
  'answers after a minute': {
    behaves: { payRequest: async (usual) => ({ ...(await usual()), after: SLOW_MS }) },
    code: '424 PAYREQ_REQUEST_FAILED',
  },
  'redirects to a private address': {
    behaves: { payRequest: () => ({ status: 307, body: '', headers: { location: 'http://10.0.0.1/' } }) },
    code: '424 PAYREQ_REQUEST_FAILED',
  },
  'answers 10 MB': { behaves: { payRequest: () => ({ body: HUGE }) }, code: '400 PARSE_PAYREQ_RESPONSE_ERROR' },
  'answers no JSON': { behaves: { payRequest: () => ({ body: '{' }) }, code: '400 PARSE_PAYREQ_RESPONSE_ERROR' },
  'answers another currency': {
    behaves: {
      payRequest: (usual) =>
        changed(usual, (body) => {
          converted(body)['currencyCode'] = 'EUR';
          return body;
        }),
    },
    code: '400 INVALID_PAYREQ_RESPONSE',
  },
  'answers another amount': {
    behaves: {
      payRequest: (usual) =>
        changed(usual, (body) => {
          converted(body)['amount'] = 1_001;
          return body;
        }),
    },
    code: '400 INVALID_PAYREQ_RESPONSE',
  },
  'answers a negative amount': {
    behaves: {
      payRequest: (usual) =>
        changed(usual, (body) => {
          converted(body)['amount'] = -1_000;
          return body;
        }),
    },
    code: '400 INVALID_PAYREQ_RESPONSE',
  },
  'answers a fraction of a smallest unit': {
    behaves: {
      payRequest: (usual) =>
        changed(usual, (body) => {
          converted(body)['amount'] = 1_000.5;
          return body;
        }),
    },
    code: '400 INVALID_PAYREQ_RESPONSE',
  },
  'asks for more than it converts': {
    behaves: ({ lightning }) => ({
      payRequest: (usual) =>
        changed(usual, async (body) => {
          const expiresAt = (Date.now() + 600_000) as never;
          const order = { satoshis: 9_999_999n, description: 'more', expiresAt, hold: false };
          return { ...body, pr: (await lightning.issue(order)).text };
        }),
    }),
    code: '400 INVALID_PAYREQ_RESPONSE',
  },
  'sends something that is no invoice': {
    behaves: { payRequest: (usual) => changed(usual, (body) => ({ ...body, pr: 'lnbcrt1nonsense' })) },
    code: '400 INVALID_PAYREQ_RESPONSE',
  },
  'leaves its signature out': {
    behaves: {
      payRequest: (usual) =>
        changed(usual, (body) => {
          delete (body['payeeData'] as unknown as { compliance: Record<string, unknown> }).compliance['signature'];
          return body;
        }),
    },
    code: '400 MISSING_REQUIRED_UMA_PARAMETERS',
  },
  'lets somebody else sign': {
    behaves: async ({ receiver }) => {
      const { privateKey } = await keyPairFor('stranger.example');
      return {
        payRequest: (usual) =>
          changed(usual, async (body) => {
            const { compliance } = body['payeeData'] as unknown as { compliance: Record<string, unknown> };
            const { signatureNonce, signatureTimestamp } = compliance;
            const parts = [host.customer.umaAddress, receiver, signatureNonce, signatureTimestamp];
            compliance['signature'] = await sign(parts.map(String).join('|'), privateKey);
          }),
      };
    },
    code: '401 INVALID_SIGNATURE',
  },
  'repeats an answer': {
    behaves: () => ({ payRequest: replayed() }),
    times: 2,
    code: '400 INVALID_NONCE',
  },
  'does not accept the payer after all': {
    behaves: { payRequest: () => ({ status: 403, body: '{"code":"SENDER_NOT_ACCEPTED"}' }) },
    code: '400 SENDER_NOT_ACCEPTED',
  },
  'finds the amount out of range': {
    behaves: { payRequest: () => ({ status: 400, body: '{"code":"AMOUNT_OUT_OF_RANGE"}' }) },
    code: '400 AMOUNT_OUT_OF_RANGE',
  },
};

describe('a counterparty that is asked for an invoice and', { concurrent: true }, () => {
  it.for(Object.entries(PAYMENTS))('%s: and nothing is held', async ([, { behaves, code, times = 1 }], context) => {
    const other = await counterpartyOf(context);
    const before = await balances(host.api, host.customer.id, 'USD');
    const { lookupId } = await expecting(200, lookUp(host, other.receiver));
    other.misbehaves = typeof behaves === 'function' ? await behaves(other) : behaves;
    const payment = { account, to: other.receiver, lookupId, amount: 1_000, side: 'RECEIVING' as const };
    for (let call = 1; call < times; call += 1) await quoteUma(host, payment);
    expect(await refusal(() => quoteUma(host, payment, { immediatelyExecute: true }))).toBe(code);
    expect(await balances(host.api, host.customer.id, 'USD')).toEqual(before);
  });

  it('is asked outside the amounts that it offered: it is not asked at all', async (context) => {
    const other = await counterpartyOf(context);
    const { lookupId } = await expecting(200, lookUp(host, other.receiver));
    const payment = { account, to: other.receiver, lookupId, amount: 10_000_001, side: 'RECEIVING' as const };
    expect(await refusal(() => quoteUma(host, payment))).toBe('400 AMOUNT_OUT_OF_RANGE');
    expect(other.requests.payRequests).toEqual([]);
  });
});

describe('a payer who', () => {
  let other: Counterparty;
  beforeEach(async (context) => {
    other = await counterpartyOf(context);
  });

  const wanted = () => ({ to: host.customer.umaAddress, currency: 'EUR', amount: 1_000 });
  const offerOf = async () => uma.LnurlpResponse.fromJson(await (await askOffer(other, wanted().to)).text());

  async function answerTo(change: (request: Record<string, unknown>) => void): Promise<string> {
    const { callback } = await offerOf();
    const body = JSON.parse((await payRequestOf(other, host, wanted())).toJsonString()) as Record<string, unknown>;
    change(body);
    const answer = await postPayRequest(callback, JSON.stringify(body));
    return `${answer.status} ${((await answer.json()) as { code: string }).code}`;
  }
  const complianceOf = (body: Record<string, unknown>) =>
    (body['payerData'] as { compliance: Record<string, unknown> }).compliance;

  it.each<readonly [string, (body: Record<string, unknown>) => void, string]>([
    ['asks for a negative amount', (body) => (body['amount'] = '-100.EUR'), '400 INVALID_AMOUNT'],
    ['asks for nothing', (body) => (body['amount'] = '0.EUR'), '400 INVALID_AMOUNT'],
    ['asks for a fraction', (body) => (body['amount'] = 1.5), '400 INVALID_AMOUNT'],
    [
      'asks for more than a number can tell',
      (body) => (body['amount'] = '9007199254740993.EUR'),
      '400 AMOUNT_OUT_OF_RANGE',
    ],
    ['asks beyond the limits', (body) => (body['amount'] = '9007199254740991.EUR'), '400 AMOUNT_OUT_OF_RANGE'],
    ['names a currency that the receiver does not take', (body) => (body['convert'] = 'JPY'), '400 INVALID_CURRENCY'],
    [
      'sends an empty request',
      (body) => Object.keys(body).forEach((key) => delete body[key]),
      '400 INVALID_REQUEST_FORMAT',
    ],
    ['says nothing of itself', (body) => delete body['payerData'], '400 MISSING_REQUIRED_UMA_PARAMETERS'],
    [
      'has no address',
      (body) => ((body['payerData'] as Record<string, unknown>)['identifier'] = 'carol'),
      '400 SENDER_NOT_ACCEPTED',
    ],
    ['is signed by nobody', (body) => (complianceOf(body)['signature'] = '00'), '401 INVALID_SIGNATURE'],
    [
      'is signed in the past',
      (body) => (complianceOf(body)['signatureTimestamp'] = now() - 1000),
      '400 INVALID_TIMESTAMP',
    ],
    [
      'is signed in the future',
      (body) => (complianceOf(body)['signatureTimestamp'] = now() + 1000),
      '400 INVALID_TIMESTAMP',
    ],
    [
      'demands a field that is none',
      (body) => (body['payeeData'] = { shoeSize: { mandatory: true } }),
      '501 UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY',
    ],
  ])('%s is refused, and nobody is asked', async (_, change, code) => {
    const before = host.receiver.deliveries.length;
    expect(await answerTo(change)).toBe(code);
    expect(host.receiver.deliveries.length).toBe(before);
  });

  it('sends the same request twice is answered once', async () => {
    const { callback } = await offerOf();
    const body = (await payRequestOf(other, host, wanted())).toJsonString();
    expect((await postPayRequest(callback, body)).status).toBe(200);
    const again = await postPayRequest(callback, body);
    expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([400, 'INVALID_NONCE']);
  });

  it('speaks an unknown version is told which there are', async () => {
    const url = new URL(`http://${host.authority}/.well-known/lnurlp/$x`);
    const query = { vaspDomain: other.authority, nonce: '1', timestamp: String(now()), signature: '00' };
    for (const [umaVersion, status] of [
      ['2.0', 412],
      ['abc', 400],
    ] as const) {
      url.search = new URLSearchParams({ ...query, umaVersion }).toString();
      const answer = await fetch(url);
      expect(answer.status, umaVersion).toBe(status);
      if (status === 412) expect(await answer.json()).toMatchObject({ supportedMajorVersions: [0, 1] });
    }
  });

  it('asks for a customer that there is not, is no more, or must not receive', async () => {
    const codeFor = async (address: string): Promise<string> => {
      const answer = await askOffer(other, address);
      return `${answer.status} ${((await answer.json()) as { code: string }).code}`;
    };
    expect(await codeFor(`$nobody@${host.authority}`)).toBe('404 USER_NOT_FOUND');
    const gone = await createCustomer(host.api);
    await expecting(200, host.api.delete(`/customers/${gone.id}`));
    expect(await codeFor(gone.umaAddress)).toBe('400 INVALID_RECEIVER');
    const undecided = await createCustomer(host.api, { fullName: 'Ada Undecided 001' });
    expect(await codeFor(undecided.umaAddress)).toBe('400 INVALID_RECEIVER');
  });
});

it('a host that calls no private addresses reaches none through a counterparty', async () => {
  const asked: string[] = [];
  const inside = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.end('{}');
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  const strict = await network.open('sqlite', { CORRIDOR_WEBHOOK_ALLOW_PRIVATE: 'false' });
  const { port } = inside.address() as AddressInfo;
  expect(await refusal(() => lookUp(strict, `$bob@localhost:${port}`))).toBe('424 LNURLP_REQUEST_FAILED');
  expect(asked).toEqual([]);
  inside.close();
});

it('a counterparty on the block list is neither paid nor listened to', async (context) => {
  const other = await counterpartyOf(context);
  const file = join(network.directory, 'providers.json');
  const blocked = { name: 'Blocked', domain: other.authority, supportedRegions: [], supportedCurrencies: ['USD'] };
  writeFileSync(file, JSON.stringify([{ ...blocked, isBlocked: true }]));
  const wary = await network.open('sqlite', { CORRIDOR_UMA_PROVIDERS_FILE: file });
  expect(await refusal(() => lookUp(wary, other.receiver))).toBe('403 COUNTERPARTY_NOT_ALLOWED');
  const answer = await askOffer(other, wary.customer.umaAddress);
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'COUNTERPARTY_NOT_ALLOWED' }]);
  expect(other.requests.lookUps).toEqual([]);
  const { data } = await expecting(
    200,
    wary.api.get<Page<object>>('/uma-providers', { hasBlockedProviders: true, sortOrder: 'asc' }),
  );
  expect(data).toMatchObject([{ domain: other.authority, allowListStatus: false }]);
  expect((await expecting(200, wary.api.get<Page<object>>('/uma-providers'))).data).toEqual([]);
});

it('after all this nothing is held and no payment is open on our side', async () => {
  const [available, total] = await balances(host.api, host.customer.id, 'USD');
  expect([available, total]).toEqual([100_000, 100_000]);
  const { data } = await expecting(200, host.api.get<Page<Transaction>>('/transactions', { type: 'OUTGOING' }));
  expect(data).toEqual([]);
});
