import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Storage, StorageOptions } from '../port/storage.js';
import { createMemoryStorage } from '../memory/index.js';
import { createPostgresStorage } from '../postgres/index.js';
import { createSqliteStorage } from '../sqlite/index.js';
import { createTestDatabase } from './postgres.js';

/** A fresh database of one backend. Each `open` is another host on it. */
export interface TestDatabase {
  open(options?: StorageOptions): Storage;
  /** Path or URL, for tests that access the database directly. */
  readonly address: string;
  drop(): Promise<void>;
}

export interface Backend {
  readonly name: 'memory' | 'sqlite' | 'postgres';
  create(): Promise<TestDatabase>;
}

export const memory: Backend = {
  name: 'memory',
  create: async () => ({ open: () => createMemoryStorage(), address: '', drop: async () => undefined }),
};

export const sqlite: Backend = {
  name: 'sqlite',
  async create() {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-sqlite-'));
    const path = join(folder, 'test.db');
    return {
      open: (options) => createSqliteStorage({ path, ...options }),
      address: path,
      drop: async () => rmSync(folder, { recursive: true, force: true }),
    };
  },
};

export const postgres: Backend = {
  name: 'postgres',
  async create() {
    const url = await createTestDatabase();
    return {
      open: (options) => createPostgresStorage({ url, ...options }),
      address: url,
      drop: async () => undefined,
    };
  },
};

/** The backends that every port test runs over. */
export const BACKENDS: readonly Backend[] = [memory, sqlite, postgres];
/** The durable backends. */
export const DATABASES: readonly Backend[] = [sqlite, postgres];
