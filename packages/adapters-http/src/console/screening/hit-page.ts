import { ok, type PaymentTimeline, type ShownMatch, type ShownScreening } from '@corridor/core';
import type { ScreenedParty } from '@corridor/core/ports';
import { html, type Html } from '../../pages/html.js';
import { caseTable, screeningStatus } from '../cases/screening-part.js';
import {
  actions,
  code,
  type Content,
  definitions,
  emptyState,
  link,
  linkIf,
  money,
  notice,
  section,
  status,
  table,
  timeWithAge,
} from '../kit/components.js';
import { othersPart } from '../kit/effect.js';
import { actionButton } from '../kit/form-page.js';
import { tenantPage } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';
import { idsOfSides, partiesOf } from '../payments/parties.js';
import { placeFacts } from '../payments/place-facts.js';
import { placeOf } from '../payments/place-of-money.js';
import { isConfirmed, isOpen, matchText, type OfScreening, params, pathOf, screeningOf, subjectOf } from './shown.js';

const UNREADABLE = 'It was erased, or cannot be opened.';
/** Providers name the entry; its other details are at the provider. */
const NOT_GIVEN = 'at the provider';

export const hitPage = tenantPage({
  path: '/screening/{id}',
  title: 'Hit',
  section: 'Screening',
  params,
  shows: 'Screening',
  async show(visit: OfScreening) {
    const found = await screeningOf(visit);
    if (!found.ok) return found;
    const { screening, matches } = found.value;
    const waiting =
      screening.status === 'HELD'
        ? await visit.core.operators.actions.waitingAbout(screening.tenant, screening.id)
        : [];
    const body = html`${await othersPart(visit, waiting)} ${await factsOf(visit, found.value)}
      ${decisions(visit, found.value)}
      ${section(
        'matches',
        'What matched',
        matches.length === 0
          ? emptyState('Nothing matched.')
          : html`${matches.map((match) => matchPart(visit, match, found.value))}`,
      )}
      ${await moneyPart(visit, found.value)} ${partiesPart(found.value)}
      ${section(
        'cases',
        'Cases',
        html`${caseTable(visit, found.value.cases, 'No case is about it.')}
        ${actions(actionButton(visit, 'cases.open', `${visit.place.base}/cases/open?about=${encodeURIComponent(screening.id)}`, 'Open a case…'))}`,
      )}
      <p class="hint">Opening this page is in the log with your name.</p>`;
    return ok({ title: titleOf(found.value), body });
  },
});

const titleOf = ({ matches, question }: ShownScreening): string =>
  matches[0] === undefined ? 'Screening' : `Hit: ${matchText(matches[0].match, question)}`;

async function factsOf(visit: OfScreening, { screening, exceptions }: ShownScreening): Promise<Html> {
  const { tenant, now } = { tenant: visit.place.tenant, now: visit.place.context.now };
  return definitions([
    ['Status', screeningStatus(screening.status)],
    ['Concerns', await subjectOf(visit, screening.subject)],
    ['Occasion', wordsOf(screening.occasion)],
    ['Asked', timeWithAge(screening.createdAt, now)],
    ['Answered', screening.answeredAt === null ? 'not yet' : timeWithAge(screening.answeredAt, now)],
    ['Answer', screening.answer],
    ['Provider', wordsOf(screening.provider)],
    ['Version of the lists', code(screening.listVersion)],
    ...exceptions.map(
      ({ id, status: state }) =>
        ['Exception', html`${linkIf(visit.pathOf({ tenant, id }), 'Its page')} ${status(state)}`] as const,
    ),
    ['Id', code(screening.id)],
  ]);
}

/** An open match of a dropped one still holds money that would go back to outside. */
const isDecidable = ({ status: state }: ShownScreening['screening']): boolean =>
  state === 'HELD' || state === 'DROPPED';

function decisions(visit: OfScreening, { screening, matches }: ShownScreening): Content {
  const own = pathOf(visit);
  const isWithdrawable = matches.some(isConfirmed);
  if (!isDecidable(screening) || !matches.some(isOpen))
    return isWithdrawable
      ? actions(actionButton(visit, 'screening.withdraw', `${own}/withdraw`, 'Withdraw the confirmation…'))
      : '';
  return actions(
    actionButton(visit, 'screening.clear', `${own}/clear`, 'Clear…', { isPrimary: true }),
    actionButton(visit, 'screening.confirm', `${own}/confirm`, 'Confirm…'),
    isWithdrawable ? actionButton(visit, 'screening.withdraw', `${own}/withdraw`, 'Withdraw the confirmation…') : '',
  );
}

interface Compared {
  readonly what: string;
  readonly listed: Content;
  readonly held: Content;
}

