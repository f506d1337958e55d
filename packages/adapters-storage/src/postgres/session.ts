import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { Cells } from '../schema/rows.js';
import type { Statement } from '../schema/statements.js';
import type { OnStatement } from '../port/storage.js';
import { gather, isBeingPrepared } from './wire.js';

/** The bindings of a statement: for each of its writes, the values by name. */
export type Bindings = readonly Readonly<Record<string, unknown>>[];

/** Prepared statements by shape. */
export interface Statements {
  prepare(shape: string, make: () => Statement): Prepared;
}

export interface Prepared extends Statement {
  /** Empty: sent without a name, and planned on each execution. */
  readonly name: string;
}

/** A server keeps a plan for each name and connection, so statements beyond this number are not named. */
const NAMED_SHAPES = 500;
const NAMED_PARAMS = 1_000;
const KEPT_SHAPES = 5_000;

/**
 * The name of a statement is a digest of its text: hosts that a connection pooler puts on one server connection share
 * its names, and must not run each other's statements with their own values.
 */
const nameOf = (sql: string): string => `corridor_${createHash('sha256').update(sql).digest('base64url').slice(0, 22)}`;

/** If `prepare` is false, no statement is named. */
export function createStatements(prepare = true): Statements {
  const known = new Map<string, Prepared>();
  let named = 0;
  return {
    prepare(shape, make) {
      const statement = known.get(shape);
      if (statement !== undefined) return statement;
      const made = make();
      const isNamed = prepare && named < NAMED_SHAPES && made.params.length <= NAMED_PARAMS;
      if (isNamed) named++;
      const prepared = { ...made, name: isNamed ? nameOf(made.sql) : '' };
      if (known.size < KEPT_SHAPES) known.set(shape, prepared);
      return prepared;
    },
  };
}

/**
 * Booleans and bytes are parsed. Integers stay text until the type of their column is known, so that no value passes
 * through a float.
 */
const TYPES = {
  getTypeParser: (oid: number) => PARSERS.get(oid) ?? ((text: string) => text),
};
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [16, (text) => text === 't'],
  [17, (text) => Buffer.from(text.slice(2), 'hex')],
]);

export interface Answer {
  readonly command: string;
  readonly rows: readonly Cells[];
}

/**
 * Sends a statement. Several can be sent before the first answer; answers arrive in order. A statement does not rely on
 * the preparation by an earlier one that is unanswered: if that one is cancelled, this one must not fail too.
 */
export async function send(
  client: pg.ClientBase,
  { sql, params, name }: Prepared,
  bindings: Bindings,
  onStatement: OnStatement | undefined,
): Promise<Answer> {
  const values = params.map((param) => {
    const value = bindings[param.of]![param.name];
    if (value === undefined) throw new TypeError(`parameter ${param.name} has no value`);
    return value;
  });
  onStatement?.(sql, values);
  gather(client);
  const { command, rows } = await client.query({
    text: sql,
    values,
    rowMode: 'array',
    types: TYPES as unknown as pg.CustomTypesConfig,
    ...(name === '' || isBeingPrepared(client, name) ? {} : { name }),
  });
  return { command, rows: rows as Cells[] };
}

/** Sends BEGIN, COMMIT or ROLLBACK. */
export async function control(
  client: pg.ClientBase,
  sql: string,
  onStatement: OnStatement | undefined,
): Promise<string> {
  onStatement?.(sql, []);
  gather(client);
  return (await client.query(sql)).command;
}
