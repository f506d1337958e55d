import { isDeepStrictEqual } from 'node:util';
import { testAnswer } from './test-answer.js';
import { hostTime } from '../kit/clocks.js';
import { EVENT_TYPES, type EventView, type Id, type Instant, ok, type Result, toIso } from '@corridor/core';
import { isErased, REDELIVERABLE, roundedShare, shownEndpoint, statesOf } from '@corridor/core/internal';
import { Bug } from '@corridor/core/ports';
import { EVENT, type Transaction } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import {
  actions,
  button,
  code,
  type Content,
  data,
  definitions,
  idText,
  link,
  nextAttempt,
  notice,
  section,
  smallCode,
  time,
  timeWithAge,
  tile,
} from '../kit/components.js';
import { asksFor } from '../kit/declared-fields.js';
import { fieldTime } from '../kit/times.js';
import { timeField } from '../kit/fields.js';
import { mayRequest, sentBefore, tenantForm } from '../kit/form-page.js';
import { tenantList } from '../kit/list-page.js';
import { recordLook } from '../kit/looks.js';
import { withMaskedNumbers } from '../kit/account-numbers.js';
import { moneyText } from '../kit/money.js';
import { namedLink } from '../kit/record-link.js';
import { ofTransaction } from '../payments/rows.js';
import { answerOf, eventStatus, triesTable } from '../payments/timeline.js';
import { idOf, type Route, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { choicesOf, eventInWords, wordsOf, countText } from '../kit/words.js';

const STATES = statesOf(EVENT);

/** An event with what pages call the record that it is about. */
interface Row extends EventView {
  readonly about: string | null;
}

/** The customer of a record that has no name of its own, such as a verification. */
const customerOf = ({ event }: EventView): string | null =>
  (event.snapshot as { readonly customerId?: string | null }).customerId ?? null;

/** The amount of a payment, which its event has. */
function amountOf({ event }: EventView): string | null {
  if (!event.resource.startsWith('Transaction:')) return null;
  const { sent, received } = ofTransaction(event.snapshot as Transaction);
  const shown = sent ?? received;
  return shown === null ? null : moneyText(shown.amount, shown.currency);
}

/**
 * Names the records of all events at once: a party by its name, a payment by its amount, another record by its customer, and
 * one without a customer as lists call it.
 */
async function withNames({ core, place }: TenantVisit, events: readonly EventView[]): Promise<readonly Row[]> {
  const { reads } = core.operators;
  const parties = await reads.partyNames(
    place.tenant,
    events.flatMap((each) => [each.event.resource, customerOf(each)]),
  );
  const aboutOf = (each: EventView): string | null => {
    const { resource } = each.event;
    const customer = customerOf(each);
    if (resource.startsWith('Platform:')) return place.platform.name;
    return parties.get(resource) ?? amountOf(each) ?? (customer === null ? null : (parties.get(customer) ?? null));
  };
  const named = events.map((each) => ({ ...each, about: aboutOf(each) }));
  const others = named.filter(({ about }) => about === null);
  const names = await reads.recordNames(others.map(({ event }) => ({ tenant: place.tenant, id: event.resource })));
  return named.map((each) => ({ ...each, about: each.about ?? names.get(each.event.resource) ?? null }));
}

const typeText = (type: string): Html => html`${eventInWords(type)} ${smallCode(type)}`;

const answerText = ({ event }: EventView): string => {
  const last = event.tries?.at(-1);
  return last === undefined ? (event.lastError ?? '') : answerOf(last);
};

const list = tenantList<Row>({
  path: '/webhooks',
  title: 'Webhooks',
  section: 'Webhooks',
  rows: 'events',
  empty: ({ place }) =>
    html`There are no events yet. Each change that the platform must know of becomes an event.
    ${place.environment === 'SANDBOX' && link(`${place.base}/sandbox`, 'Play one in the sandbox')}`,
  above: summary,
  filters: [
    { name: 'status', label: 'Status', choices: choicesOf(STATES) },
    { name: 'type', label: 'Type', choices: EVENT_TYPES.map((each) => [each, eventInWords(each)]) },
    { name: 'resource', label: 'Record', byLink: true },
    timeField('from', 'From'),
    timeField('to', 'To'),
  ],
  href: ({ event }, { place }) => `${place.base}/webhooks/${event.id}`,
  columns: (visit) => [
    { title: 'Type', narrow: 'title', text: ({ event }) => event.type, show: ({ event }) => typeText(event.type) },
    { title: 'Record', text: ({ event }) => event.resource, fileOnly: true },
    {
      title: 'About',
      pageOnly: true,
      text: ({ about, event }) => about ?? event.resource,
      show: ({ about, event }) => namedLink(visit, event.resource, about),
    },
    {
      title: 'Status',
      narrow: 'status',
      text: ({ event }) => event.status,
      show: ({ event }) => eventStatus(event.status),
    },
    { title: 'Attempts', isNumber: true, text: ({ event }) => String(attemptsOf(event)) },
    { title: 'Answer', narrow: 'amount', text: answerText },
    {
      title: 'Next attempt',
      text: ({ nextAttemptAt }) => (nextAttemptAt === null ? '' : toIso(nextAttemptAt)),
      show: ({ event, nextAttemptAt }) => nextText(visit, event, nextAttemptAt),
    },
    {
      title: 'Created at',
      narrow: 'note',
      text: ({ event }) => toIso(event.createdAt),
      show: ({ event }) => timeWithAge(event.createdAt, visit.place.context.now),
    },
    { title: 'Id', text: ({ event }) => event.id, show: ({ event }) => idText(event.id) },
  ],
  async read(visit, entered, page) {
    const filter = {
      status: entered.optionalOneOf('status', STATES),
      type: entered.optionalOneOf('type', EVENT_TYPES),
      resource: entered.optionalText('resource'),
      createdAfter: entered.optionalTime('from'),
      createdBefore: entered.optionalTime('to'),
    };
    const checked = entered.result(() => filter);
    if (!checked.ok) return checked;
    const found = await readIn(visit, visit.core.events.list, { ...checked.value, ...page });
    return found.ok ? ok({ ...found.value, data: await withNames(visit, found.value.data) }) : found;
  },
});

/** All attempts that are known, also those before the event was queued again. The newest 20 have their answers. */
const attemptsOf = ({ attempts, tries }: EventView['event']): number => Math.max(attempts, tries?.length ?? 0);

const attemptsText = (event: EventView['event']): Html =>
  html`${String(attemptsOf(event))}
  ${attemptsOf(event) > event.attempts && html`<span class="hint">${String(event.attempts)} since it was queued again</span>`}`;

/** A due event that was not tried waits for those before it, which the endpoint gets first. */
function nextText(visit: TenantVisit, event: EventView['event'], nextAttemptAt: Instant | null): Content {
  if (nextAttemptAt === null) return time(null);
  const { now } = visit.place.context;
  const isBehind = event.status === 'QUEUED' && event.attempts === 0 && now - nextAttemptAt > BEHIND_MS;
  return isBehind ? 'Waits for the events before it' : nextAttempt(nextAttemptAt, now);
}

const BEHIND_MS = 5_000;

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${(roundedShare(part, whole, 1_000) / 10).toFixed(1)} %`;

async function summary(visit: TenantVisit): Promise<Html> {
  const { core, place } = visit;
  const [health, undelivered] = await Promise.all([
    readIn(visit, core.events.health, undefined),
    core.events.undelivered(place.tenant),
  ]);
  const endpoint = place.platform.webhookEndpoint;
  if (!health.ok) throw new Bug(`the deliveries were not counted: ${health.error.message}`);
  const { examined, since, events, attempts, accepted } = health.value;
  const setting = mayRequest(visit, 'platforms.configure')
    ? html` ${link(`${place.base}/platform/webhook`, 'Set the endpoint')}`
    : '';
  return html`${endpoint === null && notice(html`The platform has no endpoint, so its events are stored and not sent.${setting}`, 'bad')}
    ${definitions([
      ['Endpoint', endpoint === null ? null : code(shownEndpoint(endpoint))],
      ['Answer to the last test event', await testAnswer(visit)],
      ['Undelivered events', undelivered === null ? 'None' : String(undelivered.count)],
      ['Oldest undelivered event', undelivered === null ? null : html`Queued ${hostTime(visit, undelivered.oldestAt)}`],
      [
        'Undelivered events that failed their last attempt',
        html`${undelivered === null ? 'None' : String(undelivered.failed)}
          <span class="hint"
            >Without test events, which are sent once: one that failed is among the failed events</span
          >`,
      ],
    ])}
    <ul class="figures">
      <li><strong>${percent(accepted, attempts)}</strong><span>of ${countText(attempts, 'attempt')} accepted</span></li>
      ${STATES.map(
        (state) =>
          html`<li>
            ${tile(`${place.base}/webhooks?status=${state}`, String(events[state]), wordsOf(state).toLowerCase())}
          </li>`,
      )}
    </ul>
    <p class="hint">
      ${since === null ? 'There are no events yet.' : html`These figures are of the newest ${countText(examined, 'event')}, since ${time(since)}.`}
    </p>
    ${
      mayRequest(visit, 'events.redeliver-period') &&
      actions(link(`${place.base}/webhooks/redeliver`, 'Deliver the events of a period again'))
    }`;
}

type OfEvent = TenantVisit<{ readonly id: Id<'Webhook'> }>;
const params = { id: idOf('Webhook') };

/** The body of an event shows its record, so it is a look at that. A record whose own page has no entry has none here. */
async function recordBody(visit: OfEvent, view: EventView): Promise<Result<void>> {
  const { resource } = view.event;
  const look = (action: Parameters<typeof recordLook>[1]['action'], subject: string, what: string) =>
    recordLook(visit, { action, subject, what });
  switch (resource.slice(0, resource.indexOf(':'))) {
    case 'Customer':
      return look('customers.look', resource, 'identity');
    case 'Verification':
      return look('customers.look', customerOf(view) ?? resource, 'identity');
    case 'ExternalAccount':
      return look('external-accounts.look', resource, 'details');
    default:
      return ok();
  }
}

const read = (visit: OfEvent): Promise<Result<EventView>> =>
  readIn(visit, visit.core.events.get, { id: visit.params.id });

/** The body as the page shows it: numbers of accounts are shortened. */
function bodyOf(sent: unknown): Html {
  const masked = withMaskedNumbers(sent);
  return html`${!isDeepStrictEqual(masked, sent) && html`<p class="hint">Numbers are shortened here. The endpoint gets them in full.</p>`}
  ${data(masked)}`;
}

const shown = tenantPage({
  path: '/webhooks/{id}',
  title: 'Event',
  section: 'Webhooks',
  params,
  shows: 'Webhook',
  async show(visit: OfEvent) {
    const found = await read(visit);
    if (!found.ok) return found;
    const recorded = await recordBody(visit, found.value);
    if (!recorded.ok) return recorded;
    const { event, nextAttemptAt } = found.value;
    const [{ about }] = (await withNames(visit, [found.value])) as [Row];
    const { now } = visit.place.context;
    const at = (when: Instant | null): Html => (when === null ? time(null) : timeWithAge(when, now));
    const mayRedeliver = event.status !== 'QUEUED' && !isErased(event) && mayRequest(visit, 'events.redeliver');
    const waits = event.status === 'QUEUED' && (nextAttemptAt ?? 0) > now;
    const mayHasten = waits && mayRequest(visit, 'events.deliver-now');
    const body = html`${isErased(event) && notice('The personal data of this event were erased, so that it cannot be sent again.')}
    ${definitions([
      ['Type', typeText(event.type)],
      ['Status', eventStatus(event.status)],
      ['About', html`${namedLink(visit, event.resource, about)} ${about !== null && idText(event.resource)}`],
      ['Created at', at(event.createdAt)],
      ['Delivered at', at(event.deliveredAt)],
      ['Next attempt', nextText(visit, event, nextAttemptAt)],
      ['Attempts', attemptsText(event)],
      ['Last error', event.lastError],
      ['Id', code(event.id)],
    ])}
    ${mayRedeliver && actions(button(`${visit.place.base}/webhooks/${event.id}/redeliver`, 'Deliver it again'))}
    ${mayHasten && actions(button(`${visit.place.base}/webhooks/${event.id}/now`, 'Deliver now'))}
    ${section('attempts', 'Attempts', triesTable(event.tries ?? [], visit.now))}
    ${section('body', 'Body of the webhook', bodyOf(visit.webhookBody(event)))}`;
    return ok({ title: eventInWords(event.type), body });
  },
});

const redeliver = tenantForm({
  path: '/webhooks/{id}/redeliver',
  title: 'Deliver the event again',
  section: 'Webhooks',
  params,
  action: 'events.redeliver',
  submit: 'Deliver it again',
  done: 'The event is queued again, with all of its retries.',
  async prepare(visit: OfEvent) {
    const found = await read(visit);
    if (!found.ok) return found;
    const { event } = found.value;
    const [named] = (await withNames(visit, [found.value])) as [Row];
    const about = html`<p>
        The endpoint gets the same body with the same id, so a platform that has processed it can recognize it.
      </p>
      ${definitions([
        ['Type', typeText(event.type)],
        ['Status', eventStatus(event.status)],
        ['About', namedLink(visit, event.resource, named.about)],
      ])}`;
    const crumbs = [{ path: `${visit.place.base}/webhooks/${event.id}`, text: eventInWords(event.type) }];
    return ok({ about, crumbs });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: ({ place, params: { id } }) => `${place.base}/webhooks/${id}`,
});

const hasten = tenantForm({
  path: '/webhooks/{id}/now',
  title: 'Deliver the event now',
  section: 'Webhooks',
  params,
  action: 'events.deliver-now',
  submit: 'Deliver now',
  done: 'The next attempt begins as soon as the endpoint takes events and the earlier events of the record are delivered. Reload the page in a moment to see the answer.',
  async prepare(visit: OfEvent) {
    const found = await read(visit);
    if (!found.ok) return found;
    const { event, nextAttemptAt } = found.value;
    const [named] = (await withNames(visit, [found.value])) as [Row];
    const about = html`<p>
        The endpoint gets the event now instead of at its next attempt. Earlier events of the same record still go
        first.
      </p>
      ${definitions([
        ['Type', typeText(event.type)],
        ['Status', eventStatus(event.status)],
        ['About', namedLink(visit, event.resource, named.about)],
        ['Next attempt', nextText(visit, event, nextAttemptAt)],
      ])}`;
    const crumbs = [{ path: `${visit.place.base}/webhooks/${event.id}`, text: eventInWords(event.type) }];
    return ok({ about, crumbs });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: ({ place, params: { id } }) => `${place.base}/webhooks/${id}`,
});

const redeliverPeriod = tenantForm({
  path: '/webhooks/redeliver',
  title: 'Deliver the events of a period again',
  section: 'Webhooks',
  action: 'events.redeliver-period',
  confirm: true,
  submit: 'Deliver them again',
  done: 'The events are queued again.',
  prepare: async ({ query, place }: TenantVisit) =>
    ok({
      about: html`<p>
          The times are those of the platform, as in the list of its events: it is now ${time(place.context.now)}.
        </p>
        <p>
          All events of the period that have the status are queued again, oldest first, up to 10,000 at a time. The
          endpoint gets each with the same id as before.
        </p>`,
      asks: asksFor({ name: 'status', choices: choicesOf(REDELIVERABLE) }, 'from', 'to'),
      values: {
        status: query.get('status') ?? 'FAILED',
        from: query.get('from') ?? '',
        to: query.get('to') ?? '',
      },
    }),
  leadsTo: ({ place }, output, { status: state, to }) => {
    if (output === null) return sentBefore();
    const { redelivered, examined, stoppedAt } = output;
    const { base } = place;
    const rest =
      stoppedAt !== null &&
      html`<p>
        The period has more events, from ${time(stoppedAt)} on.
        ${link(
          `${base}/webhooks/redeliver?${new URLSearchParams({ status: state, from: fieldTime(stoppedAt), to: fieldTime(to) })}`,
          'Go on from there',
        )}
      </p>`;
    const many = countText(redelivered, 'event is', 'events are');
    const body = html`${notice(`${many} queued again, of ${examined} in the period.`, 'good')} ${rest}
    ${actions(button(`${base}/webhooks`, 'Back to the events'))}`;
    return { title: 'Events are queued again', body };
  },
});

export const webhookPages: readonly Route[] = [...list, shown, redeliver, hasten, redeliverPeriod];
