import * as z from 'zod';
import { integer, present, text, visible, type Settings } from './setting.js';

/** What is kept, where and under which key, and who may use it first. */
export const DATA_SETTINGS = {
  CORRIDOR_DATA_DIR: {
    schema: present,
    default: './data',
    meaning:
      'Folder of the SQLite database `corridor.db`, of `master.key`, of `documents`, of `uploads` that come in, of `card-issuer` and of `sandbox-issuer`',
  },
  CORRIDOR_DATABASE_URL: {
    schema: text(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// address'),
    default: null,
    meaning: 'Postgres database to use instead of SQLite',
    secret: true,
  },
  CORRIDOR_DATABASE_POOL_SIZE: {
    schema: integer(2, 1000),
    default: null,
    meaning: 'Connections to Postgres; by default 4 per processor',
  },
  CORRIDOR_DATABASE_STATEMENT_SECONDS: {
    schema: integer(1, 3600),
    default: '15',
    meaning:
      'How long a statement in Postgres may take, and how long a connection is waited for: what takes longer is answered 503. Migrations and commands have 10 minutes',
  },
  CORRIDOR_DOCUMENTS: {
    schema: z.enum(['files', 'database'], { error: 'must be files or database' }),
    default: 'files',
    meaning:
      'Where documents of customers are kept: `files` in the data folder, or the `database`, for hosts that share one and no disk',
  },
  CORRIDOR_MASTER_KEY: {
    schema: present,
    default: null,
    meaning:
      'Key that seals signing keys and webhook secrets, 32 bytes in base64 or hexadecimal; by default `master.key` in the data folder, made on first start. Hosts that share a database share it',
    secret: true,
  },
  CORRIDOR_MASTER_KEY_NEXT: {
    schema: present,
    default: null,
    meaning: 'Key that `corridor master-key rotate` seals everything with, where `CORRIDOR_MASTER_KEY` is set',
    secret: true,
  },
  CORRIDOR_BOOTSTRAP_CLIENT_ID: {
    schema: visible(1),
    default: null,
    meaning: 'Client id of a token of the first platform that every start makes sure of; together with the secret',
  },
  CORRIDOR_BOOTSTRAP_CLIENT_SECRET: {
    schema: visible(16),
    default: null,
    meaning: 'Client secret of that token',
    secret: true,
  },
} as const satisfies Settings;
