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
/** The maximum time for a counterparty's answer, with a margin. */
const WITHIN_MS = 12_000;
const MINUTE = 60_000;

let host: Institution;
let account = '';

beforeAll(async () => {
  host = await network.open('sqlite');
  account = (await fundCustomer(host, 100_000)).id;
});
afterAll(() => network.close());

/** A new counterparty for one test, closed at its end. */
async function counterpartyOf({ onTestFinished }: TestContext): Promise<Counterparty> {
  const other = await createCounterparty({ directory: network.directory });
  onTestFinished(() => other.close());
  return other;
}

/** The status and code of a refused call, which must arrive in time. */
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

/** Always repeats its first answer. */
const replayed = () => {
  let first: Promise<Answered> | null = null;
  return (usual: () => Promise<Answered>): Promise<Answered> => (first ??= usual());
};

interface Case {
  readonly behaves: Misbehaviours | ((other: Counterparty) => Misbehaviours | Promise<Misbehaviours>);
  readonly code: string;
  /** The number of calls; the last answer counts. */
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
  'answers non-JSON': { behaves: { lookUp: () => ({ body: '<html>' }) }, code: '400 PARSE_LNURLP_RESPONSE_ERROR' },
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
  'offers a currency at a rate too small to compute': {
    behaves: { lookUp: (usual) => changed(usual, (body) => offerAt(body, { multiplier: 5e-324 })) },
    code: '400 PARSE_LNURLP_RESPONSE_ERROR',
  },
  'offers a smallest unit above the total supply': {
    behaves: { lookUp: (usual) => changed(usual, (body) => offerAt(body, { multiplier: 1e300 })) },
    code: '400 PARSE_LNURLP_RESPONSE_ERROR',
  },
  'accepts no amount': {
    behaves: { lookUp: (usual) => changed(usual, (body) => offerAt(body, { convertible: { min: 0, max: 0 } })) },
    code: '400 PARSE_LNURLP_RESPONSE_ERROR',
  },
  'has a minimum above its maximum': {
    behaves: { lookUp: (usual) => changed(usual, (body) => offerAt(body, { convertible: { min: 100, max: 10 } })) },
    code: '400 PARSE_LNURLP_RESPONSE_ERROR',
  },
  'refuses with an unknown code': {
    behaves: { lookUp: () => ({ status: 400, body: '{"code":"constructor"}' }) },
    code: '424 LNURLP_REQUEST_FAILED',
  },
  'knows no such receiver': { behaves: { lookUp: () => ({ status: 404, body: '{}' }) }, code: '404 UMA_NOT_FOUND' },
  'speaks another version without naming it': {
    behaves: { lookUp: () => ({ status: 412, body: '{}' }) },
    code: '412 UNSUPPORTED_UMA_VERSION',
  },
  'speaks unsupported versions only': {
    behaves: { lookUp: () => ({ status: 412, body: '{"supportedMajorVersions":[7,9]}' }) },
    code: '424 NO_COMPATIBLE_UMA_VERSION',
  },
  'says that the receiver cannot receive': {
    behaves: { lookUp: () => ({ status: 400, body: '{"status":"ERROR","code":"INVALID_RECEIVER"}' }) },
    code: '400 INVALID_RECEIVER',
  },
  'does not accept the sender': {
    behaves: { lookUp: () => ({ status: 400, body: '{"code":"SENDER_NOT_ACCEPTED"}' }) },
    code: '400 SENDER_NOT_ACCEPTED',
  },
  'omits required UMA fields': {
    behaves: { lookUp: (usual) => changed(usual, ({ compliance: _, ...body }) => body) },
    code: '400 MISSING_REQUIRED_UMA_PARAMETERS',
  },
  'requires an unknown field': {
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
  'serves keys that are not JSON': {
    behaves: { keys: () => ({ body: 'keys' }) },
    code: '424 COUNTERPARTY_PUBKEY_FETCH_ERROR',
  },
  'has a chain that is not hexadecimal': {
    behaves: (other) => ({ keys: chainOf(other, (document) => (document['signingCertChain'] = ['zz'])) }),
    code: '400 CERT_CHAIN_INVALID',
  },
  'has an empty chain': {
    behaves: (other) => ({ keys: chainOf(other, (document) => (document['signingCertChain'] = [])) }),
    code: '400 CERT_CHAIN_INVALID',
  },
  'has a chain of unrelated certificates': {
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
  'offers only unknown currencies': {
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

  it('is unreachable', async (context) => {
    const other = await counterpartyOf(context);
    await other.close();
    expect(await refusal(() => lookUp(host, other.receiver))).toBe('424 LNURLP_REQUEST_FAILED');
  });

  it('has an invalid domain', async () => {
    for (const address of ['bob', 'bob@bank.example', '$bob@', '$bob@bank..example', '$bob@bank.example:99999']) {
      expect(await refusal(() => lookUp(host, address)), address).toBe('400 INVALID_UMA_ADDRESS');
    }
  });

  it('is the host itself, without this customer', async () => {
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
  'answers non-JSON': { behaves: { payRequest: () => ({ body: '{' }) }, code: '400 PARSE_PAYREQ_RESPONSE_ERROR' },
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
  'sends an invalid invoice': {
    behaves: { payRequest: (usual) => changed(usual, (body) => ({ ...body, pr: 'lnbcrt1nonsense' })) },
    code: '400 INVALID_PAYREQ_RESPONSE',
  },
  'omits its signature': {
    behaves: {
      payRequest: (usual) =>
        changed(usual, (body) => {
          delete (body['payeeData'] as unknown as { compliance: Record<string, unknown> }).compliance['signature'];
          return body;
        }),
    },
    code: '400 MISSING_REQUIRED_UMA_PARAMETERS',
  },
  'sends a signature by another key': {
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
  'refuses the payer': {
    behaves: { payRequest: () => ({ status: 403, body: '{"code":"SENDER_NOT_ACCEPTED"}' }) },
    code: '400 SENDER_NOT_ACCEPTED',
  },
  'finds the amount out of range': {
    behaves: { payRequest: () => ({ status: 400, body: '{"code":"AMOUNT_OUT_OF_RANGE"}' }) },
    code: '400 AMOUNT_OUT_OF_RANGE',
  },
};

describe('a counterparty that is asked for an invoice and', { concurrent: true }, () => {
  it.for(Object.entries(PAYMENTS))(
    '%s causes an error without a hold',
    async ([, { behaves, code, times = 1 }], context) => {
      const other = await counterpartyOf(context);
      const before = await balances(host.api, host.customer.id, 'USD');
      const { lookupId } = await expecting(200, lookUp(host, other.receiver));
      other.misbehaves = typeof behaves === 'function' ? await behaves(other) : behaves;
      const payment = { account, to: other.receiver, lookupId, amount: 1_000, side: 'RECEIVING' as const };
      for (let call = 1; call < times; call += 1) await quoteUma(host, payment);
      expect(await refusal(() => quoteUma(host, payment, { immediatelyExecute: true }))).toBe(code);
      expect(await balances(host.api, host.customer.id, 'USD')).toEqual(before);
    },
  );

  it('receives no request for an amount outside its limits', async (context) => {
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
    ['requests zero', (body) => (body['amount'] = '0.EUR'), '400 INVALID_AMOUNT'],
    ['asks for a fraction', (body) => (body['amount'] = 1.5), '400 INVALID_AMOUNT'],
    [
      'requests more than a safe integer',
      (body) => (body['amount'] = '9007199254740993.EUR'),
      '400 AMOUNT_OUT_OF_RANGE',
    ],
    ['asks beyond the limits', (body) => (body['amount'] = '9007199254740991.EUR'), '400 AMOUNT_OUT_OF_RANGE'],
    ['names a currency that the receiver does not accept', (body) => (body['convert'] = 'JPY'), '400 INVALID_CURRENCY'],
    [
      'sends an empty request',
      (body) => Object.keys(body).forEach((key) => delete body[key]),
      '400 INVALID_REQUEST_FORMAT',
    ],
    ['sends no payer data', (body) => delete body['payerData'], '400 MISSING_REQUIRED_UMA_PARAMETERS'],
    [
      'has no address',
      (body) => ((body['payerData'] as Record<string, unknown>)['identifier'] = 'carol'),
      '400 SENDER_NOT_ACCEPTED',
    ],
    ['has an invalid signature', (body) => (complianceOf(body)['signature'] = '00'), '401 INVALID_SIGNATURE'],
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
      'requires an unknown field',
      (body) => (body['payeeData'] = { shoeSize: { mandatory: true } }),
      '501 UNRECOGNIZED_MANDATORY_PAYEE_DATA_KEY',
    ],
  ])('%s is refused without a question to the platform', async (_, change, code) => {
    const before = host.receiver.deliveries.length;
    expect(await answerTo(change)).toBe(code);
    expect(host.receiver.deliveries.length).toBe(before);
  });

  it('sends the same request twice is refused the second time', async () => {
    const { callback } = await offerOf();
    const body = (await payRequestOf(other, host, wanted())).toJsonString();
    expect((await postPayRequest(callback, body)).status).toBe(200);
    const again = await postPayRequest(callback, body);
    expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([400, 'INVALID_NONCE']);
  });

  it('speaks an unknown version receives the supported versions', async () => {
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

  it('names an unknown, deleted or ineligible customer is refused', async () => {
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

it('a host that forbids private addresses calls none through a counterparty', async () => {
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

it('a blocked counterparty cannot be paid and cannot pay', async (context) => {
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

it('no hold and no open payment of these tests is left', async () => {
  const [available, total] = await balances(host.api, host.customer.id, 'USD');
  expect([available, total]).toEqual([100_000, 100_000]);
  const { data } = await expecting(200, host.api.get<Page<Transaction>>('/transactions', { type: 'OUTGOING' }));
  expect(data).toEqual([]);
});
