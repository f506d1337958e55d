/** A token, a funded internal account and an external account of one platform. */
export interface Payer {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly sourceAccountId: string;
  readonly destinationAccountId: string;
}

/** The task of a load process. */
export type Task = {
  readonly port: number;
  /** Connections, each with one request in flight. */
  readonly clients: number;
  readonly seconds: number;
  /**
   * Starts per second, whether or not earlier ones have been answered: a stall of the server then delays all that became
   * due in it, and shows in their latencies. If absent, each client starts the next one after the last answer.
   */
  readonly rate?: number;
} & (
  | {
      /** Quotes that are executed; quotes alone; or transfers out, which stay in one currency. */
      readonly kind: 'payments' | 'quotes' | 'transfers';
      /** Path before the operation's own path. */
      readonly base: string;
      /** Each client pays for these payers in turn. */
      readonly payers: readonly Payer[];
    }
  | {
      /** The same request each time, in wire format. */
      readonly kind: 'requests';
      readonly request: string;
    }
);

export interface Load {
  /** Successful payments or requests within the time. */
  readonly count: number;
  readonly seconds: number;
  /** Of each request, in milliseconds; with a rate, the first request of each start counts from when it was due. */
  readonly latency: Latency;
}

/** Milliseconds. */
export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}
