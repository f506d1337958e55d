import { type Events, EVENTS, REDELIVERABLE } from '../../events/index.js';
import { choiceField, idField, ok, timeField, timeText, toIso } from '../../kernel/index.js';
import { outsideAction, saying } from '../../operators/index.js';
import { ofRecord } from './records.js';
import { simple } from './simple-action.js';

const EVENT = { id: idField('Webhook', { label: 'Event', option: { meaning: 'The event, as Webhook:…' } }) };

/** Both ends are inclusive. */
const PERIOD = {
  status: choiceField(REDELIVERABLE, { label: 'Status', option: { meaning: 'FAILED, STORED or DELIVERED' } }),
  from: timeField({ label: 'From', hint: 'UTC' }),
  to: timeField({ label: 'To', hint: 'UTC' }),
};

/** The actions that queue events again, or hasten one. Many events take several units. */
export const eventActions = (events: Pick<Events, 'redeliver' | 'redeliverPeriod' | 'deliverNow'>) => ({
  'events.redeliver': simple({
    title: 'Deliver an event again',
    words: saying('Deliver the event again', async ({ input, name }) => `Deliver ${await name(input.id)} again`),
    role: 'OPERATOR',
    effects: [],
    input: EVENT,
    subject: ({ id }) => id,
    shows: ofRecord(EVENTS, ['status']),
    run: events.redeliver,
  }),
  'events.deliver-now': simple({
    title: 'Deliver a queued event now',
    words: saying(
      'Deliver the event now',
      async ({ input, name }) => `Deliver ${await name(input.id)} now instead of at its next attempt`,
    ),
    role: 'OPERATOR',
    effects: [],
    input: EVENT,
    subject: ({ id }) => id,
    shows: ofRecord(EVENTS, ['status']),
    run: events.deliverNow,
  }),
  'events.redeliver-period': outsideAction({
    title: 'Deliver the events of a period again',
    words: saying(
      'Deliver the events again',
      ({ input: { status, from, to } }) =>
        `Deliver every ${status.toLowerCase()} event from ${timeText(from)} to ${timeText(to)} again`,
    ),
    role: 'OPERATOR',
    effects: [],
    input: PERIOD,
    subject: ({ status, from, to }) => `events/${status}/${toIso(from)}/${toIso(to)}`,
    perform: async (ctx, input) => {
      const done = await events.redeliverPeriod(ctx, input);
      return done.ok ? ok({ output: done.value, after: done.value }) : done;
    },
  }),
});
