import { type AnyKind, RECORD_KINDS } from '@corridor/core/records';
import { isTemplated, type Templated } from './encodings.js';
import { KEY_FORMS, KEY_TAGS } from './keys.js';
import { POSITION, type Table, type TableColumn, columnOf, tableOf } from './tables.js';
import { FROM_CONTEXT, HOLE } from './templates.js';

/**
 * SQL that shows the values of one dialect's columns. `column` is a reference to the stored column; `context` are
 * expressions for the texts that a template takes from other columns of the row.
 */
interface Shown {
  /** How views are created, and the schema that they are in, followed by a dot. */
  readonly create: string;
  readonly schema: string;
  /** What the views use. */
  readonly before: string;
  number(column: string): string;
  key(column: string): string;
  numberedKey(column: string): string;
  json(column: string, context: readonly string[]): string;
}

/**
 * The SQL of one view for each table, named `readable_` and the name of the table, in which every column has its
 * logical value: tenants, kinds and ids as text, and JSON in full. Running it again replaces the views. In SQLite they
 * exist for the connection that creates them, in Postgres until they are dropped.
 *
 * @example
 * ```ts
 * import { readableViews } from '@corridor/adapters-storage/views';
 *
 * readableViews('postgres').includes('create view readable_transactions'); // true
 * ```
 */
export function readableViews(dialect: 'sqlite' | 'postgres'): string {
  const shown = dialect === 'sqlite' ? SQLITE : POSTGRES;
  return [
    '-- Views that show the tables of Corridor with their logical values (docs/storage.md).',
    'begin;',
    ...RECORD_KINDS.map(({ name }) => `drop view if exists ${shown.schema}readable_${name};`),
    shown.before,
    ...RECORD_KINDS.map((kind) => viewOf(kind, shown)),
    'commit;\n',
  ].join('\n');
}

function viewOf(kind: AnyKind, shown: Shown): string {
  const table = tableOf(kind);
  const position = kind.numbered ? [`  ${reference(POSITION)}`] : [];
  const columns = table.columns.map((column) => {
    const value = expression(table, column, shown);
    return value === reference(column.name) ? `  ${value}` : `  ${value} as "${column.name}"`;
  });
  return `\n${shown.create} readable_${table.name} as select\n${[...position, ...columns].join(',\n')}\nfrom ${table.name} as stored;`;
}

const reference = (name: string): string => `stored."${name}"`;

function expression(table: Table, { name, encoding }: TableColumn, shown: Shown): string {
  const column = reference(name);
  if (encoding === 'plain') return column;
  if (encoding === 'number') return shown.number(column);
  if (encoding === 'key') return shown.key(column);
  if (encoding === 'numbered-key') return shown.numberedKey(column);
  return shown.json(column, contextOf(table, encoding, shown));
}

/** A template has the empty text for a column that is null. */
const contextOf = (table: Table, { context }: Templated, shown: Shown): readonly string[] =>
  context.map((field) => {
    const column = columnOf(table, field);
    const value = isTemplated(column.encoding) ? reference(column.name) : expression(table, column, shown);
    return column.nullable ? `coalesce(${value}, '')` : value;
  });

const textOf = (number: string): string => `(select "text" from dictionary where number = ${number})`;
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const byteOf = (tag: number): string => tag.toString(16).padStart(2, '0');
const [OPEN, CLOSE] = [HOLE.open.charCodeAt(0), HOLE.close.charCodeAt(0)];

const SQLITE_FORMS = KEY_FORMS.map(({ tag, prefix, digits }) => `  (x'${byteOf(tag)}', ${quoted(prefix)}, ${digits})`);

function sqliteKey(column: string, numbered: string): string {
  const hex = (from: number, digits: number) => `substr(lower(hex(${column})), ${from}, ${digits})`;
  const uuid = [hex(3, 8), hex(11, 4), hex(15, 4), hex(19, 4), hex(23, 12)].join(` || '-' || `);
  return `case when typeof(${column}) = 'text' then ${column}${numbered}
    else (select prefix || case digits
        when 32 then ${uuid}
        else ${hex(3, 64)} end || cast(substr(${column}, 2 + digits / 2) as text)
      from readable_key_forms where first_byte = substr(${column}, 1, 1)) end`;
}

/** The digits of an integer as hexadecimal text, 4 bytes. */
const integerOf = (hex: string): string =>
  Array.from({ length: 8 }, (_, digit) => {
    const value = `(instr('0123456789ABCDEF', substr(${hex}, ${digit + 1}, 1)) - 1)`;
    return `(${value} << ${28 - digit * 4})`;
  }).join(' + ');

