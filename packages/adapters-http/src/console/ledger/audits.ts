import { type Id, ok, toIso } from '@corridor/core';
import type { AuditRun } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import {
  actions,
  button,
  code,
  definitions,
  link,
  notice,
  section,
  status,
  table,
  time,
  timeWithAge,
} from '../kit/components.js';
import { houseForm, mayRequest } from '../kit/form-page.js';
import { houseList } from '../kit/list-page.js';
import { housePage, idOf, type Route } from '../kit/route.js';
import type { Visit } from '../kit/visit.js';
import { wordsOf, countText } from '../kit/words.js';

const crumbsOf = ({ base }: Visit) => [{ path: `${base}/ledger/audits`, text: 'Audits' }];

/** `interrupted` says nothing about the books, so it is not shown as wrong. */
const statusOf = (run: AuditRun): Html =>
  status(
    run.status,
    run.status === 'RUNNING' ? 'busy' : run.status === 'DONE' && run.findingCount > 0 ? 'bad' : undefined,
  );

const resultOf = ({ status: state, findingCount, partsDone, parts }: AuditRun): string => {
  if (state === 'RUNNING') return parts === 0 ? 'began' : `${partsDone} of ${countText(parts, 'part')}`;
  if (state !== 'DONE') return '';
  return findingCount === 0 ? 'no finding' : countText(findingCount, 'finding');
};

const list = houseList<AuditRun>({
  path: '/ledger/audits',
  title: 'Audits',
  section: 'Ledger',
  rows: 'audits',
  isEntry: false,
  empty: (visit) => {
    const { role } = visit.core.operators.actions.registry['ledger.audit'];
    return mayRequest(visit, 'ledger.audit')
      ? html`No audit was started here yet. ${link(`${visit.base}/ledger/audits/start`, 'Start one')}, or run the
          command <code>corridor audit</code>.`
      : html`No audit was started here yet. An operator with the role ${wordsOf(role)} starts one on this page, and the
          command <code>corridor audit</code> runs one on the host.`;
  },
  above: async (visit) =>
    html`<p>An audit recomputes balances, payments and seals from the journal, and reports each contradiction.</p>
      ${mayRequest(visit, 'ledger.audit') && actions(button(`${visit.base}/ledger/audits/start`, 'Start an audit'))}`,
  href: ({ id }, { base }) => `${base}/ledger/audits/${id}`,
  columns: ({ now }) => [
    {
      title: 'Requested at',
      narrow: 'title',
      text: ({ createdAt }) => toIso(createdAt),
      show: ({ createdAt }) => timeWithAge(createdAt, now),
    },
    { title: 'Status', narrow: 'status', text: (run) => run.status, show: statusOf },
    { title: 'Result', narrow: 'amount', text: resultOf },
    {
      title: 'Ended at',
      text: ({ endedAt }) => (endedAt === null ? '' : toIso(endedAt)),
      show: (run) => time(run.endedAt),
    },
    { title: 'Requested by', narrow: 'note', text: ({ requestedBy }) => requestedBy },
  ],
  read: ({ core }, _entered, page) => core.ledger.audits.list(page),
});

const shown = housePage({
  path: '/ledger/audits/{id}',
  title: 'Audit',
  section: 'Ledger',
  params: { id: idOf('AuditRun') },
  shows: 'AuditRun',
  async show(visit: Visit<{ readonly id: Id<'AuditRun'> }>) {
    const found = await visit.core.ledger.audits.get(visit.params.id);
    if (!found.ok) return found;
    const run = found.value;
    const isOpen = run.status === 'REQUESTED' || run.status === 'RUNNING';
    const body = html`${verdict(run)}
    ${definitions([
      ['Status', statusOf(run)],
      ['Requested by', run.requestedBy],
      ['Requested at', timeWithAge(run.createdAt, visit.now)],
      ['Started at', time(run.startedAt)],
      ['Ended at', time(run.endedAt)],
      ...(isOpen
        ? [
            [
              'Progress',
              `${run.partsDone} of ${countText(run.parts, 'part')}, ${countText(run.reads, 'read')}`,
            ] as const,
            ['Audits now', code(run.part)] as const,
            ['Heard at', time(run.heardAt)] as const,
          ]
        : []),
      ['Id', code(run.id)],
    ])}
    ${isOpen && actions(button(`${visit.base}/ledger/audits/${run.id}`, 'Show the progress now'))}
    ${run.status === 'DONE' && section('findings', 'Findings', findingsOf(run))} ${results(run)}`;
    return ok({ body, crumbs: crumbsOf(visit) });
  },
});

