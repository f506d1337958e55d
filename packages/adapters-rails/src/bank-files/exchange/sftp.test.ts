import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { bytes, exchangeContract, exchangeFolders, type Folders } from '../../testing/exchange-contract.js';
import { FolderSftpClient, sftpScript } from '../../testing/folder-sftp-client.js';
import { ExchangeUnavailable } from './exchange.js';
import { isPinned, sftpExchange, type SftpOptions } from './sftp.js';

vi.mock('ssh2-sftp-client', () => ({ default: FolderSftpClient }));

const KEY = Buffer.from('AAAAC3NzaC1lZDI1NTE5AAAAIAABAgMEBQYHCAkKCwwNDg8QERITFBUWFxgZGhscHR4f', 'base64');
const TEXT = `ssh-ed25519 ${KEY.toString('base64')}`;
const FINGERPRINT = `SHA256:${createHash('sha256').update(KEY).digest('base64').replace(/=$/, '')}`;

const newFolders = exchangeFolders();
const exchange = (folders: Folders, over: Partial<SftpOptions> = {}) =>
  sftpExchange({
    ...folders,
    ...{ host: 'bank.example', port: 2222, user: 'acme', hostKey: TEXT, privateKey: 'PEM', passphrase: null },
    ...over,
  });

beforeEach(() => {
  sftpScript.connections.length = 0;
  sftpScript.calls.length = 0;
  sftpScript.ended = 0;
  sftpScript.delays = true;
  sftpScript.fails = () => undefined;
});

exchangeContract('a client of SFTP', newFolders, (folders) => exchange(folders));

describe('a session over SFTP', () => {
  it('is a connection of its own to the pinned key, which ends with it', async () => {
    const folders = newFolders();
    await exchange(folders).use(async (session) => {
      expect(sftpScript.ended).toBe(0);
      expect(await session.list()).toEqual([]);
    });
    const [options] = sftpScript.connections;
    expect(options).toMatchObject({
      ...{ host: 'bank.example', port: 2222, username: 'acme', privateKey: 'PEM' },
      ...{ readyTimeout: 30_000, keepaliveInterval: 10_000, keepaliveCountMax: 3 },
      algorithms: { serverHostKey: ['ssh-ed25519'] },
    });
    expect(options).not.toHaveProperty('passphrase');
    const verify = options!['hostVerifier'] as (key: Buffer) => boolean;
    expect([verify(KEY), verify(Buffer.from('other'))]).toEqual([true, false]);
    expect([sftpScript.ended, sftpScript.delays]).toEqual([1, false]);
    await exchange(folders, { passphrase: 'open', timeoutMs: 7 }).use(async () => undefined);
    expect(sftpScript.connections[1]).toMatchObject({ passphrase: 'open', readyTimeout: 7 });
    expect(sftpScript.ended).toBe(2);
  });

  it('lets the server present a key of the pinned type only, and never one that is signed with SHA-1', async () => {
    const accepted = async (hostKey: string) => {
      await exchange(newFolders(), { hostKey }).use(async () => undefined);
      return (sftpScript.connections.at(-1)!['algorithms'] as { readonly serverHostKey: string[] }).serverHostKey;
    };
    const rsa = ['rsa-sha2-512', 'rsa-sha2-256'];
    expect(await accepted('bank.example ecdsa-sha2-nistp256 AAAAx')).toEqual(['ecdsa-sha2-nistp256']);
    expect(await accepted('ssh-rsa AAAAx')).toEqual(rsa);
    expect(await accepted(FINGERPRINT)).toEqual([
      'ssh-ed25519',
      'ecdsa-sha2-nistp256',
      'ecdsa-sha2-nistp384',
      'ecdsa-sha2-nistp521',
      ...rsa,
    ]);
  });

  it('that fails to connect or to work ends its connection, also if the end fails', async () => {
    sftpScript.fails = (call) => (call === 'connect' || call === 'end' ? new Error('refused') : undefined);
    const failed = exchange(newFolders()).use(async (session) => session.list());
    await expect(failed).rejects.toThrow(new ExchangeUnavailable('the SFTP server failed (connect): refused'));
    expect([sftpScript.ended, sftpScript.calls]).toEqual([1, ['connect', 'end']]);
    sftpScript.fails = () => undefined;
    const error = new Error('of the work');
    await expect(exchange(newFolders()).use(() => Promise.reject(error))).rejects.toBe(error);
    expect(sftpScript.ended).toBe(2);
  });

  it('names the call that the server refuses or does not answer', async () => {
    const refused = async (call: string, failure: unknown, timeoutMs = 30_000) => {
      sftpScript.fails = (one) => (one === call ? failure : undefined);
      const session = exchange(newFolders(), { timeoutMs });
      return session.use(({ list }) => list()).catch((cause: unknown) => cause as Error);
    };
    expect(await refused('list', new Error('no'))).toEqual(
      new ExchangeUnavailable('the SFTP server failed (list): no'),
    );
    expect(await refused('list', 'broken')).toEqual(new ExchangeUnavailable('the SFTP server failed (list): broken'));
    expect(await refused('list', new Promise(() => undefined), 1)).toEqual(
      new ExchangeUnavailable('the SFTP server did not answer within 0 s (list)'),
    );
  });
});

