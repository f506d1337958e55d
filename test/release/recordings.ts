import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { releasedVersions } from './changelog.js';
import type { Promises } from './promises.js';

/** One archive for each release; absent before the first release. */
export const RECORDINGS = fileURLToPath(new URL('./recordings', import.meta.url));

const EXTENSION = '.json.gz';
const archiveOf = (folder: string, version: string): string => join(folder, `${version}${EXTENSION}`);

/** The versions with an archive, the newest first. */
export const recordedVersions = (folder: string): readonly string[] =>
  (existsSync(folder) ? readdirSync(folder) : [])
    .map((file) => {
      if (!file.endsWith(EXTENSION)) throw new Error(`${join(folder, file)} is not the archive of a release`);
      return file.slice(0, -EXTENSION.length);
    })
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));

export const readRecording = (folder: string, version: string): Promises =>
  JSON.parse(gunzipSync(readFileSync(archiveOf(folder, version))).toString('utf8')) as Promises;

/** Archives the promises of a version that the changelog describes as released. */
export function record(folder: string, version: string, changelog: string, promises: Promises): void {
  if (!releasedVersions(changelog).includes(version)) {
    throw new Error(
      `CHANGELOG.md has no section [${version}] with a date: turn [Unreleased] into it before you record`,
    );
  }
  const archive = archiveOf(folder, version);
  if (existsSync(archive)) {
    throw new Error(`${archive} exists: remove it to record a version that is not published yet`);
  }
  mkdirSync(folder, { recursive: true });
  writeFileSync(archive, gzipSync(JSON.stringify(promises), { level: 9 }));
}
