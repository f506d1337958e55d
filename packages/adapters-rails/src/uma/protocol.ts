import {
  type Agreement,
  type DataField,
  domainError,
  err,
  fail,
  isLocalDomain,
  type LockedAmount,
  MSAT_PER_SAT,
  mulDiv,
  ok,
  type OfferedCurrency,
  type OfferRequest,
  type OutboundHttp,
  type OutboundOutcome,
  originOf,
  parseDecimal,
  parseUmaAddress,
  type PaymentRequest,
  type PayRequestIn,
  printRate,
  type Rate,
  type Result,
  toSatoshis,
  type UmaOffer,
  type UmaProtocol,
} from '@corridor/core';
import * as uma from '@uma-sdk/core';
import { decrypt } from 'eciesjs';
import { makeKeys } from './certificates.js';
import { parseObject, refusalOf } from './counterparty-errors.js';
import { readInvoice } from './invoices.js';
import { checkKeyDocument, writeKeyDocument } from './key-document.js';
import { signedBy } from './signed.js';

/** How long counterparties are waited for. A pay request may have to wait for a platform's approval. */
const KEYS_WITHIN_MS = 3_000;
const LOOK_UP_WITHIN_MS = 5_000;
const PAY_WITHIN_MS = 10_000;

const MOST = BigInt(Number.MAX_SAFE_INTEGER);

const wholeSatoshis = (msat: bigint): bigint => toSatoshis(msat) * MSAT_PER_SAT;

type Answered = Extract<OutboundOutcome, { readonly kind: 'answered' }>;

