import { forJobs, type JobHandler } from '../events/index.js';
import type { Clock } from '../kernel/index.js';
import type { CorridorsInForce } from '../rates/index.js';
import { createTermsBook } from './book.js';
import type { TermsSettings } from './content.js';
import { createImport, type ImportPorts } from './import-terms.js';
import { tellPlatforms, type TellPorts } from './tell-platforms.js';

export interface TermsPorts extends TellPorts {
  readonly clock: Clock;
  readonly settings: TermsSettings;
  readonly defaultFees: ImportPorts['defaultFees'];
  readonly report: ImportPorts['report'];
  /** The validity of a quote in corridors that set none. */
  readonly quoteSeconds: number;
}

/** Fees, spreads and limits as records with a time from which they are in force: docs/areas/terms.md. */
export interface TermsArea {
  readonly inForce: CorridorsInForce;
  /** The validity of a quote in corridors that set none. */
  readonly quoteSeconds: number;
  /** Stores the terms of the settings at the first start. */
  readonly importOnce: () => Promise<void>;
  /** The job handlers of this area. */
  readonly handlers: { readonly [K in 'terms.tell']: JobHandler };
}

export const termsArea = (ports: TermsPorts): TermsArea => ({
  inForce: createTermsBook(ports),
  quoteSeconds: ports.quoteSeconds,
  importOnce: createImport(ports),
  handlers: { 'terms.tell': tellPlatforms(forJobs(ports)) },
});
