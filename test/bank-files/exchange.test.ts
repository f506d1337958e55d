import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawKeyPair, type SftpServer, startSftpServer } from '../support/bank/sftp-server.js';
import { ExchangeUnavailable } from '../../packages/adapters-rails/src/bank-files/exchange/exchange.js';
import { sftpExchange } from '../../packages/adapters-rails/src/bank-files/exchange/sftp.js';
import {
  exchangeContract,
  exchangeFolders,
  type Folders,
} from '../../packages/adapters-rails/src/testing/exchange-contract.js';

let root: string;
let server: SftpServer;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'exchange-'));
  server = await startSftpServer(join(root, 'server'));
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const newFolders = exchangeFolders();

const options = (folders: Folders, over: Partial<Parameters<typeof sftpExchange>[0]> = {}) => ({
  ...folders,
  host: server.host,
  port: server.port,
  user: server.user,
  hostKey: server.hostKey,
  privateKey: readFileSync(server.privateKey, 'utf8'),
  passphrase: null,
  timeoutMs: 5_000,
  ...over,
});

exchangeContract('an SFTP server', newFolders, (folders) => sftpExchange(options(folders)));

const hasOpenSsh = ['/usr/sbin/sshd', '/usr/local/sbin/sshd'].some((path) => existsSync(path));

it.skipIf(!hasOpenSsh)('the SFTP server of these tests is OpenSSH, not that of ssh2', () => {
  expect(server.software).toBe('OpenSSH');
});

describe('the exchange over SFTP', () => {
  it('refuses a server with another key', async () => {
    const hostKey = 'SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpqGqKbzg7xOXeLxmk';
    const exchange = sftpExchange(options(newFolders(), { hostKey }));
    const refusal = exchange.use((session) => session.list());
    await expect(refusal).rejects.toThrow(ExchangeUnavailable);
    await expect(refusal).rejects.toThrow(
      /^the key of the SFTP server is not hostKey: it presents SHA256:[A-Za-z0-9+/]{43}; if the bank confirms this key, change hostKey$/,
    );
    const [, presented] = /presents (\S+);/.exec((await refusal.catch((cause: Error) => cause.message)) as string)!;
    const trusting = sftpExchange(options(newFolders(), { hostKey: presented! }));
    expect(await trusting.use((session) => session.list())).toEqual([]);
  });

  it('offers no proof of its identity to a server with another key', async () => {
    const { private: hostPrivateKey } = drawKeyPair();
    let attempts = 0;
    const impostor = new ssh2.Server({ hostKeys: [hostPrivateKey] }, (client) => {
      client.on('authentication', (attempt) => {
        attempts += 1;
        attempt.reject();
      });
      client.on('error', () => {});
    });
    await new Promise<void>((done) => impostor.listen(0, '127.0.0.1', done));
    try {
      for (const hostKey of [server.hostKey, 'SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpqGqKbzg7xOXeLxmk']) {
        const { port } = impostor.address() as { readonly port: number };
        const exchange = sftpExchange(options(newFolders(), { host: '127.0.0.1', port, hostKey }));
        await expect(exchange.use((session) => session.list())).rejects.toThrow(ExchangeUnavailable);
      }
      expect(attempts).toBe(0);
    } finally {
      impostor.close();
    }
  });

  it('accepts no SHA-1 signature of a server', async () => {
    const { private: hostPrivateKey } = ssh2.utils.generateKeyPairSync('rsa', { bits: 2048 });
    const key = ssh2.utils.parseKey(hostPrivateKey) as { getPublicSSH(): Buffer };
    const fingerprint = createHash('sha256').update(key.getPublicSSH()).digest('base64');
    const weak = new ssh2.Server(
      { hostKeys: [hostPrivateKey], algorithms: { serverHostKey: ['ssh-rsa'] } },
      (client) => void client.on('error', () => {}),
    );
    await new Promise<void>((done) => weak.listen(0, '127.0.0.1', done));
    try {
      const { port } = weak.address() as { readonly port: number };
      const hostKey = `SHA256:${fingerprint}`;
      const exchange = sftpExchange(options(newFolders(), { host: '127.0.0.1', port, hostKey }));
      await expect(exchange.use((session) => session.list())).rejects.toThrow(/no matching host key format/);
    } finally {
      weak.close();
    }
  });

  it('fails within its time-out if no server answers', async () => {
    const exchange = sftpExchange(options(newFolders(), { host: '192.0.2.1', timeoutMs: 300 }));
    await expect(exchange.use((session) => session.list())).rejects.toThrow(ExchangeUnavailable);
  });

  it('leaves files where they are without an archive', async () => {
    const folders = newFolders();
    writeFileSync(join(folders.incoming, 'a.xml'), 'x');
    await sftpExchange(options(folders, { archive: null })).use(async (session) => {
      expect(await session.archive('a.xml', 'processed')).toBe(null);
      expect(await session.archive('a.xml', 'set-aside')).toBe(null);
      expect(await session.isSetAside('a.xml')).toBe(true);
      await session.explain('a.xml', 'because');
    });
    expect(existsSync(join(folders.incoming, 'a.xml'))).toBe(true);
    expect(readdirSync(folders.incoming)).toEqual(['a.xml']);
  });
});
