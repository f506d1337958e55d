import { Readable } from 'node:stream';
import { type DomainError, ok, type OperatorRole, type Page, type PageRequest, type Result } from '@corridor/core';
import { Bug } from '@corridor/core/ports';
import { summaryOf } from '../../pages/fields.js';
import { html, type Html } from '../../pages/html.js';
import { fieldErrorsOf } from '../../pages/visit.js';
import { type Column, type Content, shortIds, table } from './components.js';
import { csvLine } from '@corridor/core/internal';
import { Entered } from './entered.js';
import { type ListPage, searchOn } from './search-on.js';
import { fieldTime, timeText } from './times.js';
import { type ConsoleField, enteredValues, fieldOf, hiddenFields } from './fields.js';
import { type Answer, type Route, type RouteSpec, routeOf } from './route.js';
import type { TenantVisit, Visit } from './visit.js';
import { nounOf } from './words.js';

const PAGE_ROWS = 50;
const EXPORTED_ROWS = 100;

/** A list with filters and pages, which can be exported as CSV. */
export interface ListSpec<V, P, T> extends RouteSpec<P> {
  readonly role?: OperatorRole;
  /** What each row is, for the export and for screen readers, such as `payments`. */
  readonly rows: string;
  /** A function where the choices are records, such as operators. */
  readonly filters?: readonly ConsoleField[] | ((visit: V) => Promise<readonly ConsoleField[]>);
  readonly columns: readonly Column<T>[] | ((visit: V) => readonly Column<T>[]);
  /** Reads a page. Errors of `filter.result` are shown beside their filters. */
  readonly read: (visit: V, filter: Entered, page: PageRequest) => Promise<Result<ListPage<T>>>;
  /** What is shown if nothing matches: a sentence, and a link to the next step if there is one. */
  readonly empty: Content | ((visit: V) => Content);
  /** The page of a row, to which the whole row leads. */
  readonly href?: (row: T, visit: V) => string | null;
  /** What is shown above the list, such as a button. */
  readonly above?: (visit: V) => Promise<Html> | Html;
  /** Records that rows are read, once for each page and each export. An error refuses them. */
  readonly beforeRead?: (visit: V, filter: Entered) => Promise<Result<void>>;
  /** Records the export before its rows are read. An error refuses it. */
  readonly beforeExport?: (visit: V) => Promise<Result<void>>;
  /** More exports beside CSV, as links. */
  readonly exports?: readonly { readonly path: string; readonly text: string }[];
  /** The list is the link of its section in the navigation; by default each list without parameters is. */
  readonly isEntry?: boolean;
}

function listOf<V extends Visit, P, T>(scope: Route['scope'], spec: ListSpec<V, P, T>): readonly Route[] {
  const role = spec.role ?? 'VIEWER';
  const columnsOf = (visit: V) => (typeof spec.columns === 'function' ? spec.columns(visit) : spec.columns);

  async function serve(visit: V): Promise<Answer> {
    const recorded = await spec.beforeRead?.(visit, new Entered(visit.query));
    if (recorded?.ok === false) return { kind: 'refused', error: recorded.error };
    const cursor = visit.query.get('cursor') ?? undefined;
    const request = { limit: PAGE_ROWS, cursor };
    const read = await searchOn((part) => spec.read(visit, new Entered(visit.query), part), request);
    if (!read.ok && !isOfFilter(read.error)) return { kind: 'refused', error: read.error };
    const above = (await spec.above?.(visit)) ?? html``;
    const filters = (typeof spec.filters === 'function' ? await spec.filters(visit) : spec.filters) ?? [];
    const body = html`${above} ${filterForm(visit, filters, read.ok ? null : read.error)}
    ${read.ok && results(visit, { ...spec, filters }, columnsOf(visit), read.value)}`;
    return { kind: 'page', content: { body }, isWrong: !read.ok };
  }

  const exported: Route = routeOf(
    scope,
    { ...spec, path: `${spec.path}.csv`, title: `${spec.title} as CSV` },
    {
      role,
      async serve(visit) {
        for (const record of [spec.beforeRead, spec.beforeExport]) {
          const recorded = await record?.(visit as V, new Entered(visit.query));
          if (recorded?.ok === false) return { kind: 'refused', error: recorded.error };
        }
        const file = await exportedRows(visit as V, spec);
        if (!file.ok) return { kind: 'refused', error: file.error };
        const columns = columnsOf(visit as V).filter(({ pageOnly }) => pageOnly !== true);
        const lines = async function* (): AsyncGenerator<string> {
          yield csvLine(columns.map(({ title }) => title));
          for await (const rows of file.value)
            yield rows.map((row) => csvLine(columns.map(({ text }) => text(row)))).join('');
        };
        const name = `${spec.rows.replaceAll(/[^a-z0-9]+/gi, '-')}.csv`;
        return { kind: 'file', file: { type: 'text/csv; charset=utf-8', name, body: Readable.from(lines()) } };
      },
    },
  );
  const page = routeOf(scope, spec, {
    role,
    isEntry: spec.isEntry ?? Object.keys(spec.params ?? {}).length === 0,
    serve: (visit) => serve(visit as V),
  });
  return [page, exported];
}

