import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type Exchange, ExchangeUnavailable } from '../bank-files/exchange/exchange.js';

export interface Folders {
  readonly outgoing: string;
  readonly incoming: string;
  readonly archive: string;
}

/** Creates folders of one exchange, which are removed after the tests of the file. */
export function exchangeFolders(): () => Folders {
  const root = mkdtempSync(join(tmpdir(), 'exchange-'));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  let count = 0;
  return () => {
    count += 1;
    const [outgoing, incoming, archive] = ['out', 'in', 'done'].map((name) => join(root, String(count), name)) as [
      string,
      string,
      string,
    ];
    for (const folder of [outgoing, incoming, archive]) mkdirSync(folder, { recursive: true });
    return { outgoing, incoming, archive };
  };
}

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const bytesOf = (text: string): Buffer => Buffer.from(text);
const read = (path: string): string => readFileSync(path, 'utf8');

/** What every exchange does with the files in its folders. */
export function exchangeContract(
  name: string,
  newFolders: () => Folders,
  exchangeOf: (folders: Folders) => Exchange,
): void {
  describe(`the exchange over ${name}`, () => {
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

    it('lists the processed files of the archive, without hidden ones and folders, and removes one', async () => {
      const folders = newFolders();
      for (const name of ['b.xml', 'a.xml', '.corridor-owner']) writeFileSync(join(folders.archive, name), name);
      mkdirSync(join(folders.archive, 'set-aside'));
      await exchangeOf(folders).use(async (session) => {
        expect(await session.processed()).toEqual(['a.xml', 'b.xml']);
        await session.removeArchived('a.xml');
        await session.removeArchived('a.xml');
        expect(await session.processed()).toEqual(['b.xml']);
      });
      expect(readdirSync(folders.archive).sort()).toEqual(['.corridor-owner', 'b.xml', 'set-aside']);
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

    it('reads what it has moved away, and puts it back without replacing a file', async () => {
      const folders = newFolders();
      const incoming = (): readonly string[] => readdirSync(folders.incoming).sort();
      await exchangeOf(folders).use(async (session) => {
        for (const as of ['processed', 'set-aside'] as const) {
          writeFileSync(join(folders.incoming, 'a.xml'), as);
          expect(await session.freeNumber('a.xml', as)).toBe(1);
          expect(await session.archive('a.xml', as)).toBe('a.xml');
          expect(await session.freeNumber('a.xml', as)).toBe(2);
          expect(await session.readArchived('a.xml', as, 100)).toEqual(bytesOf(as));
          expect(await session.readArchived('a.xml', as, 3)).toBe('too-large');
          writeFileSync(join(folders.incoming, 'a.xml'), 'a newer one');
          await session.putBack('a.xml', as, 'a.xml');
          expect(incoming()).toEqual(['a.2.xml', 'a.xml']);
          expect(read(join(folders.incoming, 'a.2.xml'))).toBe(as);
          expect(read(join(folders.incoming, 'a.xml'))).toBe('a newer one');
          expect(await session.readArchived('a.xml', as, 100)).toBe('gone');
          for (const name of incoming()) rmSync(join(folders.incoming, name));
        }
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

    it('belongs to the installation that came first', async () => {
      const folders = newFolders();
      await exchangeOf(folders).use(async (session) => {
        expect(await session.owner('one')).toBe('one');
        expect(await session.owner('two')).toBe('one');
        expect(await session.owner('one')).toBe('one');
        expect(await session.list()).toEqual([]);
        writeFileSync(join(folders.archive, '.corridor-owner'), 'x'.repeat(1000));
        expect(await session.owner('one')).toBe('unknown');
      });
    });

    it('belongs to the next installation that asks if the file of its owner was left empty', async () => {
      const folders = newFolders();
      const path = join(folders.archive, '.corridor-owner');
      writeFileSync(path, '');
      await exchangeOf(folders).use(async (session) => {
        expect(await session.owner('one')).toBe('one');
        expect(await session.owner('two')).toBe('one');
      });
      expect(readFileSync(path, 'utf8')).toBe('one\n');
    });

    it('leaves no file behind that a check has written', async () => {
      const folders = newFolders();
      expect(await exchangeOf(folders).use((session) => session.check())).toEqual([]);
      for (const folder of Object.values(folders)) expect(readdirSync(folder)).toEqual([]);
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
}
