import type { Identity, Reading } from './identity.js';
import type { Movement } from './movement.js';
import type { Named } from './recognize.js';
import type { Page, Summary } from './statement-chain.js';
import type { ReadEntry } from './sums.js';

/** A report about one account. */
export interface Report extends Reading {
  /** Its content, as a digest. */
  readonly key: string;
  /** By what the bank may make it again, as digests: another content under one of them is a copy. */
  readonly aliases: readonly string[];
  /** How a statement changes the balance, as a digest: another one with it contains nothing else. Null if that is unknown. */
  readonly change: string | null;
  /** With what a statement begins, as a digest; of pages only for the first one. */
  readonly start: string | null;
  readonly iban: string;
  readonly id: string;
  readonly summary: Summary;
  /** Null for a notification, and for a statement of one page. */
  readonly page: Page | null;
  readonly entries: readonly ReportEntry[];
}

export interface ReportEntry {
  readonly movements: readonly Movement[];
  /** The amount of the entry; negative for money that went out. */
  readonly net: bigint;
  readonly isDetailed: boolean;
}

/** How many movements one unit stores. */
export const CHUNK = 100;

export const chunksOf = (count: number): number => Math.ceil(count / CHUNK);

/** What becomes of one movement of the report. */
export type Step =
  | ({ readonly kind: 'known'; readonly key: string; readonly by: Identity } & Parts)
  /** `doubts`: the key of the movement that it may be. */
  | ({ readonly kind: 'new'; readonly doubts: string | null } & Parts);

export interface Parts {
  readonly named: Item;
  /** The known sum of this detail. */
  readonly sum: string | null;
  /** The known details of this sum; or of `sum`, which the step links with it. */
  readonly details: readonly string[];
}

/** A movement of the report. */
export interface Item extends Named, ReadEntry {
  /** The entry is this one payment. */
  readonly isAlone: boolean;
}

export interface Plan {
  /** As it is read: a copy, if the bank has used its name before. */
  readonly report: Report;
  readonly isAgain: boolean;
  /** It is a page of a known statement that the bank has divided in another way. */
  readonly isDivided: boolean;
  /** Of the account: another number at the time of writing means that another host has changed it. */
  readonly turn: number;
  readonly steps: readonly Step[];
  readonly firstChunk: number;
}
