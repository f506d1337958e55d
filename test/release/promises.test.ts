import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { releasedVersions, unannounced, unreleased } from './changelog.js';
import { presentPromises } from './present.js';
import { brokenPromises } from './promises.js';
import { readRecording, recordedVersions, RECORDINGS } from './recordings.js';

const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8');
const [newest] = recordedVersions(RECORDINGS);

test('every release of the changelog has an archive of its promises, and no other version has one', () => {
  expect(recordedVersions(RECORDINGS)).toEqual(releasedVersions(changelog));
});

describe.runIf(newest === undefined)('before the first release', () => {
  test('nothing is promised, so the changelog announces nothing as breaking', () => {
    console.log('There is no release yet: no promises are compared. recordings.test.ts proves the comparison.');
    expect(unreleased(changelog, 'Breaking')).toBe('');
  });
});

describe.runIf(newest !== undefined)(`the promises of ${newest ?? 'the last release'}`, () => {
  test('are kept, or the changelog names the exceptions', async () => {
    const changes = brokenPromises(readRecording(RECORDINGS, newest!), await presentPromises());
    expect(unannounced(changes, changelog)).toEqual([]);
  });
});
