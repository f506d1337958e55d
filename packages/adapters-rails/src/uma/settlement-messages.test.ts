import { CATALOGUE, instant, type Result } from '@corridor/core';
import type { OutboundHttp, PayAnswer, SignedTerms, UmaOffer, VaspSignature } from '@corridor/core/ports';
import { beforeAll, describe, expect, it } from 'vitest';
import { distorted } from '../testing/distorted.js';
import { makeKeys } from './certificates.js';
import { writeKeyDocument } from './key-document.js';
import { createProtocol } from './protocol.js';

const NOW = Date.now();
const LAYER = 'eip155:8453';
const ASSET = `${LAYER}/erc20:0x${'a0'.repeat(20)}`;
const PR = `ethereum:0x${'a0'.repeat(20)}@8453/transfer?address=0x${'b1'.repeat(20)}&uint256=1000000`;
const TERMS: SignedTerms = { layer: LAYER, asset: ASSET, expiresAt: instant(1_900_000_000_000) };
const rate = { num: 10_000n, den: 1n };
const currency = { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2, multiplier: rate, min: 1n, max: 1_000n };

let body = '';
let asked = '';
const http: OutboundHttp = {
  async send({ url, body: sent }) {
    asked = sent === null ? url : String(sent);
    return { kind: 'answered', status: 200, headers: {}, body, truncated: false };
  },
};
const protocol = createProtocol(http);
let signer = { domain: 'bank.example', signingKey: '' };
let keys = '';
let otherKeys = '';
beforeAll(async () => {
  const of = { domain: 'bank.example', from: instant(NOW - 1000), until: instant(NOW + 1e9) };
  const [made, other] = [await makeKeys(of), await makeKeys(of)];
  signer = { ...signer, signingKey: made.signingKey };
  keys = writeKeyDocument(made, instant(NOW + 1e9));
  otherKeys = writeKeyDocument(other, instant(NOW + 1e9));
});

function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

/** The offer of an institution that is paid over Lightning and in a token, as it is sent. */
async function offerText(): Promise<string> {
  body = '{}';
  await protocol.lookUp({ signer, receiver: '$bob@bank.example', isSubjectToTravelRule: false });
  const request = must(await protocol.readOfferRequest(asked));
  return protocol.answerOffer({
    request,
    signer,
    callback: 'https://bank.example/payreq',
    metadata: '[]',
    minMsat: 1000n,
    maxMsat: 1_000_000n,
    currencies: [currency],
    payerData: [],
    isSubjectToTravelRule: false,
    settlements: [
      { layer: 'ln', asset: 'BTC', multipliers: { USD: { num: 23_400n, den: 1n } } },
      { layer: LAYER, asset: ASSET, multipliers: { USD: rate } },
    ],
  });
}

const lookUp = async (text: string) => {
  body = text;
  return protocol.lookUp({ signer, receiver: '$bob@bank.example', isSubjectToTravelRule: false });
};

const pay = (offer: UmaOffer) =>
  protocol.requestPayment({
    signer,
    offer,
    keys,
    currency,
    amount: { side: 'SENDING', units: 1_000_000n },
    payer: '$carol@pay.example',
    payerData: {},
    travelRule: null,
    utxoCallback: 'https://pay.example/u',
    settlement: { layer: LAYER, asset: ASSET },
  });

/** The pay request for a transfer on the chain, and the answer to it. */
async function exchange(change: Partial<PayAnswer> = {}) {
  const { offer } = must(await lookUp(await offerText()));
  body = '{}';
  await pay(offer);
  const request = asked;
  const read = must(await protocol.readPayRequest(request));
  const answer = await protocol.answerPayRequest({
    request: read,
    signer,
    payee: '$bob@bank.example',
    currency,
    receiving: 100n,
    pr: PR,
    terms: TERMS,
    utxoCallback: 'https://bank.example/u',
    payeeData: {},
    ...change,
  });
  return { offer, request, read, answer };
}

const answeredWith = async (offer: UmaOffer, text: string) => {
  body = text;
  return pay(offer);
};

describe('an offer with settlement options', () => {
  it('names each layer with its assets and their rates', async () => {
    expect(JSON.parse(await offerText())).toMatchObject({
      settlementOptions: [
        { settlementLayer: 'ln', assets: [{ identifier: 'BTC', multipliers: { USD: 23_400 } }] },
        { settlementLayer: LAYER, assets: [{ identifier: ASSET, multipliers: { USD: 10_000 } }] },
      ],
    });
    const { offer } = must(await lookUp(await offerText()));
    expect(offer.settlements?.[1]).toEqual({ layer: LAYER, asset: ASSET, multipliers: { USD: rate } });
  });

  it('is read or refused with a code if one of its values is distorted', async () => {
    const { settlementOptions, ...usual } = JSON.parse(await offerText()) as Record<string, unknown>;
    for (const changed of distorted({ settlementOptions })) {
      const text = JSON.stringify({ ...usual, ...(changed as object) });
      const result = await lookUp(text);
      if (result.ok) {
        for (const { multipliers } of result.value.offer.settlements ?? [])
          for (const { num, den } of Object.values(multipliers)) expect(num > 0n && den > 0n, text).toBe(true);
      } else expect(CATALOGUE, text).toHaveProperty(result.error.code);
    }
  });

  it('names at most a hundred assets', async () => {
    const usual = JSON.parse(await offerText()) as Record<string, unknown>;
    const asset = { identifier: ASSET, multipliers: {} };
    const settlementOptions = [{ settlementLayer: LAYER, assets: Array.from({ length: 5_000 }, () => asset) }];
    const { offer } = must(await lookUp(JSON.stringify({ ...usual, settlementOptions })));
    expect(offer.settlements?.length).toBe(100);
  });
});

