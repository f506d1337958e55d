import * as z from 'zod';
import { flag, integer, present, text, visible, type Settings } from './setting.js';

/** A program and its arguments, none of which can have U+0000. */
const words = z.array(z.string().regex(/^[^\0]+$/)).min(1);

const keyCommand = z.string().refine((value) => readKeyCommand(value) !== null, {
  error: 'must be a JSON array of a program and its arguments, such as ["/usr/bin/tool", "read", "key"]',
});

/** The program and its arguments; null if the text is not a list of them. */
export function readKeyCommand(value: string): readonly string[] | null {
  try {
    return words.parse(JSON.parse(value));
  } catch {
    return null;
  }
}

/** Storage, master key and bootstrap credential. */
export const DATA_SETTINGS = {
  CORRIDOR_DATA_DIR: {
    perHost: true,
    schema: present,
    default: './data',
    meaning:
      'Folder for the SQLite database `corridor.db`, `master.key`, and the folders `documents`, `archive`, `uploads`, `card-issuer` and `sandbox-issuer`',
  },
  CORRIDOR_DATABASE_URL: {
    schema: text(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// address'),
    default: null,
    meaning:
      'Address of a Postgres database to use instead of SQLite. It may name several servers, as `postgres://user@one:5432,two:5432/corridor?target_session_attrs=read-write`: hosts use the first one that accepts writes',
    secret: true,
  },
  CORRIDOR_DATABASE_POOL_SIZE: {
    perHost: true,
    schema: integer(2, 1000),
    default: null,
    meaning:
      'Maximum number of connections of this host to Postgres, divided over `CORRIDOR_PROCESSES`; each process needs at least 2. Default: 4 per processor',
  },
  CORRIDOR_DATABASE_STATEMENT_SECONDS: {
    schema: integer(1, 3600),
    default: '15',
    meaning:
      'Maximum duration of a Postgres statement, and of the wait for a connection, in seconds; after it the request is answered 503. Migrations and commands have 10 minutes',
  },
  CORRIDOR_POSTGRES_PREPARE: {
    schema: flag,
    default: 'true',
    meaning:
      'Whether statements are prepared under a name on each connection to Postgres. Must be `false` behind a connection pooler that does not track prepared statements, such as PgBouncer before 1.21 in transaction mode',
  },
  CORRIDOR_DOCUMENTS: {
    schema: z.enum(['files', 'database'], { error: 'must be files or database' }),
    default: 'files',
    meaning:
      'Where customer documents and [files of banks](../operate/retention.md#vouchers) are stored: `files` in the data folder, or the `database`, for hosts that share a database but no disk',
  },
  CORRIDOR_ARCHIVE_AFTER_DAYS: {
    schema: integer(30, 36_500),
    default: null,
    meaning:
      'Number of days after which delivered events are moved from the database to the [archive](../operate/retention.md#the-archive-of-events). Default: events stay in the database',
  },
  CORRIDOR_ARCHIVE_ANSWERS: {
    schema: z.enum(['true', 'false'], { error: 'must be true or false' }),
    default: 'false',
    meaning:
      'Whether answers under idempotency keys are moved to the [archive](../operate/retention.md#archived-answers) when they expire after 24 hours, instead of deleted. Set it on every host of the database',
  },
  CORRIDOR_ARCHIVE_DIR: {
    schema: present,
    default: null,
    meaning:
      'Folder of the archive, which every host of the database must mount. Default: `archive` in the data folder; required with Postgres for `CORRIDOR_ARCHIVE_AFTER_DAYS` and `CORRIDOR_ARCHIVE_ANSWERS`',
  },
  CORRIDOR_VOUCHERS_MONTHS: {
    schema: integer(1, 1200),
    default: null,
    meaning:
      'Number of full months after the end of a month for which [files of banks](../operate/retention.md#vouchers) of that month are kept; then they are deleted. Default: they are never deleted',
  },
  CORRIDOR_MASTER_KEY: {
    schema: present,
    default: null,
    meaning:
      'Key that encrypts (seals) signing keys, webhook secrets and personal data: 32 bytes in base64 or hexadecimal. Default: `master.key` in the data folder, created on first start. Hosts that share a database must use the same key',
    secret: true,
  },
  CORRIDOR_MASTER_KEY_COMMAND: {
    schema: keyCommand,
    default: null,
    meaning:
      'Program that prints the master key, such as the tool of a key management service: a JSON array of the program and its arguments, which runs once at the start, without a shell, for at most 10 seconds. Instead of `CORRIDOR_MASTER_KEY` and of `master.key`, which must not exist',
    secret: true,
  },
  CORRIDOR_MASTER_KEY_NEXT: {
    schema: present,
    default: null,
    meaning:
      'New key for `corridor master-key rotate`, if `CORRIDOR_MASTER_KEY` or `CORRIDOR_MASTER_KEY_COMMAND` is set',
    secret: true,
  },
  CORRIDOR_BOOTSTRAP_CLIENT_ID: {
    perHost: true,
    schema: visible(1),
    default: null,
    meaning:
      'Client id of a token of the first platform; every start creates it if it is missing. Set it together with the secret',
  },
  CORRIDOR_BOOTSTRAP_CLIENT_SECRET: {
    schema: visible(16),
    default: null,
    meaning: 'Client secret of that token',
    secret: true,
  },
} as const satisfies Settings;
