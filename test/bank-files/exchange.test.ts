import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ssh2 from 'ssh2';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SftpServer, startSftpServer } from '../support/bank/sftp-server.js';
import { type Exchange, ExchangeUnavailable } from '../../packages/adapters-rails/src/bank-files/exchange/exchange.js';
import { isComplete, numbered } from '../../packages/adapters-rails/src/bank-files/exchange/file-names.js';
import { folderExchange } from '../../packages/adapters-rails/src/bank-files/exchange/folder.js';
import { isPinned, sftpExchange } from '../../packages/adapters-rails/src/bank-files/exchange/sftp.js';

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

interface Folders {
  readonly outgoing: string;
  readonly incoming: string;
  readonly archive: string;
}

let count = 0;
function newFolders(): Folders {
  count += 1;
  const [outgoing, incoming, archive] = ['out', 'in', 'done'].map((name) => join(root, String(count), name)) as [
    string,
    string,
    string,
  ];
  for (const folder of [outgoing, incoming, archive]) mkdirSync(folder, { recursive: true });
  return { outgoing, incoming, archive };
}

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

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (path: string): string => readFileSync(path, 'utf8');

const KINDS: readonly (readonly [string, (folders: Folders) => Exchange])[] = [
  ['a folder', (folders) => folderExchange({ type: 'folder', ...folders })],
  ['an SFTP server', (folders) => sftpExchange(options(folders))],
];

describe.each(KINDS)('the exchange over %s', (_, exchangeOf) => {
  it('writes a file under its temporary name, and then gives it its final name once', async () => {
    const folders = newFolders();
    await exchangeOf(folders).use(async (session) => {
      const content = bytes('x'.repeat(300_000));
      await session.upload('.M1.1.tmp', bytes('part'));
      await session.upload('.M1.1.tmp', content);
      expect(await session.isUploaded('.M1.1.tmp', content)).toBe(true);
      expect(await session.isUploaded('.M1.1.tmp', content.slice(1))).toBe(false);
      expect(await session.isUploaded('.M1.1.tmp', new Uint8Array(content.length))).toBe(false);
      expect(await session.publish('.M1.1.tmp', 'M1.xml')).toBe('published');
      expect(readdirSync(folders.outgoing)).toEqual(['M1.xml']);
      expect(await session.isOutgoing('M1.xml')).toBe(true);
      expect(await session.publish('.M1.1.tmp', 'M1.xml')).toBe('gone');
      expect(await session.isUploaded('.M1.1.tmp', content)).toBe(false);
      rmSync(join(folders.outgoing, 'M1.xml'));
      expect(await session.publish('.M1.1.tmp', 'M1.xml')).toBe('gone');
      expect(await session.isOutgoing('M1.xml')).toBe(false);
    });
  });

  it('replaces no file that the bank has not taken yet', async () => {
    const folders = newFolders();
    writeFileSync(join(folders.outgoing, 'M1.xml'), 'first');
    await exchangeOf(folders).use(async (session) => {
      await session.upload('.M1.1.tmp', bytes('second'));
      await expect(session.publish('.M1.1.tmp', 'M1.xml')).rejects.toThrow(ExchangeUnavailable);
      expect(read(join(folders.outgoing, 'M1.xml'))).toBe('first');
      await session.discard('.M1.1.tmp');
      await session.discard('.M1.1.tmp');
      expect(readdirSync(folders.outgoing)).toEqual(['M1.xml']);
    });
  });

  it('lists complete files only', async () => {
    const folders = newFolders();
    for (const name of ['b.xml', 'a.xml', '.hidden.xml', 'c.xml.tmp', 'd.PART', 'e.filepart']) {
      writeFileSync(join(folders.incoming, name), name);
    }
    mkdirSync(join(folders.incoming, 'folder.xml'));
    const listed = await exchangeOf(folders).use((session) => session.list());
    expect(listed.map(({ name, size }) => [name, size])).toEqual([
      ['a.xml', 5],
      ['b.xml', 5],
    ]);
    for (const { modifiedAt } of listed)
      expect(Number.isInteger(modifiedAt) && modifiedAt > 1_500_000_000_000).toBe(true);
  });

  it('reads a file within the limit, and no larger one', async () => {
    const folders = newFolders();
    writeFileSync(join(folders.incoming, 'a.xml'), 'x'.repeat(100_000));
    await exchangeOf(folders).use(async (session) => {
      expect((await session.read('a.xml', 100_000)).length).toBe(100_000);
      expect(await session.read('a.xml', 99_999)).toBe('too-large');
      expect(await session.read('b.xml', 10)).toBe('gone');
    });
  });

  it('archives a file without replacing another, and explains one that was set aside', async () => {
    const folders = newFolders();
    await exchangeOf(folders).use(async (session) => {
      for (const content of ['first', 'second', 'third']) {
        writeFileSync(join(folders.incoming, 'a.xml'), content);
        await session.archive('a.xml', 'processed');
      }
      expect(readdirSync(folders.archive).sort()).toEqual(['a.2.xml', 'a.3.xml', 'a.xml']);
      expect(read(join(folders.archive, 'a.2.xml'))).toBe('second');
      expect(await session.archive('a.xml', 'processed')).toBe('a.xml');
      writeFileSync(join(folders.incoming, 'b.xml'), 'bad');
      const kept = await session.archive('b.xml', 'set-aside');
      expect(kept).toBe('b.xml');
      expect(await session.isSetAside(kept!)).toBe(true);
      await session.explain(kept!, 'because');
      expect(read(join(folders.archive, 'set-aside', 'b.xml.report.txt'))).toBe('because\n');
      rmSync(join(folders.archive, 'set-aside', 'b.xml'));
      expect(await session.isSetAside(kept!)).toBe(false);
    });
  });

  it('writes a report about a file that was set aside, and replaces no file of the bank by it', async () => {
    const folders = newFolders();
    const setAside = join(folders.archive, 'set-aside');
    await exchangeOf(folders).use(async (session) => {
      writeFileSync(join(folders.incoming, 'a.xml.report.txt'), 'of the bank');
      await session.archive('a.xml.report.txt', 'set-aside');
      writeFileSync(join(folders.incoming, 'a.xml'), 'bad');
      await session.archive('a.xml', 'set-aside');
      await session.explain('a.xml', 'because');
    });
    expect(readdirSync(setAside).sort()).toEqual(['a.xml', 'a.xml.report.2.txt', 'a.xml.report.txt']);
    expect(read(join(setAside, 'a.xml.report.txt'))).toBe('of the bank');
    expect(read(join(setAside, 'a.xml.report.2.txt'))).toBe('because\n');
  });

  it('names the folders that are missing', async () => {
    const folders = newFolders();
    const exchange = exchangeOf(folders);
    expect(await exchange.use((session) => session.check())).toEqual([]);
    rmSync(folders.incoming, { recursive: true });
    expect(await exchange.use((session) => session.check())).toEqual([expect.stringContaining(folders.incoming)]);
    await expect(exchange.use((session) => session.list())).rejects.toThrow(ExchangeUnavailable);
  });
});

