import { SEARCH_TERMS } from '@corridor/core/records';
import { type RawBuilder, sql } from 'kysely';
import type { CheckedSearch, CheckedSought } from './checked-queries.js';
import type { Lookup } from './dictionary.js';
import { encodeKey } from './keys.js';
import { encodeCell } from './rows.js';
import { type Builder, compile, type Param, paramsOf, type Statement } from './statements.js';
import { anyKind, columnOf, keyOf, type Table, tableOf, type TableKey } from './tables.js';

const p = paramsOf(0);
const TERMS = tableOf(anyKind(SEARCH_TERMS));

/** How a database walks one index for each tenant, and looks up ids. */
export interface SearchDialect {
  /**
   * The ids of the first rows of all tenants. `rows` selects the first rows of one tenant, whose number is `of`; `order`
   * is that of the rows of `table`, which is `found` in it.
   */
  ofEachTenant(
    tenants: Param,
    table: string,
    rows: (of: RawBuilder<unknown>) => RawBuilder<unknown>,
    order: RawBuilder<unknown>,
    id: string,
  ): RawBuilder<unknown>;
  /** Whether a number of a tenant is among the given ones. */
  among(tenant: RawBuilder<unknown>, tenants: Param): RawBuilder<unknown>;
  /** Bytes of UTF-8 as a text that is compared by its bytes. */
  text(bytes: RawBuilder<unknown>): RawBuilder<unknown>;
  /** The condition that `id` is among those that a query returns. */
  inIds(ids: RawBuilder<unknown>): RawBuilder<unknown>;
}

/** The parts of a search that determine its SQL, as a cache key; the rest is bound. */
export const searchShape = (table: Table, { anyOf }: CheckedSearch): string =>
  `search ${table.name} ${anyOf.map(shapeOf).join('|')}`;

function shapeOf(sought: CheckedSought): string {
  switch (sought.by) {
    case 'id':
      return 'id';
    case 'filter':
    case 'amount':
      return `${sought.by} ${sought.field}`;
    case 'key':
      return `key ${sought.key}`;
    case 'terms':
      return `terms ${sought.prefixes.length}`;
  }
}

/**
 * One statement for all alternatives. Each walks its own index, once for each tenant, and stops at the limit, so its cost
 * does not depend on the number of rows.
 */
export function searchStatement(db: Builder, table: Table, { anyOf }: CheckedSearch, by: SearchDialect): Statement {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)));
  const alternatives = anyOf.map(
    (sought, index) => sql`select id from (${idsOf(table, sought, index, by)}) as ${sql.ref(`alternative${index}`)}`,
  );
  const ids = sql.join(alternatives, sql` union `);
  const query = sql`select ${columns} from ${sql.table(table.name)} where ${by.inIds(ids)}`;
  return compile({ compile: () => query.compile(db) });
}

const NEWEST = sql`created_at desc, id desc`;
const NEWEST_FOUND = sql`found.created_at desc, found.id desc`;

function idsOf(table: Table, sought: CheckedSought, index: number, by: SearchDialect): RawBuilder<unknown> {
  const name = (part: string) => p(`${index} ${part}`);
  const rows = sql.table(table.name);
  switch (sought.by) {
    case 'id':
      return sql`select id from ${rows} where id >= ${name('from')} and id <= ${name('to')}
        and ${by.among(sql`tenant + 0`, p('tenants'))} order by id desc limit ${p('limit')}`;
    case 'filter': {
      const column = sql.ref(columnOf(table, sought.field).name);
      return by.ofEachTenant(
        p('tenants'),
        table.name,
        (of) => sql`select id, created_at from ${rows} where tenant = ${of} and ${column} = ${name('value')}
          order by ${NEWEST} limit ${p('limit')}`,
        NEWEST_FOUND,
        'id',
      );
    }
    case 'amount': {
      const [amount, currency] = [sought.field, sought.currencyField].map((field) => columnOf(table, field).name);
      return by.ofEachTenant(
        p('tenants'),
        table.name,
        (of) => sql`select id, created_at from ${rows} where tenant = ${of}
          and ${sql.ref(currency!)} = ${name('currency')} and ${sql.ref(amount!)} = ${name('amount')}
          order by ${NEWEST} limit ${p('limit')}`,
        NEWEST_FOUND,
        'id',
      );
    }
    case 'key': {
      const key = keyOf(table, sought.key);
      const conditions = namedFields(key).map((field) => sql`${sql.ref(columnOf(table, field).name)} = ${name(field)}`);
      if (key.unless !== null) conditions.push(sql`${sql.ref(columnOf(table, key.unless).name)} = false`);
      const tenant = key.fields.includes('tenant') ? sql`tenant` : sql`tenant + 0`;
      conditions.push(sql`${by.among(tenant, p('tenants'))}`);
      return sql`select id from ${rows} where ${sql.join(conditions, sql` and `)} limit ${p('limit')}`;
    }
    case 'terms':
      return by.ofEachTenant(
        p('tenants'),
        TERMS.name,
        (of) => termRows(sought.prefixes.length, of, name, by),
        sql`found.term, found.created_at, found.id`,
        'subject',
      );
  }
}

