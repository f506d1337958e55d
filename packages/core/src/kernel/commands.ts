import type { Context, TenantKey } from './context.js';
import { CATALOGUE } from './errors.js';
import { forgetExpired, type Pause } from './forget.js';
import { idsIn } from './ids.js';
import type { Digest } from './ports.js';
import { BASE_COLUMNS, recordKind, type BaseRecord } from './record.js';
import { type DomainError, domainError, err, fail, ok, Refused, type Result, withoutRefused } from './result.js';
import { type Instant, plusSeconds } from './time.js';
import type { Reads, Tx, UnitOfWork } from './unit.js';

/** A use case: reads and writes through `tx` alone, because the unit of work may run it again from the start. */
export type UseCase<I, O> = (tx: Tx, ctx: Context, input: I) => Promise<Result<O>>;

/** A read without effect; `reads` may belong to a unit or not. */
export type Query<I, O> = (reads: Reads, ctx: Context, input: I) => Promise<Result<O>>;

/**
 * A use case that needs an answer from outside first, such as an invoice of another institution or a key from custody.
 * `prepare` asks outside any unit. `finish` reads the records again and decides in one unit, because they may have
 * changed while `prepare` waited.
 */
export interface PreparedUseCase<I, P, O> {
  /**
   * `claim` is that of the request, null without an idempotency key. What the repetition of a request that has died
   * has to know is stored under a claim that is derived from it.
   */
  readonly prepare: (ctx: Context, input: I, claim?: IdempotencyClaim | null) => Promise<Result<P>>;
  readonly finish: UseCase<P, O>;
  /**
   * Whether this input needs an answer from outside. If so, a repeated request is answered from the stored answer
   * before `prepare` runs. Default: every input does.
   */
  readonly asks?: (input: I) => boolean;
  /**
   * The context of `finish`, if its effects belong to another tenant than the caller's. The answer is stored there, in
   * the same unit; a repeated request finds it when `finish` refuses. Default: the caller's context.
   */
  readonly contextOf?: (prepared: P) => Context;
  /**
   * Whether `finish` refuses with this error because the records have changed since `prepare` read them. Then both run
   * once more for the same request. Default: no error does.
   */
  readonly isOutdated?: (error: DomainError) => boolean;
}

/** Runs an attempt of a prepared use case, and a second one if `finish` refuses the first as outdated. */
export async function repeatOutdated<T>(
  { isOutdated }: Pick<PreparedUseCase<never, never, never>, 'isOutdated'>,
  attempt: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const first = await attempt();
  return !first.ok && isOutdated?.(first.error) === true ? attempt() : first;
}

/**
 * Runs a use case in a unit of work of its own. For a prepared use case, `prepare` runs first, outside the unit. If the
 * use case answers `Refused`, the unit commits, and the error is the result.
 *
 * @example
 * ```ts
 * import { runUseCase } from '@corridor/core';
 *
 * const ctx = core.context(tenant, { kind: 'system' }, 'request-1');
 * const created = await runUseCase(core.units, ctx, core.customers.create, {
 *   customerType: 'INDIVIDUAL',
 *   fullName: 'Ada Lovelace',
 *   region: 'US',
 * });
 * created.ok && created.value.customerType; // 'INDIVIDUAL'
 * ```
 */
export async function runUseCase<I, P, O>(
  units: UnitOfWork,
  ctx: Context,
  useCase: UseCase<I, O | Refused> | PreparedUseCase<I, P, O | Refused>,
  input: I,
): Promise<Result<O>> {
  if (typeof useCase === 'function')
    return withoutRefused(await units.run(ctx.tenant, (tx) => useCase(tx, ctx, input)));
  return repeatOutdated(useCase, async () => {
    const ready = await useCase.prepare(ctx, input);
    if (!ready.ok) return ready;
    const inside = useCase.contextOf?.(ready.value) ?? ctx;
    return withoutRefused(await units.run(inside.tenant, (tx) => useCase.finish(tx, inside, ready.value)));
  });
}

