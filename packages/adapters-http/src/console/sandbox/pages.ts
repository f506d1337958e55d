import { ok } from '@corridor/core';
import { html } from '../../pages/html.js';
import { actions, definitions, link, section, table, time } from '../kit/components.js';
import { mayRequest, sentBefore, tenantForm } from '../kit/form-page.js';
import { type Route, tenantPage } from '../kit/route.js';
import { readIn, type TenantVisit } from '../kit/visit.js';
import { cardForms } from './cards.js';
import { ENDINGS } from './endings.js';
import { payerForms } from './payers.js';
import { endingsOf, LAST_THREE, OF_SANDBOX, result } from './simulations.js';

const PLAYS = [
  ['fund', 'sandbox.fund', 'Fund an account', 'Money arrives in an internal account at once.'],
  ['pay', 'sandbox.pay-quote', 'Pay a quote', 'A payer follows the payment instructions of a quote.'],
  ['deposit', 'sandbox.deposit', 'Send money with a reference', 'A payer writes any reference on a transfer.'],
  ['uma', 'sandbox.receive-uma', 'Receive by UMA', 'A customer of another institution pays one of the platform.'],
  ['card', 'sandbox.use-card', 'Use a card', 'A merchant asks a card to pay, or gives a credit.'],
  [
    'card-message',
    'sandbox.card-message',
    'Send a message of a card network',
    'The network clears, changes or returns a card payment.',
  ],
  ['webhook', 'sandbox.test-webhook', 'Send a test event', 'The endpoint of the platform gets an event now.'],
] as const;

const home = tenantPage({
  path: '/sandbox',
  title: 'Test clock and simulations',
  ...OF_SANDBOX,
  async show(visit) {
    const { core, place } = visit;
    const clock = await readIn(visit, core.sandbox.clock, undefined);
    if (!clock.ok) return clock;
    const { now, aheadSeconds } = clock.value;
    const path = `${place.base}/sandbox`;
    const body = html`<p>
        The sandbox moves no real money. Play here what happens outside: payers, merchants and the passing of time.
      </p>
      ${section(
        'clock',
        'Test clock',
        html`${definitions([
          ['Time of the platform', time(now)],
          ['Time of the host', time(visit.now)],
          ['Ahead by', ahead(aheadSeconds)],
        ])}
        ${mayRequest(visit, 'sandbox.advance-clock') && actions(html`<a class="button" href="${path}/clock">Move the clock ahead</a>`)}`,
      )}
      ${section(
        'play',
        'Simulations',
        table({
          caption: 'Simulations',
          rows: PLAYS.filter(([, action]) => mayRequest(visit, action)),
          empty: 'Your role does not allow simulations; they need the role Operator.',
          href: ([name]) => `${path}/${name}`,
          columns: [
            { title: 'Simulation', narrow: 'title', text: ([, , title]) => title },
            { title: 'What it plays', narrow: 'note', text: ([, , , about]) => about },
          ],
        }),
      )}
      <p>${link(`${path}/endings`, 'Magic endings: identifiers that choose an outcome')}</p>`;
    return ok({ body });
  },
});

function ahead(seconds: number): string {
  if (seconds === 0) return 'Not at all';
  const parts = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
    [seconds % 60, 's'],
  ] as const;
  return parts.flatMap(([count, unit]) => (count === 0 ? [] : [`${count} ${unit}`])).join(' ');
}

const endings = tenantPage({
  path: '/sandbox/endings',
  title: 'Magic endings',
  ...OF_SANDBOX,
  async show() {
    return ok({ body: html`${LAST_THREE} ${Object.values(ENDINGS).map(endingsOf)}` });
  },
});

const UNITS = { minutes: 60, hours: 3_600, days: 86_400, seconds: 1 } as const;
const UNIT_NAMES = ['seconds', 'minutes', 'hours', 'days'] as const;

const clock = tenantForm({
  path: '/sandbox/clock',
  title: 'Move the test clock ahead',
  ...OF_SANDBOX,
  action: 'sandbox.advance-clock',
  submit: 'Move the clock',
  done: 'The clock was moved, for at most five seconds of work. If it has not come as far as you asked, move it again.',
  async prepare({ place }: TenantVisit) {
    return ok({
      about: html`<p>
          Quotes expire, slow payments settle, and webhooks are sent again as if the time had passed. The clock never
          moves back. It is now ${time(place.context.now)}.
        </p>
        <p class="hint">One step is at most 366 days.</p>`,
      fields: [
        { name: 'count', label: 'How far', inputmode: 'numeric' },
        { name: 'unit', label: 'Unit', choices: UNIT_NAMES.map((unit) => [unit, unit] as const) },
      ],
      values: { count: '', unit: 'minutes' },
    });
  },
  // The form asks for a count and a unit, and the input is the seconds of both.
  input: (entered) => {
    const unit = entered.oneOf('unit', UNIT_NAMES);
    const count = entered.integer('count', { min: 1, max: Math.floor((366 * 86_400) / UNITS[unit]) });
    return entered.result(() => ({ seconds: count * UNITS[unit] }));
  },
  async leadsTo({ core, place: { tenant, base } }) {
    // Jobs would do the same work later, so that it does not matter if this host dies here.
    await core.work.catchUp(tenant);
    return `${base}/sandbox`;
  },
});

const webhook = tenantForm({
  path: '/sandbox/webhook',
  title: 'Send a test event to the endpoint',
  ...OF_SANDBOX,
  action: 'sandbox.test-webhook',
  submit: 'Send the event',
  done: 'The endpoint has accepted the event.',
  async prepare() {
    return ok({ about: html`<p>The endpoint of the platform gets an event of the type TEST now.</p>` });
  },
  leadsTo: (visit, output) =>
    output === null
      ? sentBefore()
      : result(visit, 'webhook', 'The endpoint has accepted the event', [
          ['Status of the answer', String(output.responseStatus)],
          [
            'Answer',
            output.responseBody === '' ? null : html`<pre class="data" tabindex="0">${output.responseBody}</pre>`,
          ],
        ]),
});

/** Only on platforms of the sandbox. */
export const sandboxPages: readonly Route[] = [home, endings, clock, ...payerForms, ...cardForms, webhook];
