import {
  BASE_COLUMNS,
  type BaseRecord,
  type Id,
  type Instant,
  machine,
  recordKind,
  type StateOf,
} from '../kernel/index.js';
import type { PlatformLimit } from './reach.js';

/** The roles of operators, each with the rights of those before it (docs/areas/operators.md#roles). */
export const OPERATOR_ROLES = ['VIEWER', 'OPERATOR', 'APPROVER', 'ADMIN'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

export const hasRole = (held: OperatorRole, required: OperatorRole): boolean =>
  OPERATOR_ROLES.indexOf(held) >= OPERATOR_ROLES.indexOf(required);

/** The operator who takes an action, as records name it. */
export interface Operator {
  readonly id: Id<'Operator'>;
  readonly name: string;
}

export const operatorText = ({ id, name }: Operator): string => `${name} (${id})`;

/** The access of an operator (docs/areas/operators.md#states). */
export const OPERATOR = machine('Operator', 'status', ['DISABLED'], [
  { from: null, on: 'invite', to: 'INVITED', emits: null, why: 'an administrator created the operator' },
  {
    from: null,
    on: 'automate',
    to: 'ACTIVE',
    emits: null,
    why: 'the holder of the master key created it for programs',
  },
  { from: null, on: 'arrive', to: 'ACTIVE', emits: null, why: 'the person signed in by the identity provider' },
  { from: 'INVITED', on: 'enrol', to: 'ACTIVE', emits: null, why: 'the operator opened the link and set up a sign-in' },
  { from: 'ACTIVE', on: 'reset', to: 'INVITED', emits: null, why: 'the operator lost the sign-in and gets a new link' },
  { from: 'INVITED', on: 'reset', to: 'INVITED', emits: null, why: 'the link has expired and is replaced' },
  { from: 'INVITED', on: 'disable', to: 'DISABLED', emits: null, why: 'an administrator withdrew the access' },
  { from: 'ACTIVE', on: 'disable', to: 'DISABLED', emits: null, why: 'an administrator withdrew the access' },
] as const);
export type OperatorStatus = StateOf<typeof OPERATOR>;

/** A passkey of an operator, as its registration produced it. */
export interface OperatorPasskey {
  /** base64url. */
  readonly credentialId: string;
  /** COSE key in base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly name: string;
  readonly createdAt: Instant;
}

/** A change of the operator's sign-in that the console shows until another session acknowledges it. */
export interface OperatorNotice {
  /** The entry of the log that says what changed. */
  readonly entry: Id<'OperatorLog'>;
  /** The action of that entry, such as `operators.password`. */
  readonly action: string;
  readonly at: Instant;
  /** Null for the holder of the master key. */
  readonly address: string | null;
  /** The browser as it named itself, or the system user who held the master key. */
  readonly by: string;
  /** The session of the browser that made the change, which cannot acknowledge it. */
  readonly session: Id<'OperatorSession'> | null;
}

/** A person who operates the service by the console or the command line. Belongs to the house tenant. */
export interface OperatorAccount extends BaseRecord {
  readonly id: Id<'Operator'>;
  readonly name: string;
  /** The name in lower case; unique. */
  readonly nameKey: string;
  readonly role: OperatorRole;
  readonly status: OperatorStatus;
  /** Null for operators who sign in with passkeys only. */
  readonly passwordHash: string | null;
  /** The shared secret of the authenticator app, in hex, sealed. */
  readonly totpSecret: string | null;
  /** The time step of the last accepted code: each code is accepted once. */
  readonly totpStep: number;
  readonly passkeys: readonly OperatorPasskey[];
  /** Wrong codes with the right password in a row, from browsers that are not known. */
  readonly failures: number;
  readonly lockedUntil: Instant | null;
  /** Sessions created before this time are ended. */
  readonly sessionsFrom: Instant;
  /** SHA-256 of the secret of the enrolment link; null once it was used. */
  readonly enrolmentDigest: string | null;
  readonly enrolmentExpiresAt: Instant | null;
  /** Oldest first; null for none. */
  readonly notices: readonly OperatorNotice[] | null;
  /** The platforms that the operator is limited to; null without a limit. */
  readonly platforms: PlatformLimit;
  /** The identity provider by which the person signs in, and the person's id there; null for local operators. */
  readonly issuer: string | null;
  readonly issuerSubject: string | null;
  /** When the provider said that the person has left the mapped group; null for an operator with access. */
  readonly lapsedAt: Instant | null;
}

/**
 * How an operator signs in. `LOCAL`: with a passkey, or a password and an authenticator app. `PROVIDER`: by an identity
 * provider. `PROGRAM`: with a credential of the command line alone. An operator who was reset or disabled has no sign-in
 * left to tell a person from a program, and counts as a person.
 */
export type OperatorWay = 'LOCAL' | 'PROVIDER' | 'PROGRAM';

export const wayOf = ({
  issuer,
  status,
  passwordHash,
  passkeys,
}: Pick<OperatorAccount, 'issuer' | 'status' | 'passwordHash' | 'passkeys'>): OperatorWay => {
  if (issuer !== null) return 'PROVIDER';
  return status !== 'ACTIVE' || passwordHash !== null || passkeys.length > 0 ? 'LOCAL' : 'PROGRAM';
};

/**
 * Whether one person may be both operators: a person may have a local operator beside the one of the identity provider,
 * or one of each of two identity providers, and neither record says so. Otherwise two operators are two persons.
 */
export const mayBeOnePerson = (one: OperatorAccount, other: OperatorAccount): boolean =>
  one.id === other.id ||
  (one.issuer !== null && other.issuer !== null && one.issuer !== other.issuer) ||
  [wayOf(one), wayOf(other)].toSorted().join() === 'LOCAL,PROVIDER';

export const OPERATORS = recordKind<OperatorAccount>()({
  name: 'operators',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    name: 'text',
    nameKey: 'text',
    role: 'text',
    status: 'text',
    passwordHash: 'text?',
    totpSecret: 'text?',
    totpStep: 'int',
    passkeys: 'json',
    failures: 'int',
    lockedUntil: 'instant?',
    sessionsFrom: 'instant',
    enrolmentDigest: 'text?',
    enrolmentExpiresAt: 'instant?',
    notices: 'json?',
    platforms: 'json?',
    issuer: 'text?',
    issuerSubject: 'text?',
    lapsedAt: 'instant?',
  },
  states: ['status'],
  unique: [{ name: 'name', columns: ['nameKey'] }],
  filters: [],
  immutable: ['name', 'nameKey', 'issuer', 'issuerSubject'],
  sealed: ['totpSecret'],
});

/**
 * `CONSOLE`: a browser's session. `COMMAND_LINE`: the credential that commands read from a file. `DEVICE`: a browser in
 * which the operator has signed in. It gives no access, and its sign-ins are counted apart from those of strangers.
 */
export type OperatorSessionKind = 'CONSOLE' | 'COMMAND_LINE' | 'DEVICE';

/** A credential of an operator who has signed in. Its text is `<id>.<secret>`; only a digest of the secret is stored. */
export interface OperatorSession extends BaseRecord {
  readonly id: Id<'OperatorSession'>;
  readonly operatorId: Id<'Operator'>;
  readonly kind: OperatorSessionKind;
  /** SHA-256 of the secret. */
  readonly secretDigest: string;
  /** A name for people, such as the browser or the purpose. */
  readonly label: string;
  /** Host time. A session of the console also ends when it is not used. */
  readonly lastUsedAt: Instant;
  readonly expiresAt: Instant;
  /** Wrong codes in a row from this browser; null for other kinds, and for none. */
  readonly failures: number | null;
  /** Until then sign-ins with the password are refused in this browser. */
  readonly lockedUntil: Instant | null;
  /** What the identity provider is asked with whether the person still has access, sealed; null for other sessions. */
  readonly refreshToken: string | null;
  /** When the provider last said so. */
  readonly confirmedAt: Instant | null;
  /** When a host last began to ask, and when the provider last did not answer. */
  readonly askedAt: Instant | null;
  readonly awayAt: Instant | null;
}

export const OPERATOR_SESSIONS = recordKind<OperatorSession>()({
  name: 'operator_sessions',
  scope: 'host',
  columns: {
    ...BASE_COLUMNS,
    operatorId: 'text',
    kind: 'text',
    secretDigest: 'text',
    label: 'text',
    lastUsedAt: 'instant',
    expiresAt: 'instant',
    failures: 'int?',
    lockedUntil: 'instant?',
    refreshToken: 'text?',
    confirmedAt: 'instant?',
    askedAt: 'instant?',
    awayAt: 'instant?',
  },
  states: [],
  unique: [],
  filters: ['operatorId'],
  immutable: ['operatorId', 'kind', 'secretDigest', 'label'],
  sealed: ['refreshToken'],
  expiry: { column: 'expiresAt', clock: 'host' },
});
