import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import {
  type ArrivalMessage,
  FUNDING_ADDRESSES,
  fundingAddressId,
  INTERNAL_ACCOUNTS,
  type Rail,
} from '../accounts/index.js';
import { openException } from '../exceptions/index.js';
import { type Environment, err, ok, type Reads, type Result, splitTenant, type TenantKey } from '../kernel/index.js';
import { amountText } from '../money/index.js';
import { PLATFORMS } from '../platforms/index.js';
import { arrivedMoney, type ExpectedMoney, type Money, type Quote, QUOTES, TWIN_ARRIVAL } from '../quotes/index.js';
import { type Arrival, ARRIVALS, contradictionReference, DEPOSITS, TRANSACTIONS } from '../transactions/index.js';
import type { RailTellsPorts, Told } from './rail-tells-ports.js';

/** What a report of arrived money refers to. */
interface Found {
  /** The reference by which the money is attributed. */
  readonly reference: string;
  readonly tenant: TenantKey | null;
  /** The arrival that was stored under the same id of the rail; null if there is none. */
  readonly before: Arrival | null;
}

/**
 * Books arrived money once. A repeat of the same content has no effect; other content under the same id is a
 * contradiction, because it can be another payment: an operator can credit it. Errors: those of `receiveMoney`; 400
 * INVALID_CURRENCY for a currency that the rail does not have; 404 REFERENCE_NOT_FOUND without a platform.
 */
export async function hearArrival(
  ports: RailTellsPorts,
  environment: Environment,
  rail: Rail,
  { reference: reported, candidates = [], ...arrived }: ArrivalMessage,
): Promise<Result<Told>> {
  const addressSpace = rail.funding?.addressSpace ?? null;
  const checked = arrivedMoney({ ...arrived, reference: '' });
  if (!checked.ok) return checked;
  for (;;) {
    const found = await ports.units.read(null, async (reads): Promise<Found> => {
      const named =
        typeof reported === 'string' ? reported : await referenceOf(reads, environment, addressSpace, reported);
      const reference = (await knownAmong(reads, ports.expected, environment, candidates)) ?? named;
      const before = await reads.find(ARRIVALS, 'payment', [arrived.rail, arrived.paymentId]);
      return { reference, before, tenant: await tenantOf(reads, ports.expected, environment, reference) };
    });
    if (found.tenant === null) return err('REFERENCE_NOT_FOUND', `no platform exists in ${environment}`);
    const money: Money = { ...checked.value, reference: found.reference };
    const { before } = found;
    if (before !== null && isRepeat(before, money, { reported, candidates })) return about(ports, before, 'NONE');
    // A rail may have stopped moving the currency of money that was booked.
    if (!rail.capabilities.currencies.includes(money.currency))
      return err('INVALID_CURRENCY', `${rail.name} does not move ${money.currency}`);
    if (before !== null) return contradict(ports, before, found.tenant, money);
    const ctx = await ports.contextOf(found.tenant);
    const received = await ports.units.run(found.tenant, (tx) => ports.receiveMoney(tx, ctx, money));
    if (received.ok && !received.value.isRepeat) return about(ports, received.value.arrival, 'APPLIED');
    // A concurrent request has booked the same message: the next turn finds its arrival.
    if (!received.ok && received.error !== TWIN_ARRIVAL) return received;
  }
}

/** How a report names its reference. */
interface NamedBy {
  readonly reported: ArrivalMessage['reference'];
  readonly candidates: readonly string[];
}

/** Whether a report under the id of a stored arrival says the same. */
const isRepeat = (before: Arrival, money: Money, given: NamedBy): boolean =>
  before.amount === money.amount &&
  before.currency === money.currency &&
  namesSame(before.reference, money.reference, given);

/**
 * Whether a report names the reference of the stored arrival. What it names is looked up when it arrives, so a repeat may
 * find another reference than the first report did.
 */
function namesSame(stored: string, found: string, { reported, candidates }: NamedBy): boolean {
  if (stored === found) return true;
  if (candidates.length > 0 && stored.split(' ').every((part) => candidates.includes(part))) return true;
  return typeof reported === 'string' ? candidates.length > 0 && stored === reported : stored === unallocated(reported);
}

/**
 * Opens the exception of other content under a known id, in the tenant whose reference that content has. If the stored
 * arrival is of another tenant, the exception is about the rail and names nothing of that arrival except the id.
 */
