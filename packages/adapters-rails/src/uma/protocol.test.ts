import { CATALOGUE, instant, type Result } from '@corridor/core';
import type { OutboundHttp, UmaProtocol } from '@corridor/core/ports';
import { beforeAll, describe, expect, it } from 'vitest';
import { distorted } from '../testing/distorted.js';
import { makeKeys } from './certificates.js';
import { writeKeyDocument } from './key-document.js';
import { createProtocol } from './protocol.js';

type Json = Readonly<Record<string, unknown>>;
const NOW = Date.UTC(2026, 0, 1);
const SIGNED = { signature: '3044', signatureNonce: '7', signatureTimestamp: NOW / 1000 };
const payRequest: Json = {
  amount: '100.USD',
  convert: 'USD',
  payerData: {
    identifier: '$carol@bank.example',
    name: 'Carol',
    compliance: {
      ...SIGNED,
      utxos: [],
      nodePubKey: null,
      kycStatus: 'VERIFIED',
      utxoCallback: 'https://bank.example/u',
    },
  },
  payeeData: { name: { mandatory: true } },
};
const notice: Json = { utxos: [{ utxo: 'a', amountMsats: 1 }], vaspDomain: 'bank.example', ...SIGNED };
const offer: Json = {
  tag: 'payRequest',
  callback: 'https://bank.example/payreq',
  minSendable: 1000,
  maxSendable: 1_000_000,
  metadata: '[]',
  currencies: [
    { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2, multiplier: 23_400, convertible: { min: 1, max: 100 } },
  ],
  payerData: { name: { mandatory: true } },
  compliance: {
    ...SIGNED,
    kycStatus: 'VERIFIED',
    isSubjectToTravelRule: false,
    receiverIdentifier: '$bob@bank.example',
  },
  umaVersion: '1.0',
};
const agreement: Json = {
  pr: 'lnbcrt1',
  routes: [],
  converted: { amount: 100, currencyCode: 'USD', decimals: 2, multiplier: 23_400, fee: 0 },
  payeeData: {
    identifier: '$bob@bank.example',
    compliance: { ...SIGNED, utxos: [], nodePubKey: null, utxoCallback: 'https://bank.example/u' },
  },
};

let body = '';
const http: OutboundHttp = {
  send: async () => ({ kind: 'answered', status: 200, headers: {}, body, truncated: false }),
};
const protocol: UmaProtocol = createProtocol(http);
let signer = { domain: 'pay.example', signingKey: '' };
let keys = '';
beforeAll(async () => {
  const made = await makeKeys({ domain: 'pay.example', from: instant(NOW), until: instant(NOW + 1e9) });
  signer = { ...signer, signingKey: made.signingKey };
  keys = writeKeyDocument(made, instant(NOW + 1e9));
});

/** Each distorted message is accepted or refused with a code, and verifying its signature does not throw. */
async function withstands(message: Json, read: (text: string) => Promise<Result<unknown>>): Promise<void> {
  const usual = await read(JSON.stringify(message));
  expect(usual.ok ? 'taken' : usual.error, 'as it should be').toBe('taken');
  for (const changed of distorted(message)) {
    const text = JSON.stringify(changed);
    const result = await read(text).catch((error: unknown) => {
      throw new Error(text, { cause: error });
    });
    if (!result.ok) expect(CATALOGUE, text).toHaveProperty(result.error.code);
  }
}

const lookUp = (text: string) => {
  body = text;
  return protocol.lookUp({ signer, receiver: '$bob@bank.example', isSubjectToTravelRule: false });
};

describe('a message with one distorted value', () => {
  it('is refused as a pay request', () => withstands(payRequest, (text) => protocol.readPayRequest(text)));

  it('is refused as a payment notice', () => withstands(notice, (text) => protocol.readNotice(text)));

  it('is refused as the answer to a lookup', () => withstands(offer, lookUp));

  it('is refused as the answer to a pay request', async () => {
    const looked = await lookUp(JSON.stringify(offer));
    if (!looked.ok) throw new Error(looked.error.message);
    const terms = looked.value.offer;
    await withstands(agreement, (text) => {
      body = text;
      return protocol.requestPayment({
        signer,
        offer: terms,
        keys,
        currency: terms.currencies[0]!,
        amount: { side: 'RECEIVING', amount: 100n },
        payer: '$carol@pay.example',
        payerData: {},
        travelRule: null,
        utxoCallback: 'https://pay.example/u',
      });
    });
  });
});
