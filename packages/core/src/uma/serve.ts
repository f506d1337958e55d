import {
  type Context,
  type CurrencyCode,
  domainError,
  type Environment,
  err,
  type IdSource,
  ok,
  plusSeconds,
  type Random,
  type Result,
  type Sealer,
  type TenantKey,
  type UnitOfWork,
  update,
} from '../kernel/index.js';
import { mulDiv, type Rate } from '../money/index.js';
import type { Platform } from '../platforms/index.js';
import { askPlatform, type ApprovalPorts } from './approval.js';
import { beginReceipt } from './begin-receipt.js';
import { type CollectPorts, issueDemand } from './collect.js';
import type { Keys } from './keys.js';
import { NOTICES_PATH, OFFERS_PATH, PAY_REQUESTS_PATH } from './institution-paths.js';
import { type AskedField, fieldsAsked, isGiven, keyOf, namedData } from './payer-data.js';
import type { Peers } from './peers.js';
import type {
  LockedAmount,
  OfferedCurrency,
  OfferedSettlement,
  PayRequestIn,
  Settlement,
  SettlementAsset,
  UmaPorts,
} from './ports.js';
import { checkCounterparty } from './providers.js';
import {
  checkReceives,
  findPayee,
  metadataOf,
  type Payee,
  payerDataAsked,
  platformsAt,
  receivables,
  type ReceiverPorts,
} from './receiver.js';
import { UMA_RECEIPTS, type UmaReceipt } from './records.js';
import { refusedCredit, SEND_LESS } from './refused-credit.js';
import { MSAT_PER_SAT, toSatoshis } from './satoshis.js';
import { isSameAsset, multiplierOf } from './settlements.js';
import { originOf, parseUmaAddress } from './uma-address.js';

export interface ServePorts extends ReceiverPorts, ApprovalPorts, CollectPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly random: Random;
  readonly sealer: Sealer;
  readonly uma: UmaPorts;
  readonly keys: Keys;
  readonly peers: Peers;
  /** The service's own context in a tenant. */
  readonly contextOf: (tenant: TenantKey) => Promise<Context>;
}

/** The requests of other institutions, each for the domain that it was sent to. The answers are JSON. */
export interface Served {
  /** Whether the domain belongs to this host. 404 REFERENCE_NOT_FOUND otherwise. */
  answersFor(domain: string): Promise<Result<void>>;
  /**
   * `/.well-known/lnurlpubkey`. 404 REFERENCE_NOT_FOUND for a domain that does not belong to this host, as in
   * `configuration` and `notice`; `offer` and `payRequest` return 404 UMA_NOT_FOUND for it.
   */
  keys(domain: string): Promise<Result<string>>;
  /** `/.well-known/uma-configuration`. */
  configuration(domain: string): Promise<Result<string>>;
  /** `/.well-known/lnurlp/$name`; `query` is the unchanged query string, with its question mark. */
  offer(domain: string, username: string, query: string): Promise<Result<string>>;
  /** The callback that the offer names. */
  payRequest(domain: string, username: string, body: string): Promise<Result<string>>;
  /** The callback named in the answer to a pay request: the payer's institution reports that it has paid. */
  notice(domain: string, id: string, body: string): Promise<Result<void>>;
}

const NOT_OURS = domainError('REFERENCE_NOT_FOUND', 'no platform of this host uses this domain');

/**
 * Answers for the platforms of one environment. From outside no environment is named: then an address is that of a
 * production customer first.
 */