/**
 * A use case whose refusal is stored as well. `prepare` makes the outside calls of the attempt, outside any unit. If
 * `attempt` ends with an error that the same request would meet again, `refused` stores it in a unit of its own.
 */
export interface Attempt<I, P, O> {
  readonly prepare: (ctx: Context, input: I) => Promise<P>;
  readonly attempt: UseCase<P, O>;
  readonly refused: (error: DomainError) => UseCase<I, O>;
}

/** The answer to the caller. Only 2xx answers other than a challenge are stored under an idempotency key. */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly remember: boolean;
  readonly replayed: boolean;
}

/**
 * An answer with the output of its use case. The answer to a repeated request has none, because only the answer is
 * stored.
 */
export type AnswerWith<O> = Answer &
  ({ readonly replayed: false; readonly output: O } | { readonly replayed: true; readonly output: null });

/** Encrypts answers that contain a secret shown only once, under a key derived from the caller's credential. */
export interface AnswerSeal {
  seal(body: string): string;
  open(sealed: string): string;
}

/** Identifies a repeated request: credential, method and path (`operation`), key, and a digest of the body. */
export interface IdempotencyClaim {
  readonly credential: string;
  readonly operation: string;
  readonly key: string;
  readonly bodyDigest: string;
  /**
   * A digest of the proof without which the answer is not shown, such as the signature of a wallet's owner. Absent: the
   * credential is enough.
   */
  readonly proof?: string;
  readonly seal: AnswerSeal | null;
  /**
   * The ids of the records that the request names, in its path, its query and its body: an erasure of personal data finds
   * the answer by them. Absent: none.
   */
  readonly names?: readonly string[];
  /** `seal` derives its secret from the key, so nothing that follows from the key alone may be stored. */
  readonly isKeySecret?: true;
}

/** What a repeated request must equal; a proof is part of it. */
const storedDigest = ({ bodyDigest, proof }: IdempotencyClaim): string =>
  proof === undefined ? bodyDigest : `${bodyDigest} ${proof}`;

/** Whether an answer is that of the same request with another proof. */
const lacksProof = ({ bodyDigest, proof }: IdempotencyClaim, answered: string): boolean =>
  proof !== undefined && answered.startsWith(`${bodyDigest} `);

export interface RememberedAnswer extends BaseRecord {
  readonly bodyDigest: string;
  readonly status: number;
  readonly body: string;
  readonly expiresAt: Instant;
  /** Method and path of the request. This field and the next two are null unless answers are archived. */
  readonly operation: string | null;
  /** What an archived answer is found by (`keyDigestOf`). Null as well if the key is a secret. */
  readonly keyDigest: string | null;
  readonly requestId: string | null;
  /**
   * The ids of the records that the answer is about, as far as `body` does not show them: those in the request, and those in
   * a body that is encrypted. Null if there are none, and in answers of former releases.
   */
  readonly names: readonly string[] | null;
}

/** Kept for 24 hours. The id is a digest of tenant, credential, operation and key, so the primary key is the guard. */
export const REMEMBERED_ANSWERS = recordKind<RememberedAnswer>()({
  name: 'remembered_answers',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    bodyDigest: 'text',
    status: 'int',
    body: 'text',
    expiresAt: 'instant',
    operation: 'text?',
    keyDigest: 'text?',
    requestId: 'text?',
    names: 'json?',
  },
  states: [],
  unique: [],
  filters: [],
  immutable: ['bodyDigest', 'status', 'body', 'expiresAt', 'operation', 'keyDigest', 'requestId', 'names'],
  expiry: { column: 'expiresAt', clock: 'host' },
});

/** The ids that `RememberedAnswer.names` has. An encrypted body that names no record has the empty list. */
function namesOf({ names = [], seal }: IdempotencyClaim, body: string): readonly string[] | null {
  const shown = new Set(idsIn(body));
  if (seal !== null) return [...new Set([...names, ...shown])];
  const hidden = names.filter((id) => !shown.has(id));
  return hidden.length === 0 ? null : hidden;
}

