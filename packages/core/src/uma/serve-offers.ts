import { type Environment, ok, type Result } from '../kernel/index.js';
import { mulDiv } from '../money/index.js';
import { askedPayee, checkAsker, type ServePorts } from './asked-payee.js';
import { OFFERS_PATH, PAY_REQUESTS_PATH } from './institution-paths.js';
import type { OfferedCurrency } from './ports.js';
import { metadataOf, payerDataAsked, receivables } from './receiver.js';
import { MSAT_PER_SAT, toSatoshis } from './satoshis.js';
import { offeredSettlements } from './settlements.js';
import { originOf } from './uma-address.js';

/** Answers a look-up: what the customer of the address can receive, and how. */
export async function serveOffer(
  ports: ServePorts,
  within: Environment | null,
  { domain, username, query }: { readonly domain: string; readonly username: string; readonly query: string },
): Promise<Result<string>> {
  const { protocol } = ports.uma;
  const address = `${username}@${domain}`;
  const request = await protocol.readOfferRequest(`${originOf(domain)}${OFFERS_PATH}${username}${query}`);
  if (!request.ok) return request;
  const payee = await askedPayee(ports, within, address.toLowerCase());
  if (!payee.ok) return payee;
  const { signed, vasp } = request.value;
  const allowed = await checkAsker(ports, payee.value, vasp);
  if (!allowed.ok) return allowed;
  const verified = await ports.peers.verify(payee.value.platform.environment, signed);
  if (!verified.ok) return verified;
  const { platform } = payee.value;
  const accounts = await ports.units.read(platform.id, (reads) => receivables(ports, reads, payee.value));
  if (!accounts.ok) return accounts;
  const currencies = accounts.value.map(({ currency }) => currency);
  const { minMsat, maxMsat } = sendable(currencies);
  const ways = offeredSettlements(ports, platform.environment, currencies);
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