describe('a pay request for a layer', () => {
  it('states its amount in smallest units of the asset', async () => {
    const { request, read } = await exchange();
    expect(JSON.parse(request)).toMatchObject({
      amount: '1000000',
      settlement: { layer: LAYER, assetIdentifier: ASSET },
    });
    expect(read).toMatchObject({
      amount: { side: 'SENDING', units: 1_000_000n },
      settlement: { layer: LAYER, asset: ASSET },
    });
  });

  it('is read or refused with a code if its choice is distorted', async () => {
    const { settlement, ...usual } = JSON.parse((await exchange()).request) as Record<string, unknown>;
    for (const changed of distorted({ settlement })) {
      const text = JSON.stringify({ ...usual, ...(changed as object) });
      const result = await protocol.readPayRequest(text);
      if (!result.ok) expect(CATALOGUE, text).toHaveProperty(result.error.code);
      else if (result.value.settlement !== null)
        expect(Object.values(result.value.settlement).every((value) => typeof value === 'string')).toBe(true);
    }
  });
});

describe('the answer to a pay request for a layer', () => {
  const signatureOf = async (offer: UmaOffer, text: string): Promise<VaspSignature> =>
    must(await answeredWith(offer, text)).signed!;

  it('has terms that its institution signs', async () => {
    const { offer, answer } = await exchange();
    expect(JSON.parse(answer)).toMatchObject({
      pr: PR,
      payeeData: { settlement: { layer: LAYER, assetIdentifier: ASSET, expiresAt: 1_900_000_000 } },
    });
    const { agreement, signed } = must(await answeredWith(offer, answer));
    expect(agreement).toMatchObject({ pr: PR, terms: TERMS, receiving: 100n });
    expect(await signed!.isSignedBy(keys)).toBe(true);
    expect(await signed!.isSignedBy(otherKeys)).toBe(false);
  });

  it('is for Lightning if it has none', async () => {
    const { offer, answer } = await exchange({ terms: null, pr: 'lnbcrt1' });
    const { agreement, signed } = must(await answeredWith(offer, answer));
    expect(agreement.terms).toBeNull();
    expect(await signed!.isSignedBy(keys)).toBe(true);
  });

  it('is not signed by its institution if one value of the terms is distorted', async () => {
    const { offer, answer } = await exchange();
    const usual = JSON.parse(answer) as { payeeData: { settlement: object } };
    const same = JSON.stringify(usual.payeeData.settlement);
    for (const settlement of distorted(usual.payeeData.settlement)) {
      const text = JSON.stringify({ ...usual, payeeData: { ...usual.payeeData, settlement } });
      const result = await answeredWith(offer, text);
      if (!result.ok) expect(CATALOGUE, text).toHaveProperty(result.error.code);
      else if (result.value.agreement.terms !== null && JSON.stringify(settlement) !== same)
        expect(await result.value.signed!.isSignedBy(keys), text).toBe(false);
    }
  });

  it('is not signed by its institution if what the terms are about is changed', async () => {
    const { offer, answer } = await exchange();
    const usual = JSON.parse(answer) as { pr: string; converted: object };
    const changes = [
      { pr: PR.replace('uint256=1', 'uint256=2') },
      { pr: `${PR} ` },
      { converted: { ...usual.converted, amount: 101 } },
      { converted: { ...usual.converted, amount: null } },
      { converted: { ...usual.converted, currencyCode: 'EUR' } },
    ];
    for (const change of changes) {
      const signed = await signatureOf(offer, JSON.stringify({ ...usual, ...change }));
      expect(await signed.isSignedBy(keys), JSON.stringify(change)).toBe(false);
    }
  });

  it('has terms of one answer only', async () => {
    const [one, two] = [await exchange(), await exchange()];
    const terms = (text: string) => (JSON.parse(text) as { payeeData: { settlement: object } }).payeeData.settlement;
    const usual = JSON.parse(two.answer) as { payeeData: object };
    const mixed = { ...usual, payeeData: { ...usual.payeeData, settlement: terms(one.answer) } };
    expect(await (await signatureOf(two.offer, JSON.stringify(mixed))).isSignedBy(keys)).toBe(false);
  });
});
