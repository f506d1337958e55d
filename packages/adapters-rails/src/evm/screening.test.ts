import { mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { listScreening, ListUnreadable } from './screening.js';

const LISTED = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const OTHER = '0xfb6916095ca1df60bb79ce92ce3ea74c37c5d359';

describe('a screening list', () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-screening-'));
  const file = join(folder, 'addresses.txt');
  let changes = 0;

  /** Each version has a time of its own, also where the file system counts whole seconds. */
  function write(text: string): void {
    writeFileSync(file, text);
    changes += 1;
    utimesSync(file, 1_700_000_000 + changes, 1_700_000_000 + changes);
  }
  const screen = (screening: ReturnType<typeof listScreening>, address: string) =>
    screening.screen({ network: 'BASE', address, direction: 'OUT' });

  beforeEach(() => rmSync(file, { force: true }));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('refuses its addresses, written in any case', async () => {
    write(`# sanctions of 2026\n${LISTED} # a mixer\n\n`);
    const screening = listScreening({ file });
    for (const text of [LISTED, LISTED.toLowerCase()]) expect(await screen(screening, text)).toMatch(/list/);
    expect(await screen(screening, OTHER)).toBe(null);
    expect(await screening.problem()).toBe(null);
  });

  it('is read again when it changes', async () => {
    write(`${LISTED}\n`);
    const screening = listScreening({ file });
    expect(await screen(screening, OTHER)).toBe(null);
    write(`${LISTED}\r\n${OTHER}\r\n`);
    expect(await screen(screening, OTHER)).toMatch(/list/);
  });

  it('is read again when it is overwritten with as many addresses and keeps its time', async () => {
    write(`${OTHER}\n`);
    const screening = listScreening({ file });
    expect(await screen(screening, LISTED)).toBe(null);
    const { atime, mtime } = statSync(file);
    await delay(20);
    writeFileSync(file, `${LISTED}\n`);
    utimesSync(file, atime, mtime);
    expect(await screen(screening, LISTED)).toMatch(/list/);
  });

  it('may have comments and the line ends and mark of Windows', async () => {
    write(`\uFEFF# sanctions of 2026\r\n${LISTED} # a mixer\r\n\r\n# the end\r\n`);
    const screening = listScreening({ file });
    expect(await screening.problem()).toBe(null);
    expect(await screen(screening, LISTED)).toMatch(/list/);
    expect(await screen(screening, OTHER)).toBe(null);
  });

  it.each([
    ['missing', null, /cannot be read/],
    ['empty', '', /is empty/],
    ['a list of white space', ' \n\t\n', /is empty/],
    ['a list with a broken line', `${OTHER}\n0x12\n`, /line 2 is not an address/],
    ['a list with a longer line', `${OTHER}0\n`, /line 1 is not an address/],
    ['a list with a letter before an address', `# one\n\nx${OTHER}\n`, /line 3 is not an address/],
  ])('that is %s answers nothing, so that nothing is paid', async (_, text, problem) => {
    if (text !== null) write(text);
    const screening = listScreening({ file });
    await expect(screen(screening, OTHER)).rejects.toThrow(ListUnreadable);
    expect(await screening.problem()).toMatch(problem);
    write('# no address yet\n');
    expect(await screen(screening, OTHER)).toBe(null);
  });

  it('that is a folder answers nothing', async () => {
    const screening = listScreening({ file: folder });
    await expect(screen(screening, OTHER)).rejects.toMatchObject({
      name: 'ListUnreadable',
      message: expect.stringContaining(`${folder} cannot be read: EISDIR`) as string,
    });
  });

  it('that becomes unreadable is not used from memory', async () => {
    write(`${LISTED}\n`);
    const screening = listScreening({ file });
    await screen(screening, OTHER);
    rmSync(file);
    await expect(screen(screening, OTHER)).rejects.toThrow(ListUnreadable);
  });
});
