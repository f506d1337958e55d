import { execFileSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bytes, exchangeContract, exchangeFolders } from '../../testing/exchange-contract.js';
import { ExchangeUnavailable } from './exchange.js';
import { folderExchange } from './folder.js';

const newFolders = exchangeFolders();
const read = (path: string): string => readFileSync(path, 'utf8');

exchangeContract('a folder', newFolders, (folders) => folderExchange({ type: 'folder', ...folders }));

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

it('names what is wrong with each folder', async () => {
  const folders = newFolders();
  const file = join(folders.incoming, 'a.xml');
  writeFileSync(file, 'x');
  const check = (over: Partial<typeof folders>) =>
    folderExchange({ type: 'folder', ...folders, ...over }).use((session) => session.check());
  expect(await check({ outgoing: '/nowhere/out' })).toEqual(['the outgoing folder /nowhere/out does not exist']);
  expect(await check({ incoming: '/nowhere/in' })).toEqual(['the incoming folder /nowhere/in does not exist']);
  expect(await check({ archive: file })).toEqual([`the archive folder ${file} is not a folder`]);
  expect(await check({ archive: join(file, 'done') })).toEqual([
    `the archive folder ${join(file, 'done')} cannot be read and written (ENOTDIR)`,
  ]);
});

it('names the reason for which a folder does not do what it is asked for', async () => {
  const folders = { ...newFolders(), outgoing: '/nowhere/out' };
  await folderExchange({ type: 'folder', ...folders }).use(async (session) => {
    await expect(session.upload('.M1.tmp', bytes('x'))).rejects.toThrow(
      new ExchangeUnavailable('the folder exchange failed: ENOENT'),
    );
    await expect(session.read('in/a.xml', 9)).resolves.toBe('gone');
    writeFileSync(join(folders.incoming, 'a.xml'), 'x');
    await expect(session.read('a.xml/b.xml', 9)).rejects.toThrow(
      new ExchangeUnavailable('the folder exchange failed: ENOTDIR'),
    );
    await expect(session.explain('a.xml', 'because')).rejects.toThrow('the folder exchange failed: ENOENT');
  });
});

it('a file that a crash left in both folders is archived once', async () => {
  const folders = newFolders();
  writeFileSync(join(folders.incoming, 'a.xml'), 'x');
  linkSync(join(folders.incoming, 'a.xml'), join(folders.archive, 'a.xml'));
  await folderExchange({ type: 'folder', ...folders }).use(async (session) => {
    expect(await session.archive('a.xml', 'processed')).toBe('a.xml');
  });
  expect([readdirSync(folders.incoming), readdirSync(folders.archive)]).toEqual([[], ['a.xml']]);
});