async function contradict(
  ports: RailTellsPorts,
  before: Arrival,
  tenant: TenantKey,
  { rail, paymentId, amount, currency, reference }: Money,
): Promise<Result<Told>> {
  const ctx = await ports.contextOf(tenant);
  const text = (money: Pick<Money, 'amount' | 'currency' | 'reference'>): string =>
    `${amountText(money.amount, money.currency)} with the reference ${shortened(money.reference)}`;
  const second = text({ amount, currency, reference });
  // Stored exceptions are found by this text, so its amount stays in smallest units.
  const content = [amount, currency, 'with the reference', shortened(reference)].join(' ');
  const isOwn = before.tenant === tenant;
  const both = isOwn
    ? `${rail} reported ${text(before)} as ${paymentId}, and then ${second} under the same id`
    : `${rail} reported ${second} as ${paymentId}, and had reported other money under the same id before`;
  const opened = await ports.units.run(tenant, async (tx) =>
    ok(
      await openException(
        { tx, ctx, ids: ports.ids },
        {
          kind: 'RAIL_CONTRADICTION',
          subject: isOwn ? before.id : rail,
          reference: contradictionReference(`${paymentId}: ${content}`),
          rail,
          direction: 'IN',
          currency,
          amount,
          reason: `${both}; if it is another payment, credit it to its account`,
        },
      ),
    ),
  );
  if (!opened.ok) return opened;
  const subject = opened.value.id;
  return ok({ effect: 'CONTRADICTED', subject, transaction: null, deposit: null, arrival: before });
}

const LONGEST_SHOWN = 140;

/** A long text by its beginning, and by a digest that distinguishes it from others with the same beginning. */
function shortened(text: string): string {
  if (text.length <= LONGEST_SHOWN) return text;
  return `${text.slice(0, LONGEST_SHOWN)}… (SHA-256 ${bytesToHex(sha256(utf8ToBytes(text)))})`;
}

async function about({ units }: RailTellsPorts, arrival: Arrival, effect: 'APPLIED' | 'NONE'): Promise<Result<Told>> {
  const { tenant, depositId, transactionId } = arrival;
  return units.read(tenant, async (reads) =>
    ok({
      effect,
      subject: depositId ?? transactionId,
      transaction: transactionId === null ? null : await reads.get(TRANSACTIONS, transactionId),
      deposit: depositId === null ? null : await reads.get(DEPOSITS, depositId),
      arrival,
    }),
  );
}

/** The reference that an address was allocated for; an unallocated address has one that matches nothing. */
async function referenceOf(
  reads: Reads,
  environment: Environment,
  addressSpace: string | null,
  { addressIndex }: { readonly addressIndex: number },
): Promise<string> {
  const id = addressSpace === null ? null : fundingAddressId(environment, addressSpace, addressIndex);
  const address = id === null ? null : await reads.get(FUNDING_ADDRESSES, id);
  return address?.reference ?? unallocated({ addressIndex });
}

/** Matches no reference. */
const unallocated = ({ addressIndex }: { readonly addressIndex: number }): string => `address ${addressIndex}`;

const MOST_CANDIDATES = 300;

/**
 * The only candidate that is a reference of the environment; null if none is. Several together are a text that is the
 * reference of no record.
 */
async function knownAmong(
  reads: Reads,
  expected: ExpectedMoney,
  environment: Environment,
  candidates: readonly string[],
): Promise<string | null> {
  const known: string[] = [];
  for (const candidate of new Set(candidates.slice(0, MOST_CANDIDATES))) {
    if ((await ownerOfReference(reads, expected, environment, candidate)) !== null) known.push(candidate);
    if (known.length > 1) break;
  }
  return known.length === 0 ? null : known.join(' ');
}

/** The tenant whose quote, account or expected payment has this reference; null if the environment has none. */
async function ownerOfReference(
  reads: Reads,
  expected: ExpectedMoney,
  environment: Environment,
  reference: string,
): Promise<TenantKey | null> {
  const quote = await reads.find(QUOTES, 'reference', [reference]);
  const owner = quote ?? (await reads.find(INTERNAL_ACCOUNTS, 'reference', [reference]));
  const tenant = owner?.tenant ?? (await expected.ownerOf(reads, reference));
  return tenant !== null && splitTenant(tenant).environment === environment ? tenant : null;
}

/**
 * The tenant of a payment: the owner of its reference, over all platforms of the host. Money with an unknown reference
 * is booked to the oldest platform of the environment until it is sent back. Null if the environment has no platform.
 */
async function tenantOf(
  reads: Reads,
  expected: ExpectedMoney,
  environment: Environment,
  reference: string,
): Promise<TenantKey | null> {
  const owner = await ownerOfReference(reads, expected, environment, reference);
  if (owner !== null) return owner;
  for (let after: { readonly createdAt: Quote['createdAt']; readonly id: string } | undefined; ;) {
    const page = await reads.list(PLATFORMS, { order: 'asc', limit: PAGE, after, counted: false });
    const first = page.rows.find((platform) => platform.environment === environment);
    if (first !== undefined) return first.id;
    after = page.rows.at(-1);
    if (!page.hasMore || after === undefined) return null;
  }
}

const PAGE = 100;
