/** In the archive, which the bank does not empty. It holds the id of the installation whose files are exchanged here. */
export const OWNER_FILE = '.corridor-owner';
export const MAX_OWNER_BYTES = 100;

/** What an empty file holds: it was created, and then the host or the other side failed. */
export const NO_OWNER = '';

/** The id in the file; a file that holds something else has an owner too. */
export const ownerIn = (content: Uint8Array | 'too-large' | null): string =>
  content === null || content === 'too-large' ? 'unknown' : Buffer.from(content).toString('latin1').trim();
