import { RECORD_KINDS } from '@corridor/core/records';
import { isTemplated } from '../schema/encodings.js';
import { encodeKey, encodeNumberedKey } from '../schema/keys.js';
import { encodeTemplated } from '../schema/rows.js';
import { columnOf, POSITION, type Table, type TableColumn, tableOf } from '../schema/tables.js';
import { readableViews } from '../schema/views.js';
import { createLookup, type SqliteLookup } from '../sqlite/lookup.js';
import { Database } from './sqlite.js';

/**
 * Opens a SQLite database with the views of `corridor schema` (`readable_<table>`).
 */
export function openReading(path: string): Database {
  const db = new Database(path, { readonly: true });
  db.exec(VIEWS);
  return db;
}

/**
 * Runs SQL that inserts, updates or deletes rows of the views of `corridor schema`: the rows that they show are altered,
 * and each logical value is encoded as the storage encodes it. Other tables can be named as well.
 */
export function alter(path: string, statements: string): void {
  const db = new Database(path);
  try {
    const { lookup, added } = lookupOf(db);
    db.exec(VIEWS);
    for (const kind of RECORD_KINDS) db.exec(triggersOf(tableOf(kind)));
    db.function('stored_cell', { varargs: true }, (table: string, field: string, text: string | null, ...context) =>
      text === null ? null : encode(columnNamed(table, field), text, context as string[], lookup),
    );
    db.exec(statements);
    const insert = db.prepare('insert into dictionary (number, "text") values (?, ?)');
    for (const [number, text] of added) insert.run(number, text);
  } finally {
    db.close();
  }
}

const VIEWS = readableViews('sqlite');

/** A function of a statement cannot run statements itself, so new texts are added after it. */
function lookupOf(db: Database) {
  const stored = db.prepare<[], [number, string]>('select number, "text" from dictionary').raw().all();
  const texts = new Map(stored);
  const added = new Map<number, string>();
  const lookup = createLookup({
    textOf: (number) => texts.get(number) ?? added.get(number) ?? null,
    insert: (number, text) => void added.set(number, text),
  });
  return { lookup, added };
}

function columnNamed(table: string, field: string): TableColumn {
  return columnOf(tableOf(RECORD_KINDS.find(({ name }) => name === table)!), field);
}

function encode({ encoding }: TableColumn, text: string, context: readonly string[], lookup: SqliteLookup) {
  if (encoding === 'plain') return text;
  if (encoding === 'number') return BigInt(lookup.numberOf(text));
  if (encoding === 'key') return encodeKey(text, lookup.textKey);
  if (encoding === 'numbered-key') return encodeNumberedKey(text, (name) => lookup.numberOf(name));
  return encodeTemplated(text, context, lookup);
}

function triggersOf(table: Table): string {
  const cell = (row: 'old' | 'new', { field, name, encoding }: TableColumn): string => {
    if (encoding === 'plain') return `${row}."${name}"`;
    const context = isTemplated(encoding)
      ? encoding.context.map((other) => `, coalesce(${row}."${columnOf(table, other).name}", '')`).join('')
      : '';
    return `stored_cell('${table.name}', '${field}', ${row}."${name}"${context})`;
  };
  const cells: (readonly [name: string, value: string])[] = table.columns.map((column) => [
    `"${column.name}"`,
    cell('new', column),
  ]);
  if (table.kind.numbered) cells.unshift([POSITION, `new.${POSITION}`]);
  const row = `id = ${cell('old', columnOf(table, 'id'))}`;
  const trigger = (event: string, statement: string): string =>
    `create temp trigger readable_${table.name}_${event} instead of ${event} on readable_${table.name}
       begin ${statement}; end;`;
  return [
    trigger(
      'insert',
      `insert into ${table.name} (${cells.map(([name]) => name).join()}) values (${cells.map(([, value]) => value).join()})`,
    ),
    trigger('update', `update ${table.name} set ${cells.map((pair) => pair.join(' = ')).join()} where ${row}`),
    trigger('delete', `delete from ${table.name} where ${row}`),
  ].join('\n');
}
