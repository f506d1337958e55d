import {
  base64url,
  type Context,
  type Cursors,
  type Digest,
  domainError,
  err,
  type FieldError,
  type IdSource,
  type Instant,
  invalidFields,
  isId,
  MAX_LIMIT,
  newRecord,
  ok,
  type Page,
  type PageRequest,
  type Permission,
  PERMISSIONS,
  type Query,
  type Random,
  readPage,
  type Reads,
  type Result,
  rules,
  type Tx,
  update,
  type UseCase,
} from '../kernel/index.js';
import { credentialFingerprint, logActorOf, type NewLogEntry, TOKEN_ENTRIES, writeLog } from '../operators/index.js';
import { hasPermission } from './permissions.js';
import { type ApiToken, PLATFORMS, TOKENS } from './platform.js';
import { ownPlatform } from './webhook-secret.js';

/** `clientId` and `clientSecret` are generated if absent. Only the set-up of a host passes them. */
export interface NewToken {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly clientId?: string | null | undefined;
  readonly clientSecret?: string | null | undefined;
}

/** The secret in plain text. This is the only time that it can be shown. */
export interface IssuedToken {
  readonly token: ApiToken;
  readonly clientSecret: string;
}

export interface TokenFilter {
  readonly name?: string | undefined;
  readonly createdAfter?: Instant | undefined;
  readonly createdBefore?: Instant | undefined;
  readonly updatedAfter?: Instant | undefined;
  readonly updatedBefore?: Instant | undefined;
}

export interface TokenPorts {
  readonly ids: IdSource;
  readonly random: Random;
  readonly digest: Digest;
  readonly cursors: Cursors;
}

const SECRET_BYTES = 32;
const CLIENT_ID_BYTES = 15;
const MAX_LENGTH = 255;

const newToken = rules.object(
  {
    name: rules.text({ minLength: 1, maxLength: MAX_LENGTH }),
    permissions: rules.listOf(rules.oneOf(PERMISSIONS), { min: 1, max: PERMISSIONS.length }),
    // Printable ASCII without a colon, which separates username and password in Basic authentication.
    clientId: rules.text({
      pattern: '^[!-9;-~]{1,255}$',
      expects: 'must have 1 to 255 printable ASCII characters without a blank or a colon',
    }),
    clientSecret: rules.text({ minLength: 1, maxLength: MAX_LENGTH }),
  },
  ['name', 'permissions'],
);

/** Every invalid field of a new token. */
export function invalidInNewToken(_ctx: Context, input: NewToken): readonly FieldError[] {
  const errors: FieldError[] = [];
  newToken(input, '', (error) => errors.push(error));
  return errors;
}

/** INVALID_INPUT; FORBIDDEN for a permission that the creator lacks; CONFLICT for a client id that is taken. */
export const createToken =
  (ports: TokenPorts): UseCase<NewToken, IssuedToken> =>
  async (tx, ctx, input) =>
    issueToken(ports, tx, ctx, input);

export function issueToken(ports: TokenPorts, tx: Tx, ctx: Context, input: NewToken): Result<IssuedToken> {
  const errors = invalidInNewToken(ctx, input);
  if (errors.length > 0) return invalidFields(errors);
  const lacking = input.permissions.filter((permission) => !hasPermission(ctx.actor, permission));
  if (lacking.length > 0)
    return err('FORBIDDEN', `a token cannot grant permissions that its creator lacks: ${lacking.join(', ')}`);

  const clientSecret = input.clientSecret ?? base64url(ports.random.bytes(SECRET_BYTES));
  const token: ApiToken = {
    name: input.name,
    permissions: PERMISSIONS.filter((permission) => input.permissions.includes(permission)),
    clientId: input.clientId ?? `client_${base64url(ports.random.bytes(CLIENT_ID_BYTES))}`,
    secretDigest: ports.digest.sha256(clientSecret),
    ...newRecord(ports.ids.next('Token'), ctx),
  };
  tx.add(TOKENS, token, { conflicts: { clientId: domainError('CONFLICT', 'clientId is taken; choose another one') } });
  logToken(ports, tx, ctx, token, { action: TOKEN_ENTRIES.issued, after: shown(ports.digest, token) });
  return ok({ token, clientSecret });
}

/** A token without its secret. */
const shown = (digest: Digest, token: ApiToken) => {
  const { name, clientId, permissions } = token;
  return { name, clientId, permissions, credential: credentialFingerprint(digest, token) };
};

/** The audit compares each token with its last entry (docs/areas/audit.md). */
const logToken = (
  { ids }: Pick<TokenPorts, 'ids'>,
  tx: Tx,
  ctx: Context,
  { id }: ApiToken,
  entry: Pick<NewLogEntry, 'action' | 'before' | 'after'>,
): void => void writeLog({ tx, ctx, ids }, logActorOf(ctx), { outcome: 'DONE', subject: id, ...entry });

/** TOKEN_NOT_FOUND, also for a token of another tenant. */
export const getToken: Query<{ readonly id: string }, ApiToken> = async (reads, ctx, { id }) => {
  const token = isId('Token', id) ? await reads.get(TOKENS, id) : null;
  return token === null || token.tenant !== ctx.tenant ? err('TOKEN_NOT_FOUND') : ok(token);
};

export const listTokens =
  (cursors: Cursors): Query<TokenFilter & PageRequest, Page<ApiToken>> =>
  (reads, ctx, filter) =>
    readPage(
      reads,
      cursors,
      TOKENS,
      {
        where: { tenant: ctx.tenant, name: filter.name },
        between: [
          { column: 'createdAt', from: filter.createdAfter, to: filter.createdBefore },
          { column: 'updatedAt', from: filter.updatedAfter, to: filter.updatedBefore },
        ],
        order: 'desc',
      },
      filter,
    );

/**
 * Takes effect at once on this host, and within one second on the other hosts of the database, which cache tokens.
 * TOKEN_NOT_FOUND; INVALID_INPUT for the last token with MANAGE.
 */
export const deleteToken =
  (
    ports: Pick<TokenPorts, 'ids' | 'digest'>,
    deleted: (token: ApiToken) => void,
  ): UseCase<{ readonly id: string }, ApiToken> =>
  async (tx, ctx, input) => {
    const found = await getToken(tx, ctx, input);
    if (!found.ok) return found;
    const token = found.value;
    if (token.permissions.includes('MANAGE')) {
      if (!(await hasOtherManager(tx, token)))
        return err('INVALID_INPUT', 'the last token with MANAGE cannot be deleted; create another one first');
      // Both of two concurrent deletions write the platform, so that the second one runs again and sees the first.
      const platform = await ownPlatform(tx, ctx);
      if (!platform.ok) return platform;
      update(tx, ctx, PLATFORMS, platform.value, {});
    }
    tx.remove(TOKENS, token);
    logToken(ports, tx, ctx, token, { action: TOKEN_ENTRIES.deleted, before: shown(ports.digest, token) });
    deleted(token);
    return ok(token);
  };

async function hasOtherManager(reads: Reads, token: ApiToken): Promise<boolean> {
  let after: { readonly createdAt: Instant; readonly id: string } | undefined;
  for (;;) {
    const slice = await reads.list(TOKENS, {
      where: { tenant: token.tenant },
      order: 'asc',
      limit: MAX_LIMIT,
      counted: false,
      after,
    });
    if (slice.rows.some((other) => other.id !== token.id && other.permissions.includes('MANAGE'))) return true;
    const last = slice.rows.at(-1);
    if (!slice.hasMore || last === undefined) return false;
    after = last;
  }
}
