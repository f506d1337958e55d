import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Container, type ServiceIdentifier } from 'inversify';
import { readConfiguration } from '../settings/configuration.js';
import { createProcessContext } from '../kernel/process-context.js';
import { byName } from './by-name.js';
import { createContainer } from './container.js';
import { TOKENS } from './tokens.js';

describe('the container', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-container-'));
  let container: Container;
  let draining = false;

  beforeAll(() => {
    const configuration = readConfiguration({ CORRIDOR_DATA_DIR: folder, CORRIDOR_LOG_LEVEL: 'silent' });
    const place = {
      publicAuthority: 'localhost:8080',
      isDraining: () => draining,
      consolePort: null,
      supervisor: null,
    };
    container = createContainer(configuration, place, createProcessContext());
  });

  afterAll(async () => {
    await (await container.getAsync(TOKENS.Storage)).close();
    rmSync(folder, { recursive: true, force: true });
  });

  const tokens = Object.entries(TOKENS) as [string, ServiceIdentifier<unknown>][];

  test.each(tokens)('creates %s only once', async (_name, token) => {
    const made = await container.getAsync(token);
    expect(made).toBeDefined();
    expect(await container.getAsync(token)).toBe(made);
  });

  test('migrates the database before it returns the storage', async () => {
    expect(await (await container.getAsync(TOKENS.Storage)).ready()).toBe(true);
  });

  test('wakes the workers after a commit, and not after a rollback', async () => {
    const units = await container.getAsync(TOKENS.Units);
    let wakes = 0;
    (await container.getAsync(TOKENS.Signal)).listen(() => (wakes += 1));
    await units.run(null, async () => ({ ok: true, value: undefined }));
    expect(wakes).toBe(1);
    await units.run(null, async () => ({ ok: false, error: { code: 'CONFLICT', message: 'no' } }));
    expect(wakes).toBe(1);
  });

  test('answers /readyz with 503 and /healthz with 200 while it drains', async () => {
    const server = createServer(await container.getAsync(TOKENS.HttpApp)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const status = async (path: string): Promise<number> =>
      (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).status;
    expect(await status('/readyz')).toBe(200);
    draining = true;
    expect([await status('/readyz'), await status('/healthz')]).toEqual([503, 200]);
    server.close().closeAllConnections();
  });
});

describe('byName', () => {
  const withConstants = (): Container => {
    const container = new Container();
    container.bind(TOKENS.MasterKey).toConstantValue(Uint8Array.of(7));
    container.bind(TOKENS.Print).toConstantValue(() => undefined);
    return container;
  };

  test('resolves each name to its token, in any order', () => {
    const container = withConstants();
    const token: ServiceIdentifier<string> = Symbol('string');
    const needed = { print: TOKENS.Print, key: TOKENS.MasterKey };
    container.bind(token).toResolvedValue(...byName(needed, ({ key, print }) => `${key[0]} ${typeof print}`));
    expect(container.get(token)).toBe('7 function');
  });

  test('does not compile with a token of another type or of another name', () => {
    const container = withConstants();
    const takesKey = ({ key }: { readonly key: Uint8Array }): Uint8Array => key;
    expect(() => {
      // @ts-expect-error: Print is not a key.
      container.bind(TOKENS.MasterKey).toResolvedValue(...byName({ key: TOKENS.Print }, takesKey));
      // @ts-expect-error: the factory has no dependency of this name.
      container.bind(TOKENS.MasterKey).toResolvedValue(...byName({ keys: TOKENS.MasterKey }, takesKey));
      // @ts-expect-error: a key is not Print.
      container.bind(TOKENS.Print).toResolvedValue(...byName({ key: TOKENS.MasterKey }, takesKey));
    }).not.toThrow();
  });
});
