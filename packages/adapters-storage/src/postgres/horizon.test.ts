import type pg from 'pg';
import { expect, test } from 'vitest';
import { Unavailable } from '../port/storage.js';
import type { Table } from '../schema/tables.js';
import { createHorizon } from './horizon.js';

/** A server that answers the last position, and refuses to assign an id to a transaction. */
const refusing = (code: string): pg.Pool =>
  ({
    on: () => undefined,
    query: async (text: string) => {
      if (text.includes('pg_current_xact_id')) throw Object.assign(new Error('refused by the server'), { code });
      return { rows: [{ value: '7', server: 'one' }] };
    },
  }) as unknown as pg.Pool;
const positions = (code: string) => createHorizon(refusing(code))({ name: 'postings' } as Table);

test('a standby refuses the horizon, and the message names the primary', async () => {
  await expect(positions('25006')).rejects.toThrow(Unavailable);
  await expect(positions('25006')).rejects.toThrow(/is a standby, .* connect to the primary/);
});

test('another error of the server is passed on', async () => {
  await expect(positions('57014')).rejects.toThrow('refused by the server');
});