/** The digest of an idempotency key. The key itself may contain personal data, and is stored nowhere. */
export const keyDigestOf = (digest: Digest, tenant: TenantKey, key: string): string =>
  digest.sha256(`idempotency key\n${tenant}\n${key}`);

/** How long answers are kept. */
export const ANSWER_SECONDS = 24 * 60 * 60;

/** The id of the answer that is stored with what a unit writes; null if none is stored in this tenant. */
export const answerIdOf = ({ tenant, answer }: Pick<Context, 'tenant' | 'answer'>): string | null =>
  answer?.tenant === tenant ? answer.id : null;

const TWIN: DomainError = domainError(
  'CONFLICT',
  'another request with this Idempotency-Key was answered at the same time; send the request again to receive its response',
);

export interface Commands {
  /**
   * Runs a use case in one unit and renders its answer inside it, so that effect, events and the stored answer commit
   * together. A repeated key receives the first answer, byte for byte, and no output; CONFLICT if its request differs.
   * If the use case answers `Refused`, the unit commits without a stored answer, and the error is the result.
   */
  run<I, O>(
    ctx: Context,
    useCase: UseCase<I, O | Refused>,
    input: I,
    render: (output: O) => Pick<Answer, 'status' | 'body' | 'remember'>,
    claim: IdempotencyClaim | null,
  ): Promise<Result<AnswerWith<O>>>;
  read<T>(tenant: TenantKey | null, work: (reads: Reads) => Promise<T>): Promise<T>;
}

/**
 * The key is not looked up first: the insert of the answer is the guard, and the key is looked up only if the unit
 * fails. That saves a statement on every request, and covers a concurrent duplicate: it waits at the primary key,
 * loses, is rolled back, and receives the winner's answer
 * (docs/decisions/0007-idempotency-key-is-inserted-first.md).
 *
 * With `archivesAnswers`, an answer is stored with what it can be found by in the archive, and is not deleted when its
 * key is used again.
 */