/** The bytes of the id of a subject (`encodeKey`), with which the id of a term begins. A slash and the term follow. */
const SUBJECT_BYTES = 17;
const subjectIn = (id: string): RawBuilder<unknown> => sql`substr(${sql.ref(id)}, 1, ${sql.lit(SUBJECT_BYTES)})`;
const termIn = (id: string, by: SearchDialect): RawBuilder<unknown> =>
  by.text(sql`substr(${sql.ref(id)}, ${sql.lit(SUBJECT_BYTES + 2)})`);

/**
 * The rows of the first prefix whose subjects have the others too. Of several rows of one subject only the first. Subjects
 * and terms are taken from the ids, which both indexes have, so that no row is read for a common beginning.
 */
function termRows(
  prefixes: number,
  of: RawBuilder<unknown>,
  name: (part: string) => Param,
  by: SearchDialect,
): RawBuilder<unknown> {
  const ofSubject = sql`select 1 from search_terms as other
    where other.tenant = ${of} and other.subject = ${subjectIn('first.id')}`;
  const word = termIn('other.id', by);
  const others = Array.from({ length: prefixes - 1 }, (_, index) => {
    const begins = sql`${word} >= ${name(`from${index + 1}`)} and ${word} < ${name(`to${index + 1}`)}`;
    return sql` and exists (${ofSubject} and ${begins})`;
  });
  return sql`select id, ${subjectIn('first.id')} as subject, term, created_at from search_terms as first
    where tenant = ${of} and term >= ${name('from0')} and term < ${name('to0')}${sql.join(others, sql``)}
      and not exists (${ofSubject} and ${word} >= ${name('from0')} and ${word} < first.term)
    order by term, created_at, id limit ${p('limit')}`;
}

const namedFields = ({ fields }: TableKey): readonly string[] => fields.filter((field) => field !== 'tenant');

/** Every text that begins with a prefix is below this one, by the bytes of UTF-8. */
const endOf = (prefix: string): string => `${prefix}\u{10FFFF}`;

/** The values of a search by parameter name; `tenants` in the form of the database. */
export function searchValues(
  table: Table,
  { anyOf, limit }: CheckedSearch,
  tenants: unknown,
  lookup: Lookup,
): Record<string, unknown> {
  const cell = (field: string, value: unknown): unknown => encodeCell(table, field, { [field]: value }, lookup);
  const valuesOf = (sought: CheckedSought): readonly (readonly [string, unknown])[] => {
    switch (sought.by) {
      case 'id':
        return [
          ['from', encodeKey(sought.from, lookup.textKey)],
          ['to', encodeKey(sought.to, lookup.textKey)],
        ];
      case 'filter':
        return [['value', cell(sought.field, sought.value)]];
      case 'amount':
        return [
          ['amount', cell(sought.field, sought.amount)],
          ['currency', cell(sought.currencyField, sought.currency)],
        ];
      case 'key':
        return namedFields(keyOf(table, sought.key)).map((field, at) => [field, cell(field, sought.values[at])]);
      case 'terms':
        return sought.prefixes.flatMap((prefix, at) => [
          [`from${at}`, prefix],
          [`to${at}`, endOf(prefix)],
        ]);
    }
  };
  const values = anyOf.flatMap((sought, index) =>
    valuesOf(sought).map(([part, value]) => [`${index} ${part}`, value] as const),
  );
  return { ...Object.fromEntries(values), tenants, limit };
}
