import { createServer, type Server, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { PostgresServer } from './server.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The port where test files request the server of this run. */
    readonly postgresDoor: number;
    /** A part of the names of this run's databases. */
    readonly postgresRun: string;
  }
}

/**
 * One Postgres for the whole run, started when the first test file requests it, so that runs without Postgres are not
 * slowed down. TEST_DATABASE_URL names an existing server instead; its user must be allowed to create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | null = null;
  const given = process.env['TEST_DATABASE_URL'];
  const run = randomBytes(4).toString('hex');

  async function url(): Promise<string> {
    if (given !== undefined && given !== '') return given;
    server ??= import('./server.js').then(({ startPostgres }) => startPostgres());
    return (await server).url;
  }

  const door = createServer((socket: Socket) => {
    socket.on('error', () => undefined);
    url().then(
      (text) => socket.end(JSON.stringify({ url: text })),
      (error: unknown) => socket.end(JSON.stringify({ error: String(error) })),
    );
  });
  const port = await listen(door);
  // The open port alone must not keep the run alive.
  door.unref();
  project.provide('postgresDoor', port);
  project.provide('postgresRun', run);

  return async () => {
    door.close();
    const running = await server?.catch(() => null);
    await running?.stop();
    if (given !== undefined && given !== '') await dropDatabases(given, run);
  };
}

function listen(door: Server): Promise<number> {
  return new Promise((resolve) =>
    door.listen(0, '127.0.0.1', () => resolve((door.address() as { port: number }).port)),
  );
}

/** Drops what the run leaves on an existing server: the template, and databases of aborted tests. */
async function dropDatabases(server: string, run: string): Promise<void> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const { rows } = await admin.query<{ name: string }>(
    'select datname as name from pg_database where datname like $1',
    [`corridor\\_${run}\\_%`],
  );
  for (const { name } of rows) await admin.query(`drop database ${name} with (force)`);
  await admin.end();
}
