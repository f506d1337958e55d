import type pg from 'pg';
import { Database } from './sqlite.js';

/** What a database does to run a statement. */
export interface Explained {
  /** The indexes that it uses, each once, in the order of their names. */
  readonly indexes: readonly string[];
  /** The tables of which it reads every row. */
  readonly scanned: readonly string[];
  /** It puts rows in order after it has read them. */
  readonly sorts: boolean;
  /** The plan as the database prints it. */
  readonly plan: string;
}

export interface Sent {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Explains statements of one database. */
export interface Explainer {
  explain(sent: Sent): Promise<Explained>;
  close(): Promise<void>;
}

/** The number of a row in SQLite is the key of its table. */
export const ROWID = 'rowid';

export function explainSqlite(path: string): Explainer {
  const db = new Database(path);
  return {
    async explain({ sql, values }) {
      const steps = db.prepare(`explain query plan ${sql}`).all(...values) as { readonly detail: string }[];
      const details = steps.map(({ detail }) => detail);
      const of = (pattern: RegExp) => details.flatMap((detail) => pattern.exec(detail)?.[1] ?? []);
      return {
        indexes: distinct([
          ...of(/USING (?:COVERING )?INDEX (\w+)/).map((name) => name.replace(/^sqlite_autoindex_(\w+)_1$/, '$1_id')),
          ...(details.some((detail) => detail.includes('INTEGER PRIMARY KEY')) ? [ROWID] : []),
        ]),
        scanned: of(/^SCAN (\w+)$/).filter((name) => !DERIVED.test(name)),
        sorts: details.some((detail) => detail.includes('TEMP B-TREE')),
        plan: details.join('\n'),
      };
    },
    async close() {
      db.close();
    },
  };
}

/** The names of subqueries and of functions, which are not tables. */
const DERIVED = /^(page|due|waiting|tenants|branch\d|matching|json_each|CONSTANT|due_queues|ahead|alternative\d+)$/;

interface Node {
  readonly 'Node Type': string;
  readonly 'Index Name'?: string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Node[];
}

/**
 * Explains a statement with its values, and as Postgres plans it for any values: from the sixth execution on, a prepared
 * statement may have that plan.
 */
export function explainPostgres(client: pg.Client): { readonly given: Explainer; readonly any: Explainer } {
  const close = async () => undefined;
  const read = (rows: readonly { readonly 'QUERY PLAN': readonly { readonly Plan: Node }[] }[]): Explained => {
    const root = rows[0]!['QUERY PLAN'][0]!.Plan;
    const nodes = flatten(root);
    return {
      indexes: distinct(nodes.flatMap((node) => node['Index Name'] ?? [])),
      scanned: nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [])),
      sorts: nodes.some((node) => /Sort$/.test(node['Node Type'])),
      plan: drawn(root).join('\n'),
    };
  };
  let number = 0;
  return {
    given: {
      explain: async ({ sql, values }) => read((await client.query(`explain (format json) ${sql}`, [...values])).rows),
      close,
    },
    any: {
      async explain({ sql, values }) {
        const name = `explained_${number++}`;
        await client.query(`prepare ${name} as ${sql}`);
        const nulls = values.length === 0 ? '' : `(${values.map(() => 'null').join(', ')})`;
        const { rows } = await client.query(`explain (format json) execute ${name}${nulls}`);
        await client.query(`deallocate ${name}`);
        return read(rows);
      },
      close,
    },
  };
}

const flatten = (node: Node): readonly Node[] => [node, ...(node.Plans ?? []).flatMap(flatten)];

const drawn = (node: Node, depth = 0): string[] => [
  `${'  '.repeat(depth)}${Object.entries(node)
    .filter(([name]) =>
      /^(Node Type|Index Name|Relation Name|Index Cond|Filter|Recheck Cond|Plan Rows|Sort Key)$/.test(name),
    )
    .map(([, value]) => String(value))
    .join(' | ')}`,
  ...(node.Plans ?? []).flatMap((child) => drawn(child, depth + 1)),
];

const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();
