import { type Environment, ENVIRONMENTS, err, type Id, ok, type Position, toIso } from '@corridor/core';
import { houseTenant } from '@corridor/core/internal';
import { type Booking, BOOKING_KINDS, type OutsidePayment } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import {
  actions,
  button,
  code,
  type Column,
  definitions,
  idText,
  link,
  linkIf,
  money,
  section,
  status as statusText,
  table,
  timeWithAge,
} from '../kit/components.js';
import { asksFor } from '../kit/declared-fields.js';
import { houseForm, mayRequest } from '../kit/form-page.js';
import { houseList } from '../kit/list-page.js';
import { decimalText, moneyText } from '../kit/money.js';
import { housePage, idOf, oneOf, type Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { choicesOf, wordsOf } from '../kit/words.js';
import { accountLink } from '../kit/ledger-accounts.js';
import { sideColumns, SIGN_RULE } from '../kit/book-table.js';
import { railLink } from '../kit/rail-path.js';
import { shortfallPart, TREASURY } from './shortfalls.js';
import { railTabs } from './tabs.js';

type OfEnvironment = Visit<{ readonly environment: Environment }>;

/** The accounts of the service, by class. */
const OWN: ReadonlySet<string> = new Set([
  ...['own-funds', 'revenue', 'interchange', 'network-fees', 'bank-charges', 'loss', 'fx'],
]);

/** Where money of the service is: the rails and the card processors of an environment. */
const placesIn = ({ rails, cardProcessors }: Visit['core'], environment: Environment) =>
  [...rails.all, ...cardProcessors.connections]
    .filter((place) => place.environment === environment)
    .map(({ name }) => [name, name] as const);

const params = { environment: oneOf(ENVIRONMENTS) };

type Sum = Pick<Position, 'account' | 'currency' | 'balance'>;

/** The sum of all tenants on each class of accounts in each currency. */
function summed(
  positions: readonly Position[],
  environment: Environment,
  isWanted: (account: string) => boolean,
): readonly Sum[] {
  const sums = new Map<string, Sum>();
  for (const { account, currency, balance } of positions.filter((one) => one.environment === environment)) {
    if (!isWanted(account)) continue;
    const key = `${account}/${currency}`;
    sums.set(key, { account, currency, balance: (sums.get(key)?.balance ?? 0n) + balance });
  }
  return [...sums.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
}

const CLEARING = 'clearing:';

const heldPart = (visit: Visit, positions: readonly Position[], environment: Environment): Html =>
  table({
    caption: `What rails hold in ${wordsOf(environment)}`,
    rows: summed(positions, environment, (account) => account.startsWith(CLEARING)),
    empty:
      'No rail holds money, because none has got any yet. Money that comes in by a rail, or a booking of own money, is here.',
    columns: [
      {
        title: 'Rail',
        narrow: 'title',
        text: ({ account }) => account.slice(CLEARING.length),
        // The issuer of cards has an account like a rail, and no page.
        show: ({ account }) => railLink(visit, account.slice(CLEARING.length)),
      },
      ...sideColumns<Sum>((sum) => sum),
    ],
  });

const ownPart = ({ base }: Visit, positions: readonly Position[], environment: Environment): Html =>
  table({
    caption: `The accounts of the service in ${wordsOf(environment)}`,
    rows: summed(positions, environment, (account) => OWN.has(account)),
    empty: 'The service has booked nothing of its own yet. Fees of payments, and what you book, are here.',
    columns: [
      {
        title: 'Account',
        narrow: 'title',
        text: ({ account }) => account,
        show: ({ account, currency }) =>
          accountLink(`${base}/ledger/accounts/${environment}/${currency}/${account}`, account),
      },
      ...sideColumns<Sum>((sum) => sum),
    ],
  });

async function unconfirmedPart(
  visit: Visit,
  payments: readonly OutsidePayment[],
  environment: Environment,
): Promise<Html> {
  const rows = payments.filter((one) => one.environment === environment);
  if (rows.length === 0) return html``;
  const names = await visit.core.operators.reads.recordNames(rows.map(({ tenant, cause }) => ({ tenant, id: cause })));
  return html`<h3>Unconfirmed payments outside</h3>
    ${table<OutsidePayment>({
      caption: `Payments outside the service in ${environment} that nothing has proven yet`,
      rows,
      empty: '',
      columns: [
        { title: 'Reference', text: ({ reference }) => reference, show: ({ reference }) => code(reference) },
        { title: 'Amount', isNumber: true, text: () => '', show: ({ amount, currency }) => money(amount, currency) },
        { title: 'Value date', text: ({ valueDate }) => valueDate },
        {
          title: 'Booked for',
          text: ({ cause }) => cause,
          show: ({ cause, tenant }) => linkIf(visit.pathOf({ tenant, id: cause }), names.get(cause) ?? idText(cause)),
        },
        { title: 'Booked by', text: ({ bookedBy, approvedBy }) => [bookedBy, approvedBy].filter(Boolean).join(', ') },
        {
          title: 'Confirm',
          text: () => '',
          show: ({ id }) =>
            mayRequest(visit, 'treasury.confirm')
              ? link(`${visit.base}/outside-payments/${id}/confirm`, 'Confirm…')
              : html`–`,
        },
      ],
    })}`;
}

const treasury = housePage({
  path: TREASURY,
  title: 'The money of the service',
  section: 'Rails',
  async show(visit) {
    const positions = await visit.core.ledger.positions();
    const payments = await visit.core.treasury.unconfirmed();
    const unconfirmed = await Promise.all(
      ENVIRONMENTS.map((environment) => unconfirmedPart(visit, payments, environment)),
    );
    const body = html`${railTabs(visit)}
      <p>
        What rails hold for everyone, and what of it belongs to the service. A debit balance of losses or charges is
        money that the service has spent; a debit balance of a rail is money that the rail holds. The account of
        currencies is in debit in a currency that the service has paid out, and in credit in the one that came in for
        it.
      </p>
      ${SIGN_RULE}
      ${ENVIRONMENTS.map((environment, index) =>
        section(
          environment.toLowerCase(),
          wordsOf(environment),
          html`${actions(
              ...(mayRequest(visit, 'treasury.book')
                ? [button(`${visit.base}/treasury/${environment}/book`, 'Book a movement…', 'quiet')]
                : []),
              link(`${visit.base}/treasury/${environment}`, 'All bookings'),
            )}
            ${shortfallPart(visit, positions, environment)}
            <h3>Own accounts</h3>
            ${ownPart(visit, positions, environment)} ${unconfirmed[index]}
            <h3>Held by rails</h3>
            ${heldPart(visit, positions, environment)}`,
        ),
      )}`;
    return ok({ body });
  },
});

const columnsAt = (now: Visit['now']): readonly Column<Booking>[] => [
  { title: 'Kind', narrow: 'title', text: ({ kind }) => kind, show: ({ kind }) => wordsOf(kind) },
  {
    title: 'Amount',
    narrow: 'amount',
    isNumber: true,
    text: ({ amount, currency }) => decimalText(amount, currency),
    show: ({ amount, currency }) => money(amount, currency),
  },
  { title: 'Currency', text: ({ currency }) => currency, fileOnly: true },
  { title: 'Rail', narrow: 'status', text: ({ rail }) => rail },
  { title: 'Reference', text: ({ reference }) => reference, show: ({ reference }) => code(reference) },
  {
    title: 'Bought',
    isNumber: true,
    text: ({ boughtAmount, boughtCurrency }) =>
      boughtAmount === null ? '' : decimalText(boughtAmount, boughtCurrency!),
    show: ({ boughtRail, boughtAmount, boughtCurrency }) =>
      html`${boughtAmount === null ? (boughtRail ?? '–') : html`${money(boughtAmount, boughtCurrency!)} ${boughtRail !== null && html`<span class="hint">${boughtRail}</span>`}`}`,
  },
  { title: 'Currency bought', text: ({ boughtCurrency }) => boughtCurrency ?? '', fileOnly: true },
  { title: 'Rail that received', text: ({ boughtRail }) => boughtRail ?? '', fileOnly: true },
  { title: 'Value date', text: ({ valueDate }) => valueDate ?? '' },
  { title: 'Note', text: ({ note }) => note ?? '' },
  {
    title: 'Booked by',
    text: ({ bookedBy }) => bookedBy,
    show: ({ bookedBy, approvedBy }) =>
      html`${bookedBy} ${approvedBy !== null && html`<span class="hint">approved by ${approvedBy}</span>`}`,
  },
  { title: 'Approved by', text: ({ approvedBy }) => approvedBy ?? '', fileOnly: true },
  { title: 'Id', text: ({ id }) => id, fileOnly: true },
  {
    title: 'Booked at',
    narrow: 'note',
    text: ({ createdAt }) => toIso(createdAt),
    show: ({ createdAt }) => timeWithAge(createdAt, now),
  },
];

const bookings = houseList<Booking, { readonly environment: Environment }>({
  path: '/treasury/{environment}',
  title: 'Bookings',
  section: 'Rails',
  params,
  rows: 'bookings',
  empty: (visit) =>
    html`Nothing of the service's own money has moved yet.
    ${mayRequest(visit, 'treasury.book') && link(`${visit.base}/treasury/${visit.params.environment}/book`, 'Book a movement')}`,
  filters: ({ core, params: { environment } }) =>
    Promise.resolve([
      { name: 'kind', label: 'Kind', choices: choicesOf(BOOKING_KINDS) },
      {
        name: 'rail',
        label: 'Rail',
        keepsOther: true,
        choices: placesIn(core, environment),
      },
    ]),
  columns: ({ now }) => columnsAt(now),
  async read({ core, params: { environment } }, entered, page) {
    const filter = {
      environment,
      kind: entered.optionalOneOf('kind', BOOKING_KINDS),
      rail: entered.optionalText('rail'),
      ...page,
    };
    const checked = entered.result(() => filter);
    return checked.ok ? core.treasury.bookings(checked.value) : checked;
  },
});

const book = houseForm<'treasury.book', { readonly environment: Environment }>({
  path: '/treasury/{environment}/book',
  title: "Book the service's own money",
  section: 'Rails',
  params,
  action: 'treasury.book',
  submit: 'Book the movement',
  done: 'The movement is booked.',
  tenant: ({ params: { environment } }) => houseTenant(environment),
  async prepare({ core, base, params: { environment } }: OfEnvironment) {
    const choices = placesIn(core, environment);
    return ok({
      title: `Book the service's own money in ${wordsOf(environment)}`,
      crumbs: [{ path: `${base}/treasury`, text: 'The money of the service' }],
      about: html`<p>
        Book a movement after the bank has carried it out. It books the ledger only: it moves no money at the bank.
      </p>`,
      asks: asksFor(
        'kind',
        { name: 'rail', choices },
        'amount',
        'currency',
        'reference',
        { name: 'boughtRail', choices },
        'boughtAmount',
        'boughtCurrency',
        'valueDate',
        'note',
      ),
    });
  },
  leadsTo: ({ base, params: { environment } }) => `${base}/treasury/${environment}`,
});

const confirm = houseForm<'treasury.confirm', { readonly id: Id<'OutsidePayment'> }>({
  path: '/outside-payments/{id}/confirm',
  title: 'Confirm a payment outside',
  section: 'Rails',
  params: { id: idOf('OutsidePayment') },
  action: 'treasury.confirm',
  submit: 'Confirm the payment',
  done: 'The payment is confirmed.',
  async prepare({ core, base, pathOf, params: { id } }) {
    const payment = await core.operators.reads.outsidePayment(id);
    if (payment === null) return err('REFERENCE_NOT_FOUND', `${id} does not exist`);
    const { reference, amount, currency, valueDate, cause, bookedBy, approvedBy, status } = payment;
    const names = await core.operators.reads.recordNames([{ tenant: payment.tenant, id: cause }]);
    return ok({
      title: `Confirm ${moneyText(amount, currency)} paid as ${reference}`,
      crumbs: [{ path: `${base}/treasury`, text: 'The money of the service' }],
      tenant: payment.tenant,
      about: definitions([
        ['Status', statusText(status)],
        ['Value date', valueDate],
        ['Booked for', linkIf(pathOf({ tenant: payment.tenant, id: cause }), names.get(cause) ?? idText(cause))],
        ['Booked by', bookedBy],
        ['Approved by', approvedBy],
      ]),
    });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: ({ base }) => `${base}/treasury`,
});

export const treasuryPages: readonly Route[] = [treasury, ...bookings, book, confirm];