export function createCommands(units: UnitOfWork, digest: Digest, archivesAnswers = false): Commands {
  const answerId = (tenant: TenantKey, c: IdempotencyClaim): string =>
    `Answer:${digest.sha256([tenant, c.credential, c.operation, c.key].join('\n'))}`;

  async function remembered(
    ctx: Context,
    claim: IdempotencyClaim,
  ): Promise<Result<AnswerWith<never>> | 'expired' | null> {
    const record = await units.read(ctx.tenant, (reads) => reads.get(REMEMBERED_ANSWERS, answerId(ctx.tenant, claim)));
    if (record === null) return null;
    if (record.expiresAt <= ctx.hostNow) return 'expired';
    if (record.bodyDigest !== storedDigest(claim)) {
      // Refused as if there were no answer: the error of the operation says what is wrong with the proof.
      if (lacksProof(claim, record.bodyDigest)) return null;
      return err('CONFLICT', 'Idempotency-Key was used for a different request; send a new key');
    }
    const body = claim.seal === null ? record.body : claim.seal.open(record.body);
    return ok({ status: record.status, body, remember: true, replayed: true, output: null });
  }

  /** Whether this request has been answered. A repeated request must not count as a further attempt. */
  async function isRepeated(reads: Reads, ctx: Context, claim: IdempotencyClaim): Promise<boolean> {
    const record = await reads.get(REMEMBERED_ANSWERS, answerId(ctx.tenant, claim));
    return record !== null && record.expiresAt > ctx.hostNow && record.bodyDigest === storedDigest(claim);
  }

  /**
   * Deletes an expired answer: a key may be reused after 24 hours. An answer that has yet to be archived stays under
   * another id: a request must not wait for the disk of the archive.
   */
  async function freeKey(ctx: Context, claim: IdempotencyClaim): Promise<void> {
    await units.run(ctx.tenant, async (tx) => {
      const record = await tx.get(REMEMBERED_ANSWERS, answerId(ctx.tenant, claim));
      if (record === null || record.expiresAt > ctx.hostNow) return ok();
      tx.remove(REMEMBERED_ANSWERS, record);
      // Another request with this key may have kept it first.
      const kept = { ...record, id: `${record.id}/${record.createdAt}` };
      if (archivesAnswers) tx.add(REMEMBERED_ANSWERS, kept, { unlessExists: true });
      return ok();
    });
  }

  const foundBy = (ctx: Context, { operation, key, isKeySecret }: IdempotencyClaim) =>
    archivesAnswers
      ? {
          operation,
          keyDigest: isKeySecret === true ? null : keyDigestOf(digest, ctx.tenant, key),
          requestId: ctx.requestId,
        }
      : { operation: null, keyDigest: null, requestId: null };

  return {
    read: (tenant, work) => units.read(tenant, work),

    async run<I, O>(
      ctx: Context,
      useCase: UseCase<I, O | Refused>,
      input: I,
      render: (output: O) => Pick<Answer, 'status' | 'body' | 'remember'>,
      claim: IdempotencyClaim | null,
    ): Promise<Result<AnswerWith<O>>> {
      const committed = await units.run<AnswerWith<O> | Refused>(ctx.tenant, async (tx) => {
        const answered =
          claim === null ? ctx : { ...ctx, answer: { tenant: ctx.tenant, id: answerId(ctx.tenant, claim) } };
        const result = await useCase(tx, answered, input);
        if (!result.ok) return result;
        if (result.value instanceof Refused) {
          return claim !== null && (await isRepeated(tx, ctx, claim)) ? fail(result.value.error) : ok(result.value);
        }
        const { status, body, remember } = render(result.value);
        if (claim !== null && remember) {
          tx.add(
            REMEMBERED_ANSWERS,
            {
              id: answerId(ctx.tenant, claim),
              tenant: ctx.tenant,
              version: 1,
              createdAt: ctx.hostNow,
              updatedAt: ctx.hostNow,
              bodyDigest: storedDigest(claim),
              status,
              body: claim.seal === null ? body : claim.seal.seal(body),
              expiresAt: plusSeconds(ctx.hostNow, ANSWER_SECONDS),
              ...foundBy(ctx, claim),
              names: namesOf(claim, body),
            },
            { conflicts: { id: TWIN } },
          );
        }
        return ok({ status, body, remember, replayed: false, output: result.value });
      });
      const outcome = withoutRefused(committed);
      if (outcome.ok || claim === null) return outcome;
      const earlier = await remembered(ctx, claim);
      if (earlier !== 'expired') return earlier ?? fail(outcome.error);
      // A committed refusal has counted. A second run would count it again.
      if (committed.ok) return outcome;
      await freeKey(ctx, claim);
      return this.run(ctx, useCase, input, render, claim);
    },
  };
}

/** True if a retry may succeed: by the code, or because the error (a lost race) says when to retry. */
const maySucceedLater = ({ code, details }: DomainError): boolean =>
  CATALOGUE[code].retryable || details?.['retryAfter'] !== undefined;

/**
 * Runs an attempt under an idempotency key. If the attempt is refused, runs its refusal under the same key. The answer
 * is stored with the unit of work that commits.
 */
export async function runAttempt<I, P, O>(
  commands: Commands,
  ctx: Context,
  { prepare, attempt, refused }: Attempt<I, P, O>,
  input: I,
  render: (output: O) => Pick<Answer, 'status' | 'body' | 'remember'>,
  claim: IdempotencyClaim | null,
): Promise<Result<AnswerWith<O>>> {
  const answer = await commands.run(ctx, attempt, await prepare(ctx, input), render, claim);
  if (answer.ok || maySucceedLater(answer.error)) return answer;
  return commands.run(ctx, refused(answer.error), input, render, claim);
}

/** Deletes the expired answers of all tenants and returns their number. */
export const forgetAnswers = (units: UnitOfWork, hostNow: Instant, pause: Pause): Promise<number> =>
  forgetExpired(units, null, REMEMBERED_ANSWERS, hostNow, pause);
