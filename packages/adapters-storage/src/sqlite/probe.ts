import type { Connection } from './connection.js';

/** More than fits into a page. */
const PROBE_BYTES = 8_192;

/** Takes a page more than is in use and gives it back, so that a disk or a file that is full shows. */
export function probeWrites(connection: Connection): void {
  const insert = () => ({ sql: `insert into write_probe (payload) values (zeroblob(${PROBE_BYTES}))`, params: [] });
  connection.run('write probe', insert, []);
  connection.run('end of write probe', () => ({ sql: 'delete from write_probe', params: [] }), []);
}