/** The pages of all rows that match the filter. The first one is read at once, so that its errors are answered. */
export async function exportedRows<V extends Visit, P, T>(
  visit: V,
  { read }: Pick<ListSpec<V, P, T>, 'read'>,
): Promise<Result<AsyncIterable<readonly T[]>>> {
  const readPage = (cursor: string | undefined) =>
    read(visit, new Entered(visit.query), { limit: EXPORTED_ROWS, cursor });
  const first = await readPage(undefined);
  if (!first.ok) return first;
  const pages = async function* (): AsyncGenerator<readonly T[]> {
    for (let page = first.value; ;) {
      yield page.data;
      if (page.nextCursor === undefined) return;
      const next = await readPage(page.nextCursor);
      // The file is incomplete, so the download has to fail.
      if (!next.ok) throw new Bug(`an export ended early: ${next.error.message}`);
      page = next.value;
    }
  };
  return ok(pages());
}

const isOfFilter = (error: DomainError): boolean => error.code === 'INVALID_INPUT';

/** The query of the address without the cursor. */
function queryOf(visit: Visit, cursor?: string): string {
  const query = new URLSearchParams(
    [...visit.query].filter(([name, value]) => name !== 'cursor' && name !== 'done' && value !== ''),
  );
  if (cursor !== undefined) query.set('cursor', cursor);
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const addressOf = (visit: Visit): string => `${visit.place?.base ?? visit.base}${visit.path}`;

function filterForm(visit: Visit, filters: readonly ConsoleField[], error: DomainError | null): Html {
  if (filters.length === 0 && error === null) return html``;
  const errors = error === null ? [] : fieldErrorsOf(error);
  const defaults = Object.fromEntries(filters.flatMap(({ name, byDefault }) => (byDefault ? [[name, byDefault]] : [])));
  const entered = Object.entries(enteredValues(visit.query, filters)).filter(([, value]) => (value ?? '') !== '');
  const state = { values: { ...defaults, ...Object.fromEntries(entered) }, errors };
  const kept = filters.filter(({ byLink }) => byLink === true).map(({ name }) => name);
  return html`<details class="filters" ${errors.length > 0 && html`open`}>
      <summary>Filter</summary>
      <form method="get" action="${addressOf(visit)}">
        ${summaryOf(state, filters)}
        <div class="fields">
          ${filters.filter(({ byLink }) => byLink !== true).map((each) => fieldOf(state, asFilter(each)))}
        </div>
        ${hiddenFields(
          visit.query,
          kept.filter((name) => visit.query.get(name) !== ''),
        )}
        <div class="actions"><button class="quiet">Filter</button></div>
      </form>
    </details>
    ${isFiltered(visit, filters) && chosenFilters(visit, filters)}`;
}

/** A filter without a choice leaves its field open, unless the list has a choice by default: then that one is chosen. */
const asFilter = (of: ConsoleField): ConsoleField => {
  if (of.byDefault !== undefined) return { ...of, isChosen: true };
  return of.choices === undefined || of.none !== undefined ? of : { ...of, none: 'Any' };
};

/** Whether the address sets a filter to something else than the list has anyway. */
export const isSet = ({ query }: Pick<Visit, 'query'>, { name, byDefault }: ConsoleField): boolean => {
  const value = query.get(name) ?? '';
  return value !== '' && value !== byDefault;
};

/** The filters that are set, each with the address of the list without it. */
const chosenOf = (visit: Visit, filters: readonly ConsoleField[]) =>
  filters.flatMap((filter) => {
    if (!isSet(visit, filter)) return [];
    const { name, label, choices = [], isTime } = filter;
    const value = visit.query.get(name) ?? '';
    const rest = new URLSearchParams(queryOf(visit).slice(1));
    rest.delete(name);
    const text = isTime
      ? enteredTimeText(visit, name)
      : (choices.find(([each]) => each === value)?.[1] ?? shortIds(value));
    return [{ label, text, path: `${addressOf(visit)}${rest.size === 0 ? '' : `?${rest.toString()}`}` }];
  });

function chosenFilters(visit: Visit, filters: readonly ConsoleField[]): Html {
  return html`<ul class="chips" aria-label="Filters that are set">
    ${chosenOf(visit, filters).map(
      ({ label, text, path }) =>
        html`<li>
          <a href="${path}">${label}: ${text} <span aria-hidden="true">×</span><span class="hidden">(remove)</span></a>
        </li>`,
    )}
    <li><a class="clear" href="${addressOf(visit)}">Clear</a></li>
  </ul>`;
}

/** A time as it is entered, with its zone; another text stays as it is. */
function enteredTimeText(visit: Visit, name: string): string {
  const at = new Entered(visit.query).optionalTime(name);
  return at === undefined ? (visit.query.get(name) ?? '') : `${fieldTime(at)} UTC`;
}

const searchedText = ({ searchedBackTo }: Pick<ListPage<unknown>, 'searchedBackTo'>): string =>
  (searchedBackTo ?? null) === null ? 'Only a part is searched.' : `Searched back to ${timeText(searchedBackTo!)}.`;

const isFiltered = (visit: Visit, filters: readonly ConsoleField[]): boolean =>
  filters.some((filter) => isSet(visit, filter));

function results<V extends Visit, P, T>(
  visit: V,
  {
    rows,
    empty,
    exports = [],
    filters,
    href,
  }: Pick<ListSpec<V, P, T>, 'rows' | 'empty' | 'exports' | 'href'> & { readonly filters: readonly ConsoleField[] },
  columns: readonly Column<T>[],
  page: ListPage<T>,
): Html {
  const isFirst = !visit.query.has('cursor');
  const isChosen = isFiltered(visit, filters) || !isFirst;
  // A search that ended early has not seen whether older ones match.
  const isEarly = page.nextCursor !== undefined && page.data.length < PAGE_ROWS;
  const early = isEarly && html`${searchedText(page)} Older ${rows} are not searched yet.`;
  const none = isChosen ? noneHere(visit, rows, filters) : typeof empty === 'function' ? empty(visit) : empty;
  const nothing = early === false ? none : early;
  const base = visit.place?.base ?? visit.base;
  const files = [{ path: `${addressOf(visit)}.csv`, text: 'Download as CSV' }].concat(
    exports.map((each) => ({ path: `${base}${each.path}`, text: each.text })),
  );

  return html`${table({ caption: rows, columns, rows: page.data, empty: nothing, href: (row) => href?.(row, visit) ?? null })}
    ${early !== false && page.data.length > 0 && html`<p class="hint">${early}</p>`}
    <nav class="pager" aria-label="Pages">
      ${!isFirst && html`<a href="${addressOf(visit)}${queryOf(visit)}">First page</a>`}
      ${page.nextCursor !== undefined && html`<a class="button quiet" href="${addressOf(visit)}${queryOf(visit, page.nextCursor)}">${isEarly ? 'Search further' : 'Next page'}</a>`}
      ${files.map((file) => html`<a href="${file.path}${queryOf(visit)}">${file.text}</a>`)}
    </nav>`;
}

/** What is shown instead of rows that the filters leave out, with the way to all of them. */
function noneHere(visit: Visit, rows: string, filters: readonly ConsoleField[]): Html {
  const chosen = chosenOf(visit, filters);
  if (chosen.length === 0) return html`No ${rows} match here.`;
  return html`No ${rows} match here. The list has the ${nounOf(chosen.length, 'filter')}
    ${chosen.map(({ label, text }, at) => html`${at > 0 && ', '}${label}: ${text}`)}.
    <a href="${addressOf(visit)}">Clear</a>`;
}

/** A list of the whole host: the page and its CSV file. */
export const houseList = <T, P = Readonly<Record<never, never>>>(spec: ListSpec<Visit<P>, P, T>): readonly Route[] =>
  listOf('house', spec);

/** A list of one platform: the page and its CSV file. */
export const tenantList = <T, P = Readonly<Record<never, never>>>(
  spec: ListSpec<TenantVisit<P>, P, T>,
): readonly Route[] => listOf('tenant', spec);

/** A list of few rows, which has one page. */
export const onePage = <T>(rows: readonly T[]): Result<Page<T>> => ok({ data: rows, hasMore: false });
