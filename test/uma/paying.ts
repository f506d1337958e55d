import * as uma from '@uma-sdk/core';
import { instant } from '@corridor/core';
import type { PayoutStatus } from '@corridor/core/ports';
import type { Counterparty } from './counterparty.js';
import type { Institution } from './institutions.js';

export interface Wanted {
  readonly to: string;
  readonly currency: string;
  readonly amount?: number;
  readonly msat?: number;
  readonly version?: '1.0' | '0.3';
  readonly payerData?: Record<string, unknown>;
}

export interface Asked {
  readonly response: uma.PayReqResponse;
  readonly pay: () => Promise<PayoutStatus>;
  readonly tell: () => Promise<Response>;
}

const json = { 'content-type': 'application/json' };

/** Looks up a customer of a host with a request that the library signs. */
export async function askOffer(from: Counterparty, to: string, version?: string): Promise<Response> {
  const url = await uma.getSignedLnurlpRequestUrl({
    isSubjectToTravelRule: false,
    receiverAddress: to,
    senderVaspDomain: from.authority,
    signingPrivateKey: from.signing.privateKey,
    umaVersionOverride: version,
  });
  return fetch(url);
}

/** The pay request for an offer. */
export async function payRequestOf(from: Counterparty, at: Institution, wanted: Wanted): Promise<uma.PayRequest> {
  const keys = uma.PubKeyResponse.fromJson(
    await (await fetch(`http://${at.authority}/.well-known/lnurlpubkey`)).text(),
  );
  return uma.getPayRequest({
    receiverEncryptionPubKey: keys.getEncryptionPubKey(),
    sendingVaspPrivateKey: from.signing.privateKey,
    receivingCurrencyCode: wanted.currency,
    isAmountInReceivingCurrency: wanted.msat === undefined,
    amount: wanted.msat ?? wanted.amount ?? 0,
    payerIdentifier: from.sender,
    payerKycStatus: uma.KycStatus.Verified,
    payerData: { name: 'Carol', ...wanted.payerData },
    trInfo: 'the travel rule',
    umaMajorVersion: wanted.version === '0.3' ? 0 : 1,
    utxoCallback: `http://${from.authority}/utxos`,
  });
}

export const postPayRequest = (callback: string, body: string): Promise<Response> =>
  fetch(callback, { method: 'POST', headers: json, body });

/** Looks up a customer of the host, requests an invoice, and returns a way to pay it. */
export async function payFrom(from: Counterparty, at: Institution, wanted: Wanted): Promise<Asked> {
  const asked = await askOffer(from, wanted.to, wanted.version);
  if (asked.status !== 200) throw new Error(`lookup: ${asked.status} ${await asked.text()}`);
  const offer = uma.LnurlpResponse.fromJson(await asked.text());
  const keys = uma.PubKeyResponse.fromJson(
    await (await fetch(`http://${at.authority}/.well-known/lnurlpubkey`)).text(),
  );
  const nonces = new uma.InMemoryNonceValidator(0);
  if (!(await uma.verifyUmaLnurlpResponseSignature(offer, keys, nonces))) throw new Error('the offer is not signed');
  const request = await payRequestOf(from, at, wanted);
  const answer = await postPayRequest(offer.callback, request.toJsonString());
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`pay request: ${answer.status} ${text}`);
  const response = uma.PayReqResponse.fromJson(text);
  if (wanted.version !== '0.3') {
    const isSigned = await uma.verifyPayReqResponseSignature(response, from.sender, wanted.to, keys, nonces);
    if (!isSigned) throw new Error('the answer is not signed');
  }
  const invoice = await from.lightning.read(response.pr);
  if (invoice === null) throw new Error('the invoice cannot be read');
  return {
    response,
    pay: () => payInvoice(from, response.pr, invoice.msat / 1000n),
    tell: async () => {
      const callback = await uma.getPostTransactionCallback({
        utxos: [],
        vaspDomain: from.authority,
        signingPrivateKey: from.signing.privateKey,
      });
      const url = response.payeeData!.compliance!.utxoCallback!;
      return fetch(url, { method: 'POST', headers: json, body: JSON.stringify(callback) });
    },
  };
}

/** The state of an invoice's payment; the first call pays it. */
export const payInvoice = (from: Counterparty, invoice: string, satoshis: bigint): Promise<PayoutStatus> =>
  from.lightning.rail.payouts!.submit({
    reference: `counterparty ${invoice}`,
    account: { accountType: 'LIGHTNING', invoice },
    currency: 'BTC' as never,
    amount: satoshis,
    paymentRail: null,
    purposeOfPayment: null,
    sameCurrency: true,
    remittanceInformation: null,
    submittedAt: instant(Date.now()),
    cancelRequestedAt: null,
  });
