import { nodeCrypto } from '@corridor/adapters-rails/custody';
import type { Storage } from '@corridor/adapters-storage';
import { createFileArchive } from '@corridor/adapters-storage/blobs';
import { newestArchiveFiles } from '@corridor/core/internal';
import type { Configuration } from '../settings/configuration.js';
import { type Finding, ok, problem } from './finding.js';

const ABOUT = 'archive';

/** Looks for the newest files of the archive, which show whether this host has its folder. */
export async function examineArchive({ archive }: Configuration, { units }: Storage): Promise<readonly Finding[]> {
  const { read } = createFileArchive(archive.directory);
  return (await newestArchiveFiles(units)).map(({ name, digest }) => {
    const content = read(name);
    if (content !== null && nodeCrypto.digest.sha256(content) === digest)
      return ok(ABOUT, `the newest file ${name} is in ${archive.directory}`);
    return problem(
      ABOUT,
      content === null
        ? `the newest file ${name} is not in ${archive.directory}`
        : `the newest file ${name} in ${archive.directory} was changed`,
      'set CORRIDOR_ARCHIVE_DIR to the folder of the archive and mount it on every host, or restore the file from a backup',
    );
  });
}
