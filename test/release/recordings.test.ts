import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BreakingChange } from './breaking-change.js';
import { unannounced } from './changelog.js';
import { presentPromises } from './present.js';
import { brokenPromises, type Promises } from './promises.js';
import { readRecording, record, recordedVersions } from './recordings.js';

/** Any part of the promises, without types so that a test can change it. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loose = any;

const QUOTES = '/2025-10-13/quotes';
const UNRELEASED = '# Changelog\n\n## [Unreleased]\n';
const changelogOf = (...versions: readonly string[]): string =>
  [UNRELEASED, ...versions.map((version) => `## [${version}] - 2027-01-31\n\n- Something.\n`)].join('\n');

let present: Promises;
let folder: string;

beforeAll(async () => {
  present = await presentPromises();
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corridor-recordings-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the promises of a release', () => {
  /** What differs between a recording of the present promises and these promises after a change. */
  function changesBy(change: (promises: Loose) => void): readonly BreakingChange[] {
    record(folder, '0.1.0', changelogOf('0.1.0'), present);
    const later: Loose = structuredClone(present);
    change(later);
    return brokenPromises(readRecording(folder, '0.1.0'), later as Promises);
  }

  const textsOf = (changes: readonly BreakingChange[]) => changes.map(({ subject, what }) => `${subject}: ${what}`);

  test('are the whole API and every package with an API report', () => {
    expect(Object.keys(present.openApi.paths).length).toBeGreaterThan(100);
    const packages = Object.keys(present.reports).map((name) => name.split('/')[0]);
    expect([...new Set(packages)].sort()).toEqual([
      'adapters-http',
      'adapters-rails',
      'adapters-storage',
      'client',
      'core',
      'host',
    ]);
  });

  test('are kept by the code that was recorded', () => {
    expect(changesBy(() => undefined)).toEqual([]);
  });

  test('are broken if an operation is removed', () => {
    expect(textsOf(changesBy(({ openApi }) => delete openApi.paths[QUOTES].post))).toEqual([
      `createQuote: POST ${QUOTES} is removed`,
    ]);
  });

  test('are broken if a field of an answer is removed', () => {
    const found = changesBy(({ openApi }) => {
      const { properties, required } = openApi.components.schemas.PlatformConfig;
      delete properties.id;
      required.splice(required.indexOf('id'), 1);
    });
    expect(textsOf(found)).toEqual(['PlatformConfig: id is removed']);
  });

  test('are broken if a package loses a declaration or a whole entry point', () => {
    const found = changesBy(({ reports }) => {
      reports['client/index.api.md'] = reports['client/index.api.md'].replace(
        'export class ApiError',
        'class ApiError',
      );
      delete reports['adapters-rails/bank-files.api.md'];
    });
    expect(textsOf(found)).toEqual(['bankFiles: is removed', 'ApiError: is removed']);
  });

  test('may be broken by a later version that announces it', () => {
    const changes = changesBy(({ openApi }) => delete openApi.paths[QUOTES].post);
    expect(unannounced(changes, changelogOf('0.1.0'))).toEqual([`createQuote: POST ${QUOTES} is removed`]);
    const announced = changelogOf('0.1.0').replace(
      UNRELEASED,
      `${UNRELEASED}\n### Breaking\n\n- No \`createQuote\`.\n`,
    );
    expect(unannounced(changes, announced)).toEqual([]);
  });
});

describe('the archives', () => {
  const promises: Promises = { openApi: { paths: {}, components: { schemas: {} } }, reports: {} };

  test('are listed with the newest version first', () => {
    const versions = ['0.9.0', '0.10.0', '0.10.1', '1.0.0'];
    expect(recordedVersions(join(folder, 'absent'))).toEqual([]);
    for (const version of versions) record(folder, version, changelogOf(...versions), promises);
    expect(recordedVersions(folder)).toEqual(['1.0.0', '0.10.1', '0.10.0', '0.9.0']);
    expect(readRecording(folder, '0.10.0')).toEqual(promises);
  });

  test('are made only of versions that the changelog describes as released', () => {
    for (const changelog of [UNRELEASED, changelogOf('0.2.0'), `${UNRELEASED}\n## [0.1.0]\n\n- No date.\n`]) {
      expect(() => record(folder, '0.1.0', changelog, promises)).toThrow('no section [0.1.0] with a date');
    }
    expect(recordedVersions(folder)).toEqual([]);
  });

  test('are never overwritten', () => {
    record(folder, '0.1.0', changelogOf('0.1.0'), promises);
    expect(() => record(folder, '0.1.0', changelogOf('0.1.0'), present)).toThrow('0.1.0.json.gz exists');
    expect(readRecording(folder, '0.1.0')).toEqual(promises);
  });

  test('have nothing else in their folder', () => {
    writeFileSync(join(folder, '0.1.0.tar'), '');
    expect(() => recordedVersions(folder)).toThrow('is not the archive of a release');
  });
});
