import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import fileSystem from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bytes, exchangeFolders } from '../../testing/exchange-contract.js';
import { ExchangeUnavailable } from './exchange.js';
import { folderExchange } from './folder.js';

/** What happens before a call of the file system, by the name of the call. */
const faults: { link?: ((from: string) => void) | undefined; rename?: ((from: string) => void) | undefined } = {};
const real = { link: fileSystem.link, rename: fileSystem.rename };

beforeAll(() => {
  for (const call of ['link', 'rename'] as const) {
    fileSystem[call] = async (from, to) => {
      faults[call]?.(String(from));
      return real[call](from, to);
    };
  }
  syncBuiltinESMExports();
});

afterAll(() => {
  Object.assign(fileSystem, real);
  syncBuiltinESMExports();
});

const failure = (code: string) => Object.assign(new Error(`${code}: of the file system`), { code });
const failWith = (code: string) => () => {
  throw failure(code);
};

beforeEach(() => {
  faults.link = undefined;
  faults.rename = undefined;
});

const newFolders = exchangeFolders();
const read = (path: string): string => readFileSync(path, 'utf8');

function folder() {
  const folders = newFolders();
  return {
    ...folders,
    use: folderExchange({ type: 'folder', ...folders }).use,
    put: (content: string) => writeFileSync(join(folders.incoming, 'a.xml'), content),
    archived: () => readdirSync(folders.archive).sort(),
  };
}

describe('an archive', () => {
  it.each(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])(
    'of a file system without links (%s) gets every file, and replaces none',
    async (code) => {
      const own = folder();
      faults.link = failWith(code);
      for (const [content, name] of [
        ['first', 'a.xml'],
        ['second', 'a.2.xml'],
      ] as const) {
        own.put(content);
        expect(await own.use((session) => session.archive('a.xml', 'processed'))).toBe(name);
        expect(read(join(own.archive, name))).toBe(content);
      }
      expect([readdirSync(own.incoming), own.archived()]).toEqual([[], ['a.2.xml', 'a.xml']]);
    },
  );

  it('that cannot be written leaves the file to the bank', async () => {
    const own = folder();
    faults.link = failWith('EACCES');
    own.put('first');
    await expect(own.use((session) => session.archive('a.xml', 'processed'))).rejects.toThrow(
      new ExchangeUnavailable('the folder exchange failed: EACCES'),
    );
    expect([readdirSync(own.incoming), own.archived()]).toEqual([['a.xml'], []]);
  });

  it('on another file system gets a private copy under a free name, and a link is not followed', async () => {
    const own = folder();
    const toArchive = (from: string) => {
      if (from.startsWith(own.incoming)) throw failure('EXDEV');
    };
    faults.link = toArchive;
    for (const content of ['first', 'second']) {
      own.put(content);
      // A crash left a part of an earlier copy.
      writeFileSync(join(own.archive, '.a.xml.copy.tmp'), 'part');
      await own.use((session) => session.archive('a.xml', 'processed'));
    }
    expect([readdirSync(own.incoming), own.archived()]).toEqual([[], ['a.2.xml', 'a.xml']]);
    expect(read(join(own.archive, 'a.2.xml'))).toBe('second');
    expect(statSync(join(own.archive, 'a.xml')).mode & 0o777).toBe(0o640);
    symlinkSync('/etc/passwd', join(own.incoming, 'a.xml'));
    await expect(own.use((session) => session.archive('a.xml', 'processed'))).rejects.toThrow(ExchangeUnavailable);
    rmSync(join(own.incoming, 'a.xml'));
    mkdirSync(join(own.incoming, 'a.xml'));
    expect(await own.use((session) => session.archive('a.xml', 'processed'))).toBe('a.xml');
    expect(own.archived()).toEqual(['a.2.xml', 'a.xml']);
  });

  it('takes a file that the bank removes meanwhile for one that was moved before', async () => {
    const own = folder();
    own.put('first');
    faults.link = (from) => rmSync(from);
    expect(await own.use((session) => session.archive('a.xml', 'processed'))).toBe('a.xml');
    expect(own.archived()).toEqual([]);
  });

  it.each(['EXDEV', null])('leaves a file to be read that the bank puts there meanwhile (%s)', async (code) => {
    const own = folder();
    own.put('first');
    let isReplaced = false;
    faults.link = (from) => {
      if (code !== null && from.startsWith(own.incoming)) throw failure(code);
    };
    faults.rename = (from) => {
      if (isReplaced || !from.startsWith(own.incoming)) return;
      isReplaced = true;
      writeFileSync(join(own.incoming, '.new'), 'second');
      renameSync(join(own.incoming, '.new'), join(own.incoming, 'a.xml'));
    };
    await own.use(async (session) => {
      expect(await session.archive('a.xml', 'processed')).toBe('a.xml');
      expect((await session.list()).map(({ name }) => name)).toEqual(['a.xml']);
    });
    expect([read(join(own.incoming, 'a.xml')), read(join(own.archive, 'a.xml'))]).toEqual(['second', 'first']);
  });

  it('gives a file back that a crash left without its name', async () => {
    const own = folder();
    writeFileSync(join(own.incoming, '.a.xml.moved.tmp'), 'first');
    writeFileSync(join(own.incoming, '.b.xml.moved.tmp'), 'second');
    own.put('third');
    const listed = await own.use((session) => session.list());
    expect(listed.map(({ name }) => name)).toEqual(['a.2.xml', 'a.xml', 'b.xml']);
  });

  it('keeps two files of the same content apart', async () => {
    const own = folder();
    writeFileSync(join(own.archive, 'a.xml'), 'same');
    own.put('same');
    expect(await own.use((session) => session.archive('a.xml', 'processed'))).toBe('a.2.xml');
    expect(own.archived()).toEqual(['a.2.xml', 'a.xml']);
  });
});