export function serveInstitutions(ports: ServePorts, within: Environment | null = null): Served {
  const { protocol, providers } = ports.uma;
  const { settlements } = ports;

  async function platformAt(domain: string): Promise<Result<string>> {
    const [platform] = await platformsAt(ports, domain, within);
    if (platform !== undefined) return ok(platform.name);
    return domain === ports.publicAuthority ? ok('Corridor') : { ok: false, error: NOT_OURS };
  }

  async function readyPayee(address: string): Promise<Result<Payee & { readonly ctx: Context }>> {
    const payee = await findPayee(ports, address, within === null ? settlements.environments : [within], within);
    if (!payee.ok) return payee;
    const receives = checkReceives(payee.value);
    if (!receives.ok) return receives;
    return ok({ ...payee.value, ctx: await ports.contextOf(payee.value.platform.id) });
  }

  /** An institution whose payments are refused gets no answers either. */
  const checkAsker = (payee: Payee & { readonly ctx: Context }, vasp: string): Promise<Result<void>> =>
    ports.units.read(payee.platform.id, (reads) => checkCounterparty(reads, payee.ctx, providers, vasp, 'from'));

  async function offer(domain: string, username: string, query: string): Promise<Result<string>> {
    const address = `${username}@${domain}`;
    const request = await protocol.readOfferRequest(`${originOf(domain)}${OFFERS_PATH}${username}${query}`);
    if (!request.ok) return request;
    const payee = await readyPayee(address.toLowerCase());
    if (!payee.ok) return payee;
    const { signed, vasp } = request.value;
    const allowed = await checkAsker(payee.value, vasp);
    if (!allowed.ok) return allowed;
    const verified = await ports.peers.verify(payee.value.platform.environment, signed);
    if (!verified.ok) return verified;
    const { platform } = payee.value;
    const accounts = await ports.units.read(platform.id, (reads) => receivables(ports, reads, payee.value));
    if (!accounts.ok) return accounts;
    const currencies = accounts.value.map(({ currency }) => currency);
    const { minMsat, maxMsat } = sendable(currencies);
    const ways = waysFor(platform.environment, currencies);
    return ok(
      await protocol.answerOffer({
        request: request.value,
        signer: await ports.keys.signer(domain),
        callback: `${originOf(domain)}${PAY_REQUESTS_PATH}${encodeURIComponent(username.toLowerCase())}`,
        metadata: metadataOf(payee.value.address),
        minMsat,
        maxMsat,
        currencies,
        payerData: payerDataAsked(platform),
        isSubjectToTravelRule: platform.isRegulatedFinancialInstitution,
        ...(ways !== null && { settlements: ways }),
      }),
    );
  }

  /** How the receiver can be paid, Lightning first; null if only over Lightning, which offers need not name. */
  function waysFor(
    environment: Environment,
    currencies: readonly OfferedCurrency[],
  ): readonly OfferedSettlement[] | null {
    const common = settlements.common(environment);
    const others = settlements.of(environment).filter((settlement) => settlement !== common);
    if (others.length === 0) return null;
    const ways = [...(common === null ? [] : [common]), ...others].map((settlement) => {
      const multipliers: [string, Rate][] = [];
      for (const currency of currencies) {
        const rate = rateFor(environment, currency, settlement);
        if (rate.ok) multipliers.push([currency.code, rate.value]);
      }
      return { layer: settlement.layer, asset: settlement.asset, multipliers: Object.fromEntries(multipliers) };
    });
    return ways.filter(({ multipliers }) => Object.keys(multipliers).length > 0);
  }

  const rateFor = (environment: Environment, currency: OfferedCurrency, settlement: Settlement): Result<Rate> =>
    settlement === settlements.common(environment)
      ? ok(currency.multiplier)
      : multiplierOf(ports.rates, environment, currency.code as CurrencyCode, settlement);

  /** By what the payer's institution chose to pay. */
  function chosen(environment: Environment, wanted: SettlementAsset | null): Result<Settlement> {
    const settlement =
      wanted === null
        ? settlements.common(environment)
        : (settlements.of(environment).find((each) => isSameAsset(each, wanted)) ?? null);
    return settlement === null ? err('INVALID_INPUT', 'settlement is none of the offered options') : ok(settlement);
  }

  async function payRequest(domain: string, username: string, body: string): Promise<Result<string>> {
    const request = await protocol.readPayRequest(body);
    if (!request.ok) return request;
    const payee = await readyPayee(`${username}@${domain}`.toLowerCase());
    if (!payee.ok) return payee;
    const payer = parseUmaAddress(request.value.payer);
    if (payer === null) return err('SENDER_NOT_ACCEPTED', 'the payer identifier is not a UMA address');
    const { ctx } = payee.value;
    const allowed = await checkAsker(payee.value, payer.domain);
    if (!allowed.ok) return allowed;
    const { environment } = payee.value.platform;
    const verified = await ports.peers.verify(environment, { ...request.value.signed, vasp: payer.domain });
    if (!verified.ok) return verified;
    if (payer.address === payee.value.address)
      return err('SENDER_NOT_ACCEPTED', 'payer and receiver must be different');

    const requested = fieldsAsked(request.value.requestedPayeeData);
    if (!requested.ok) return requested;
    const lacking = missingPayerData(payee.value, request.value);
    if (lacking.length > 0) return err('MISSING_MANDATORY_USER_INFO', undefined, { fields: lacking });
    const accounts = await ports.units.read(ctx.tenant, (reads) => receivables(ports, reads, payee.value));
    if (!accounts.ok) return accounts;
    const into = accounts.value.find(({ currency }) => currency.code === request.value.currency);
    if (into === undefined) return err('INVALID_CURRENCY', `the receiver does not accept ${request.value.currency}`);
    const by = chosen(environment, request.value.settlement);
    if (!by.ok) return by;
    const settlement = by.value;
    const multiplier = rateFor(environment, into.currency, settlement);
    if (!multiplier.ok) return multiplier;
    const amounts = convert(multiplier.value, settlement.precision, request.value.amount);
    const travelRule = await openTravelRule(domain, request.value.encryptedTravelRule);

    const begun = await ports.units.run(ctx.tenant, (tx) =>
      beginReceipt(
        tx,
        ctx,
        ports,
        {
          payee: payee.value,
          payer: payer.address,
          vasp: payer.domain,
          into,
          ...amounts,
          settlement,
          payerData: namedData(request.value.payerData),
          requestedFields: requested.value,
          travelRule,
          isSimulated: false,
        },
        plusSeconds(ctx.now, ports.invoiceSeconds),
      ),
    );
    if (!begun.ok) return begun;
    const decided = await askPlatform(ports, ctx, begun.value.receipt.id);
    if (!decided.ok) return decided;
    const refusal = refusalOf(decided.value);
    if (!refusal.ok) return refusal;
    const metadata = metadataOf(payee.value.address);
    const later = await ports.contextOf(ctx.tenant);
    const description = request.value.description(metadata);
    const issued = await issueDemand(ports, later, decided.value, settlement, description);
    if (!issued.ok) return issued;
    const { receipt, obstacle } = issued.value;
    if (obstacle !== null) return refusedCredit(obstacle, SEND_LESS);
    const ended = refusalOf(receipt);
    if (!ended.ok) return ended;
    return ok(
      await protocol.answerPayRequest({
        request: request.value,
        signer: await ports.keys.signer(domain),
        payee: payee.value.address,
        currency: { ...into.currency, multiplier: multiplier.value },
        receiving: receipt.amount,
        pr: receipt.invoice!,
        terms:
          settlement.receives === null
            ? null
            : {
                layer: settlement.layer,
                asset: settlement.asset,
                expiresAt: plusSeconds(later.hostNow, ports.invoiceSeconds),
              },
        utxoCallback: `${originOf(domain)}${NOTICES_PATH}${receipt.id.slice(receipt.id.indexOf(':') + 1)}`,
        payeeData: payeeDataOf(requested.value, receipt),
      }),
    );
  }

  /**
   * The decrypted travel-rule data; null if there is none or if it cannot be decrypted. The platform decides whether
   * the data that it receives is enough.
   */
  async function openTravelRule(domain: string, encrypted: string | null): Promise<string | null> {
    if (encrypted === null) return null;
    for (const key of await ports.keys.decryptionKeys(domain)) {
      const text = await protocol.decrypt(key, encrypted);
      if (text !== null) return text;
    }
    return null;
  }

  async function notice(domain: string, id: string, body: string): Promise<Result<void>> {
    const at = await platformAt(domain);
    if (!at.ok) return at;
    const signed = await protocol.readNotice(body);
    if (!signed.ok) return signed;
    const payee = await platformOf(domain, id);
    const verified = await ports.peers.verify(payee?.environment ?? within ?? 'PRODUCTION', signed.value);
    if (!verified.ok || payee === null) return verified;
    const ctx = await ports.contextOf(payee.id);
    return ports.units.run(payee.id, async (tx) => {
      const receipt = await tx.get(UMA_RECEIPTS, `Transaction:${id}`);
      if (receipt === null || receipt.vasp !== signed.value.vasp || receipt.notifiedAt !== null) return ok();
      update(tx, ctx, UMA_RECEIPTS, receipt, { notifiedAt: ctx.now });
      return ok();
    });
  }

  /** The platform at a domain whose customer receives a payment. */
  async function platformOf(domain: string, id: string): Promise<Platform | null> {
    for (const platform of await platformsAt(ports, domain, within)) {
      const receipt = await ports.units.read(platform.id, (reads) => reads.get(UMA_RECEIPTS, `Transaction:${id}`));
      if (receipt !== null) return platform;
    }
    return null;
  }

  return {
    answersFor: async (domain) => {
      const at = await platformAt(domain);
      return at.ok ? ok() : at;
    },
    async keys(domain) {
      const at = await platformAt(domain);
      return at.ok ? ok(await ports.keys.document(domain)) : at;
    },
    async configuration(domain) {
      const at = await platformAt(domain);
      return at.ok ? ok(await protocol.configuration(at.value)) : at;
    },
    offer,
    payRequest,
    notice,
  };
}

