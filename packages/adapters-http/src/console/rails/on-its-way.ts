import type { CurrencyCode, Environment, TenantKey } from '@corridor/core';
import type { Transaction } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { type Content, money, section, table } from '../kit/components.js';
import { readAs, type Visit } from '../kit/visit.js';
import type { Connected } from './connections.js';

/** The open payments of a platform on a rail. */
interface OnItsWay {
  readonly tenant: TenantKey;
  readonly platform: string;
  readonly rail: string;
  readonly payments: readonly Transaction[];
  /** Whether there may be more of them. */
  readonly isPart: boolean;
}

/** So many platforms with one rail each are read, the newest platforms first, and so many payments of each. */
const MOST_READ = 50;
const MOST_PAYMENTS = 200;

const platformsOf = async ({ core }: Visit, environment: Environment) =>
  (await core.platforms.listTenants()).filter((each) => each.environment === environment).toReversed();

async function readOpen(
  visit: Visit,
  pairs: readonly (readonly [{ readonly id: TenantKey; readonly name: string }, string])[],
): Promise<readonly OnItsWay[]> {
  const { core, requestId } = visit;
  const found: OnItsWay[] = [];
  for (const [{ id, name }, rail] of pairs) {
    const context = core.context(id, { kind: 'system' }, requestId);
    const filter = { isOpen: true, rail, limit: MOST_PAYMENTS };
    const open = await readAs(core, context, core.payments.search, filter);
    if (!open.ok) continue;
    const { data, hasMore } = open.value;
    if (data.length > 0 || hasMore) found.push({ tenant: id, platform: name, rail, payments: data, isPart: hasMore });
  }
  return found;
}

type Amount = readonly [CurrencyCode, bigint];

/** What the rail moves: what it delivers, or what it collects or sends back. */
function amountOf(payment: Transaction, rail: string): Amount | null {
  const { receivedAmount, receivedCurrency, sentAmount, sentCurrency, refundStatus } = payment;
  const delivers = payment.rail === rail && refundStatus !== 'PENDING';
  if (delivers && receivedAmount !== null && receivedCurrency !== null) return [receivedCurrency, receivedAmount];
  return sentAmount === null || sentCurrency === null ? null : [sentCurrency, sentAmount];
}

/** Each payment once, with the amount that its first rail moves: one rail may collect and another one deliver it. */
const eachPayment = (all: readonly OnItsWay[]): readonly (Amount | null)[] => [
  ...new Map(
    all
      .flatMap(({ payments, rail }) => payments.map((payment) => [payment.id, amountOf(payment, rail)] as const))
      .toReversed(),
  ).values(),
];

/** The sums by currency, in the order of the currencies. */
function sumsOf(all: readonly OnItsWay[]): readonly Amount[] {
  const sums = new Map<CurrencyCode, bigint>();
  for (const each of eachPayment(all)) {
    if (each === null) continue;
    const [currency, amount] = each;
    sums.set(currency, (sums.get(currency) ?? 0n) + amount);
  }
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const customersOf = (all: readonly OnItsWay[]): number =>
  new Set(all.flatMap(({ payments }) => payments.map(({ customerId }) => customerId))).size;

/** What was counted is a lower bound if not every payment was read. */
const boundOf = (all: readonly OnItsWay[], isBound: boolean): string =>
  isBound || all.some(({ isPart }) => isPart) ? 'at least ' : '';

const countOf = (all: readonly OnItsWay[], isBound = false): string =>
  `${boundOf(all, isBound)}${eachPayment(all).length}`;

const customersText = (all: readonly OnItsWay[], isBound = false): string =>
  `${boundOf(all, isBound)}${customersOf(all)}`;

const shownSums = (all: readonly OnItsWay[], isBound = false): Content => {
  const sums = sumsOf(all);
  return sums.length === 0
    ? '–'
    : html`${boundOf(all, isBound)}${sums.map(([currency, amount], index) => html`${index > 0 && ', '}${money(amount, currency)}`)}`;
};

/** The open payments on the rails of a connection: their number, sums and customers, with the list of each platform. */
export async function onItsWayPart(visit: Visit, { environment, rails }: Connected): Promise<Html> {
  const platforms = await platformsOf(visit, environment);
  const pairs = platforms.flatMap((platform) => rails.map(({ name }) => [platform, name] as const));
  const open = await readOpen(visit, pairs.slice(0, MOST_READ));
  const left = pairs.length - MOST_READ;
  return section(
    'open',
    'On its way',
    html`${
      open.length > 0 &&
      html`<p>
        Open payments: ${countOf(open, left > 0)}. Customers: ${customersText(open, left > 0)}. Together:
        ${shownSums(open, left > 0)}.
      </p>`
    }
    ${table<OnItsWay>({
      caption: 'Open payments by platform',
      rows: open,
      empty: 'No payment is open on the rails of this connection.',
      href: ({ tenant, rail }) => `${visit.base}/t/${tenant}/payments?${new URLSearchParams({ open: 'yes', rail })}`,
      columns: [
        { title: 'Platform', narrow: 'title', text: ({ platform }) => platform },
        { title: 'Rail', text: ({ rail }) => rail },
        { title: 'Payments', narrow: 'amount', isNumber: true, text: (each) => countOf([each]) },
        { title: 'Sums', isNumber: true, text: () => '', show: (each) => shownSums([each]) },
        { title: 'Customers', isNumber: true, text: (each) => customersText([each]) },
      ],
    })}
    ${left > 0 && html`<p class="hint">Only the newest platforms were read; ${left} lists of others were not.</p>`}`,
  );
}
