import { err, ok, printRate, type Result } from '@corridor/core';
import type {
  DataField,
  OfferedCurrency,
  OfferedSettlement,
  OfferRequest,
  PayRequestIn,
  UmaProtocol,
} from '@corridor/core/ports';
import { domainError, fail, MSAT_PER_SAT, parseUmaAddress } from '@corridor/core/internal';
import * as uma from '@uma-sdk/core';
import { decrypt } from 'eciesjs';
import { parseObject } from './counterparty-errors.js';
import { fieldsOf, isAbsent, MOST } from './message-values.js';
import { signedBy } from './signed.js';
import { signTerms } from './signed-terms.js';

/** The receiver's institution: reads messages of the payer's institution and writes the answers. */
export const receivingVasp: Pick<
  UmaProtocol,
  'readOfferRequest' | 'answerOffer' | 'readPayRequest' | 'answerPayRequest' | 'readNotice' | 'decrypt'
> = {
  async readOfferRequest(text) {
    let request: uma.LnurlpRequest;
    try {
      request = uma.parseLnurlpRequest(new URL(text));
    } catch (cause) {
      return fail(faultOf(cause));
    }
    if (!uma.isLnurlpRequestForUma(request)) return err('MISSING_REQUIRED_UMA_PARAMETERS');
    const { vaspDomain, nonce, timestamp } = request;
    const of = { vasp: vaspDomain.toLowerCase(), nonce, timestamp: timestamp.getTime() / 1000 };
    if (!isDomain(of.vasp)) return err('SENDER_NOT_ACCEPTED', "the sender's institution has no valid domain");
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
      settlementOptions: answer.settlements === undefined ? undefined : settlementOptions(answer.settlements),
    });
    return response.toJsonString();
  },

  readPayRequest: async (body) => readPayRequest(body),

  async answerPayRequest({ request, signer, payee, currency, receiving, pr, terms, utxoCallback, payeeData }) {
    const response = await uma.getPayReqResponse({
      request: request.raw as uma.PayRequest,
      metadata: '',
      invoiceCreator: { createUmaInvoice: async () => pr },
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
    // The library computes this amount in floating point, but it is known exactly.
    const converted = response.converted && { ...response.converted, amount: Number(receiving) };
    const compliance = response.payeeData?.compliance;
    const settlement =
      terms === null || compliance === undefined
        ? null
        : await signTerms(
            signer.signingKey,
            {
              payer: request.payer,
              payee,
              nonce: String(compliance.signatureNonce),
              timestamp: Number(compliance.signatureTimestamp),
              currency: currency.code,
              receiving: Number(receiving),
              pr,
            },
            terms,
          );
    return new uma.PayReqResponse(
      response.pr,
      settlement === null ? response.payeeData : { ...response.payeeData, settlement },
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
    if (!isDomain(vasp)) return err('SENDER_NOT_ACCEPTED', "the sender's institution has no valid domain");
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

const isDomain = (text: string): boolean => parseUmaAddress(`$x@${text}`) !== null;

const optionsOf = (fields: readonly DataField[]) =>
  Object.fromEntries(fields.map(({ key, mandatory }) => [key, { mandatory }]));

/** One option for each layer, with its assets. */
function settlementOptions(offered: readonly OfferedSettlement[]): uma.SettlementOption[] {
  const layers = new Map<string, uma.SettlementAsset[]>();
  for (const { layer, asset, multipliers } of offered) {
    const printed = Object.entries(multipliers).map(([code, rate]) => [code, printRate(rate)] as const);
    layers.set(layer, [...(layers.get(layer) ?? []), { identifier: asset, multipliers: Object.fromEntries(printed) }]);
  }
  return [...layers].map(([settlementLayer, assets]) => ({ settlementLayer, assets }));
}

const toCurrency = ({ code, name, symbol, decimals, multiplier, min, max }: OfferedCurrency): uma.Currency =>
  new uma.Currency(code, name, symbol, printRate(multiplier), Number(min), Number(max), decimals);

/** The error for a message that the library refused: the code that the library names, if it may go to the sender. */
function faultOf(cause: unknown) {
  if (cause instanceof uma.UnsupportedVersionError) {
    const supportedMajorVersions = [...uma.getSupportedMajorVersions()].sort();
    return domainError('UNSUPPORTED_UMA_VERSION', undefined, { supportedMajorVersions });
  }
  const code = cause instanceof uma.UmaError ? cause.code : '';
  if (code === 'MISSING_REQUIRED_UMA_PARAMETERS' || code === 'INVALID_INPUT' || code === 'INVALID_SIGNATURE') {
    return domainError(code);
  }
  return domainError('INVALID_REQUEST_FORMAT');
}

const V1_AMOUNT = /^(-?)(\d{1,40})(?:\.([A-Za-z0-9]{1,16}))?$/;

function readPayRequest(body: string): Result<PayRequestIn> {
  const given = parseObject(body);
  if (given === null) return err('INVALID_REQUEST_FORMAT');
  // The amount is checked before the library reads it: the library reads 1.5 as one unit of the currency "5" and
  // accepts negative numbers.
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
  const { settlement } = request;
  if (code !== undefined && code !== currency)
    return err('INVALID_CURRENCY', 'the amount must be in the currency of the payment');
  const isReceiving = code !== undefined || request.umaMajorVersion === 0;
  const payer = payerData.identifier;
  const of = {
    vasp: payer.slice(payer.indexOf('@') + 1).toLowerCase(),
    nonce: compliance.signatureNonce,
    timestamp: compliance.signatureTimestamp,
  };
  const { compliance: _, identifier: __, ...data } = payerData as Record<string, unknown>;
  return ok({
    raw: request,
    payer,
    currency,
    amount: isReceiving ? { side: 'RECEIVING', amount: value } : { side: 'SENDING', units: value },
    settlement: isAbsent(settlement) ? null : { layer: settlement.layer, asset: settlement.assetIdentifier },
    payerData: data,
    requestedPayeeData: fieldsOf(request.requestedPayeeData),
    encryptedTravelRule: compliance.encryptedTravelRuleInfo ?? null,
    signed: signedBy(of, (keys, nonces) => uma.verifyPayReqSignature(request, keys, nonces)),
    description: (metadata) => metadata + JSON.stringify(request.payerData),
  });
}

/** A number above 1e21 has an exponent in its text form, so it is written as a bigint. */
const digitsOf = (amount: number | string): string => (typeof amount === 'number' ? BigInt(amount).toString() : amount);
