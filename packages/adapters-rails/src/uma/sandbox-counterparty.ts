import { currency, type CurrencyCode, err, instant, ok, printRate, type Rate, rateOf } from '@corridor/core';
import {
  type Clock,
  type OfferedCurrency,
  parseDecimal,
  rateFromMajor,
  type RateTableSource,
  type UmaProtocol,
  type VaspSignature,
} from '@corridor/core/ports';
import { cross, invert, MSAT_PER_SAT, mulDiv, SANDBOX_UMA_DOMAIN, toSatoshis } from '@corridor/core/internal';
import type { Script, SimulatedLightning } from './lightning.js';

/** The institution with receivers for tests, see docs/sandbox.md. */
export const SANDBOX_DOMAIN = SANDBOX_UMA_DOMAIN;

const PENDING_LONG_SECONDS = 360;
/** Magic receiver names, `$name.currency@`, as in `$success.usd@`. */
export const SCRIPTS: Readonly<Record<string, Script>> = {
  success: { kind: 'ordinary' },
  'pending.long': { kind: 'delayed', seconds: PENDING_LONG_SECONDS },
  'fail.compliance': { kind: 'refused', reason: 'COMPLIANCE_REJECTED' },
};
const ADDRESS = /^\$([a-z.]+)\.([a-z]{3,5})@/;

interface Ports {
  readonly protocol: UmaProtocol;
  readonly lightning: SimulatedLightning;
  readonly rates: RateTableSource;
  readonly clock: Clock;
  readonly nonce: () => string;
}

const KEYS = 'sandbox';
const SETTLEMENT = 'BTC' as CurrencyCode;
const LEAST = 1n;
const MOST = 1_000_000_000_000n;
const INVOICE_SECONDS = 600;

/** Answers for the sandbox's own institution without leaving the host. Requests for other institutions go out. */
export function withSandboxCounterparty({ protocol, lightning, rates, clock, nonce }: Ports): UmaProtocol {
  const signed = (): VaspSignature => ({
    vasp: SANDBOX_DOMAIN,
    nonce: nonce(),
    timestamp: Math.floor(clock.now() / 1000),
    isSignedBy: async (keys) => keys === KEYS,
  });

  /** The price of one smallest unit of the currency in thousandths of a satoshi, at the sandbox's rates. */
  async function priceOf(code: string): Promise<OfferedCurrency | null> {
    const known = currency(code);
    const { base, perBase } = await rates.fetch();
    const bitcoin = perBase.get(SETTLEMENT);
    const own = code === base ? { num: 1n, den: 1n } : perBase.get(code as CurrencyCode);
    if (known === null || bitcoin === undefined || own === undefined) return null;
    const satoshis = rateFromMajor(cross(invert(own), bitcoin), known.decimals, BITCOIN_DECIMALS);
    const exact = rateOf(satoshis.num * MSAT_PER_SAT, satoshis.den);
    const multiplier: Rate = parseDecimal(String(printRate(exact))) ?? exact;
    const { name, symbol, decimals } = known;
    return { code, name, symbol, decimals, multiplier, min: LEAST, max: MOST };
  }

  return {
    ...protocol,

    fetchKeys: async (domain, now) =>
      domain === SANDBOX_DOMAIN ? ok({ document: KEYS, expiresAt: null }) : protocol.fetchKeys(domain, now),

    async lookUp(request) {
      if (!request.receiver.endsWith(`@${SANDBOX_DOMAIN}`)) return protocol.lookUp(request);
      const [, script = '', code = ''] = ADDRESS.exec(request.receiver) ?? [];
      const priced = Object.hasOwn(SCRIPTS, script) ? await priceOf(code.toUpperCase()) : null;
      if (priced === null) return err('UMA_NOT_FOUND');
      const offer = {
        receiver: request.receiver,
        callback: `https://${SANDBOX_DOMAIN}/uma/payreq`,
        metadata: '[]',
        minMsat: MSAT_PER_SAT,
        maxMsat: mulDiv(MOST, priced.multiplier.num, priced.multiplier.den, 'floor'),
        currencies: [priced],
        payerData: [],
        isSubjectToTravelRule: false,
        majorVersion: 1,
      };
      return ok({ offer, signed: signed() });
    },

    async requestPayment(request) {
      if (request.keys !== KEYS) return protocol.requestPayment(request);
      const [, script = ''] = ADDRESS.exec(request.offer.receiver) ?? [];
      const { multiplier, code } = request.currency;
      const { amount } = request;
      const msat =
        amount.side === 'SENDING' ? amount.units : mulDiv(amount.amount, multiplier.num, multiplier.den, 'ceil');
      const description = `sandbox ${request.offer.receiver}`;
      const invoice = await lightning.issue({
        satoshis: toSatoshis(msat),
        description,
        expiresAt: instant(clock.now() + INVOICE_SECONDS * 1000),
        hold: false,
        script: SCRIPTS[script] ?? SCRIPTS['success']!,
      });
      const receiving =
        amount.side === 'RECEIVING' ? amount.amount : mulDiv(amount.units, multiplier.den, multiplier.num, 'floor');
      return ok({
        agreement: {
          pr: invoice.text,
          terms: null,
          description,
          currency: code,
          receiving,
          multiplier,
          fee: 0n,
          utxoCallback: null,
          payeeData: { identifier: request.offer.receiver },
        },
        signed: signed(),
      });
    },
  };
}

const BITCOIN_DECIMALS = 8;