it('the exchange over a folder follows no symbolic link', async () => {
  const folders = newFolders();
  symlinkSync('/etc/passwd', join(folders.incoming, 'link.xml'));
  await folderExchange({ type: 'folder', ...folders }).use(async (session) => {
    expect(await session.list()).toEqual([]);
    await expect(session.read('link.xml', 1_000_000)).rejects.toThrow(ExchangeUnavailable);
  });
});

it('the exchange over a folder does not wait for the writer of a named pipe that took the place of a file', async () => {
  const folders = newFolders();
  execFileSync('mkfifo', [join(folders.incoming, 'pipe.xml')]);
  await folderExchange({ type: 'folder', ...folders }).use(async (session) => {
    expect(await session.list()).toEqual([]);
    expect(await session.read('pipe.xml', 1_000_000)).toBe('gone');
  });
});

it('a file in a folder that has no readable name is a problem', async () => {
  const folders = newFolders();
  writeFileSync(Buffer.concat([bytes(`${folders.incoming}/Ums`), Buffer.from([0xe4]), bytes('tze.xml')]), 'x');
  await folderExchange({ type: 'folder', ...folders }).use(async (session) => {
    expect(await session.list()).toEqual([]);
    expect(await session.check()).toEqual([expect.stringContaining('not UTF-8')]);
  });
});

it('a report that is repeated is written once', async () => {
  const folders = newFolders();
  await folderExchange({ type: 'folder', ...folders }).use(async (session) => {
    writeFileSync(join(folders.incoming, 'a.xml'), 'bad');
    await session.archive('a.xml', 'set-aside');
    await session.explain('a.xml', 'because');
    await session.explain('a.xml', 'because');
  });
  expect(readdirSync(join(folders.archive, 'set-aside')).sort()).toEqual(['a.xml', 'a.xml.report.txt']);
});

