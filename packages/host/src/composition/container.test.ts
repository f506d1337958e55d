import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Container, type ServiceIdentifier } from 'inversify';
import { readConfiguration } from '../settings/configuration.js';
import { processSurroundings } from '../kernel/surroundings.js';
import { byName } from './by-name.js';
import { createContainer } from './container.js';
import { T } from './tokens.js';

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
    container = createContainer(configuration, place, processSurroundings());
  });

  afterAll(async () => {
    await (await container.getAsync(T.Storage)).close();
    rmSync(folder, { recursive: true, force: true });
  });

  const tokens = Object.entries(T) as [string, ServiceIdentifier<unknown>][];

  test.each(tokens)('creates %s only once', async (_name, token) => {
    const made = await container.getAsync(token);
    expect(made).toBeDefined();
    expect(await container.getAsync(token)).toBe(made);
  });

  test('migrates the database before it returns the storage', async () => {
    expect(await (await container.getAsync(T.Storage)).ready()).toBe(true);
  });

  test('wakes the workers after a commit, and not after a rollback', async () => {
    const units = await container.getAsync(T.Units);
    let wakes = 0;
    (await container.getAsync(T.Signal)).listen(() => (wakes += 1));
    await units.run(null, async () => ({ ok: true, value: undefined }));
    expect(wakes).toBe(1);
    await units.run(null, async () => ({ ok: false, error: { code: 'CONFLICT', message: 'no' } }));
    expect(wakes).toBe(1);
  });

  test('answers /readyz with 503 and /healthz with 200 while it drains', async () => {
    const server = createServer(await container.getAsync(T.HttpApp)).listen(0, '127.0.0.1');
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
    container.bind(T.MasterKey).toConstantValue(Uint8Array.of(7));
    container.bind(T.Print).toConstantValue(() => undefined);
    return container;
  };

  test('resolves each name to its token, in any order', () => {
    const container = withConstants();
    const token: ServiceIdentifier<string> = Symbol('string');
    const needed = { print: T.Print, key: T.MasterKey };
    container.bind(token).toResolvedValue(...byName(needed, ({ key, print }) => `${key[0]} ${typeof print}`));
    expect(container.get(token)).toBe('7 function');
  });

  test('does not compile with a token of another type or of another name', () => {
    const container = withConstants();
    const takesKey = ({ key }: { readonly key: Uint8Array }): Uint8Array => key;
    expect(() => {
      // @ts-expect-error: Print is not a key.
      container.bind(T.MasterKey).toResolvedValue(...byName({ key: T.Print }, takesKey));
      // @ts-expect-error: the factory has no dependency of this name.
      container.bind(T.MasterKey).toResolvedValue(...byName({ keys: T.MasterKey }, takesKey));
      // @ts-expect-error: a key is not Print.
      container.bind(T.Print).toResolvedValue(...byName({ key: T.MasterKey }, takesKey));
    }).not.toThrow();
  });
});
