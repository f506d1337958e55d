import { operationsOf, type OpenApiDocument } from '../../support/document.js';
import { openConnection } from '../load/connection.js';
import type { Service } from '../service/service.js';
import type { Grower } from './world.js';

/** Sends GET requests one after another over one connection, with the credential of a customer's platform. */
export interface Reader {
  /** Throws unless the answer is 200. */
  get(path: string): Promise<string>;
  /** Milliseconds of each of these many requests. */
  times(path: string, count: number): Promise<readonly number[]>;
  stop(): Promise<void>;
}

export async function openReader({ host }: Service, headers: Readonly<Record<string, string>>): Promise<Reader> {
  const connection = await openConnection(host.port);
  const lines = Object.entries({ Host: '127.0.0.1', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  const get = async (path: string): Promise<string> => {
    const { status, body } = await connection.send(`GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`);
    if (status !== 200) throw new Error(`GET ${path} was answered ${status}: ${body.slice(0, 300)}`);
    return body;
  };
  return {
    get,
    async times(path, count) {
      await get(path);
      const times: number[] = [];
      for (let i = 0; i < count; i++) {
        const begun = performance.now();
        await get(path);
        times.push(performance.now() - begun);
      }
      return times;
    },
    stop: async () => connection.close(),
  };
}

export const authorizationOf = ({ credential }: Grower): Readonly<Record<string, string>> => ({
  Authorization: `Basic ${Buffer.from(`${credential.clientId}:${credential.clientSecret}`).toString('base64')}`,
});

export const percentile = (times: readonly number[], part: number): number =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))]!;

/** Rows of a page: at a million payments one platform has more than ten thousand such pages. */
export const PAGE_ROWS = 20;
const WALKED_ROWS = 100;
export const DEEP_PAGE = 10_000;

const withQuery = (path: string, query: string): string => `${path}${path.includes('?') ? '&' : '?'}${query}`;

interface ListBody {
  readonly data: readonly Readonly<Record<string, unknown>>[];
  readonly nextCursor?: string;
}

export interface DeepPage {
  /** The path of the page; that of the first page if the list has only one. */
  readonly path: string;
  /** Its number, from 1. */
  readonly page: number;
}

/** The path of page 10,000, or of the last full page of a shorter list. */
export async function deepPage(reader: Reader, path: string): Promise<DeepPage> {
  let found: DeepPage = { path: withQuery(path, `limit=${PAGE_ROWS}`), page: 1 };
  let cursor = '';
  for (let rows = WALKED_ROWS; ; rows += WALKED_ROWS) {
    const body = JSON.parse(await reader.get(withQuery(path, `limit=${WALKED_ROWS}${cursor}`))) as ListBody;
    const page = rows / PAGE_ROWS + 1;
    if (body.nextCursor === undefined || page > DEEP_PAGE + WALKED_ROWS / PAGE_ROWS) return found;
    cursor = `&cursor=${encodeURIComponent(body.nextCursor)}`;
    found = { path: withQuery(path, `limit=${PAGE_ROWS}${cursor}`), page };
  }
}

interface DeclaredList {
  /** With the ids of a customer in place of the parameters. */
  readonly path: string;
  readonly filters: readonly Filter[];
}

interface Filter {
  readonly name: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

/** Lists of an OpenAPI document: the reads with a cursor. `unmeasured`: those whose parameters have no known value. */
export function declaredLists(
  document: OpenApiDocument,
  grower: Grower,
): { readonly lists: readonly DeclaredList[]; readonly unmeasured: readonly string[] } {
  const lists: DeclaredList[] = [];
  const unmeasured: string[] = [];
  for (const { method, path, object } of operationsOf(document)) {
    const parameters = (object.parameters ?? []) as readonly (Filter & {
      readonly in: string;
      readonly required?: boolean;
    })[];
    if (method !== 'get' || !parameters.some(({ name }) => name === 'cursor')) continue;
    const filled = path.replaceAll(/\{(\w+)\}/g, (braced, name: string) => idNamed(name, path, grower) ?? braced);
    const query = parameters.filter(
      ({ in: place, name }) => place === 'query' && name !== 'cursor' && name !== 'limit',
    );
    const required = query.flatMap((each) =>
      each.required === true ? [[each.name, valueFor(each, grower, null)] as const] : [],
    );
    if (filled.includes('{') || required.some(([, value]) => value === null)) {
      unmeasured.push(path);
      continue;
    }
    const fixed = required.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join('&');
    lists.push({
      path: fixed === '' ? filled : `${filled}?${fixed}`,
      filters: query.filter((each) => each.required !== true),
    });
  }
  return { lists, unmeasured };
}

function idNamed(name: string, path: string, grower: Grower): string | null {
  if (/customer/i.test(name) || (name === 'id' && path.includes('/customers/{id}'))) return grower.customerId;
  if (/account/i.test(name) || path.includes('accounts/{id}'))
    return path.includes('external') ? grower.eurosAbroad : grower.dollars;
  return null;
}

/** The path of a list with this filter; null if no value for it is known. `row`: an example from the list. */
export function filtered(
  path: string,
  filter: Filter,
  grower: Grower,
  row: ListBody['data'][number] | null,
): string | null {
  const value = valueFor(filter, grower, row);
  return value === null ? null : withQuery(path, `limit=${PAGE_ROWS}&${filter.name}=${encodeURIComponent(value)}`);
}

const AN_HOUR_MS = 3_600_000;

function valueFor({ name, schema }: Filter, grower: Grower, row: ListBody['data'][number] | null): string | null {
  const shown = row?.[name];
  if (typeof shown === 'string' || typeof shown === 'number' || typeof shown === 'boolean') return String(shown);
  const known = idNamed(name, '', grower);
  if (known !== null) return known;
  const options = (schema['enum'] ?? (schema['items'] as typeof schema | undefined)?.['enum']) as
    | readonly string[]
    | undefined;
  if (options !== undefined) return options[0]!;
  if (schema['format'] === 'date-time' || /(date|from|to|after|before)$/i.test(name)) {
    return new Date(Date.now() - 180 * 24 * AN_HOUR_MS).toISOString();
  }
  if (schema['type'] === 'boolean') return 'true';
  return /currency/i.test(name) ? 'USD' : null;
}

/** The first row of a list. */
export async function firstRow(reader: Reader, path: string): Promise<ListBody['data'][number] | null> {
  const { data } = JSON.parse(await reader.get(withQuery(path, 'limit=1'))) as ListBody;
  return data[0] ?? null;
}
