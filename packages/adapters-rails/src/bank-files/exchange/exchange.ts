import type { Instant } from '@corridor/core';

/** A file that the bank has put down, as the listing shows it. */
export interface IncomingFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly modifiedAt: Instant;
}

/** The other side cannot be reached, or refuses an operation. The same call is repeated later. */
export class ExchangeUnavailable extends Error {
  override readonly name = 'ExchangeUnavailable';
}

export type ArchivedAs = 'processed' | 'set-aside';

/** The place where files pass from the operator to the bank and back. */
export interface Exchange {
  /** Calls `work` with a connection, which ends with it. Throws `ExchangeUnavailable` if the other side does not answer. */
  use<T>(work: (session: ExchangeSession) => Promise<T>): Promise<T>;
}

/**
 * A connection to the exchange. Names are those of files, without folders. Every function throws `ExchangeUnavailable`
 * if the other side does not answer or refuses.
 */
export interface ExchangeSession {
  /** What is wrong with the folders, one sentence for each problem. */
  check(): Promise<readonly string[]>;
  /**
   * The id of the installation to which the exchange belongs: this one, if there was none. Null if the exchange has no
   * archive to keep it in.
   */
  owner(id: string): Promise<string | null>;
  /** The incoming files, without those that are being written by their name. */
  list(): Promise<readonly IncomingFile[]>;
  /** The bytes of an incoming file. `too-large` without reading it into memory; `gone` if it is no longer there. */
  read(name: string, maxBytes: number): Promise<Uint8Array | 'too-large' | 'gone'>;
  /**
   * Moves away what is at an incoming name, without replacing another file, and returns the new name. The bank may have
   * put another file there since the name was read. Null if this exchange leaves files where the bank put them. A file
   * that is missing was moved by an earlier call.
   */
  archive(name: string, as: ArchivedAs): Promise<string | null>;
  /** The number that `archive` would give the file now: 1 for its own name. See `numbered` in file-names.ts. */
  freeNumber(name: string, as: ArchivedAs): Promise<number>;
  /** Like `read`, of a file that was moved away. */
  readArchived(name: string, as: ArchivedAs, maxBytes: number): Promise<Uint8Array | 'too-large' | 'gone'>;
  /** Moves a file back to the incoming ones, under this name or a numbered one. Replaces none. */
  putBack(archived: string, as: ArchivedAs, name: string): Promise<void>;
  /** The names of the processed files in the archive; none if this exchange has no archive. */
  processed(): Promise<readonly string[]>;
  /** Removes a processed file from the archive, if it is there. */
  removeArchived(name: string): Promise<void>;
  /** Whether a file that was set aside is still there, under the name that `archive` returned. */
  isSetAside(name: string): Promise<boolean>;
  /** Writes a short text beside a file that was set aside, if this exchange keeps such files. */
  explain(name: string, text: string): Promise<void>;
  /** Writes the whole content under a temporary name, and makes sure that it is stored. Replaces an existing file. */
  upload(temporaryName: string, content: Uint8Array): Promise<void>;
  /** Whether the temporary file has this content. */
  isUploaded(temporaryName: string, content: Uint8Array): Promise<boolean>;
  /**
   * Gives the temporary file its final name, at which the bank takes it, or another temporary name. `gone` if there is no
   * such temporary file: it was renamed before. Never replaces a file.
   */
  publish(temporaryName: string, finalName: string): Promise<'published' | 'gone'>;
  /** Whether the outgoing folder has a file of this name, final or temporary. */
  isOutgoing(name: string): Promise<boolean>;
  /** Removes a temporary file, if it is there. */
  discard(temporaryName: string): Promise<void>;
}
