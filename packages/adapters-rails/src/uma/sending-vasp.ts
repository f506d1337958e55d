import { type DomainError, err, ok, type Rate, type Result } from '@corridor/core';
import {
  type Agreement,
  type InProcess,
  type LockedAmount,
  type OfferedCurrency,
  type OfferedSettlement,
  type OutboundOutcome,
  parseDecimal,
  type PaymentRequest,
  type UmaOffer,
  type UmaProtocol,
} from '@corridor/core/ports';
import { fail, MSAT_PER_SAT, mulDiv, toSatoshis } from '@corridor/core/internal';
import * as uma from '@uma-sdk/core';
import { parseObject, refusalInProcess, refusalOf } from './counterparty-errors.js';
import { readInvoice } from './invoices.js';
import { fieldsOf, isAbsent, MOST } from './message-values.js';
import { signedBy } from './signed.js';
import { areSignedBy, readTerms, termsOf } from './signed-terms.js';

/**
 * Time-outs for the receiver's institution. The one for a pay request is longer, because the receiver's platform may
 * have to approve the payment first.
 */
const LOOK_UP_WITHIN_MS = 5_000;
const PAY_WITHIN_MS = 10_000;

const wholeSatoshis = (msat: bigint): bigint => toSatoshis(msat) * MSAT_PER_SAT;

type Answered = Extract<OutboundOutcome, { readonly kind: 'answered' }>;
/** `refused`: by an institution of this host. */
type Reply = OutboundOutcome | { readonly kind: 'refused'; readonly error: DomainError };

/** Calls to another institution. */
export interface Calls<R extends Reply = OutboundOutcome> {
  readonly get: (url: string, withinMs: number) => Promise<R>;
  readonly post: (url: string, body: string, withinMs: number) => Promise<R>;
}

/** The calls over the network, or to an institution of this host. */
function callsTo(network: Calls, inProcess: InProcess | undefined): Calls<Reply> {
  if (inProcess === undefined) return network;
  const ask = async (url: string, body: string | null): Promise<Reply> => {
    const answer = await inProcess(url, body);
    return answer.ok
      ? { kind: 'answered', status: 200, headers: {}, body: answer.value, truncated: false }
      : { kind: 'refused', error: answer.error };
  };
  return { get: (url) => ask(url, null), post: ask };
}

/** The payer's institution: requests to the receiver's institution, and notices of payments. */
export function sendingVasp(network: Calls): Pick<UmaProtocol, 'lookUp' | 'requestPayment' | 'notify'> {
  return {
    async lookUp({ signer, receiver, isSubjectToTravelRule, inProcess }) {
      const { get } = callsTo(network, inProcess);
      const ask = async (umaVersionOverride?: string): Promise<Reply> => {
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
      if (outcome.kind === 'refused') return fail(refusalInProcess(outcome.error, 'LNURLP_REQUEST_FAILED'));
      if (outcome.status === 404) return err('UMA_NOT_FOUND');
      if (outcome.status < 200 || outcome.status >= 300) {
        return fail(refusalOf(outcome.status, outcome.body, 'LNURLP_REQUEST_FAILED'));
      }
      return readOffer(outcome, receiver);
    },

    async requestPayment(request) {
      const { offer, amount } = request;
      const { post } = callsTo(network, request.inProcess);
      if (offer.majorVersion !== 0) return pay(post, request, amount);
      // In version 0 of UMA an amount is in the receiver's currency, but the library reads it as thousandths of a
      // satoshi. If the invoice shows that the receiver did so, the request is repeated with the amount in thousandths
      // of a satoshi.
      const { num, den } = request.currency.multiplier;
      const units = amount.side === 'RECEIVING' ? amount.amount : mulDiv(amount.units, den, num, 'floor');
      const first = await pay(post, request, { side: 'RECEIVING', amount: units });
      if (!first.ok) return first;
      const agreement = { ...first.value.agreement, receiving: first.value.agreement.receiving ?? units };
      const shown = readInvoice(agreement.pr)?.msat;
      if (shown !== units && shown !== wholeSatoshis(units)) return ok({ ...first.value, agreement });
      const msat = amount.side === 'SENDING' ? amount.units : wholeSatoshis(mulDiv(units, num, den, 'ceil'));
      const second = await pay(post, request, { side: 'SENDING', units: msat });
      return second.ok ? ok({ ...second.value, agreement: { ...second.value.agreement, receiving: units } }) : second;
    },

    async notify({ signer, url, units, inProcess }) {
      const callback = await uma.getPostTransactionCallback({
        utxos: [{ utxo: '', amountMsats: Number(units) }],
        vaspDomain: signer.domain,
        signingPrivateKey: Buffer.from(signer.signingKey, 'hex'),
      });
      const outcome = await callsTo(network, inProcess).post(url, JSON.stringify(callback), PAY_WITHIN_MS);
      if (outcome.kind === 'refused') return fail(refusalInProcess(outcome.error, 'PAYREQ_REQUEST_FAILED'));
      if (outcome.kind === 'unreachable')
        return err('PAYREQ_REQUEST_FAILED', `the notice of the payment was not delivered: ${outcome.reason}`);
      const taken = outcome.status >= 200 && outcome.status < 300;
      return taken
        ? ok()
        : err('PAYREQ_REQUEST_FAILED', `the counterparty answered ${outcome.status} to the notice of the payment`);
    },
  };
}

/** The version for another request, if the counterparty does not support the version of the first one. */
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
    return unreadableOffer('the version is invalid');
  }
  if (!URL.canParse(callback) || !isAmount(minSendable) || !isAmount(maxSendable)) {
    return unreadableOffer('the callback or a limit is invalid');
  }
  const currencies: OfferedCurrency[] = [];
  for (const each of response.currencies) {
    const multiplier = rateOfNumber(each.multiplier);
    if (multiplier === null || !isAmount(each.minSendable) || !isAmount(each.maxSendable)) {
      return unreadableOffer('a currency is invalid');
    }
    if (each.maxSendable === 0 || each.maxSendable < each.minSendable) {
      return unreadableOffer('the limits of a currency allow no amount');
    }
    const { code, name, symbol, decimals } = each;
    const limits = { min: BigInt(each.minSendable), max: BigInt(each.maxSendable) };
    currencies.push({ code, name, symbol, decimals, multiplier, ...limits });
  }
  const settlements = majorVersion === 0 ? null : readSettlements(response.settlementOptions);
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
    ...(settlements !== null && { settlements }),
  };
  const of = {
    vasp: receiver.slice(receiver.indexOf('@') + 1),
    nonce: compliance.signatureNonce,
    timestamp: compliance.signatureTimestamp,
  };
  const signed = signedBy(of, (keys, nonces) => uma.verifyUmaLnurlpResponseSignature(response, keys, nonces));
  return ok({ offer, signed });
}

