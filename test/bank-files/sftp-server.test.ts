import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2, { type ConnectConfig, type SFTPWrapper } from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawKeyPair, type SftpServer, startSftpServer } from '../support/bank/sftp-server.js';

let root: string;
let server: SftpServer;
let files: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sftp-'));
  files = join(root, 'files');
  mkdirSync(files);
  server = await startSftpServer(join(root, 'keys'));
});
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

async function connected(options: ConnectConfig = {}): Promise<ssh2.Client> {
  const { host, port, user, privateKey } = server;
  const client = new ssh2.Client();
  client.connect({ host, port, username: user, privateKey: readFileSync(privateKey), ...options });
  await once(client, 'ready');
  return client;
}

const asked = <T>(ask: (callback: (error: Error | null | undefined, answer?: T) => void) => void): Promise<T> =>
  new Promise((resolve, reject) => ask((error, answer) => (error ? reject(error) : resolve(answer as T))));

describe('the SFTP server of the tests', () => {
  it('exchanges files, and refuses a rename to a name that is taken', async () => {
    const client = await connected();
    const sftp = await asked<SFTPWrapper>((done) => client.sftp(done));
    const content = Buffer.alloc(100_000, 'abc');
    await asked<void>((done) => sftp.writeFile(join(files, '.a.tmp'), content, done));
    await asked<void>((done) => sftp.rename(join(files, '.a.tmp'), join(files, 'a.xml'), done));
    expect(readFileSync(join(files, 'a.xml')).equals(content)).toBe(true);
    expect((await asked<Buffer>((done) => sftp.readFile(join(files, 'a.xml'), done))).equals(content)).toBe(true);
    writeFileSync(join(files, 'b.xml'), 'b');
    await expect(
      asked<void>((done) => sftp.rename(join(files, 'b.xml'), join(files, 'a.xml'), done)),
    ).rejects.toThrow();
    for (let i = 0; i < 250; i++) writeFileSync(join(files, `${i}.xml`), '');
    const listed = await asked<readonly { filename: string }[]>((done) => sftp.readdir(files, done));
    expect(
      listed
        .map(({ filename }) => filename)
        .filter((name) => !name.startsWith('.'))
        .sort(),
    ).toEqual(readdirSync(files).sort());
    await expect(asked((done) => sftp.stat(join(files, 'missing'), done))).rejects.toThrow(/no such file/i);
    client.end();
  });

  it('admits no other key', async () => {
    const { private: other } = drawKeyPair();
    await expect(connected({ privateKey: other })).rejects.toThrow(/authentication/);
  });
});
