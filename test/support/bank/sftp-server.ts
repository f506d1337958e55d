import { spawn } from 'node:child_process';
import { freePort } from '../../../packages/adapters-storage/src/testing/free-port.js';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, type Stats, writeFileSync } from 'node:fs';
import {
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rm,
  rmdir,
  stat,
  unlink,
} from 'node:fs/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import ssh2, { type Attributes, type FileEntry, type SFTPWrapper } from 'ssh2';
import { eventually } from '../eventually.js';

/** An SFTP server on this machine, which shows files by their real paths. */
export interface SftpServer {
  readonly software: 'OpenSSH' | 'ssh2';
  readonly host: string;
  readonly port: number;
  readonly user: string;
  /** Path of the private key of the client. */
  readonly privateKey: string;
  /** `SHA256:…` of the key of the server. */
  readonly hostKey: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';
const OPENSSH = ['/usr/sbin/sshd', '/usr/local/sbin/sshd', ...(process.env['SSHD'] ?? '').split('\n').filter(Boolean)];

/** The path of OpenSSH's `sshd`, also from the variable SSHD; null if it is not installed. */
export const sshdPath = (): string | null => OPENSSH.find((path) => existsSync(path)) ?? null;

interface KeyFile {
  readonly path: string;
  readonly privateKey: string;
  /** As in `authorized_keys`. */
  readonly publicKey: string;
}

interface Keys {
  readonly server: KeyFile;
  readonly client: KeyFile;
}

/** A new key pair of Ed25519. ssh2 cannot read some of the keys that it draws; those are drawn again. */
export function drawKeyPair(): { readonly private: string; readonly public: string } {
  let pair = ssh2.utils.generateKeyPairSync('ed25519');
  while (ssh2.utils.parseKey(pair.private) instanceof Error) pair = ssh2.utils.generateKeyPairSync('ed25519');
  return pair;
}

function createKey(folder: string, name: string): KeyFile {
  const pair = drawKeyPair();
  const path = join(folder, name);
  writeFileSync(path, pair.private, { mode: 0o600 });
  return { path, privateKey: pair.private, publicKey: pair.public };
}

const blobOf = ({ publicKey }: KeyFile): Buffer => Buffer.from(publicKey.split(' ')[1]!, 'base64');

/** Starts OpenSSH's `sshd` where it is installed, otherwise a server of the library `ssh2`. Keys are in `folder`. */
export async function startSftpServer(folder: string): Promise<SftpServer> {
  mkdirSync(folder, { recursive: true });
  const keys = { server: createKey(folder, 'server-key'), client: createKey(folder, 'client-key') };
  const hash = createHash('sha256').update(blobOf(keys.server)).digest('base64').replace(/=$/, '');
  const shown = { host: HOST, privateKey: keys.client.path, hostKey: `SHA256:${hash}` };
  const sshd = sshdPath();
  const server = sshd === null ? await startSsh2(keys) : await startOpenSsh(sshd, folder, keys);
  return { ...shown, ...server };
}

/** OpenSSH as a user whom the permissions of files bind, and which can refuse requests. */
export interface RefusingServer extends SftpServer {
  readonly uid: number;
  /** Refuses these requests of SFTP from now on, such as `rename`. */
  refuse(requests: readonly string[]): Promise<void>;
}

/** Permissions do not bind root, so its server runs as a user without rights. */
export async function startRefusingServer(sshd: string, folder: string): Promise<RefusingServer> {
  const isRoot = userInfo().uid === 0;
  const [uid, user] = isRoot ? [UNPRIVILEGED_UID, 'nobody'] : [userInfo().uid, userInfo().username];
  mkdirSync(folder, { recursive: true });
  const keys = { server: createKey(folder, 'server-key'), client: createKey(folder, 'client-key') };
  const hash = createHash('sha256').update(blobOf(keys.server)).digest('base64').replace(/=$/, '');
  const shown = { host: HOST, privateKey: keys.client.path, hostKey: `SHA256:${hash}` };
  const server = await startOpenSsh(sshd, folder, keys, uid);
  return { ...shown, ...server, user, uid };
}

const UNPRIVILEGED_UID = 65_534;

type Started = Pick<SftpServer, 'software' | 'port' | 'user' | 'close'>;

/** Runs as the current user, or as another one, and admits only this user. */
async function startOpenSsh(
  sshd: string,
  folder: string,
  { server, client }: Keys,
  uid = userInfo().uid,
): Promise<Started & Pick<RefusingServer, 'refuse'>> {
  const port = await freePort();
  const authorized = join(folder, 'authorized-keys');
  writeFileSync(authorized, `${client.publicKey}\n`, { mode: 0o600 });
  const settings = {
    ListenAddress: HOST,
    Port: String(port),
    HostKey: server.path,
    AuthorizedKeysFile: authorized,
    AuthenticationMethods: 'publickey',
    PermitRootLogin: 'prohibit-password',
    StrictModes: 'no',
    UsePAM: uid === userInfo().uid ? 'no' : 'yes',
    PidFile: 'none',
    Subsystem: 'sftp internal-sftp',
    ForceCommand: 'internal-sftp',
    MaxStartups: '100',
  };
  const file = join(folder, 'sshd_config');
  const configure = (over: Partial<typeof settings> = {}): void => {
    const lines = Object.entries({ ...settings, ...over }).map(([name, value]) => `${name} ${value}\n`);
    writeFileSync(file, lines.join(''));
  };
  configure();
  const isOther = uid !== userInfo().uid;
  if (isOther) for (const path of [folder, server.path, authorized, file]) chownSync(path, uid, uid);
  // As root, sshd needs this folder, which the package creates when its service starts.
  if (uid === 0) mkdirSync('/run/sshd', { recursive: true });
  const child = spawn(sshd, ['-D', '-e', '-f', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(isOther && { uid, gid: uid }),
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const listens = (): Promise<boolean> =>
    eventually('sshd', async () => {
      if (child.exitCode !== null) throw new Error(`sshd ended:\n${log}`);
      const socket = connect(port, HOST);
      await once(socket, 'connect');
      socket.destroy();
      return true;
    });
  await listens();
  return {
    software: 'OpenSSH',
    port,
    user: userInfo().username,
    async refuse(requests) {
      const command = requests.length === 0 ? 'internal-sftp' : `internal-sftp -P ${requests.join(',')}`;
      configure({ ForceCommand: command, Subsystem: `sftp ${command}` });
      const before = log.length;
      child.kill('SIGHUP');
      // It begins again with the new settings.
      await eventually('the new settings of sshd', () => log.slice(before).includes('Server listening on'));
      await listens();
    },
    async close() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

const USER = 'corridor';

async function startSsh2({ server: key, client }: Keys): Promise<Started> {
  const admitted = blobOf(client);
  const clients = new Set<ssh2.Connection>();
  const server = new ssh2.Server({ hostKeys: [key.privateKey] }, (connection) => {
    clients.add(connection);
    // Otherwise each small packet waits for the acknowledgement of the one before it. The types lack the function.
    (connection as unknown as Pick<Socket, 'setNoDelay'>).setNoDelay(true);
    connection.on('close', () => void clients.delete(connection));
    // A client that is killed resets its connection.
    connection.on('error', () => undefined);
    connection.on('authentication', (attempt) => {
      const isClient = attempt.method === 'publickey' && attempt.username === USER && attempt.key.data.equals(admitted);
      if (!isClient) return attempt.reject(['publickey']);
      // Without a signature the client only asks whether the key would be accepted.
      if (attempt.signature === undefined) return attempt.accept();
      const parsed = ssh2.utils.parseKey(client.publicKey);
      if (parsed instanceof Error) throw parsed;
      const isSigned = parsed.verify(attempt.blob!, attempt.signature, attempt.hashAlgo);
      return isSigned === true ? attempt.accept() : attempt.reject(['publickey']);
    });
    connection.on('session', (acceptSession) => {
      acceptSession().on('sftp', (acceptSftp) => serveFiles(acceptSftp()));
    });
  });
  server.listen(0, HOST);
  await once(server, 'listening');
  return {
    software: 'ssh2',
    port: (server.address() as AddressInfo).port,
    user: USER,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const connection of clients) connection.end();
      }),
  };
}

const { STATUS_CODE, OPEN_MODE } = ssh2.utils.sftp;

const attributesOf = ({ mode, uid, gid, size, atimeMs, mtimeMs }: Stats): Attributes => ({
  mode,
  uid,
  gid,
  size,
  atime: Math.trunc(atimeMs / 1000),
  mtime: Math.trunc(mtimeMs / 1000),
});

/** The flags of `fs.open` for those of SFTP. */
function flagsOf(mode: number): string {
  if ((mode & OPEN_MODE.WRITE) === 0) return 'r';
  if ((mode & OPEN_MODE.APPEND) !== 0) return 'a';
  if ((mode & OPEN_MODE.EXCL) !== 0) return 'wx';
  return (mode & OPEN_MODE.TRUNC) === 0 ? 'r+' : 'w';
}

interface Listing {
  readonly folder: string;
  /** The names that the client has not read yet. */
  names: readonly string[];
}

/** Names in one answer. */
const LISTED = 100;

/** Version 3 of SFTP, as far as clients need it to exchange files. Other requests are refused as unsupported. */
function serveFiles(sftp: SFTPWrapper): void {
  const files = new Map<number, FileHandle>();
  const listings = new Map<number, Listing>();
  let handles = 0;

  const handleFor = (add: (id: number) => void): Buffer => {
    const handle = Buffer.alloc(4);
    handle.writeUInt32BE((handles += 1));
    add(handles);
    return handle;
  };
  const known = <T>(map: ReadonlyMap<number, T>, handle: Buffer): T => {
    const value = map.get(handle.readUInt32BE());
    if (value === undefined) throw new Error('unknown handle');
    return value;
  };
  /** Answers with the status of the work, unless the work has answered itself. */
  const answer = (id: number, work: () => Promise<'answered' | undefined | void>): void => {
    work().then(
      (done) => void (done === 'answered' || sftp.status(id, STATUS_CODE.OK)),
      (error: NodeJS.ErrnoException) => {
        const code = error.code === 'ENOENT' ? STATUS_CODE.NO_SUCH_FILE : STATUS_CODE.FAILURE;
        sftp.status(id, code, error.message);
      },
    );
  };
  const answerAttributes = (id: number, read: () => Promise<Stats>): void =>
    answer(id, async () => {
      sftp.attrs(id, attributesOf(await read()));
      return 'answered';
    });

  sftp.on('OPEN', (id, path, mode) =>
    answer(id, async () => {
      const file = await open(path, flagsOf(mode));
      sftp.handle(
        id,
        handleFor((handle) => files.set(handle, file)),
      );
      return 'answered';
    }),
  );
  sftp.on('READ', (id, handle, offset, length) =>
    answer(id, async () => {
      const { bytesRead, buffer } = await known(files, handle).read(Buffer.alloc(length), 0, length, offset);
      if (bytesRead === 0) sftp.status(id, STATUS_CODE.EOF);
      else sftp.data(id, buffer.subarray(0, bytesRead));
      return 'answered';
    }),
  );
  sftp.on('WRITE', (id, handle, offset, data) =>
    answer(id, async () => void (await known(files, handle).write(data, 0, data.length, offset))),
  );
  sftp.on('FSTAT', (id, handle) => answerAttributes(id, () => known(files, handle).stat()));
  sftp.on('STAT', (id, path) => answerAttributes(id, () => stat(path)));
  sftp.on('LSTAT', (id, path) => answerAttributes(id, () => lstat(path)));
  sftp.on('FSETSTAT', (id) => answer(id, async () => undefined));
  sftp.on('SETSTAT', (id) => answer(id, async () => undefined));
  sftp.on('CLOSE', (id, handle) =>
    answer(id, async () => {
      const number = handle.readUInt32BE();
      await files.get(number)?.close();
      files.delete(number);
      listings.delete(number);
    }),
  );
  sftp.on('OPENDIR', (id, folder) =>
    answer(id, async () => {
      const names = await readdir(folder);
      sftp.handle(
        id,
        handleFor((handle) => listings.set(handle, { folder, names })),
      );
      return 'answered';
    }),
  );
  sftp.on('READDIR', (id, handle) =>
    answer(id, async () => {
      const listing = known(listings, handle);
      // A file that is taken meanwhile is not listed.
      for (let shown: FileEntry[] = []; shown.length === 0;) {
        const names = listing.names.slice(0, LISTED);
        listing.names = listing.names.slice(LISTED);
        if (names.length === 0) {
          sftp.status(id, STATUS_CODE.EOF);
          break;
        }
        shown = (await Promise.all(names.map((name) => entryOf(listing.folder, name)))).flat();
        if (shown.length > 0) sftp.name(id, shown);
      }
      return 'answered';
    }),
  );
  // As OpenSSH does, a rename refuses a name that is taken.
  sftp.on('RENAME', (id, from, to) =>
    answer(id, async () => {
      await link(from, to);
      await unlink(from);
    }),
  );
  sftp.on('REMOVE', (id, path) => answer(id, () => rm(path)));
  sftp.on('MKDIR', (id, path) => answer(id, () => mkdir(path)));
  sftp.on('RMDIR', (id, path) => answer(id, () => rmdir(path)));
  sftp.on('REALPATH', (id, path) =>
    answer(id, async () => {
      const filename = await realpath(path).catch(() => path);
      sftp.name(id, [{ filename, longname: filename, attrs: {} as Attributes }]);
      return 'answered';
    }),
  );
  sftp.on('end', () => sftp.end());
  sftp.on('close', () => {
    for (const file of files.values()) void file.close();
  });
}

/** The file as a list of none or one. Some clients read its type from the first character of the line of `ls -l`. */
async function entryOf(folder: string, filename: string): Promise<FileEntry[]> {
  const found = await lstat(join(folder, filename)).catch(() => null);
  if (found === null) return [];
  const longname = `${found.isDirectory() ? 'd' : '-'}rw------- 1 bank bank ${found.size} Jan 1 00:00 ${filename}`;
  return [{ filename, longname, attrs: attributesOf(found) }];
}