const MOST_SETTLEMENTS = 100;

/** The settlement options of an offer; null if it names none. Options that cannot be read are left out. */
function readSettlements(
  options: readonly uma.SettlementOption[] | null | undefined,
): readonly OfferedSettlement[] | null {
  if (isAbsent(options)) return null;
  const settlements: OfferedSettlement[] = [];
  for (const { settlementLayer: layer, assets } of options) {
    for (const { identifier: asset, multipliers } of assets) {
      const rates: [string, Rate][] = [];
      for (const [code, number] of Object.entries(multipliers)) {
        const rate = rateOfNumber(number);
        if (rate !== null) rates.push([code, rate]);
      }
      settlements.push({ layer, asset, multipliers: Object.fromEntries(rates) });
    }
  }
  return settlements.slice(0, MOST_SETTLEMENTS);
}

const MESSAGE_LENGTH = 200;
const unreadableOffer = (why: string) =>
  err('PARSE_LNURLP_RESPONSE_ERROR', `the counterparty's answer cannot be read: ${why}`);
const unreadableAgreement = (why: string) =>
  err('PARSE_PAYREQ_RESPONSE_ERROR', `the counterparty's answer cannot be read: ${why}`);
const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const rateOfNumber = (value: number): Rate | null =>
  Number.isFinite(value) && value > 0 ? parseDecimal(String(value)) : null;

async function pay(
  post: Calls<Reply>['post'],
  { signer, offer, keys, currency, payer, payerData, travelRule, utxoCallback, settlement }: PaymentRequest,
  amount: LockedAmount,
) {
  const asked = amount.side === 'RECEIVING' ? amount.amount : amount.units;
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
    settlement: settlement && { layer: settlement.layer, assetIdentifier: settlement.asset },
  });
  const body = request.toJsonString();
  const outcome = await post(offer.callback, body, PAY_WITHIN_MS);
  if (outcome.kind === 'unreachable') return err('PAYREQ_REQUEST_FAILED', outcome.reason);
  if (outcome.kind === 'refused') return fail(refusalInProcess(outcome.error, 'PAYREQ_REQUEST_FAILED'));
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
  if (!isSigned && offer.majorVersion > 0)
    return err('MISSING_REQUIRED_UMA_PARAMETERS', "the counterparty's answer is not signed");

  const multiplier = rateOfNumber(converted.multiplier);
  const isWhole = isAbsent(converted.amount) || isAmount(converted.amount);
  if (multiplier === null || !isWhole || !isAmount(converted.fee)) {
    return err('INVALID_PAYREQ_RESPONSE', "the counterparty's answer has an invalid amount, fee or multiplier");
  }
  const { compliance: _, settlement, ...data } = payeeData as Record<string, unknown>;
  const terms = readTerms(settlement);
  const agreement: Agreement = {
    pr,
    terms: terms && termsOf(terms),
    description: offer.metadata + JSON.stringify(uma.PayRequest.fromJson(sent).payerData),
    currency: converted.currencyCode,
    receiving: isAbsent(converted.amount) ? null : BigInt(converted.amount),
    multiplier,
    fee: BigInt(converted.fee),
    utxoCallback: compliance.utxoCallback ?? null,
    payeeData: data,
  };
  if (!isSigned) return ok({ agreement, signed: null });
  const of = { vasp: offer.receiver.slice(offer.receiver.indexOf('@') + 1), nonce, timestamp };
  const { currencyCode: currency, amount: receiving } = converted;
  const signed = signedBy(of, async (keys, nonces) => {
    const isSigned = await uma.verifyPayReqResponseSignature(response, payer, offer.receiver, keys, nonces);
    if (!isSigned || terms === null) return isSigned;
    const about = { payer, payee: offer.receiver, nonce, timestamp, currency, receiving: Number(receiving), pr };
    return areSignedBy(keys, about, terms);
  });
  return ok({ agreement, signed });
}
