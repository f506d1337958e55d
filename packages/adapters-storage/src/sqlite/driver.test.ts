import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { driver, loadDriver, UnusableDriverError } from './driver.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-driver-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A package that exports its version, or that throws in the place of a driver that would end the process. */
function install(name: string, version: string, code = `module.exports = 'driver ${version}';`): void {
  const target = join(folder, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), JSON.stringify({ name, version, main: 'index.js' }));
  writeFileSync(join(target, 'index.js'), code);
}

const FATAL = "throw new Error('the process has ended');";

const loaded = (nodeApi: number) => loadDriver(createRequire(`${folder}/`), nodeApi);

describe.each([10, 11])('with Node-API %i', (nodeApi) => {
  test.each(['12.11.1', '13.2.0'])('the driver is better-sqlite3 %s if it is installed', (version) => {
    install('better-sqlite3', version);
    install('better-sqlite3-12', '12.11.1', FATAL);
    expect(loaded(nodeApi)).toBe(`driver ${version}`);
  });

  test('a missing driver is named with the version for this Node', () => {
    expect(() => loaded(nodeApi)).toThrow(
      'an optional package is not installed; run: npm install better-sqlite3@13.2.0',
    );
  });
});

describe('with Node-API 9', () => {
  test('better-sqlite3 12 is loaded under its own name', () => {
    install('better-sqlite3', '12.11.1');
    install('better-sqlite3-12', '12.11.1', FATAL);
    expect(loaded(9)).toBe('driver 12.11.1');
  });

  test.each(['13.2.0', '14.0.0'])('better-sqlite3 12 is loaded under its second name beside %s', (version) => {
    install('better-sqlite3', version, FATAL);
    install('better-sqlite3-12', '12.11.1');
    expect(loaded(9)).toBe('driver 12.11.1');
  });

  test('better-sqlite3 13 is not loaded, and the error names the command that installs 12', () => {
    install('better-sqlite3', '13.2.0', FATAL);
    expect(() => loaded(9)).toThrow(
      new UnusableDriverError(
        `better-sqlite3 13.2.0 needs Node 22.14 or later, and this is Node ${process.versions.node}; run: npm install better-sqlite3-12@npm:better-sqlite3@12.11.1`,
      ),
    );
  });

  test('a missing driver is named with the version for this Node', () => {
    expect(() => loaded(9)).toThrow('an optional package is not installed; run: npm install better-sqlite3@12.11.1');
  });

  test('a driver that cannot be loaded keeps its own error', () => {
    install('better-sqlite3', '13.2.0', FATAL);
    install('better-sqlite3-12', '12.11.1', "throw new Error('no native part');");
    expect(() => loaded(9)).toThrow('no native part');
  });
});

test('the driver that this Node gets opens a database', () => {
  const Database = driver();
  const db = new Database(':memory:');
  expect(db.prepare('select 1 as one').get()).toEqual({ one: 1 });
  db.close();
});