describe('a file over SFTP', () => {
  const denied = new Error('Permission denied');
  const at = (call: string, failure: unknown = denied) => {
    sftpScript.fails = (one) => (one === call ? failure : undefined);
  };

  it('is listed by its name if it is a complete file', async () => {
    const folders = newFolders();
    for (const name of ['b.xml', 'a.xml', 'c.tmp']) writeFileSync(join(folders.incoming, name), 'x');
    symlinkSync('/etc/passwd', join(folders.incoming, 'link.xml'));
    mkdirSync(join(folders.incoming, 'd.xml'));
    const listed = await exchange(folders).use((session) => session.list());
    expect(listed.map(({ name, size }) => [name, size])).toEqual([
      ['a.xml', 1],
      ['b.xml', 1],
    ]);
  });

  it('is not read if it is a link or a folder, or if it grows beyond the limit while it is read', async () => {
    const folders = newFolders();
    symlinkSync('/etc/passwd', join(folders.incoming, 'link.xml'));
    mkdirSync(join(folders.incoming, 'folder.xml'));
    const path = join(folders.incoming, 'a.xml');
    writeFileSync(path, 'abcd');
    await exchange(folders).use(async (session) => {
      expect(await session.read('link.xml', 1_000)).toBe('gone');
      expect(await session.read('folder.xml', 1_000)).toBe('gone');
      expect(Buffer.from((await session.read('a.xml', 4)) as Uint8Array).toString()).toBe('abcd');
      sftpScript.fails = (call) => (call === 'get' ? void writeFileSync(path, 'abcdef') : undefined);
      expect(await session.read('a.xml', 5)).toBe('too-large');
      at('get');
      await expect(session.read('a.xml', 9)).rejects.toThrow('the SFTP server failed (read): Permission denied');
    });
  });

  it('is renamed plainly where the server has no atomic rename, and not after another failure', async () => {
    const folders = newFolders();
    const publish = (finalName: string) =>
      exchange(folders).use(async (session) => {
        await session.upload('.M1.tmp', bytes('x'));
        return session.publish('.M1.tmp', finalName);
      });
    for (const message of ['operation not supported', 'Unsupported extension']) {
      sftpScript.calls.length = 0;
      at('posixRename', new Error(message));
      expect(await publish(`${message}.xml`)).toBe('published');
      expect(sftpScript.calls).toContain('rename');
    }
    sftpScript.calls.length = 0;
    at('posixRename');
    await expect(publish('M1.xml')).rejects.toThrow('the SFTP server failed (rename): Permission denied');
    expect(sftpScript.calls).not.toContain('rename');
  });

  it('that may not be read back is uploaded if it has its size', async () => {
    const folders = newFolders();
    await exchange(folders).use(async (session) => {
      await session.upload('.M1.tmp', bytes('abc'));
      at('get');
      expect(await session.isUploaded('.M1.tmp', bytes('xyz'))).toBe(true);
      expect(await session.isUploaded('.M1.tmp', bytes('wxyz'))).toBe(false);
      at('get', new Error('connection lost'));
      await expect(session.isUploaded('.M1.tmp', bytes('abc'))).rejects.toThrow(ExchangeUnavailable);
    });
  });

  it('stays where it is without an archive', async () => {
    const folders = newFolders();
    writeFileSync(join(folders.incoming, 'a.xml'), 'x');
    await exchange(folders, { archive: null }).use(async (session) => {
      expect(await session.check()).toEqual([]);
      expect(await session.archive('a.xml', 'processed')).toBeNull();
      expect(await session.archive('a.xml', 'set-aside')).toBeNull();
      expect([await session.isSetAside('a.xml'), await session.isSetAside('b.xml')]).toEqual([true, false]);
      await session.explain('a.xml', 'because');
    });
    expect(readdirSync(folders.incoming)).toEqual(['a.xml']);
  });

  it('that was set aside needs its folder once, and one that is gone needs none', async () => {
    const folders = newFolders();
    await exchange(folders).use(async (session) => {
      expect(await session.archive('a.xml', 'processed')).toBe('a.xml');
      expect(existsSync(join(folders.archive, 'set-aside'))).toBe(false);
      for (const name of ['a.xml', 'b.xml']) {
        writeFileSync(join(folders.incoming, name), name);
        expect(await session.archive(name, 'set-aside')).toBe(name);
      }
    });
    expect(sftpScript.calls.filter((call) => call === 'mkdir')).toHaveLength(1);
    expect(readFileSync(join(folders.archive, 'set-aside', 'b.xml'), 'utf8')).toBe('b.xml');
  });

  it('that has its final name is not there under its temporary one, and replaces none', async () => {
    const folders = newFolders();
    writeFileSync(join(folders.outgoing, 'M1.xml'), 'first');
    await exchange(folders).use(async (session) => {
      expect(await session.publish('.M1.tmp', 'M1.xml')).toBe('gone');
      await session.upload('.M1.tmp', bytes('second'));
      await expect(session.publish('.M1.tmp', 'M1.xml')).rejects.toThrow('the outgoing folder already has M1.xml');
      expect([await session.isOutgoing('M1.xml'), await session.isOutgoing('M2.xml')]).toEqual([true, false]);
    });
  });

  it('is refused with the name of the call that the server refuses, and the reason', async () => {
    const folders = newFolders();
    writeFileSync(join(folders.incoming, 'a.xml'), 'bad');
    const cause = new Error('disk full');
    await exchange(folders).use(async (session) => {
      const refusedAt = async (call: string, work: () => Promise<unknown>) => {
        at(call, cause);
        const refused = await work().then(
          () => null,
          (thrown: unknown) => thrown,
        );
        at('none');
        return refused;
      };
      const as = (what: string) =>
        expect.objectContaining({
          name: 'ExchangeUnavailable',
          message: `the SFTP server failed (${what}): disk full`,
          cause,
        }) as unknown;
      expect(await refusedAt('put', () => session.upload('.M1.tmp', bytes('x')))).toEqual(as('write'));
      await session.upload('.M1.tmp', bytes('x'));
      expect(await refusedAt('exists', () => session.isOutgoing('M1.xml'))).toEqual(as('stat'));
      expect(await refusedAt('stat', () => session.read('a.xml', 9))).toEqual(as('stat'));
      expect(await refusedAt('get', () => session.read('a.xml', 9))).toEqual(as('read'));
      expect(await refusedAt('posixRename', () => session.publish('.M1.tmp', 'M1.xml'))).toEqual(as('rename'));
      expect(await refusedAt('mkdir', () => session.archive('a.xml', 'set-aside'))).toEqual(as('mkdir'));
      expect(await refusedAt('delete', () => session.discard('.M1.tmp'))).toEqual(as('delete'));
      await session.archive('a.xml', 'set-aside');
      expect(await refusedAt('put', () => session.explain('a.xml', 'because'))).toEqual(as('write'));
      sftpScript.fails = (call) =>
        call === 'posixRename' ? new Error('not supported') : call === 'rename' ? cause : undefined;
      await expect(session.publish('.M1.tmp', 'M1.xml')).rejects.toEqual(as('rename'));
      sftpScript.fails = (call) =>
        call === 'get' ? denied : call === 'stat' && sftpScript.calls.at(-2) === 'get' ? cause : undefined;
      await expect(session.isUploaded('.M1.tmp', bytes('x'))).rejects.toEqual(as('stat'));
    });
  });

  it('above the limit is not fetched, and one within it is', async () => {
    const folders = newFolders();
    writeFileSync(join(folders.incoming, 'a.xml'), 'abcd');
    await exchange(folders).use(async (session) => {
      expect(await session.read('a.xml', 3)).toBe('too-large');
      expect(sftpScript.calls).not.toContain('get');
      expect(await session.read('a.xml', 4)).toHaveLength(4);
    });
  });

  it.each([
    ['list', 'list files', 'list'],
    ['put', 'write a file', 'write'],
    ['posixRename', 'rename a file', 'rename'],
    ['delete', 'delete a file', 'delete'],
  ])('is refused by a server that answers, which the check shows (%s)', async (call, verb, what) => {
    const folders = newFolders();
    sftpScript.fails = (name, path) =>
      name === call && path.startsWith(folders.outgoing) ? new Error('quota exceeded') : undefined;
    expect(await exchange(folders).use((session) => session.check())).toEqual([
      `the outgoing folder ${folders.outgoing} does not allow the host to ${verb}: the SFTP server failed (${what}): quota exceeded`,
    ]);
  });

  it('is missed by the check if the server takes it without storing it, as one with a full disk may', async () => {
    const folders = newFolders();
    sftpScript.fails = (call, path) => {
      if (call === 'stat' && path.startsWith(folders.outgoing)) truncateSync(path);
      return undefined;
    };
    const [problem] = await exchange(folders).use((session) => session.check());
    expect(problem).toMatch(
      /^the outgoing folder \S+ does not allow the host to write a file: the SFTP server did not store \S+\.tmp completely$/,
    );
  });

  it('is not written by a check where files stay in the incoming folder', async () => {
    const folders = newFolders();
    sftpScript.fails = (name, path) =>
      name === 'put' && path.startsWith(folders.incoming) ? new Error('read-only') : undefined;
    expect(await exchange(folders, { archive: null }).use((session) => session.check())).toEqual([]);
    expect(await exchange(folders).use((session) => session.check())).toEqual([
      `the incoming folder ${folders.incoming} does not allow the host to write a file: the SFTP server failed (write): read-only`,
    ]);
  });

  it('names each folder that the server lacks', async () => {
    const folders = { ...newFolders(), outgoing: '/nowhere', archive: '/nothing' };
    expect(await exchange(folders).use((session) => session.check())).toEqual([
      'the server has no folder /nowhere (outgoing)',
      'the server has no folder /nothing (archive)',
    ]);
  });
});

describe('a pinned key', () => {
  it('is known by its fingerprint and by its text', () => {
    const base64 = KEY.toString('base64');
    for (const pinned of [TEXT, `bank.example ${TEXT} comment`, FINGERPRINT]) expect(isPinned(pinned, KEY)).toBe(true);
    expect(isPinned(TEXT, Buffer.concat([KEY, Buffer.from('x')]))).toBe(false);
    expect(isPinned('SHA256:uNiVztksCsDhcc0u9e8BrrQXVUpqGqKbzg7xOXeLxmk', KEY)).toBe(false);
    expect(isPinned('SHA256:', KEY)).toBe(false);
    expect(isPinned(`ssh-ed25519 x${base64}`, KEY)).toBe(false);
    expect(isPinned(FINGERPRINT, Buffer.from('other'))).toBe(false);
  });
});
