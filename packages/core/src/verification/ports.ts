import type { Customer, DecideAtOnce } from '../customers/index.js';
import type { Environment, Instant, Result, TenantKey, Unit } from '../kernel/index.js';
import type { BeneficialOwner } from './beneficial-owner.js';
import type { ShownDocument } from './document.js';
import type { VerificationError } from './verification.js';
import type { ContentType } from './vocabulary.js';

/**
 * The data that a provider decides on. A repeated call has the same `reference`, by which the provider recognizes it.
 */
export interface KycApplication {
  /** Id of the verification. */
  readonly reference: string;
  /** Differs between the submissions of one verification, and is the same in repeated calls about one submission. */
  readonly submission: number;
  readonly customer: CustomerApplication;
  readonly owners: readonly OwnerApplication[];
  readonly documents: readonly DocumentApplication[];
  /**
   * Id of the customer or owner whose identity changes; this application contains the new values. Null for a first
   * verification.
   */
  readonly changes: string | null;
  /**
   * Id of the link with which the customer entered data on the page of the provider. Null if everything that was entered
   * is in this application.
   */
  readonly link: string | null;
  /** The provider's id of the message by which the approval has to be renewed; null for every other application. */
  readonly renews: string | null;
}

export type OwnerApplication = Omit<BeneficialOwner, 'sealedIdentifier'> & { readonly identifier: string };

/** A customer with identification and tax numbers in plain text; the tax number is in `businessInfo`. */
export type CustomerApplication = Omit<Customer, 'sealedIdentifier' | 'sealedTaxId'> & {
  readonly identifier: string | null;
};

export type DocumentApplication = ShownDocument & {
  /** Reads the content. */
  readonly read: () => Promise<Uint8Array>;
};

export type OwnerDecision = 'approve' | 'reject';

/** The provider has not decided on the owner yet: ask again after the delay. */
export interface PendingOwner {
  readonly state: 'pending';
  readonly checkAfterSeconds: number;
}

/** A provider's answer about an owner who was added later. Null leaves the decision to a person. */
export type OwnerVerdict = OwnerDecision | PendingOwner | null;

/** A provider's answer to an application. */
export type KycVerdict =
  /** The provider has not decided yet: ask again after the delay. */
  | { readonly state: 'pending'; readonly checkAfterSeconds: number }
  /** A person decides, in the console or with the command line. */
  | { readonly state: 'manual-review' }
  /** More data or documents are needed. */
  | { readonly state: 'resolve'; readonly errors: readonly VerificationError[] }
  | Decided;

export interface Decided {
  readonly state: 'approved' | 'rejected';
  /** The reasons for the rejection. */
  readonly errors: readonly VerificationError[];
  /** By id of the owner. An owner without an entry stays undecided. */
  readonly owners: ReadonlyMap<string, OwnerDecision>;
}

/** A customer who is sent to the page of the provider. */
export interface LinkApplication {
  /** Id of the link, by which the provider recognizes a repeated call. */
  readonly reference: string;
  /** What is known of the customer, with the values of a pending change of its identity. */
  readonly customer: CustomerApplication;
  /** Where the page leads at the end; null for nowhere. */
  readonly redirectUri: string | null;
}

export interface ProviderLink {
  readonly url: string;
  /** With which a platform embeds the page of the provider; null if it cannot be embedded. */
  readonly token: string | null;
  /** Time of the host. */
  readonly expiresAt: Instant;
}

/** What has become of a link to the page of the provider. */
export type LinkState =
  /** The customer has not finished: ask again after the delay. */
  | { readonly state: 'open'; readonly checkAfterSeconds: number }
  /** The customer has entered everything: the application can be submitted. */
  | { readonly state: 'submitted' }
  /** The link has expired or was abandoned. */
  | { readonly state: 'ended' };

/** Pages of a provider on which customers enter their data and documents. Called between units of work, at least once. */
export interface HostedLinks {
  /** Null if the provider has no page for this customer, who then gets the page of the service. */
  create(application: LinkApplication): Promise<ProviderLink | null>;
  /** The state of the link with this reference. */
  look(reference: string): Promise<LinkState>;
}

/** Decides on the identity of customers. Called between units of work, at least once: docs/areas/verification.md. */
export interface KycProvider {
  /** The name in API responses. */
  readonly name: string;
  review(application: KycApplication): Promise<KycVerdict>;
  /** Decides on an owner who was added after the business was approved. */
  reviewOwner(owner: OwnerApplication): Promise<OwnerVerdict>;
  /**
   * Decides in the unit that creates an individual or proposes a changed identity, by its name or number and without a
   * call; null leaves the decision to `review`. Absent: `review` decides on everything, once it is submitted.
   */
  readonly decideAtOnce?: DecideAtOnce | undefined;
  /** Absent: customers enter their data on the page of the service. */
  readonly links?: HostedLinks | undefined;
}

/**
 * `go`: nothing is against the approval. `asked`: an answer is awaited. `held`: a match with a list is to be decided first.
 * `nameless`: the lists cannot be compared, because the name of the customer is not known.
 */
export type ApprovalStanding = 'go' | 'asked' | 'held' | 'nameless';

/** Says whether a customer or an owner may be approved, and asks about those of whom nothing is known. */
export interface Approvals {
  /** A customer with the owners who are approved with it. */
  readonly ofCustomer: (
    unit: Unit,
    customer: Customer,
    owners: readonly BeneficialOwner[],
  ) => Promise<ApprovalStanding>;
  readonly ofOwner: (unit: Unit, owner: BeneficialOwner) => Promise<ApprovalStanding>;
}

export type KycProviders = Readonly<Record<Environment, KycProvider>>;

/** Stores the content of documents. Keys are generated by core from letters, digits, `-` and `.`. */
export interface BlobStore {
  /** Durable when the promise resolves. Replaces the content of an existing key. */
  put(tenant: TenantKey, key: string, content: Uint8Array): Promise<void>;
  /** The stored content; null for an unknown key. */
  get(tenant: TenantKey, key: string): Promise<Uint8Array | null>;
  /** Succeeds for an unknown key too. */
  delete(tenant: TenantKey, key: string): Promise<void>;
}

/** Determines the type of content from its structure, because names and first bytes can be forged. */
export interface ContentInspector {
  /** UNSUITABLE_DOCUMENT if it is not a complete PDF, JPEG or PNG, or decodes to an excessive size. */
  inspect(content: Uint8Array): Promise<Result<ContentType>>;
}

/** The first pages of a document as one picture. */
export interface DrawnDocument {
  /** A PNG. */
  readonly content: Uint8Array;
  /** So many pages are in it. */
  readonly drawn: number;
  /** So many pages the document has. */
  readonly pages: number;
}

/** Draws the first pages of a PDF for reviewers, because browsers show none in a frame without rights. */
export interface PageDrawer {
  /** UNSUITABLE_DOCUMENT with the reason if it cannot be drawn: it is damaged or encrypted, or takes too much. */
  draw(content: Uint8Array): Promise<Result<DrawnDocument>>;
}

/** What verification needs from adapters. */
export interface VerificationPorts {
  readonly providers: KycProviders;
  readonly blobs: BlobStore;
  readonly inspector: ContentInspector;
  /** Absent: a PDF can only be downloaded. */
  readonly drawer?: PageDrawer;
}
