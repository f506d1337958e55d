import { addressDomain, type Customer, findNamedCustomer, standsFor } from '../customers/index.js';
import {
  type Context,
  type CurrencyCode,
  err,
  type IdSource,
  invalidFields,
  newRecord,
  ok,
  plusSeconds,
  type Reads,
  type Result,
  splitTenant,
  type UnitOfWork,
} from '../kernel/index.js';
import { currency, decimalsOf, lessSpread, rateOf } from '../money/index.js';
import { currencyLimits, type Platform, type PlatformCurrency } from '../platforms/index.js';
import {
  type CurrencyPreference,
  LOOKUP_SECONDS,
  LOOKUPS,
  type QuotePorts,
  SETTLEMENT_CURRENCY,
} from '../quotes/index.js';
import type { Corridors, RateBook } from '../rates/index.js';
import type { Keys } from './keys.js';
import type { OwnInstitutions } from './own-institutions.js';
import { fieldsAsked } from './payer-data.js';
import type { Peers } from './peers.js';
import type { OfferedCurrency, UmaOffer, UmaPorts } from './ports.js';
import { checkCounterparty } from './providers.js';
import type { UmaLookup } from './records.js';
import { type Settlements, type Usable, usableFor } from './settlements.js';
import { parseUmaAddress } from './uma-address.js';

export interface UmaLookUpPorts {
  readonly units: UnitOfWork;
  readonly ids: IdSource;
  readonly rates: RateBook;
  readonly quotes: Pick<QuotePorts, 'corridors'>;
  readonly settings: (reads: Reads, ctx: Context) => Promise<Platform>;
  readonly listTenants: () => Promise<readonly Platform[]>;
  readonly uma: UmaPorts;
  readonly settlements: Settlements;
  readonly keys: Keys;
  readonly peers: Peers;
  readonly own: OwnInstitutions;
  /** Domain of platforms without a UMA domain of their own. */
  readonly publicAuthority: string;
}

export interface LookUpRequest {
  readonly receiverUmaAddress: string;
  readonly senderUmaAddress?: string | undefined;
  readonly customerId?: string | undefined;
}

/**
 * The domain whose keys sign for a customer: the domain of its address if that belongs to the platform, else the
 * platform's.
 */
export function signingDomain(platform: Platform, publicAuthority: string, umaAddress: string): string {
  const domain = parseUmaAddress(umaAddress)?.domain;
  const isOurs = domain !== undefined && standsFor(domain, platform, publicAuthority);
  return isOurs ? domain : addressDomain(platform, publicAuthority);
}

/**
 * Asks the institution of a receiver for the currencies that it accepts, and stores the answer for ten minutes
 * (docs/areas/uma.md#look-up-an-address). INVALID_UMA_ADDRESS, NOT_IMPLEMENTED if no settlement layer serves the
 * environment, INVALID_INPUT without a sender, USER_NOT_FOUND, COUNTERPARTY_NOT_ALLOWED, VELOCITY_LIMIT_EXCEEDED,
 * INVALID_SIGNATURE, INVALID_CURRENCY, and the codes for failures of the institution.
 */
export const lookUp =
  (ports: UmaLookUpPorts) =>
  async (ctx: Context, request: LookUpRequest): Promise<Result<UmaLookup>> => {
    const { protocol, providers } = ports.uma;
    const { environment } = splitTenant(ctx.tenant);
    const receiver = parseUmaAddress(request.receiverUmaAddress);
    if (receiver === null) return err('INVALID_UMA_ADDRESS', 'receiverUmaAddress is not a UMA address');
    if (!ports.settlements.environments.includes(environment)) {
      return err('NOT_IMPLEMENTED', 'no settlement layer serves this environment');
    }
    const read = await ports.units.read(ctx.tenant, async (reads) => {
      const sender = await findSender(reads, request);
      const allowed = await checkCounterparty(reads, ctx, providers, receiver.domain, 'to');
      const platform = await ports.settings(reads, ctx);
      return { sender, allowed, platform, corridors: await ports.quotes.corridors(reads, ctx) };
    });
    if (!read.sender.ok) return read.sender;
    if (!read.allowed.ok) return read.allowed;
    if (!read.corridors.ok) return read.corridors;
    const sender = read.sender.value;

    const inProcess = await ports.own.at(environment, receiver.domain);
    const asked = await protocol.lookUp({
      signer: await ports.keys.signer(signingDomain(read.platform, ports.publicAuthority, sender.umaAddress)),
      receiver: receiver.address,
      isSubjectToTravelRule: read.platform.isRegulatedFinancialInstitution,
      ...(inProcess !== null && { inProcess }),
    });
    if (!asked.ok) return asked;
    const { signed } = asked.value;
    if (asked.value.offer.receiver !== receiver.address) {
      return err('INVALID_SIGNATURE', 'the answer of the institution is signed for another receiver');
    }
    const verified = await ports.peers.verify(environment, { ...signed, vasp: receiver.domain });
    if (!verified.ok) return verified;
    const fields = fieldsAsked(asked.value.offer.payerData);
    if (!fields.ok) return fields;
    const known = { ...asked.value.offer, currencies: asked.value.offer.currencies.filter(isKnown) };
    const offer = (await isOwnDomain(ports, receiver.domain)) ? overLightning(known) : known;
    if (offer.currencies.length === 0)
      return err('INVALID_CURRENCY', 'the receiver accepts no currency that this host supports with the same decimals');
    const payable = offer.currencies.filter(
      (currency) => usableFor(ports.settlements, environment, offer, currency).length > 0,
    );
    if (payable.length === 0)
      return err('NOT_IMPLEMENTED', 'this host can pay over no layer that the institution of the receiver accepts');
    const currencies = preferences(ports, read.corridors.value, read.platform, sender, {
      ...offer,
      currencies: payable,
    });
    if (!currencies.ok) return currencies;

    const lookup: UmaLookup = {
      receiverType: 'UMA_ADDRESS',
      receiver: receiver.address,
      customerId: sender.id,
      expiresAt: plusSeconds(ctx.now, LOOKUP_SECONDS),
      supportedCurrencies: currencies.value,
      requiredPayerDataFields: fields.value,
      vasp: receiver.domain,
      counterparty: { ...offer, currencies: payable },
      ...newRecord(ports.ids.next('Lookup'), ctx),
    };
    return ports.units.run(ctx.tenant, async (tx) => {
      tx.add(LOOKUPS, lookup);
      return ok(lookup);
    });
  };