/** The smallest and largest invoice over all currencies. */
function sendable(currencies: readonly OfferedCurrency[]): { readonly minMsat: bigint; readonly maxMsat: bigint } {
  const worth = (amount: bigint, { multiplier: { num, den } }: OfferedCurrency): bigint =>
    mulDiv(amount, num, den, 'ceil');
  const least = currencies.map((currency) => worth(currency.min, currency));
  const most = currencies.map((currency) => worth(currency.max, currency));
  const minMsat = least.reduce((a, b) => (a < b ? a : b));
  const maxMsat = most.reduce((a, b) => (a > b ? a : b));
  return {
    minMsat: toSatoshis(minMsat) * MSAT_PER_SAT,
    maxMsat: maxMsat < MOST_MSAT ? maxMsat : MOST_MSAT,
  };
}

/** The total supply of bitcoin, which still fits in a JSON number. */
const MOST_MSAT = 2_100_000_000_000_000_000n / MSAT_PER_SAT;

/** Payments are in whole smallest units, rounded up; the difference to the conversion stays in `fx`. */
function convert(
  { num, den }: Rate,
  precision: bigint,
  asked: LockedAmount,
): { readonly amount: bigint; readonly settlementAmount: bigint } {
  const units = asked.side === 'RECEIVING' ? mulDiv(asked.amount, num, den, 'ceil') : asked.units;
  return {
    amount: asked.side === 'RECEIVING' ? asked.amount : mulDiv(asked.units, den, num, 'floor'),
    settlementAmount: mulDiv(units, 1n, precision, 'ceil'),
  };
}

