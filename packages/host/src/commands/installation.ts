import { type Command, flag } from './command.js';

export const INSTALLATION_COMMANDS: readonly Command[] = [
  {
    name: 'master-key rotate',
    summary: 'Encrypt all secrets in the database with a new master key, while no host runs',
    options: [],
    note: 'Refuses to run while a host of the database runs. The new key replaces `master.key`; with `CORRIDOR_MASTER_KEY` or `CORRIDOR_MASTER_KEY_COMMAND`, the new key is `CORRIDOR_MASTER_KEY_NEXT`. Run the command again to continue a rotation that was interrupted. List cursors from before the rotation become invalid. Exit code 1 if secrets cannot be opened; they stay as they are, and are named.',
    run: async (configuration, _values, processContext) =>
      (await import('./master-key-rotation.js')).rotateMasterKey(configuration, processContext),
  },
  {
    name: 'doctor',
    summary: 'Examine the installation and print what is wrong with it and how to mend it; exit code 1 with\nproblems',
    options: [],
    note: 'Examines the files of the settings, the data folder, the database, the clocks, the master key and all secrets, the rails, the webhook endpoints, overdue work and open exceptions. It creates and changes nothing, migrates no schema, and sends no webhook.',
    run: async (configuration, _values, processContext) =>
      (await import('../doctor/doctor.js')).doctor(configuration, processContext),
  },
  {
    name: 'openapi',
    summary: 'Print the OpenAPI document',
    options: [],
    note: 'Opens no database.',
    run: async (configuration, _values, processContext) =>
      (await import('./openapi.js')).printOpenApi(configuration, processContext),
  },
  {
    name: 'schema',
    summary: 'Print the SQL of a view for each table, with ids, tenants and JSON as text',
    options: [
      flag('postgres', 'For Postgres, to run with psql; default: the kind of the configured database'),
      flag('sqlite', 'For SQLite, to run with sqlite3'),
    ],
    note: 'Opens no database. The [views](../storage.md#views-that-show-rows-as-text) are optional: the host neither creates nor uses them.',
    run: async (...given) => (await import('./schema.js')).printSchema(...given),
  },
];