describe('a file for the bank', () => {
  it('that another host publishes at the same moment is published once', async () => {
    const own = folder();
    await own.use(async (session) => {
      await session.upload('.M1.tmp', bytes('x'));
      faults.rename = (from) => rmSync(from);
      expect(await session.publish('.M1.tmp', 'M1.xml')).toBe('gone');
    });
    expect(readdirSync(own.outgoing)).toEqual([]);
  });

  it('that cannot get its final name stays under its temporary one', async () => {
    const own = folder();
    await own.use(async (session) => {
      await session.upload('.M1.tmp', bytes('x'));
      faults.rename = failWith('EROFS');
      await expect(session.publish('.M1.tmp', 'M1.xml')).rejects.toThrow('the folder exchange failed: EROFS');
    });
    expect(readdirSync(own.outgoing)).toEqual(['.M1.tmp']);
    await own.use(async (session) => {
      writeFileSync(join(own.outgoing, 'M1.xml'), 'of before');
      await expect(session.publish('.M1.tmp', 'M1.xml')).rejects.toThrow(
        new ExchangeUnavailable('the outgoing folder already has M1.xml'),
      );
    });
    expect(existsSync(join(own.outgoing, '.M1.tmp'))).toBe(true);
  });
});

it('the check of a folder names what the file system refuses, also if the folder may be written', async () => {
  const own = folder();
  faults.rename = (from) => {
    if (from.startsWith(own.outgoing)) throw failure('EROFS');
  };
  expect(await own.use((session) => session.check())).toEqual([
    `the outgoing folder ${own.outgoing} does not allow the host to rename a file: EROFS: of the file system`,
  ]);
  expect(readdirSync(own.outgoing)).toEqual([]);
});

it('the check of a folder names no problem of names in a folder that cannot be listed', async () => {
  const own = folder();
  rmSync(own.incoming, { recursive: true });
  expect(await own.use((session) => session.check())).toEqual([`the incoming folder ${own.incoming} does not exist`]);
});

it('a folder that is a file is named as the reason', async () => {
  const own = folder();
  rmSync(own.outgoing, { recursive: true });
  writeFileSync(own.outgoing, 'x');
  await expect(own.use((session) => session.isOutgoing('M1.xml'))).rejects.toThrow(
    new ExchangeUnavailable('the folder exchange failed: ENOTDIR'),
  );
});