async function findSender(reads: Reads, request: LookUpRequest): Promise<Result<Customer>> {
  const { customerId, senderUmaAddress } = request;
  if (customerId === undefined && senderUmaAddress === undefined) {
    const message = 'customerId or senderUmaAddress is required';
    return invalidFields(['customerId', 'senderUmaAddress'].map((field) => ({ field, message })));
  }
  const address = senderUmaAddress === undefined ? undefined : parseUmaAddress(senderUmaAddress);
  if (address === null) return err('INVALID_UMA_ADDRESS', 'senderUmaAddress is not a UMA address');
  return findNamedCustomer(reads, customerId, address?.address);
}

/** Whether addresses of this host have the domain. */
async function isOwnDomain({ listTenants, publicAuthority }: UmaLookUpPorts, domain: string): Promise<boolean> {
  const platforms = await listTenants();
  return domain === publicAuthority || platforms.some((platform) => standsFor(domain, platform, publicAuthority));
}

/** Between customers of one host, a chain would move the money of the service to the service itself. */
function overLightning({ settlements: _, ...offer }: UmaOffer): UmaOffer {
  return offer;
}

/**
 * If the institution uses other decimals for a currency, the same number would mean another amount, so the currency is
 * ignored.
 */
const isKnown = ({ code, decimals }: OfferedCurrency): boolean => currency(code)?.decimals === decimals;

/** The terms of each currency, at the estimated rate of the settlement by which it would be paid. */
function preferences(
  { rates, settlements }: UmaLookUpPorts,
  corridors: Corridors,
  platform: Platform,
  sender: Customer,
  offer: UmaOffer,
): Result<readonly CurrencyPreference[]> {
  const { environment } = platform;
  const sending = sender.currencies[0] ?? SETTLEMENT_CURRENCY;
  const found: CurrencyPreference[] = [];
  for (const currency of offer.currencies) {
    const { code, decimals } = currency;
    const [{ settlement, multiplier }] = usableFor(settlements, environment, offer, currency) as [Usable];
    const mid = rates.mid(environment, sending, settlement.currency);
    if (!mid.ok) return mid;
    const { spread } = corridors.terms(sending, code as CurrencyCode, null);
    const { num, den } = lessSpread(mid.value.rate, spread);
    found.push({
      currency: code as CurrencyCode,
      estimatedExchangeRate: rateOf(
        num * settlement.precision * multiplier.den * 10n ** BigInt(decimalsOf(sending)),
        den * multiplier.num * 10n ** BigInt(decimals),
      ),
      ...receivable(currency, currencyLimits(platform, code as CurrencyCode)),
    });
  }
  return ok(found);
}

/** The limits of the receiver, within those of the sender's platform for the currency. */
function receivable(offered: OfferedCurrency, limits: PlatformCurrency | undefined): { min: bigint; max: bigint } {
  const max = limits !== undefined && limits.maxAmount < offered.max ? limits.maxAmount : offered.max;
  const least = limits !== undefined && limits.minAmount > offered.min ? limits.minAmount : offered.min;
  const min = least > 0n ? least : 1n;
  return { min: min < max ? min : max, max };
}
