// Copies a SQLite database while hosts use it: `node ops/backup/copy-sqlite.mjs data/corridor.db backup/corridor.db`.
// A plain copy of the file would miss what is still in its log.
import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';

// The SQLite driver of the installation in the current folder. Node 20 cannot load version 13.
const require = createRequire(`${process.cwd()}/`);
const isFor22 = Number(require('better-sqlite3/package.json').version.split('.')[0]) >= 13;
const Database = require(isFor22 && Number(process.versions.napi) < 10 ? 'better-sqlite3-12' : 'better-sqlite3');

const [from, to] = process.argv.slice(2);
if (from === undefined || to === undefined) throw new Error('usage: node copy-sqlite.mjs FROM TO');
if (existsSync(to)) throw new Error(`${to} exists already`);
process.umask(0o077);

const source = new Database(from, { readonly: true, fileMustExist: true });
await source.backup(to);
source.close();

const copy = new Database(to);
const faults = copy.pragma('integrity_check', { simple: true });
// One file without a log beside it.
copy.pragma('journal_mode = DELETE');
copy.close();
if (faults !== 'ok') throw new Error(`the copy is damaged: ${faults}`);
for (const path of [to, dirname(to)]) {
  const file = openSync(path, 'r');
  fsyncSync(file);
  closeSync(file);
}
console.log(`copied to ${to}`);
