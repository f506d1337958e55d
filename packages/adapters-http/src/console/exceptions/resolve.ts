import { type AccountChoice, type AccountChoices, type Id, ok, type ResolutionChoice } from '@corridor/core';
import type { ExceptionRecord } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { definitions, link } from '../kit/components.js';
import { inTimeOf } from '../kit/clocks.js';
import { asksFor } from '../kit/declared-fields.js';
import { othersPart } from '../kit/effect.js';
import { fieldOf } from '../kit/fields.js';
import { houseForm } from '../kit/form-page.js';
import { moneyText } from '../kit/money.js';
import { readAs, type Visit } from '../kit/visit.js';
import { choiceName, type Decided, effectOf, KINDS } from './names.js';
import { reasonPart } from './reason.js';
import { params, addressOf, blockNotice, titleOf, contextOf, choicesOf, decidedOf, nameOf } from './shown.js';

export const resolve = houseForm<'exceptions.resolve', { readonly id: Id<'Exception'> }>({
  servesLimited: true,
  path: '/exceptions/{id}/resolve',
  title: 'Resolve the exception',
  section: 'Exceptions',
  params,
  action: 'exceptions.resolve',
  submit: 'Resolve the exception',
  done: 'The exception is resolved.',
  async prepare(visit) {
    const found = await visit.core.exceptions.get(visit.params.id);
    if (!found.ok) return found;
    const exception = found.value;
    const possible = await choicesOf(visit, exception);
    const allowed = possible.filter(({ refused }) => refused === null);
    // The link of a resolution leads to the form of this resolution alone.
    const chosen = allowed.find(({ resolution }) => resolution === visit.query.get('resolution')) ?? null;
    const offered = chosen === null ? allowed : [chosen];
    const isPaidElsewhere = offered.some(({ resolution }) => resolution === 'PAID_ELSEWHERE');
    const { accounts, isPartial } = await accountsOf(visit, exception);
    const decided = await decidedOf(visit, exception);
    const waiting = await visit.core.operators.actions.waitingAbout(exception.tenant, exception.id);
    const find = visit.query.get('find') ?? '';
    const timed = await inTimeOf(visit, exception.tenant);
    return ok({
      title: `Resolve: ${titleOf(exception)}`,
      crumbs: [{ path: addressOf(visit, exception), text: KINDS[exception.kind] }],
      tenant: exception.tenant,
      notices: html`${await othersPart(visit, waiting)} ${await blockNotice(visit, exception)}`,
      about: html`${await reasonPart(timed, exception)}
      ${definitions([
        ...(await nameOf(timed, exception)),
        ...(chosen === null ? [] : [['Resolution', chosenText(visit, exception, chosen, decided)] as const]),
      ])}
      ${offered.some(({ needsAccount }) => needsAccount) && (isPartial || find !== '') && finder(visit, exception, find, chosen)}`,
      query: queryOf(find, chosen),
      ...(chosen !== null && { hidden: { resolution: chosen.resolution } }),
      ...(chosen === null && { weight: 'open' as const }),
      ...(isDanger(exception, chosen) && { weight: 'danger' as const }),
      asks: asksFor(
        ...(chosen === null
          ? [
              {
                name: 'resolution' as const,
                choices: allowed.map((each) => [each.resolution, choiceName(each, decided)] as const),
              },
            ]
          : []),
        {
          name: 'account',
          hint: accountHint(decided, offered, chosen),
          choices: accounts.map(accountChoice),
          isOffered: offered.some(({ needsAccount }) => needsAccount),
          ...(chosen?.needsAccount === true && { required: true }),
        },
        { name: 'evidence', isOffered: offered.some(({ asks }) => asks !== null) },
        ...(['bankReference', 'valueDate'] as const).map((name) => ({
          ...{ name, isOffered: isPaidElsewhere },
          ...(chosen !== null && isPaidElsewhere && { required: true }),
        })),
        { name: 'note', required: true },
      ),
    });
  },
  fixes: ({ params: { id } }) => ({ exceptionId: id }),
  leadsTo: (visit) => `${visit.base}/exceptions/${visit.params.id}`,
});

/** Whether the resolution gives money up, or ends a payment. */
const isDanger = ({ kind }: ExceptionRecord, chosen: ResolutionChoice | null): boolean =>
  chosen?.resolution === 'WRITTEN_OFF' || (chosen?.resolution === 'REFUSED' && kind === 'PAYMENT_HELD');

/** The query of the form, which its confirmation keeps. */
function queryOf(find: string, chosen: ResolutionChoice | null): string {
  const query = new URLSearchParams({
    ...(chosen !== null && { resolution: chosen.resolution }),
    ...(find !== '' && { find }),
  });
  return query.size === 0 ? '' : `?${query}`;
}

const chosenText = (visit: Visit, exception: ExceptionRecord, choice: ResolutionChoice, decided: Decided): Html =>
  html`${choiceName(choice, decided)} ${link(addressOf(visit, exception), 'Choose another')}
    <div class="hint">${effectOf(choice.resolution, decided)}</div>`;

async function accountsOf(visit: Visit, { id, tenant }: ExceptionRecord): Promise<AccountChoices> {
  const { core, query } = visit;
  const input = { exceptionId: id, find: query.get('find') ?? undefined };
  const read = await readAs(core, contextOf(visit, tenant), core.treasury.accountChoices, input);
  return read.ok ? read.value : { accounts: [], isPartial: false, refusals: {} };
}

/** `Ada Lovelace: 1,200.00 GBP (…0f68)`. */
const accountChoice = ({ account, available, holder }: AccountChoice): readonly [string, string] => [
  account.id,
  `${holder ?? (account.customerId === null ? 'The platform' : 'No name')}: ${moneyText(available, account.currency)} (…${account.id.slice(-4)})`,
];

/** There are more accounts than a list shows. */
const finder = (visit: Visit, exception: ExceptionRecord, find: string, chosen: ResolutionChoice | null): Html =>
  html`<form class="find" method="get" action="${addressOf(visit, exception)}/resolve">
    ${chosen !== null && html`<input type="hidden" name="resolution" value="${chosen.resolution}" />`}
    ${fieldOf({ values: { find }, errors: [] }, { name: 'find', label: 'Find an account', hint: 'A part of the name of its holder, or of its reference' })}
    <button class="quiet">Find</button>
  </form>`;

function accountHint(decided: Decided, choices: readonly ResolutionChoice[], chosen: ResolutionChoice | null): string {
  if (chosen !== null) return 'With what it has available';
  const needing = choices.filter(({ needsAccount }) => needsAccount).map((each) => choiceName(each, decided));
  return `With what it has available; only for: ${needing.join(', ')}`;
}
