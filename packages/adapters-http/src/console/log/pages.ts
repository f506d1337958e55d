import { Readable } from 'node:stream';
import {
  type Core,
  err,
  type Id,
  LOG_OUTCOMES,
  type LogFilter,
  ok,
  type PageRequest,
  type Registry,
  type Result,
  toIso,
} from '@corridor/core';
import { logLine, splitTenant } from '@corridor/core/internal';
import type { OperatorLogEntry } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { code, type Content, data, definitions, link, section, status, timeWithAge } from '../kit/components.js';
import { effectOf } from '../kit/effect.js';
import type { Entered } from '../kit/entered.js';
import { type ConsoleField, TIME_HINT } from '../kit/fields.js';
import { exportedRows, houseList, type ListSpec } from '../kit/list-page.js';
import { houseFile, housePage, idOf, type Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';

const filtersOf = async ({ core }: Visit): Promise<readonly ConsoleField[]> => [
  {
    name: 'operator',
    label: 'Operator',
    choices: (await core.operators.reads.operators()).map(({ id, name }) => [id, name]),
  },
  { name: 'subject', label: 'Subject', hint: 'Id of the record' },
  { name: 'action', label: 'Action', hint: 'Such as exceptions.resolve' },
  { name: 'outcome', label: 'Outcome', choices: LOG_OUTCOMES.map((outcome) => [outcome, outcome]) },
  { name: 'from', label: 'From', hint: TIME_HINT },
  { name: 'to', label: 'To', hint: TIME_HINT },
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

/** The title of an action; its code if this release does not have it, and for sign-ins. */
function titleOf({ operators }: Pick<Core, 'operators'>, action: string): Content {
  const registry: Registry = operators.actions.registry;
  return Object.hasOwn(registry, action) ? registry[action]!.title : code(action);
}

const LIST: ListSpec<Visit, Readonly<Record<never, never>>, OperatorLogEntry> = {
  servesLimited: true,
  path: '/log',
  title: 'Log',
  section: 'Log',
  rows: 'log entries',
  filters: filtersOf,
  empty: 'No operator has done anything yet.',
  exports: [{ path: '/log.jsonl', text: 'Download as JSON lines' }],
  columns: ({ base, core, now }) => [
    {
      title: 'Time',
      text: ({ createdAt }) => toIso(createdAt),
      show: ({ id, createdAt }) => link(`${base}/log/${id}`, timeWithAge(createdAt, now)),
    },
    { title: 'Operator', text: ({ operatorName }) => operatorName },
    { title: 'Operator id', text: ({ operatorId }) => operatorId ?? '', fileOnly: true },
    { title: 'Action', text: ({ action }) => action, show: ({ action }) => titleOf(core, action) },
    { title: 'Outcome', text: ({ outcome }) => outcome, show: ({ outcome }) => status(outcome) },
    { title: 'Subject', text: ({ subject }) => subject, show: ({ subject }) => code(subject) },
    { title: 'Channel', text: ({ source }) => source },
  ],
  async read({ core }, entered, page) {
    const filter = filterOf(entered, page);
    return filter.ok ? core.operators.log(filter.value) : filter;
  },
};

const jsonLines = houseFile({
  servesLimited: true,
  path: '/log.jsonl',
  title: 'Log as JSON lines',
  section: 'Log',
  async send(visit) {
    const rows = await exportedRows(visit, LIST);
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
    if (entry === null) return err('REFERENCE_NOT_FOUND', 'The log has no such entry');
    const { tenant } = entry;
    const { platformId, environment } = splitTenant(tenant);
    const wording = await core.operators.actions.wordingOf(entry);
    const platform = await core.operators.reads.platform(tenant);
    const body = html`${wording !== null && effectOf(visit, tenant, wording, { moves: [] })}
      ${definitions([
        ['Outcome', status(entry.outcome)],
        ['Time', timeWithAge(entry.createdAt, visit.now)],
        ['Operator', entry.operatorName],
        ['Operator id', code(entry.operatorId)],
        ['Channel', entry.source],
        ['Action', code(entry.action)],
        ['Subject', code(entry.subject)],
        ['Platform', platform === null ? code(platformId) : platform.name],
        ['Environment', environment],
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
