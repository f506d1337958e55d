import { Readable } from 'node:stream';
import {
  type Core,
  err,
  type Id,
  LOG_OUTCOMES,
  type LogFilter,
  ok,
  type Page,
  type PageRequest,
  type Registry,
  type Result,
  toIso,
} from '@corridor/core';
import { isHouse, logLine, splitTenant } from '@corridor/core/internal';
import type { OperatorLogEntry } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import {
  code,
  codeInWords,
  type Content,
  data,
  definitions,
  link,
  linkIf,
  section,
  shortIds,
  status,
  timeWithAge,
  smallCode,
} from '../kit/components.js';
import { effectOf } from '../kit/effect.js';
import type { Entered } from '../kit/entered.js';
import { type ConsoleField, timeField } from '../kit/fields.js';
import { LOOKS } from '../kit/looks.js';
import { exportedRows, houseList, type ListSpec } from '../kit/list-page.js';
import { houseFile, housePage, idOf, type Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { choicesOf, wordsOf } from '../kit/words.js';
import { railPath } from '../kit/rail-path.js';

const filtersOf = async ({ core }: Visit): Promise<readonly ConsoleField[]> => [
  {
    name: 'operator',
    label: 'Operator',
    choices: (await core.operators.reads.operators()).map(({ id, name }) => [id, name]),
  },
  { name: 'subject', label: 'Subject', byLink: true },
  // An action without a form, such as a sign-in, is not among the choices; the page of an entry links to its action.
  { name: 'action', label: 'Action', choices: actionChoices(core), keepsOther: true },
  { name: 'outcome', label: 'Outcome', choices: choicesOf(LOG_OUTCOMES) },
  timeField('from', 'From'),
  timeField('to', 'To'),
];

function filterOf(entered: Entered, page: PageRequest): Result<LogFilter> {
  const filter: LogFilter = {
    operatorId: entered.optionalId('operator', 'Operator'),
    subject: entered.optionalText('subject'),
    action: entered.optionalText('action'),
    outcome: entered.optionalOneOf('outcome', LOG_OUTCOMES),
    from: entered.optionalTime('from'),
    to: entered.optionalTime('to'),
    ...page,
  };
  return entered.result(() => filter);
}

const registryOf = ({ operators }: Pick<Core, 'operators'>): Registry => operators.actions.registry;

/** The actions and the reads of personal data by their titles, in the order of these. */
const actionChoices = (core: Pick<Core, 'operators'>): readonly (readonly [string, string])[] =>
  Object.entries(registryOf(core))
    .map(([name, { title }]): readonly [string, string] => [name, title])
    .concat(Object.entries(LOOKS))
    .sort(([, a], [, b]) => a.localeCompare(b, 'en'));

/** Actions without a form, such as a sign-in. */
const WITHOUT_FORM: Readonly<Record<string, string>> = {
  'operators.acknowledge': 'Read a notice about the own sign-in',
  'operators.arrive': 'Arrive from the identity provider for the first time',
  'operators.authenticator': 'Set up an authenticator app',
  'operators.automate': 'Create a credential for a program',
  'operators.confirm': 'Confirm with a second factor',
  'operators.credential': 'Create a credential',
  'operators.enrol': 'Set up the own sign-in',
  'operators.group': 'Follow the groups of the identity provider',
  'operators.invite': 'Invite an operator',
  'operators.lapse': 'Lose the group of the identity provider',
  'operators.passkey': 'Add a passkey',
  'operators.password': 'Change the own password',
  'operators.removePasskey': 'Remove a passkey',
  'operators.reset': 'Reset the sign-in of an operator',
  'operators.revoke': 'End a session',
  'operators.signIn': 'Sign in',
  'operators.signInByProvider': 'Sign in by the identity provider',
  'operators.signOut': 'Sign out',
  'operators.signOutEverywhere': 'Sign out everywhere',
  'tokens.baseline': 'Record the API tokens that existed before the log',
  'tokens.issue': 'Issue the first API token of a platform',
};

/** The title of an action; one that is not known here is named in words: `Operators: sign in`. */
function titleOf(core: Pick<Core, 'operators'>, action: string): string {
  const registry = registryOf(core);
  if (Object.hasOwn(registry, action)) return registry[action]!.title;
  if (Object.hasOwn(WITHOUT_FORM, action)) return WITHOUT_FORM[action]!;
  if (Object.hasOwn(LOOKS, action)) return LOOKS[action as keyof typeof LOOKS];
  const [area = '', ...rest] = action.split('.');
  const words = rest
    .join(' ')
    .replaceAll('-', ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words === '' ? wordsOf(area) : `${wordsOf(area)}: ${words}`;
}

/** An entry with what its record is called. */
interface Row {
  readonly entry: OperatorLogEntry;
  readonly subject: string | undefined;
}

/** The record that an entry concerns, with a link to its page if it has one. */
function subjectOf(visit: Visit, { entry: { tenant, subject }, subject: name }: Row): Content {
  const isService = isHouse(tenant) && subject === tenant;
  const path = isService ? null : (visit.pathOf({ tenant, id: subject }) ?? railPath(visit, subject));
  return linkIf(path, name ?? shortIds(subject));
}

const LIST: ListSpec<Visit, Readonly<Record<never, never>>, Row> = {
  servesLimited: true,
  path: '/log',
  title: 'Log',
  section: 'Log',
  rows: 'log entries',
  filters: filtersOf,
  empty: ({ base }) => html`No operator has done anything yet. ${link(`${base}/operators`, 'Operators')}`,
  exports: [{ path: '/log.jsonl', text: 'Download as JSON lines' }],
  href: ({ entry }, { base }) => `${base}/log/${entry.id}`,
  columns: (visit) => [
    {
      title: 'Time',
      narrow: 'note',
      text: ({ entry }) => toIso(entry.createdAt),
      show: ({ entry }) => timeWithAge(entry.createdAt, visit.now),
    },
    { title: 'Operator', narrow: 'amount', text: ({ entry }) => entry.operatorName },
    { title: 'Operator id', text: ({ entry }) => entry.operatorId ?? '', fileOnly: true },
    {
      title: 'Action',
      narrow: 'title',
      text: ({ entry }) => entry.action,
      show: ({ entry, subject }) =>
        html`${titleOf(visit.core, entry.action)}${subject !== undefined && html`<span class="narrow-only">: ${subject}</span>`}`,
    },
    {
      title: 'Outcome',
      narrow: 'status',
      text: ({ entry }) => entry.outcome,
      show: ({ entry }) => status(entry.outcome),
    },
    { title: 'Subject', text: ({ entry }) => entry.subject, show: (row) => subjectOf(visit, row) },
    { title: 'Channel', text: ({ entry }) => entry.source, show: ({ entry }) => wordsOf(entry.source) },
  ],
  async read(visit, entered, page) {
    const found = await entriesOf(visit, entered, page);
    if (!found.ok) return found;
    const { data, ...rest } = found.value;
    const names = await visit.core.operators.reads.recordNames(
      data.map(({ tenant, subject }) => ({ tenant, id: subject })),
    );
    return ok({ ...rest, data: data.map((entry) => ({ entry, subject: names.get(entry.subject) })) });
  },
};

async function entriesOf(
  { core }: Visit,
  entered: Entered,
  page: PageRequest,
): Promise<Result<Page<OperatorLogEntry>>> {
  const filter = filterOf(entered, page);
  return filter.ok ? core.operators.log(filter.value) : filter;
}

const jsonLines = houseFile({
  servesLimited: true,
  path: '/log.jsonl',
  title: 'Log as JSON lines',
  section: 'Log',
  async send(visit) {
    const rows = await exportedRows(visit, { read: entriesOf });
    if (!rows.ok) return rows;
    const lines = async function* (): AsyncGenerator<string> {
      for await (const entries of rows.value) yield entries.map((entry) => `${logLine(entry)}\n`).join('');
    };
    return ok({ type: 'application/jsonl; charset=utf-8', name: 'log-entries.jsonl', body: Readable.from(lines()) });
  },
});

const entryPage = housePage({
  servesLimited: true,
  path: '/log/{id}',
  title: 'Log entry',
  section: 'Log',
  params: { id: idOf('OperatorLog') },
  shows: 'OperatorLog',
  async show(visit: Visit<{ readonly id: Id<'OperatorLog'> }>) {
    const { core, params } = visit;
    const entry = await core.operators.reads.logEntry(params.id);
    if (entry === null) return err('REFERENCE_NOT_FOUND', 'The log has no entry with this id');
    const { tenant } = entry;
    const { platformId, environment } = splitTenant(tenant);
    const wording = await core.operators.actions.wordingOf(entry);
    const platform = await core.operators.reads.platform(tenant);
    const names = await core.operators.reads.recordNames([{ tenant, id: entry.subject }]);
    const body = html`${wording !== null && effectOf(visit, tenant, wording, { moves: [], isPast: true })}
      ${definitions([
        ['Outcome', status(entry.outcome)],
        ['Time', timeWithAge(entry.createdAt, visit.now)],
        [
          'Operator',
          entry.operatorId === null
            ? entry.operatorName
            : link(`${visit.base}/log?operator=${encodeURIComponent(entry.operatorId)}`, entry.operatorName),
        ],
        ['Operator id', code(entry.operatorId)],
        ['Channel', codeInWords(entry.source)],
        [
          'Action',
          html`${link(`${visit.base}/log?action=${encodeURIComponent(entry.action)}`, titleOf(core, entry.action))}
          ${smallCode(entry.action)}`,
        ],
        ['Subject', subjectOf(visit, { entry, subject: names.get(entry.subject) })],
        [
          'Subject id',
          html`${code(entry.subject)}
          ${link(`${visit.base}/log?subject=${encodeURIComponent(entry.subject)}`, 'All entries about it')}`,
        ],
        ['Platform', platform === null ? code(platformId) : link(`${visit.base}/t/${tenant}/`, platform.name)],
        ['Environment', wordsOf(environment)],
        ['Requested by', code(entry.requestedBy)],
        ['Waited as', code(entry.request)],
        ['Request', code(entry.requestId)],
      ])}
      <details>
        <summary>The entry as it is sealed</summary>
        ${section('input', 'Input', data(entry.input))} ${section('before', 'Before', data(entry.before))}
        ${section('after', 'After', data(entry.after))}
      </details>`;
    return ok({ ...(wording !== null && { title: wording.heading }), body });
  },
});

export const logPages: readonly Route[] = [...houseList(LIST), jsonLines, entryPage];
