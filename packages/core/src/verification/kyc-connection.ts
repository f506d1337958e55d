import type {
  ConnectionContext,
  RailCallback,
  RailCallbackAnswer,
  RailConnection,
  RailEffect,
} from '../accounts/index.js';
import type { Result } from '../kernel/index.js';
import type { KycProvider } from './ports.js';
import type { VerificationError } from './verification.js';

/** A message of a provider about an application, or about an owner whom it was asked about alone. */
export type KycTelling =
  /** The provider has something to say. The message decides nothing: core asks the provider. */
  | { readonly kind: 'changed'; readonly reference: string }
  /** The provider withdraws an approval. */
  | {
      readonly kind: 'withdrawn';
      readonly reference: string;
      /** The provider's id of the message: it has one effect, however often it comes. */
      readonly messageId: string;
      readonly reason: string;
      readonly caseReference: string;
    }
  /** The provider needs more in order to go on approving. */
  | {
      readonly kind: 'renewal';
      readonly reference: string;
      /** The provider's id of the message: it has one effect, however often it comes. */
      readonly messageId: string;
      /** What it needs, about records of the customer. */
      readonly errors: readonly VerificationError[];
      /** Until when the approval is good, YYYY-MM-DD; null if the provider names no day. */
      readonly validUntil: string | null;
    };

/** Tells core a message of the provider. Errors: those of `hearProvider`. */
export type TellKyc = (telling: KycTelling) => Promise<Result<RailEffect>>;

/** A document to which a one-time address led. */
export interface FetchedDocument {
  /** Id of the verification whose application had the address. */
  readonly reference: string;
  readonly document: string;
}

/** A connection to a KYC provider. It serves one environment and keeps nothing in memory that another host would miss. */
export interface KycConnection extends Pick<RailConnection, 'name' | 'environment' | 'claims' | 'check' | 'verify'> {
  /** Its name is the name of the connection. */
  readonly provider: KycProvider;
  readonly tasks: RailConnection['tasks'];
  /** Null if the provider sends no messages: `POST /kyc/{name}/callbacks/…` answers 404. */
  readonly callback: ((callback: RailCallback, tell: TellKyc) => Promise<RailCallbackAnswer>) | null;
  /** As `RailConnection.callbackBytes`. */
  readonly callbackBytes?: (path: string) => number | null;
  /**
   * The addresses `{publicUrl}/documents/{token}` that the connection gave its provider. The token comes from anyone. Absent if
   * the connection sends the contents of documents.
   */
  readonly addresses?: {
    /** What an address leads to, which it still does after this call; null if there is none, or it was used or has expired. */
    readonly find: (token: string) => Promise<FetchedDocument | null>;
    /** Uses up an address, after its content was read: of two calls at the same time, one is true. */
    readonly use: (token: string) => Promise<boolean>;
  };
}

/** Makes the connection of one entry of the section `kyc`, as `CreateConnection` does of `rails`. */
export type CreateKycConnection = (
  entry: Readonly<Record<string, unknown>>,
  context: ConnectionContext,
) => KycConnection | Promise<KycConnection>;
