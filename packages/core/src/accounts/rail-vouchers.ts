import type { Instant } from '../kernel/index.js';

/** A file that passed between the operator and the other side of a connection. */
export interface ExchangedFile {
  readonly direction: 'RECEIVED' | 'SENT';
  /** As it was named where it was exchanged. */
  readonly name: string;
  readonly content: Uint8Array;
  readonly at: Instant;
  /** The month of `at` in the time zone of the connection, as YYYY-MM. */
  readonly month: string;
}

/** Keeps the exchanged files of one connection, encrypted, until the period of their month has ended. */
export interface RailVouchers {
  /**
   * `kept`: the file is stored, and was read back from where it is stored. Repeated with the same content and direction, it
   * keeps nothing twice. `over`: the period of the month has ended, so the file is not kept. Throws if it cannot be stored.
   */
  keep(file: ExchangedFile): Promise<'kept' | 'over'>;
}
