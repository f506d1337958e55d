import type { Customer } from '../customers/index.js';
import type { Environment, Result, TenantKey } from '../kernel/index.js';
import type { BeneficialOwner } from './beneficial-owner.js';
import type { ShownDocument } from './document.js';
import type { VerificationError } from './verification.js';
import type { ContentType } from './vocabulary.js';

/** What a provider is given to decide on. It knows the application by its reference, also when it is asked again. */
export interface KycApplication {
  /** Id of the verification. */
  readonly reference: string;
  readonly customer: CustomerApplication;
  readonly owners: readonly OwnerApplication[];
  readonly documents: readonly DocumentApplication[];
  /**
   * Id of the customer or owner whose identity is to change: it stands here with its new values. Null: everything is
   * verified for the first time.
   */
  readonly changes: string | null;
}

export type OwnerApplication = Omit<BeneficialOwner, 'sealedIdentifier'> & { readonly identifier: string };

/** With its numbers; the tax number is in `businessInfo`. */
export type CustomerApplication = Omit<Customer, 'sealedIdentifier' | 'sealedTaxId'> & {
  readonly identifier: string | null;
};

export type DocumentApplication = ShownDocument & {
  /** The content. */
  readonly read: () => Promise<Uint8Array>;
};

export type OwnerDecision = 'approve' | 'reject';

/** What a provider says of an application. */
export type KycVerdict =
  /** Nothing yet: ask again. */
  | { readonly state: 'pending'; readonly checkAfterSeconds: number }
  /** A person decides, with the host's command line. */
  | { readonly state: 'manual-review' }
  /** More is needed. */
  | { readonly state: 'resolve'; readonly errors: readonly VerificationError[] }
  | Decided;

export interface Decided {
  readonly state: 'approved' | 'rejected';
  /** Why it was rejected. */
  readonly errors: readonly VerificationError[];
  /** By id of the owner; one that is not named stays as it is. */
  readonly owners: ReadonlyMap<string, OwnerDecision>;
}

/** Who decides whether customers are who they say they are (behaviour, "Verification"). Asked between two units. */
export interface KycProvider {
  /** As it is named to callers. */
  readonly name: string;
  review(application: KycApplication): Promise<KycVerdict>;
  /** An owner who was named after the business had been decided. Null: not decided. */
  reviewOwner(owner: OwnerApplication): Promise<OwnerDecision | null>;
}

export type KycProviders = Readonly<Record<Environment, KycProvider>>;

/** Where the content of documents is kept. Keys are made here: letters, digits, `-` and `.`. */
export interface BlobStore {
  /** Durable when it is answered. What is there under the key already is replaced. */
  put(tenant: TenantKey, key: string, content: Uint8Array): Promise<void>;
  /** Null: nothing is there. */
  get(tenant: TenantKey, key: string): Promise<Uint8Array | null>;
  /** Harmless where nothing is there. */
  delete(tenant: TenantKey, key: string): Promise<void>;
}

/** Finds out what content is by its structure, whatever its name or its first bytes say. */
export interface ContentInspector {
  /** UNSUITABLE_DOCUMENT for what is no complete PDF, JPEG or PNG, or would unfold to more than anybody needs. */
  inspect(content: Uint8Array): Promise<Result<ContentType>>;
}

/** What verification needs of the world outside. */
export interface VerificationPorts {
  readonly providers: KycProviders;
  readonly blobs: BlobStore;
  readonly inspector: ContentInspector;
}