const SQLITE: Shown = {
  // Views in the file would keep a later migration from replacing a table: SQLite checks all views when it renames one.
  create: 'create temporary view',
  schema: 'temp.',
  before: `drop view if exists temp.readable_key_forms;
create temporary view readable_key_forms (first_byte, prefix, digits) as values
${SQLITE_FORMS.join(',\n')};`,
  number: textOf,
  key: (column) => sqliteKey(column, ''),
  numberedKey: (column) =>
    sqliteKey(
      column,
      `
    when substr(${column}, 1, 1) = x'${byteOf(KEY_TAGS.numbered)}' then ${textOf(integerOf(`hex(substr(${column}, 2))`))}`,
    ),
  json(column, context) {
    const stored = `substr(${column}, instr(${column}, '['))`;
    const template = textOf(`cast(substr(${column}, 2, instr(${column}, '[') - 2) as integer)`);
    const after = `substr(rest, instr(rest, char(${CLOSE})) + 1)`;
    const name = `substr(rest, opened + 1, instr(rest, char(${CLOSE})) - opened - 1)`;
    // `->` returns the text of an element: json_each would lose the spelling of numbers and strings.
    const listed = `listed -> cast(${name} as integer)`;
    const value =
      context.length === 0
        ? listed
        : `case ${name}
${context.map((text, index) => `              when '${FROM_CONTEXT}${index}' then json_quote(${text})`).join('\n')}
              else ${listed} end`;
    return `case
    when substr(${column}, 1, 1) = '=' then substr(${column}, 2)
    when substr(${column}, 1, 1) = '#' and json_valid(${stored}) then coalesce((
      with recursive filled (done, rest, opened, listed) as (
        select '', template, instr(template, char(${OPEN})), ${stored} from (select ${template} as template)
        union all
        select done || substr(rest, 1, opened - 1) || (${value}),
            ${after}, instr(${after}, char(${OPEN})), listed
          from filled where opened > 0)
      select done || rest from filled where opened = 0), ${column})
    else ${column} end`;
  },
};

const prefixes = KEY_FORMS.map(({ prefix }) => quoted(prefix));
const longest = KEY_FORMS.filter(({ digits }) => digits === 64).map(({ tag }) => tag);

const POSTGRES: Shown = {
  create: 'create view',
  schema: '',
  before: `
create or replace function corridor_key(key bytea) returns text language plpgsql stable strict parallel safe as $$
declare
  first_byte integer := case when length(key) = 0 then 0 else get_byte(key, 0) end;
  digits integer := case when first_byte in (${longest.join(', ')}) then 64 else 32 end;
  hex text;
begin
  if first_byte = ${KEY_TAGS.numbered} then
    return (select "text" from dictionary where number = ('x' || encode(substr(key, 2), 'hex'))::bit(32)::integer);
  end if;
  if first_byte not between ${KEY_TAGS.first} and ${KEY_TAGS.first + KEY_FORMS.length - 1} then return convert_from(key, 'UTF8'); end if;
  hex := encode(substr(key, 2, digits / 2), 'hex');
  if digits = 32 then
    hex := concat_ws('-', substr(hex, 1, 8), substr(hex, 9, 4), substr(hex, 13, 4), substr(hex, 17, 4), substr(hex, 21));
  end if;
  return (array[
    ${prefixes.join(', ')}
  ])[first_byte - ${KEY_TAGS.first - 1}] || hex || convert_from(substr(key, 2 + digits / 2), 'UTF8');
end $$;

create or replace function corridor_json(cell text, context text[]) returns text
language plpgsql stable strict parallel safe as $$
declare
  opened integer := position('[' in cell);
  parts text[];
  listed text[];
  name text;
  done text;
begin
  if cell like '=%' then return substr(cell, 2); end if;
  if cell not like '#%' then return cell; end if;
  select string_to_array("text", chr(${OPEN})) into parts from dictionary
    where number = substr(cell, 2, opened - 2)::integer;
  select array_agg(match[1] order by place) into listed
    from regexp_matches(substr(cell, opened), '("(?:[^"\\\\]|\\\\.)*"|[^",[\\]]+)', 'g') with ordinality as m (match, place);
  done := parts[1];
  for part in 2 .. coalesce(array_length(parts, 1), 0) loop
    name := split_part(parts[part], chr(${CLOSE}), 1);
    done := done || case
      when name like '${FROM_CONTEXT}%' then to_json(context[substr(name, 2)::integer + 1])::text
      else listed[name::integer + 1] end || substr(parts[part], length(name) + 2);
  end loop;
  return coalesce(done, cell);
end $$;`,
  number: textOf,
  key: (column) => `corridor_key(${column})`,
  numberedKey: (column) => `corridor_key(${column})`,
  json: (column, context) => `corridor_json(${column}, array[${context.join(', ')}]::text[])`,
};
