import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';

/** Gives each test of the file a directory of its own, in which its hosts share the invoices of Lightning. */
export function lightningDirectory(): () => string {
  let directory = '';
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'corridor-uma-'));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });
  return () => directory;
}
