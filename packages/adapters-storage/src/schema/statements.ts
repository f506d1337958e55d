import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';

/** A query builder without static table types, because tables are known only at run time. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Builder = Kysely<any>;

/** A placeholder for a value that is bound at execution: a value of the write with the number `of`. */
export class Param {
  constructor(
    readonly of: number,
    readonly name: string,
  ) {}
}

/** Creates the parameters of one write. */
export type Params = (name: string) => Param;

export const paramsOf =
  (of: number): Params =>
  (name) =>
    new Param(of, name);

/**
 * Checks that the row that a key finds belongs to the tenant. The expression deliberately matches no index: until
 * Postgres has analyzed a table, it considers any index that starts with the tenant as good as the key, and could
 * read all rows of the tenant. (Keys that start with the tenant cannot use this check; for them the problem ends with
 * the first analysis.)
 */
export const isOfTenant = (tenant: Param, column = sql.ref('tenant')): RawBuilder<boolean> =>
  sql<boolean>`${column} + 0 = ${tenant}`;

/** A statement in the driver's form, with the values of its placeholders in order. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly Param[];
}

export function compile(query: Compilable): Statement {
  const { sql, parameters } = query.compile();
  return { sql, params: parameters as readonly Param[] };
}

/** A query builder that only compiles and never executes. */
export const sqliteBuilder = (): Builder =>
  new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });

export const postgresBuilder = (): Builder =>
  new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