it('a name of the greatest length is archived twice and explained', async () => {
  const folders = newFolders();
  const name = `${'ü'.repeat(125)}.xml`;
  await folderExchange({ type: 'folder', ...folders }).use(async (session) => {
    for (const content of ['first', 'second']) {
      writeFileSync(join(folders.incoming, name), content);
      await session.explain((await session.archive(name, 'set-aside'))!, content);
    }
  });
  const kept = readdirSync(join(folders.archive, 'set-aside'));
  expect(kept.filter((each) => each.endsWith('.xml')).length).toBe(2);
  expect(kept.filter((each) => each.endsWith('.txt')).length).toBe(2);
});

it('others than the owner and the group of a folder cannot read what is written there', async () => {
  const folders = newFolders();
  await folderExchange({ type: 'folder', ...folders }).use(async (session) => {
    await session.upload('.M1.1.tmp', bytes('payments'));
    await session.publish('.M1.1.tmp', 'M1.xml');
    writeFileSync(join(folders.incoming, 'a.xml'), 'bad');
    await session.explain((await session.archive('a.xml', 'set-aside'))!, 'because');
  });
  for (const path of [join(folders.outgoing, 'M1.xml'), join(folders.archive, 'set-aside', 'a.xml.report.txt')])
    expect(statSync(path).mode & 0o007).toBe(0);
});

const otherFileSystem = '/dev/shm';

it.skipIf(!existsSync(otherFileSystem))(
  'an archive on another file system gets whole files, and none twice',
  async () => {
    const folders = { ...newFolders(), archive: mkdtempSync(join(otherFileSystem, 'archive-')) };
    try {
      await folderExchange({ type: 'folder', ...folders }).use(async (session) => {
        for (const content of ['first', 'x'.repeat(300_000)]) {
          writeFileSync(join(folders.incoming, 'a.xml'), content);
          await session.archive('a.xml', 'processed');
        }
      });
      expect(readdirSync(folders.archive).sort()).toEqual(['a.2.xml', 'a.xml']);
      expect(read(join(folders.archive, 'a.2.xml')).length).toBe(300_000);
      expect(readdirSync(folders.incoming)).toEqual([]);
    } finally {
      rmSync(folders.archive, { recursive: true });
    }
  },
);

const hasOpenSsh = ['/usr/sbin/sshd', '/usr/local/sbin/sshd'].some((path) => existsSync(path));

it.skipIf(!hasOpenSsh)('the SFTP server of these tests is OpenSSH, not that of ssh2', () => {
  expect(server.software).toBe('OpenSSH');
});

describe('the exchange over SFTP', () => {
  it('refuses a server with another key', async () => {
    const hostKey = 'SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpqGqKbzg7xOXeLxmk';
    const exchange = sftpExchange(options(newFolders(), { hostKey }));
    await expect(exchange.use((session) => session.list())).rejects.toThrow(ExchangeUnavailable);
  });

  it('offers no proof of its identity to a server with another key', async () => {
    const { private: hostPrivateKey } = ssh2.utils.generateKeyPairSync('ed25519');
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

  it('knows a pinned key by its fingerprint and by its text', () => {
    const key = Buffer.from('AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f', 'base64');
    expect(isPinned(`ssh-ed25519 ${key.toString('base64')}`, key)).toBe(true);
    expect(isPinned(`bank.example ssh-ed25519 ${key.toString('base64')} comment`, key)).toBe(true);
    expect(isPinned(`ssh-ed25519 ${key.toString('base64')}`, Buffer.concat([key, Buffer.from('x')]))).toBe(false);
    expect(isPinned('SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpqGqKbzg7xOXeLxmk', key)).toBe(false);
  });
});

it.each([
  ['a.xml', true],
  ['a.xml.tmp', false],
  ['A.TMP', false],
  ['.a.xml', false],
  ['a.part', false],
  ['a.filepart', false],
  ['tmp', true],
  ['../a.xml', false],
  ['a/b.xml', false],
])('the name %s of a complete file: %s', (name, expected) => {
  expect(isComplete(name)).toBe(expected);
});

it('numbers names before their extension', () => {
  expect([numbered('a.xml', 1), numbered('a.b.xml', 2), numbered('a', 3)]).toEqual(['a.xml', 'a.b.2.xml', 'a.3']);
});
