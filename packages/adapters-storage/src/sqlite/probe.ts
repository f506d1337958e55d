import type { Connection } from './connection.js';

/** Bytes that the probe writes: more than a page. */
const PROBE_BYTES = 8_192;

/** Allocates a page beyond those in use and releases it, which fails if the disk or the file is full. */
export function probeWrites(connection: Connection): void {
  const insert = () => ({ sql: `insert into write_probe (payload) values (zeroblob(${PROBE_BYTES}))`, params: [] });
  connection.run('write probe', insert, []);
  connection.run('end of write probe', () => ({ sql: 'delete from write_probe', params: [] }), []);
}
