import {
  ENVIRONMENTS,
  type ExportedJournal,
  type Instant,
  instant,
  ok,
  type Result,
  type Within,
} from '@corridor/core';
import { JOURNAL_FORMATS, type JournalFormat, journalFile, splitTenant } from '@corridor/core/internal';
import { fieldErrorsOf } from '../../pages/visit.js';
import { html, type Html } from '../../pages/html.js';
import { link } from '../kit/components.js';
import { dayOf } from '../kit/times.js';
import { Entered } from '../kit/entered.js';
import { type ConsoleField, enteredValues, fieldsOf, TIME_HINT } from '../kit/fields.js';
import { type Answer, type FileContent, type Route, routeOf } from '../kit/route.js';
import { streamOf } from '../kit/stream-of.js';
import type { TenantVisit, Visit } from '../kit/visit.js';
import { choicesOf } from '../kit/words.js';

const BALANCES = 'with';
const FORM: readonly ConsoleField[] = [
  {
    name: 'from',
    label: 'From',
    isOptional: true,
    hint: `The first moment; without it, the first entry. ${TIME_HINT}`,
  },
  { name: 'to', label: 'To', hint: `The first moment after the period, at least five minutes ago; ${TIME_HINT}` },
  {
    name: 'format',
    label: 'Format',
    choices: [
      ['csv', 'CSV'],
      ['jsonl', 'JSON, an object in each line'],
    ] satisfies readonly (readonly [JournalFormat, string])[],
  },
  {
    name: 'balances',
    label: 'Balances',
    many: true,
    choices: [[BALANCES, 'With the trial balance at both ends of the period']],
  },
];
const ENVIRONMENT: ConsoleField = {
  name: 'environment',
  label: 'Environment',
  isOptional: true,
  hint: 'Without it, both',
  choices: choicesOf(ENVIRONMENTS),
};

interface Wanted {
  readonly from: Instant | undefined;
  readonly to: Instant;
  readonly format: JournalFormat;
  readonly balances: boolean;
  readonly within: Within;
}

function wantedBy({ query }: Visit, scope: Within): Result<Wanted> {
  const entered = new Entered(query);
  const [from, to] = [entered.optionalTime('from'), entered.time('to')];
  const format = entered.oneOf('format', JOURNAL_FORMATS);
  const balances = entered.many('balances', [BALANCES]).length > 0;
  const environment = entered.optionalOneOf('environment', ENVIRONMENTS);
  const within: Within = (tenant) =>
    scope(tenant) && (environment === undefined || splitTenant(tenant).environment === environment);
  return entered.result(() => ({ from, to, format, balances, within }));
}

function fileOf({ from, to, format }: Wanted, journal: ExportedJournal): FileContent {
  const period = from === undefined ? `until-${dayOf(to)}` : `${dayOf(from)}-${dayOf(to)}`;
  const type = format === 'csv' ? 'text/csv; charset=utf-8' : 'application/jsonl; charset=utf-8';
  return { type, name: `journal-${period}.${format}`, body: streamOf(journalFile(journal.lines(), format)) };
}

async function exported(visit: Visit, scope: Within): Promise<Result<FileContent>> {
  const wanted = wantedBy(visit, scope);
  if (!wanted.ok) return wanted;
  const journal = await visit.core.ledger.journal(wanted.value);
  return journal.ok ? ok(fileOf(wanted.value, journal.value)) : journal;
}

const SHOWN_MONTHS = 3;

/** Links that download the months that have ended last. */
function months(address: string, now: Instant): Html {
  const date = new Date(now);
  const begin = (before: number): Instant => instant(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - before, 1));
  const each = Array.from({ length: SHOWN_MONTHS }, (_, index) => {
    const [from, to] = [dayOf(begin(index + 1)), dayOf(begin(index))];
    const query = new URLSearchParams({ from, to, format: 'csv', balances: BALANCES });
    return html`<li>${link(`${address}?${query}`, `${from.slice(0, 7)} as CSV, with balances`)}</li>`;
  });
  return html`<ul>
    ${each}
  </ul>`;
}

/** The page has the form; with a period in its address it is the file, or the form with what is wrong. */
async function serve(
  visit: Visit,
  { address, now, scope, fields }: { address: string; now: Instant; scope: Within; fields: readonly ConsoleField[] },
): Promise<Answer> {
  const isAsked = fields.some(({ name }) => visit.query.has(name));
  const file = isAsked ? await exported(visit, scope) : null;
  if (file?.ok === true) return { kind: 'file', file: file.value };
  if (file?.ok === false && file.error.code !== 'INVALID_INPUT') return { kind: 'refused', error: file.error };
  const errors = file === null ? [] : fieldErrorsOf(file.error);
  const values = { format: 'csv', ...(isAsked && enteredValues(visit.query, fields)) };
  const body = html`<p>
      A line for each posting that was booked in the period, in the order of the journal. Times are UTC. The trial
      balance at the beginning and the postings add up to the trial balance at the end.
    </p>
    ${months(address, now)}
    <form class="card" method="get" action="${address}">
      ${fieldsOf({ values, errors }, fields)}
      <div class="actions"><button>Download</button></div>
    </form>`;
  return { kind: 'page', content: { body }, isWrong: errors.length > 0 };
}

const SPEC = { path: '/ledger/journal', title: 'Export entries', section: 'Ledger' } as const;

/** Of all platforms and of the service itself. */
export const houseJournal: Route = routeOf('house', SPEC, {
  role: 'VIEWER',
  serve: (visit) => {
    const address = `${visit.base}${SPEC.path}`;
    return serve(visit, { address, now: visit.now, scope: () => true, fields: [...FORM, ENVIRONMENT] });
  },
});

export const tenantJournal: Route = routeOf('tenant', SPEC, {
  role: 'VIEWER',
  serve: (visit) => {
    const { base, tenant, context } = (visit as TenantVisit).place;
    const address = `${base}${SPEC.path}`;
    return serve(visit, { address, now: context.now, scope: (each) => each === tenant, fields: FORM });
  },
});
