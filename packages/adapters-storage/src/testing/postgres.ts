import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import pg from 'pg';
import { inject } from 'vitest';
import { createPostgresStorage } from '../postgres/index.js';
import './global-setup.js';

/**
 * The URL of a new database with the whole schema, copied from the template of this run. It is dropped with the run:
 * dropping each one would cost as much as creating it.
 */
export async function createTestDatabase(options: { readonly migrated?: boolean } = {}): Promise<string> {
  const server = await serverUrl();
  const name = `corridor_${inject('postgresRun')}_${randomBytes(6).toString('hex')}`;
  const template = options.migrated === false ? 'template0' : await (templateOfRun ??= makeTemplate(server));
  await administer(server, (admin) => admin.query(`create database ${name} template ${template} strategy file_copy`));
  return withDatabase(server, name);
}

/** The server of this run; the first call starts it. */
export function serverUrl(): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(inject('postgresDoor'), '127.0.0.1');
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => (text += chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      const { url, error } = JSON.parse(text) as { url?: string; error?: string };
      if (url === undefined) reject(new Error(`Postgres did not start: ${error}`));
      else resolve(url);
    });
  });
}

const TEMPLATE_LOCK = 7_203_611;

let templateOfRun: Promise<string> | null = null;

/** Test files run in parallel: the first one creates the template, the others wait for it. */
async function makeTemplate(server: string): Promise<string> {
  const template = `corridor_${inject('postgresRun')}_template`;
  await administer(server, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount !== 0) return;
    const making = `${template}_making`;
    await admin.query(`create database ${making} template template0`);
    const storage = createPostgresStorage({ url: withDatabase(server, making) });
    await storage.migrate();
    await storage.close();
    await admin.query(`alter database ${making} rename to ${template}`);
  });
  return template;
}

async function administer<T>(server: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function withDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}