/** What the list says beside what the service knows of the party, as it was asked about. */
function matchPart(visit: OfScreening, shown: ShownMatch, { screening, question, matches }: ShownScreening): Html {
  const { match, details } = shown;
  const party = question?.parties.find(({ id }) => id === match.party) ?? null;
  const rows: readonly Compared[] = [
    { what: 'Name', listed: details?.name ?? '–', held: party?.name ?? '–' },
    { what: 'Id', listed: code(match.entry), held: partyLink(visit, match.party) },
    { what: 'Birth date', listed: NOT_GIVEN, held: party?.birthDate ?? '–' },
    { what: 'Nationality', listed: NOT_GIVEN, held: party?.nationality ?? '–' },
    { what: 'Country', listed: NOT_GIVEN, held: party?.country ?? '–' },
    ...(party?.address === undefined || party.address === null
      ? []
      : [{ what: 'Address', listed: NOT_GIVEN, held: code(party.address) }]),
  ];
  const own = pathOf(visit);
  const query = `?match=${encodeURIComponent(match.id)}`;
  const isChoice = isDecidable(screening) && isOpen(shown) && matches.filter(isOpen).length > 1;
  return html`<div class="part">
    <h3>${matchText(match, question)} ${screeningStatus(match.status)}</h3>
    <p>${details?.reason ?? UNREADABLE}</p>
    ${definitions([
      ['List', match.list],
      ['Version of the entry', code(match.entryVersion)],
      ['Version of the lists', code(match.listVersion)],
      ['Score', scoreOf(details)],
      ['Role of the party', match.role === null ? 'The payment itself' : wordsOf(match.role)],
    ])}
    ${table<Compared>({
      caption: `The entry of ${match.list} beside the party`,
      rows,
      empty: '',
      columns: [
        { title: 'Detail', text: ({ what }) => what },
        { title: 'On the list', text: () => '', show: ({ listed }) => listed },
        { title: 'In our records', text: () => '', show: ({ held }) => held },
      ],
    })}
    ${
      match.decidedAt !== null &&
      definitions([
        ['Decided by', match.decidedBy],
        ['Approved by', match.approvedBy],
        ['Decided', timeWithAge(match.decidedAt, visit.place.context.now)],
        ['Reason', match.decision],
      ])
    }
    ${
      isChoice &&
      actions(
        actionButton(visit, 'screening.clear', `${own}/clear${query}`, 'Clear this match…'),
        actionButton(visit, 'screening.confirm', `${own}/confirm${query}`, 'Confirm this match…'),
      )
    }
  </div>`;
}

const scoreOf = (details: ShownMatch['details']): string =>
  details === null || details.score === null ? '–' : `${details.score} of 100`;

const partyLink = (visit: TenantVisit, id: string): Content =>
  linkIf(visit.pathOf({ tenant: visit.place.tenant, id }), code(id));

/** The payment or the arrival of the question, and where its money is. */
async function moneyPart(visit: OfScreening, { screening, question }: ShownScreening): Promise<Content> {
  const payment = question?.payment ?? null;
  const place = await placeText(visit, screening.subject);
  if (payment === null && place === null)
    return section('money', 'The money', emptyState('No money waits for this decision.'));
  return section(
    'money',
    'The money',
    html`${place !== null && notice(place)}
    ${
      payment !== null &&
      html`${definitions([
        ['Amount', money(payment.amount, payment.currency)],
        ['Direction', wordsOf(payment.direction)],
        ['Payment rail', payment.paymentRail === null ? null : wordsOf(payment.paymentRail)],
      ])}
      ${
        payment.sums.length > 0 &&
        table<(typeof payment.sums)[number]>({
          caption: 'What the customer moved before it',
          rows: payment.sums,
          empty: '',
          columns: [
            { title: 'Days', isNumber: true, text: ({ days }) => String(days) },
            { title: 'Direction', text: ({ direction }) => (direction === 'IN' ? 'Received' : 'Sent') },
            { title: 'Payments', isNumber: true, text: ({ count }) => String(count) },
            {
              title: 'Amount',
              isNumber: true,
              text: () => '',
              show: ({ amount, currency }) => money(amount, currency),
            },
          ],
        })
      }`
    }`,
  );
}

/** Where the money of a payment is, as its own page says it; null for other subjects. */
async function placeText(visit: OfScreening, subject: string): Promise<Content | null> {
  if (!subject.startsWith('Transaction:') && !subject.startsWith('Deposit:')) return null;
  const found = await visit.core.payments.timeline(visit.place.tenant, subject);
  if (!found.ok) return null;
  const timeline: PaymentTimeline = found.value;
  const { transaction } = timeline;
  if (transaction === null)
    return html`The money is in suspense: ${link(`${visit.place.base}/deposits/${subject}`, 'the deposit')}.`;
  const parties = await partiesOf(visit, [
    transaction.customerId,
    ...idsOfSides(transaction.source, transaction.destination),
  ]);
  return placeOf(placeFacts(visit, timeline, transaction, parties)).text;
}

function partiesPart({ question }: ShownScreening): Html {
  const shown =
    question === null
      ? emptyState(UNREADABLE)
      : table<ScreenedParty>({
          caption: 'Who was asked about',
          rows: question.parties,
          empty: '',
          columns: [
            { title: 'Name', narrow: 'title', text: ({ name, address }) => name ?? address ?? '–' },
            { title: 'Role', narrow: 'status', text: ({ role }) => wordsOf(role) },
            { title: 'Birth date', text: ({ birthDate }) => birthDate ?? '' },
            { title: 'Nationality', text: ({ nationality }) => nationality ?? '' },
            { title: 'Country', text: ({ country }) => country ?? '' },
            { title: 'Id', text: ({ id }) => id, show: ({ id }) => code(id) },
          ],
        });
  return section('parties', 'Who was asked about', shown);
}