function missingPayerData({ platform }: Payee, { payerData }: PayRequestIn): readonly string[] {
  const asked = fieldsAsked(payerDataAsked(platform));
  const mandatory = asked.ok ? asked.value.filter((field) => field.mandatory) : [];
  return mandatory
    .filter(({ name }) => !isGiven(payerData[keyOf(name)]) && !isGiven(payerData[name]))
    .map(({ name }) => name);
}

/** The requested data about the customer here, as far as the platform gave it with its approval. */
function payeeDataOf(requested: readonly AskedField[], { payeeData }: UmaReceipt): Readonly<Record<string, unknown>> {
  const given = requested.flatMap(({ name }) =>
    isGiven(payeeData[name]) ? [[keyOf(name), payeeData[name]] as const] : [],
  );
  return Object.fromEntries(given);
}

/** The error that the payer's institution receives for a refusal of the platform. */
function refusalOf({ status, requiredFields }: UmaReceipt): Result<void> {
  if (status === 'APPROVED' || status === 'DEFERRED') return ok();
  if (requiredFields.length > 0) return err('MISSING_MANDATORY_USER_INFO', undefined, { fields: requiredFields });
  return status === 'REJECTED'
    ? err('SENDER_NOT_ACCEPTED', 'the receiving platform did not approve the payment')
    : err('SERVICE_UNAVAILABLE', 'the receiving platform did not decide; try again later');
}