function verdict(run: AuditRun): Html {
  switch (run.status) {
    case 'REQUESTED':
      return notice('A host begins it within seconds. If none does, no host with background work is running.');
    case 'RUNNING':
      return notice('A host compares the records. This page shows how far it was a few seconds ago.');
    case 'INTERRUPTED':
      return notice(
        `It was not completed, so it says nothing about the books: ${run.reason ?? ''}. Start another one.`,
        'bad',
      );
    case 'DONE':
      return run.findingCount === 0
        ? notice('Everything agrees.', 'good')
        : notice('The database contradicts itself. Stop payments, and look at each finding.', 'bad');
  }
}

const findingsOf = ({ findings, findingCount }: AuditRun): Html =>
  findingCount === 0
    ? html`<p class="empty">No record contradicts another one.</p>`
    : html`<ul class="findings">
          ${findings.map((finding) => html`<li>${finding}</li>`)}
        </ul>
        ${findingCount > findings.length && html`<p class="hint">The first ${findings.length} of ${findingCount} findings.</p>`}`;

function results({ checked, chain, keptHead }: AuditRun): Html {
  if (checked === null) return html``;
  const compared = table({
    caption: 'Compared records',
    rows: Object.entries(checked),
    empty: 'Nothing was compared.',
    columns: [
      { title: 'Records', text: ([name]) => name },
      { title: 'Compared', isNumber: true, text: ([, count]) => String(count) },
    ],
  });
  return html`${section('compared', 'Compared', html`<div class="narrow">${compared}</div>`)}
  ${section(
    'seals',
    'Chain of seals',
    chain === null || chain.seals === 0
      ? html`<p class="empty">Nothing is sealed.</p>`
      : html`<p>
            Keep the head outside this database, and enter it when you start a later audit: it must still be part of the
            chain.
          </p>
          ${definitions([
            ['Head', code(chain.head)],
            ['Sealed at', time(chain.sealedAt)],
            ['Seals', String(chain.seals)],
            ['Sealed rows', String(chain.rows)],
            ['Signatures', chain.signaturesChecked ? 'checked' : 'not checked, because the key could not be opened'],
            ['Kept head', keptHead === null ? 'none was given' : code(keptHead)],
          ])}`,
  )}`;
}

const start = houseForm({
  path: '/ledger/audits/start',
  title: 'Start an audit',
  section: 'Ledger',
  action: 'ledger.audit',
  submit: 'Start the audit',
  done: 'The audit was requested.',
  async prepare(visit: Visit) {
    const runs = await visit.core.ledger.audits.list({ limit: 10 });
    if (!runs.ok) return runs;
    const head = runs.value.data.find(({ chain }) => chain !== null)?.chain?.head ?? '';
    return ok({
      about: html`<p>
        It runs in the background of a host. Payments go on meanwhile; with many payments it takes minutes, and the
        database keeps the state that it reads.
      </p>`,
      values: { keptHead: head },
      crumbs: crumbsOf(visit),
    });
  },
  leadsTo: ({ base }, output) => (output === null ? `${base}/ledger/audits` : `${base}/ledger/audits/${output.id}`),
});

export const auditPages: readonly Route[] = [...list, shown, start];
