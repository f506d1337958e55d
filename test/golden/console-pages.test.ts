import { beforeAll, describe, expect, it } from 'vitest';
import { PAGES, type RecordedPages, recordPages } from './console-pages.js';
import { expectKept, expectNoOthers, HOW_TO_WRITE, keptNames, WRITES } from './kept.js';

const fileOf = (name: string): string => `console/${name.replaceAll(/[^A-Za-z0-9.]+/g, '-').replace(/-$/, '')}.txt`;

const FRAMES = 'console/frames.txt';

let recorded: RecordedPages;
beforeAll(async () => {
  recorded = await recordPages();
});

const keptPages = (): readonly string[] => keptNames('console').filter((name) => name !== FRAMES);
/** A page that is new has no kept file. */
const known = PAGES.filter((name) => WRITES || keptPages().includes(fileOf(name)));

describe('the recorded pages of the console', () => {
  it('are all among its pages, each under a name of its own', () => {
    const files = PAGES.map(fileOf);
    expect(new Set(files).size).toBe(PAGES.length);
    expectNoOthers('console', [FRAMES, ...files]);
    const added = PAGES.filter((name) => !known.includes(name));
    if (added.length > 0) console.warn(`not recorded: ${added.join(', ')}; to record them: ${HOW_TO_WRITE}`);
  });

  it.each(known)('%s has the recorded content for each role', (name) =>
    expectKept(fileOf(name), recorded.pages.get(name)!),
  );

  it('have the recorded parts around their content', () => expectKept(FRAMES, recorded.frames));
});