/** The protocol over HTTP. What its library lets pass, or gets wrong, is checked and done here. */
export function createProtocol(http: OutboundHttp): UmaProtocol {
  const get = (url: string, withinMs: number): Promise<OutboundOutcome> =>
    http.send({
      url,
      method: 'GET',
      headers: { accept: 'application/json' },
      body: null,
      httpsOnly: !isLocalUrl(url),
      withinMs,
    });
  const post = (url: string, body: string): Promise<OutboundOutcome> =>
    http.send({
      url,
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body,
      httpsOnly: !isLocalUrl(url),
      withinMs: PAY_WITHIN_MS,
    });

  return {
    makeKeys,
    keysDocument: async (keys, expiresAt) => writeKeyDocument(keys, expiresAt),
    configuration: async (name) =>
      JSON.stringify({ name, uma_major_versions: [...uma.getSupportedMajorVersions()].sort() }),

    async fetchKeys(domain, now) {
      const outcome = await get(`${originOf(domain)}/.well-known/lnurlpubkey`, KEYS_WITHIN_MS);
      if (outcome.kind === 'unreachable') return err('COUNTERPARTY_PUBKEY_FETCH_ERROR', outcome.reason);
      if (outcome.status !== 200 || outcome.truncated) {
        return err('COUNTERPARTY_PUBKEY_FETCH_ERROR', `the counterparty answered ${outcome.status}`);
      }
      const checked = checkKeyDocument(outcome.body, now);
      return checked.ok ? ok({ document: outcome.body, expiresAt: checked.value }) : checked;
    },

    async lookUp({ signer, receiver, isSubjectToTravelRule }) {
      const ask = async (umaVersionOverride?: string): Promise<OutboundOutcome> => {
        const url = await uma.getSignedLnurlpRequestUrl({
          isSubjectToTravelRule,
          receiverAddress: receiver,
          senderVaspDomain: signer.domain,
          signingPrivateKey: Buffer.from(signer.signingKey, 'hex'),
          umaVersionOverride,
        });
        return get(url.href, LOOK_UP_WITHIN_MS);
      };
      let outcome = await ask();
      if (outcome.kind === 'answered' && outcome.status === 412) {
        const version = versionFor(outcome.body);
        if (!version.ok) return version;
        outcome = await ask(version.value);
        if (outcome.kind === 'answered' && outcome.status === 412) return err('UNSUPPORTED_UMA_VERSION');
      }
      if (outcome.kind === 'unreachable') return err('LNURLP_REQUEST_FAILED', outcome.reason);
      if (outcome.status === 404) return err('UMA_NOT_FOUND');
      if (outcome.status < 200 || outcome.status >= 300) {
        return fail(refusalOf(outcome.status, outcome.body, 'LNURLP_REQUEST_FAILED'));
      }
      return readOffer(outcome, receiver);
    },

    async requestPayment(request) {
      const { offer, amount } = request;
      if (offer.majorVersion !== 0) return pay(post, request, amount);
      // In version 0 an amount is of the receiver's currency, but the library reads thousandths of a satoshi: where
      // the invoice shows that this was done, what is meant is said in those.
      const { num, den } = request.currency.multiplier;
      const units = amount.side === 'RECEIVING' ? amount.amount : mulDiv(amount.msat, den, num, 'floor');
      const first = await pay(post, request, { side: 'RECEIVING', amount: units });
      if (!first.ok) return first;
      const told = { ...first.value.agreement, receiving: first.value.agreement.receiving ?? units };
      const shown = readInvoice(told.invoice)?.msat;
      if (shown !== units && shown !== wholeSatoshis(units)) return ok({ ...first.value, agreement: told });
      const msat = amount.side === 'SENDING' ? amount.msat : wholeSatoshis(mulDiv(units, num, den, 'ceil'));
      const second = await pay(post, request, { side: 'SENDING', msat });
      return second.ok ? ok({ ...second.value, agreement: { ...second.value.agreement, receiving: units } }) : second;
    },

    async notify({ signer, url, msat }) {
      const callback = await uma.getPostTransactionCallback({
        utxos: [{ utxo: '', amountMsats: Number(msat) }],
        vaspDomain: signer.domain,
        signingPrivateKey: Buffer.from(signer.signingKey, 'hex'),
      });
      const outcome = await post(url, JSON.stringify(callback));
      if (outcome.kind === 'unreachable') return err('PAYREQ_REQUEST_FAILED', outcome.reason);
      const taken = outcome.status >= 200 && outcome.status < 300;
      return taken ? ok() : err('PAYREQ_REQUEST_FAILED', `the counterparty answered ${outcome.status}`);
    },

    async readOfferRequest(text) {
      let request: uma.LnurlpRequest;
      try {
        request = uma.parseLnurlpRequest(new URL(text));
      } catch (cause) {
        return fail(faultOf(cause, 'INVALID_REQUEST_FORMAT'));
      }
      if (!uma.isLnurlpRequestForUma(request)) return err('MISSING_REQUIRED_UMA_PARAMETERS');
      const { vaspDomain, nonce, timestamp } = request;
      const of = { vasp: vaspDomain.toLowerCase(), nonce, timestamp: timestamp.getTime() / 1000 };
      if (!isDomain(of.vasp)) return err('SENDER_NOT_ACCEPTED', 'the sender names no domain');
      const signed = signedBy(of, (keys, nonces) => uma.verifyUmaLnurlpQuerySignature(request, keys, nonces));
      return ok({ raw: request, vasp: of.vasp, signed } satisfies OfferRequest);
    },

    async answerOffer(answer) {
      const response = await uma.getLnurlpResponse({
        request: answer.request.raw as uma.LnurlpRequest,
        privateKeyBytes: Buffer.from(answer.signer.signingKey, 'hex'),
        requiresTravelRuleInfo: answer.isSubjectToTravelRule,
        callback: answer.callback,
        encodedMetadata: answer.metadata,
        minSendableSats: Number(answer.minMsat / MSAT_PER_SAT),
        maxSendableSats: Number(answer.maxMsat / MSAT_PER_SAT),
        payerDataOptions: optionsOf(answer.payerData),
        currencyOptions: answer.currencies.map(toCurrency),
        receiverKycStatus: uma.KycStatus.Verified,
      });
      return response.toJsonString();
    },

    readPayRequest: async (body) => readPayRequest(body),

    async answerPayRequest({ request, signer, payee, currency, receiving, invoice, utxoCallback, payeeData }) {
      const response = await uma.getPayReqResponse({
        request: request.raw as uma.PayRequest,
        metadata: '',
        invoiceCreator: { createUmaInvoice: async () => invoice },
        conversionRate: printRate(currency.multiplier),
        receivingCurrencyCode: currency.code,
        receivingCurrencyDecimals: currency.decimals,
        receiverChannelUtxos: [],
        receiverFeesMillisats: 0,
        receivingVaspPrivateKey: Buffer.from(signer.signingKey, 'hex'),
        payeeIdentifier: payee,
        utxoCallback,
        payeeData: { identifier: payee, ...payeeData },
      });
      // The library computes in floating point what is known exactly.
      const converted = response.converted && { ...response.converted, amount: Number(receiving) };
      return new uma.PayReqResponse(
        response.pr,
        response.payeeData,
        converted,
        response.disposable,
        response.successAction,
        response.umaMajorVersion,
      ).toJsonString();
    },

    async readNotice(body) {
      let callback: uma.PostTransactionCallback;
      try {
        callback = uma.parsePostTransactionCallback(body);
      } catch {
        return err('INVALID_REQUEST_FORMAT');
      }
      const { vaspDomain, signatureNonce: nonce, signatureTimestamp: timestamp } = callback;
      const vasp = vaspDomain.toLowerCase();
      if (!isDomain(vasp)) return err('SENDER_NOT_ACCEPTED', 'the sender names no domain');
      return ok(
        signedBy({ vasp, nonce, timestamp }, (keys, nonces) =>
          uma.verifyPostTransactionCallbackSignature(callback, keys, nonces),
        ),
      );
    },

    async decrypt(key, ciphertext) {
      try {
        return Buffer.from(decrypt(key, Buffer.from(ciphertext, 'hex'))).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

const isDomain = (text: string): boolean => parseUmaAddress(`$x@${text}`) !== null;
const isLocalUrl = (url: string): boolean => URL.canParse(url) && isLocalDomain(new URL(url).host);

/** The version to ask again with, where the counterparty does not speak ours. */
function versionFor(body: string): Result<string> {
  const majors = parseObject(body)?.['supportedMajorVersions'];
  if (!Array.isArray(majors) || majors.length === 0 || !majors.every((major) => Number.isSafeInteger(major))) {
    return err('UNSUPPORTED_UMA_VERSION');
  }
  try {
    return ok(uma.selectHighestSupportedVersion(majors as number[]));
  } catch {
    return err('NO_COMPATIBLE_UMA_VERSION');
  }
}

function readOffer(outcome: Answered, receiver: string) {
  let response: uma.LnurlpResponse;
  try {
    if (outcome.truncated) return unreadableOffer('it is too long');
    response = uma.LnurlpResponse.fromJson(outcome.body);
  } catch (cause) {
    return unreadableOffer((cause as Error).message.slice(0, MESSAGE_LENGTH));
  }
  if (!response.isUma()) return err('MISSING_REQUIRED_UMA_PARAMETERS');
  const { compliance, callback, metadata, minSendable, maxSendable, umaVersion } = response;
  let majorVersion: number;
  try {
    majorVersion = uma.getMajorVersion(umaVersion);
    if (!uma.isVersionSupported(umaVersion)) return err('NO_COMPATIBLE_UMA_VERSION');
  } catch {
    return unreadableOffer('its version is none');
  }
  if (!URL.canParse(callback) || !isAmount(minSendable) || !isAmount(maxSendable)) {
    return unreadableOffer('its callback or its limits are none');
  }
  const currencies: OfferedCurrency[] = [];
  for (const each of response.currencies) {
    const multiplier = rateOfNumber(each.multiplier);
    if (multiplier === null || !isAmount(each.minSendable) || !isAmount(each.maxSendable)) {
      return unreadableOffer('a currency of it is none');
    }
    if (each.maxSendable === 0 || each.maxSendable < each.minSendable) {
      return unreadableOffer('there is no amount between the limits of a currency');
    }
    const { code, name, symbol, decimals } = each;
    const limits = { min: BigInt(each.minSendable), max: BigInt(each.maxSendable) };
    currencies.push({ code, name, symbol, decimals, multiplier, ...limits });
  }
  const offer: UmaOffer = {
    receiver: compliance.receiverIdentifier.toLowerCase(),
    callback,
    metadata,
    minMsat: BigInt(minSendable),
    maxMsat: BigInt(maxSendable),
    currencies,
    payerData: fieldsOf(response.payerData),
    isSubjectToTravelRule: compliance.isSubjectToTravelRule,
    majorVersion,
  };
  const of = {
    vasp: receiver.slice(receiver.indexOf('@') + 1),
    nonce: compliance.signatureNonce,
    timestamp: compliance.signatureTimestamp,
  };
  const signed = signedBy(of, (keys, nonces) => uma.verifyUmaLnurlpResponseSignature(response, keys, nonces));
  return ok({ offer, signed });
}

/** The library has either, depending on what it reads. */
const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

const MESSAGE_LENGTH = 200;
const unreadableOffer = (why: string) => err('PARSE_LNURLP_RESPONSE_ERROR', `the answer cannot be read: ${why}`);
const unreadableAgreement = (why: string) => err('PARSE_PAYREQ_RESPONSE_ERROR', `the answer cannot be read: ${why}`);
const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const rateOfNumber = (value: number): Rate | null =>
  Number.isFinite(value) && value > 0 ? parseDecimal(String(value)) : null;

const fieldsOf = (options: uma.LnurlpResponse['payerData']): readonly DataField[] =>
  Object.entries(options ?? {}).map(([key, { mandatory }]) => ({ key, mandatory }));

const optionsOf = (fields: readonly DataField[]) =>
  Object.fromEntries(fields.map(({ key, mandatory }) => [key, { mandatory }]));

const toCurrency = ({ code, name, symbol, decimals, multiplier, min, max }: OfferedCurrency): uma.Currency =>
  new uma.Currency(code, name, symbol, printRate(multiplier), Number(min), Number(max), decimals);

async function pay(
  post: (url: string, body: string) => Promise<OutboundOutcome>,
  { signer, offer, keys, currency, payer, payerData, travelRule, utxoCallback }: PaymentRequest,
  amount: LockedAmount,
) {
  const asked = amount.side === 'RECEIVING' ? amount.amount : amount.msat;
  if (asked > MOST) return err('AMOUNT_OUT_OF_RANGE');
  const request = await uma.getPayRequest({
    amount: Number(asked),
    receivingCurrencyCode: currency.code,
    isAmountInReceivingCurrency: amount.side === 'RECEIVING',
    payerIdentifier: payer,
    payerKycStatus: uma.KycStatus.Verified,
    payerData: { ...payerData },
    receiverEncryptionPubKey: uma.PubKeyResponse.fromJson(keys).getEncryptionPubKey(),
    sendingVaspPrivateKey: Buffer.from(signer.signingKey, 'hex'),
    trInfo: travelRule ?? undefined,
    umaMajorVersion: offer.majorVersion,
    utxoCallback,
  });
  const body = request.toJsonString();
  const outcome = await post(offer.callback, body);
  if (outcome.kind === 'unreachable') return err('PAYREQ_REQUEST_FAILED', outcome.reason);
  if (outcome.status < 200 || outcome.status >= 300) {
    return fail(refusalOf(outcome.status, outcome.body, 'PAYREQ_REQUEST_FAILED'));
  }
  if (outcome.truncated) return unreadableAgreement('it is too long');
  return readAgreement(outcome.body, body, payer, offer);
}

function readAgreement(text: string, sent: string, payer: string, offer: UmaOffer) {
  let response: uma.PayReqResponse;
  try {
    response = uma.PayReqResponse.fromJson(text);
  } catch (cause) {
    return unreadableAgreement((cause as Error).message.slice(0, MESSAGE_LENGTH));
  }
  const { converted, payeeData, pr } = response;
  const compliance = payeeData?.compliance;
  if (isAbsent(converted) || isAbsent(compliance)) return err('MISSING_REQUIRED_UMA_PARAMETERS');
  const { signature, signatureNonce: nonce, signatureTimestamp: timestamp } = compliance;
  const isSigned = !isAbsent(signature) && !isAbsent(nonce) && !isAbsent(timestamp);
  if (!isSigned && offer.majorVersion > 0) return err('MISSING_REQUIRED_UMA_PARAMETERS', 'the answer is not signed');

  const multiplier = rateOfNumber(converted.multiplier);
  const isWhole = isAbsent(converted.amount) || isAmount(converted.amount);
  if (multiplier === null || !isWhole || !isAmount(converted.fee)) {
    return err('INVALID_PAYREQ_RESPONSE', 'the amounts of the answer are none');
  }
  const { compliance: _, ...told } = payeeData as Record<string, unknown>;
  const agreement: Agreement = {
    invoice: pr,
    description: offer.metadata + JSON.stringify(uma.PayRequest.fromJson(sent).payerData),
    currency: converted.currencyCode,
    receiving: isAbsent(converted.amount) ? null : BigInt(converted.amount),
    multiplier,
    feeMsat: BigInt(converted.fee),
    utxoCallback: compliance.utxoCallback ?? null,
    payeeData: told,
  };
  if (!isSigned) return ok({ agreement, signed: null });
  const of = { vasp: offer.receiver.slice(offer.receiver.indexOf('@') + 1), nonce, timestamp };
  const signed = signedBy(of, (keys, nonces) =>
    uma.verifyPayReqResponseSignature(response, payer, offer.receiver, keys, nonces),
  );
  return ok({ agreement, signed });
}

/** Of a message that the library could not take: the code that it names, where that is one for the sender. */
function faultOf(cause: unknown, otherwise: 'INVALID_REQUEST_FORMAT') {
  if (cause instanceof uma.UnsupportedVersionError) {
    const supportedMajorVersions = [...uma.getSupportedMajorVersions()].sort();
    return domainError('UNSUPPORTED_UMA_VERSION', undefined, { supportedMajorVersions });
  }
  const code = cause instanceof uma.UmaError ? cause.code : '';
  if (code === 'MISSING_REQUIRED_UMA_PARAMETERS' || code === 'INVALID_INPUT' || code === 'INVALID_SIGNATURE') {
    return domainError(code);
  }
  return domainError(otherwise);
}

const V1_AMOUNT = /^(-?)(\d{1,40})(?:\.([A-Za-z0-9]{1,16}))?$/;

function readPayRequest(body: string): Result<PayRequestIn> {
  const given = parseObject(body);
  if (given === null) return err('INVALID_REQUEST_FORMAT');
  // Before the library, which reads the number 1.5 as one unit of the currency "5", and takes what is below zero.
  const { amount } = given;
  if (typeof amount === 'number' && !Number.isInteger(amount)) return err('INVALID_AMOUNT');
  const isNumber = typeof amount === 'number' || typeof amount === 'string';
  const [, sign, digits, code] = (isNumber ? V1_AMOUNT.exec(digitsOf(amount)) : null) ?? [];
  if (digits === undefined) return err(isNumber ? 'INVALID_AMOUNT' : 'INVALID_REQUEST_FORMAT');
  const value = BigInt(digits);
  if (sign === '-' || value === 0n) return err('INVALID_AMOUNT');
  if (value > MOST) return err('AMOUNT_OUT_OF_RANGE');

  let request: uma.PayRequest;
  try {
    request = uma.PayRequest.fromJson(body);
  } catch {
    return err('INVALID_REQUEST_FORMAT');
  }
  const { payerData, receivingCurrencyCode: currency } = request;
  const compliance = payerData?.compliance;
  if (!request.isUma() || payerData?.identifier === undefined || compliance === undefined || currency === undefined) {
    return err('MISSING_REQUIRED_UMA_PARAMETERS');
  }
  if (code !== undefined && code !== currency) return err('INVALID_CURRENCY', 'the amount is in another currency');
  const isReceiving = code !== undefined || request.umaMajorVersion === 0;
  const payer = payerData.identifier;
  const of = {
    vasp: payer.slice(payer.indexOf('@') + 1).toLowerCase(),
    nonce: compliance.signatureNonce,
    timestamp: compliance.signatureTimestamp,
  };
  const { compliance: _, identifier: __, ...told } = payerData as Record<string, unknown>;
  return ok({
    raw: request,
    payer,
    currency,
    amount: isReceiving ? { side: 'RECEIVING', amount: value } : { side: 'SENDING', msat: value },
    payerData: told,
    requestedPayeeData: fieldsOf(request.requestedPayeeData),
    encryptedTravelRule: compliance.encryptedTravelRuleInfo ?? null,
    signed: signedBy(of, (keys, nonces) => uma.verifyPayReqSignature(request, keys, nonces)),
    description: (metadata) => metadata + JSON.stringify(request.payerData),
  });
}

/** Numbers too large to be whole are written with an exponent. */
const digitsOf = (amount: number | string): string => (typeof amount === 'number' ? BigInt(amount).toString() : amount);
