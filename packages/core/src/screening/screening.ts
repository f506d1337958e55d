import { BASE_COLUMNS, type BaseRecord, type Id, type Instant, recordKind } from '../kernel/index.js';
import type { ScreenedRole, ScreeningOccasion } from './ports.js';
import type { ScreeningMatchStatus, ScreeningRoundStatus, ScreeningStatus } from './screening-states.js';

/** A question to a provider, stored before it is asked, with its answer. Its id is the reference of the question. */
export interface Screening extends BaseRecord {
  readonly id: Id<'Screening'>;
  readonly status: ScreeningStatus;
  /** What waits for the answer: id of a transaction, a deposit, a customer, an owner or an external account; of a round. */
  readonly subject: string;
  readonly occasion: ScreeningOccasion;
  readonly provider: string;
  /** Digest of what identifies the parties of the question (`identityOf`): an answer counts for these only. */
  readonly identity: string;
  /** The `ScreeningQuestion` as JSON with amounts as texts, sealed. */
  readonly sealedQuestion: string;
  /** The version of the lists of the answer; null before an answer. */
  readonly listVersion: string | null;
  /** What the provider said; null before an answer. */
  readonly answer: 'clear' | 'hold' | 'refuse' | null;
  /** Ids of the `ScreeningMatch` records of the answer. */
  readonly matches: readonly Id<'ScreeningMatch'>[];
  /** Tenant's time. */
  readonly answeredAt: Instant | null;
}

export const SCREENINGS = recordKind<Screening>()({
  name: 'screenings',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    status: 'text',
    subject: 'text',
    occasion: 'text',
    provider: 'text',
    identity: 'text',
    sealedQuestion: 'text',
    listVersion: 'text?',
    answer: 'text?',
    matches: 'json',
    answeredAt: 'instant?',
  },
  states: ['status'],
  unique: [],
  filters: ['subject', 'status'],
  sealed: ['sealedQuestion'],
  immutable: ['subject', 'occasion', 'provider', 'identity'],
});

/**
 * One entry of a list that one identity of a party matches. A later answer with the same entry, the same content of it
 * and the same identity is this match again, and as decided as it.
 */
export interface ScreeningMatchRecord extends BaseRecord {
  readonly id: Id<'ScreeningMatch'>;
  readonly status: ScreeningMatchStatus;
  /** Id of the party; of the payment for a finding about the payment. */
  readonly party: string;
  /** Null for a finding about the payment. */
  readonly role: ScreenedRole | null;
  /** Digest of what identifies the party (`identityOf`). */
  readonly identity: string;
  readonly list: string;
  readonly entry: string;
  readonly entryVersion: string;
  /** Name on the list, score and reason, as JSON, sealed. */
  readonly sealedDetails: string;
  /** The version of the lists at the first answer with it. */
  readonly listVersion: string;
  readonly decidedBy: string | null;
  readonly approvedBy: string | null;
  readonly decidedAt: Instant | null;
  /** The operator's reason. */
  readonly decision: string | null;
}

export const SCREENING_MATCHES = recordKind<ScreeningMatchRecord>()({
  name: 'screening_matches',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    status: 'text',
    party: 'text',
    role: 'text?',
    identity: 'text',
    list: 'text',
    entry: 'text',
    entryVersion: 'text',
    sealedDetails: 'text',
    listVersion: 'text',
    decidedBy: 'text?',
    approvedBy: 'text?',
    decidedAt: 'instant?',
    decision: 'text?',
  },
  states: ['status'],
  unique: [{ name: 'match', columns: ['party', 'list', 'entry', 'entryVersion', 'identity'] }],
  filters: ['party', 'status'],
  sealed: ['sealedDetails'],
  immutable: ['party', 'role', 'identity', 'list', 'entry', 'entryVersion', 'listVersion'],
});

/** The last answer about one party alone. The party of a payment to an external account is its owner. */
export interface ScreenedPartyRecord extends BaseRecord {
  readonly id: Id<'ScreenedParty'>;
  /** Id of a customer, a beneficial owner, an external account, or a deposit for its remitter. */
  readonly party: string;
  readonly role: ScreenedRole;
  /** The customer whose record it is; null for the platform's own. */
  readonly customerId: Id<'Customer'> | null;
  readonly identity: string;
  readonly listVersion: string;
  /** The answer; `HELD` until each match is cleared. */
  readonly isClear: boolean;
  readonly screeningId: Id<'Screening'>;
  readonly screenedAt: Instant;
}

export const SCREENED_PARTIES = recordKind<ScreenedPartyRecord>()({
  name: 'screened_parties',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    party: 'text',
    role: 'text',
    customerId: 'text?',
    identity: 'text',
    listVersion: 'text',
    isClear: 'flag',
    screeningId: 'text',
    screenedAt: 'instant',
  },
  states: [],
  unique: [{ name: 'party', columns: ['party'] }],
  filters: ['customerId'],
  immutable: ['party', 'role', 'customerId'],
});

/** A pass over all parties of a tenant. It goes on after its cursor, so that a crash costs one batch. Its times are host times. */
export interface ScreeningRound extends BaseRecord {
  readonly id: Id<'ScreeningRound'>;
  readonly status: ScreeningRoundStatus;
  /** Id of the round before it; empty for the first one. Each has one successor, also if two hosts begin it. */
  readonly previous: string;
  readonly provider: string;
  readonly listVersion: string;
  /** The last party that a question was stored about, with its place in the lists (`<list>/<time>/<id>`); null at the start. */
  readonly cursor: string | null;
  readonly asked: number;
  readonly held: number;
  readonly endedAt: Instant | null;
}

export const SCREENING_ROUNDS = recordKind<ScreeningRound>()({
  name: 'screening_rounds',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    status: 'text',
    previous: 'text',
    provider: 'text',
    listVersion: 'text',
    cursor: 'text?',
    asked: 'int',
    held: 'int',
    endedAt: 'instant?',
  },
  states: ['status'],
  unique: [{ name: 'previous', columns: ['previous'] }],
  filters: ['status'],
  immutable: ['previous', 'provider', 'listVersion'],
});
