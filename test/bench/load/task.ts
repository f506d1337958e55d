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
  readonly clients: number;
  readonly seconds: number;
} & (
  | {
      /** Quotes that are executed; or transfers out, which stay in one currency. */
      readonly kind: 'payments' | 'transfers';
      /** Path before the operation's own path. */
      readonly base: string;
      /** Each client pays for these payers in turn. */
      readonly payers: readonly Payer[];
    }
  | { readonly kind: 'posts'; readonly path: string; readonly body: string }
);

export interface Load {
  /** Successful payments or requests within the time. */
  readonly count: number;
  readonly seconds: number;
}
