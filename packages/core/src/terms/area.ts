import type { Clock, Digest, IdSource, UnitOfWork } from '../kernel/index.js';
import type { CorridorsInForce } from '../rates/index.js';
import { createTermsBook } from './book.js';
import type { TermsSettings } from './content.js';
import { createImport } from './import-terms.js';

export interface TermsPorts {
  readonly units: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly digest: Digest;
  readonly settings: TermsSettings;
  /** The validity of a quote in corridors that set none. */
  readonly quoteSeconds: number;
}

/** Fees, spreads and limits as records with a time from which they are in force: docs/areas/terms.md. */
export interface TermsArea {
  readonly inForce: CorridorsInForce;
  /** Stores the terms of the settings at the first start. */
  readonly importOnce: () => Promise<void>;
}

export const termsArea = (ports: TermsPorts): TermsArea => ({
  inForce: createTermsBook(ports),
  importOnce: createImport(ports),
});
