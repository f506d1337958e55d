import { createServer, type Server, type Socket } from 'node:net';
import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import type { PostgresServer } from './server.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where test files ask for the server of this run. */
    readonly postgresDoor: number;
    /** Names the databases of this run. */
    readonly postgresRun: string;
  }
}

/**
 * One Postgres for the whole run, started when the first test file asks for it: runs that need none are not slowed
 * down. TEST_DATABASE_URL names a server to use instead, of a user who may create databases.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let server: Promise<PostgresServer> | null = null;
  const given = process.env['TEST_DATABASE_URL'];

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
  // The door alone does not keep the run alive.
  door.unref();
  project.provide('postgresDoor', port);
  project.provide('postgresRun', randomBytes(4).toString('hex'));

  return async () => {
    door.close();
    const running = await server?.catch(() => null);
    await running?.stop();
  };
}

function listen(door: Server): Promise<number> {
  return new Promise((resolve) =>
    door.listen(0, '127.0.0.1', () => resolve((door.address() as { port: number }).port)),
  );
}
