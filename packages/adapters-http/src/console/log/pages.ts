import { Readable } from 'node:stream';
import { err, type Id, LOG_OUTCOMES, type LogFilter, ok, type PageRequest, type Result, toIso } from '@corridor/core';
import { logLine, splitTenant } from '@corridor/core/internal';
import type { OperatorLogEntry } from '@corridor/core/records';
import { html } from '../../pages/html.js';
import { code, data, definitions, link, section, status, time } from '../kit/components.js';
import type { Entered } from '../kit/entered.js';
import type { ConsoleField } from '../kit/fields.js';
import { exportedRows, houseList, type ListSpec } from '../kit/list-page.js';
import { houseFile, housePage, idOf, type Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';

const FILTERS: readonly ConsoleField[] = [
  { name: 'operator', label: 'Operator', hint: 'Id of the operator' },
  { name: 'subject', label: 'Subject', hint: 'Id of the record' },
  { name: 'action', label: 'Action', hint: 'Such as exceptions.resolve' },
  { name: 'outcome', label: 'Outcome', choices: LOG_OUTCOMES.map((outcome) => [outcome, outcome]) },
  { name: 'from', label: 'From', type: 'datetime-local', hint: 'UTC' },
  { name: 'to', label: 'To', type: 'datetime-local', hint: 'UTC' },
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

const LIST: ListSpec<Visit, Readonly<Record<never, never>>, OperatorLogEntry> = {
  servesLimited: true,
  path: '/log',
  title: 'Log',
  section: 'Log',
  rows: 'log entries',
  filters: FILTERS,
  empty: 'No operator has done anything yet.',
  exports: [{ path: '/log.jsonl', text: 'Download as JSON lines' }],
  columns: ({ base }) => [
    {
      title: 'Time',
      text: ({ createdAt }) => toIso(createdAt),
      show: ({ id, createdAt }) => link(`${base}/log/${id}`, time(createdAt)),
    },
    { title: 'Operator', text: ({ operatorName }) => operatorName },
    { title: 'Operator id', text: ({ operatorId }) => operatorId ?? '', show: ({ operatorId }) => code(operatorId) },
    { title: 'Action', text: ({ action }) => action },
    { title: 'Outcome', text: ({ outcome }) => outcome, show: ({ outcome }) => status(outcome) },
    { title: 'Subject', text: ({ subject }) => subject, show: ({ subject }) => code(subject) },
    { title: 'From', text: ({ source }) => source },
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
  async show({ core, params }: Visit<{ readonly id: Id<'OperatorLog'> }>) {
    const entry = await core.operators.reads.logEntry(params.id);
    if (entry === null) return err('REFERENCE_NOT_FOUND', 'The log has no such entry');
    const { platformId, environment } = splitTenant(entry.tenant);
    const body = html`${definitions([
      ['Time', time(entry.createdAt)],
      ['Operator', entry.operatorName],
      ['Operator id', code(entry.operatorId)],
      ['From', entry.source],
      ['Action', entry.action],
      ['Outcome', status(entry.outcome)],
      ['Subject', code(entry.subject)],
      ['Platform', code(platformId)],
      ['Environment', environment],
      ['Requested by', code(entry.requestedBy)],
      ['Waited as', code(entry.request)],
      ['Request', code(entry.requestId)],
    ])}
    ${section('input', 'Input', data(entry.input))} ${section('before', 'Before', data(entry.before))}
    ${section('after', 'After', data(entry.after))}`;
    return ok({ body });
  },
});

export const logPages: readonly Route[] = [...houseList(LIST), jsonLines, entryPage];
