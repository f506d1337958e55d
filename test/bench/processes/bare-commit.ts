import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import pg from 'pg';
import { serve } from '../child.js';
import { openConnection } from '../load/connection.js';
import { newHistogram } from '../load/histogram.js';
import { jsonPost } from '../load/requests.js';
import type { Latency } from '../load/task.js';
import { Database } from '../sqlite.js';

export interface Bare {
  readonly database:
    | { readonly kind: 'sqlite'; readonly folder: string }
    | { readonly kind: 'postgres'; readonly url: string };
  /** Of a plain HTTP server that answers a POST. */
  readonly port: number;
  readonly seconds: number;
}

const TABLE = 'create table if not exists bare (id text primary key, text text not null)';
const TEXT = 'x'.repeat(600);
const REQUEST = jsonPost('/', JSON.stringify({ text: TEXT }));

type Commit = (id: string) => Promise<unknown>;

async function open(database: Bare['database']): Promise<Commit> {
  if (database.kind === 'sqlite') {
    const db = new Database(join(database.folder, 'bare.db'));
    db.pragma('journal_mode = WAL');
    db.pragma('synchronous = FULL');
    db.exec(TABLE);
    const insert = db.prepare('insert into bare values (?, ?)');
    return async (id) => insert.run(id, TEXT);
  }
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(TABLE);
  return (id) => client.query({ name: 'insert', text: 'insert into bare values ($1, $2)', values: [id, TEXT] });
}

let opened: Promise<Commit> | null = null;
let committed = 0;

/** The time of one commit and one round trip, in milliseconds. */
serve(async ({ database, port, seconds }: Bare): Promise<Latency> => {
  const commit = await (opened ??= open(database));
  const connection = await openConnection(port);
  const histogram = newHistogram();
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until) {
    const begun = performance.now();
    committed += 1;
    await commit(String(committed));
    await connection.send(REQUEST);
    histogram.record(performance.now() - begun);
  }
  connection.close();
  return histogram.latency;
});
