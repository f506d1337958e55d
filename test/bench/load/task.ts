/** Who pays whom: a token, a funded internal account and an external account of one platform. */
export interface Payer {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly sourceAccountId: string;
  readonly destinationAccountId: string;
}

/** What a load process does for a while. */
export type Task = {
  readonly port: number;
  readonly clients: number;
  readonly seconds: number;
} & (
  | {
      readonly kind: 'payments';
      /** Path before the operations. */
      readonly base: string;
      /** Each client pays for one of them after another. */
      readonly payers: readonly Payer[];
    }
  | { readonly kind: 'posts'; readonly path: string; readonly body: string }
);

export interface Load {
  /** Payments, or requests, that were answered well within the time. */
  readonly count: number;
  readonly seconds: number;
}
