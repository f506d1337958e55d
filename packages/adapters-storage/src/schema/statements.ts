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

/** The query builder over tables that are known only at run time. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Builder = Kysely<any>;

/** Stands in a query for a value that is bound at execution: one of the values of the `of`-th write. */
export class Param {
  constructor(
    readonly of: number,
    readonly name: string,
  ) {}
}

/** Makes the parameters of one write. */
export type Params = (name: string) => Param;

export const paramsOf =
  (of: number): Params =>
  (name) =>
    new Param(of, name);

/**
 * Whether the row that a key finds is of the tenant. No index serves this test: until Postgres has analyzed a table, it
 * takes any index that the tenant leads for as good as the key, and might read through all rows of the tenant. (Keys
 * that the tenant leads itself cannot be looked up so; for them that ends with the first analysis.)
 */
export const isOfTenant = (tenant: Param, column = sql.ref('tenant')): RawBuilder<boolean> =>
  sql<boolean>`${column} || '' = ${tenant}`;

/** A statement as the driver takes it, and which value goes to which of its placeholders. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly Param[];
}

export function compile(query: Compilable): Statement {
  const { sql, parameters } = query.compile();
  return { sql, params: parameters as readonly Param[] };
}

/** Builders that compile and never run anything. */
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
