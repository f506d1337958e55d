import {
  BASE_COLUMNS,
  type BaseRecord,
  type Context,
  type Digest,
  domainError,
  fail,
  type Instant,
  newRecord,
  ok,
  plusSeconds,
  type Random,
  recordKind,
  type Result,
  type Sealer,
  type Tx,
  update,
} from '../kernel/index.js';

/**
 * The one-time code of a credential: one row each, in which every new code takes the
 * place of the one before it. The code itself stands nowhere: what it is compared by is a digest, and what is sent is
 * sealed until it has been sent.
 */
export interface WalletCode extends BaseRecord {
  /** Empty once the code was used. */
  readonly digest: string;
  readonly sealedCode: string | null;
  readonly triesLeft: number;
  readonly expiresAt: Instant;
  /** When codes were made within the last hour, oldest first. */
  readonly madeAt: readonly Instant[];
}

export const WALLET_CODES = recordKind<WalletCode>()({
  name: 'wallet_codes',
  scope: 'tenant',
  columns: {
    ...BASE_COLUMNS,
    digest: 'text',
    sealedCode: 'text?',
    triesLeft: 'int',
    expiresAt: 'instant',
    madeAt: 'json',
  },
  states: [],
  unique: [],
  filters: [],
  immutable: [],
  sealed: ['sealedCode'],
});

const TRIES = 5;
const MADE_AN_HOUR = 5;
const HOUR_SECONDS = 3600;

export interface CodePorts {
  readonly random: Random;
  readonly digest: Digest;
  readonly sealer: Sealer;
}

export interface CodeForm {
  /** Id of the record that the code is for. */
  readonly subject: string;
  readonly length: number;
  readonly alphanumeric: boolean;
  readonly lifetimeSeconds: number;
  /** The code itself where it is known beforehand, as in the sandbox; nothing has to be sent then. */
  readonly fixed: string | null;
}

export const codeIdOf = (subject: string): string => `Code:${subject}`;

/** Makes a new code; those before it are void. 429 RATE_LIMITED after five within an hour, with `retryAfter`. */
export async function makeCode(
  { random, digest, sealer }: CodePorts,
  tx: Tx,
  ctx: Context,
  form: CodeForm,
): Promise<Result<WalletCode>> {
  const id = codeIdOf(form.subject);
  const before = await tx.get(WALLET_CODES, id);
  const recent = (before?.madeAt ?? []).filter((at) => at > ctx.now - HOUR_SECONDS * 1000);
  const [oldest] = recent;
  if (oldest !== undefined && recent.length >= MADE_AN_HOUR) {
    const retryAfter = Math.ceil((oldest + HOUR_SECONDS * 1000 - ctx.now) / 1000);
    return fail(domainError('RATE_LIMITED', 'too many codes were asked for within an hour', { retryAfter }));
  }
  const code = form.fixed ?? drawCode(random, form.length, form.alphanumeric);
  const made = {
    digest: digestOf(digest, id, code),
    sealedCode: form.fixed === null ? sealer.seal(code) : null,
    triesLeft: TRIES,
    expiresAt: plusSeconds(ctx.now, form.lifetimeSeconds),
    madeAt: [...recent, ctx.now],
  };
  if (before !== null) return ok(update(tx, ctx, WALLET_CODES, before, made));
  const first = { ...made, ...newRecord(id, ctx) };
  tx.add(WALLET_CODES, first, { conflicts: { id: domainError('CONFLICT', 'a code is being made') } });
  return ok(first);
}

/** `void`: there is none, it was used, it has expired, or no try is left. */
export type Guess = 'right' | 'wrong' | 'void';

/**
 * Compares a guess with the code. The try is counted first, and the count has to be committed whatever the answer is:
 * a caller answers `ok` with the outcome, and refuses outside the unit. A right guess uses the code up.
 */
export async function guessCode(digest: Digest, tx: Tx, ctx: Context, subject: string, guess: string): Promise<Guess> {
  const id = codeIdOf(subject);
  const code = await tx.get(WALLET_CODES, id);
  if (code === null || code.digest === '' || code.triesLeft === 0 || code.expiresAt <= ctx.now) return 'void';
  const counted = update(tx, ctx, WALLET_CODES, code, { triesLeft: code.triesLeft - 1 });
  if (digestOf(digest, id, guess) !== code.digest) return 'wrong';
  update(tx, ctx, WALLET_CODES, counted, { digest: '', sealedCode: null });
  return 'right';
}

/** Digests of equal length are compared: how long that takes tells nothing of the code. */
const digestOf = (digest: Digest, id: string, code: string): string => digest.sha256(`${id}\n${code}`);

const DIGITS = '0123456789';
/** Without what is mistaken for another: 0 and O, 1, I and L. */
const LETTERS_AND_DIGITS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Every code is as likely as any other: bytes that would favour some characters are drawn again. */
export function drawCode(random: Random, length: number, alphanumeric: boolean): string {
  const alphabet = alphanumeric ? LETTERS_AND_DIGITS : DIGITS;
  const fair = 256 - (256 % alphabet.length);
  let code = '';
  while (code.length < length) {
    for (const byte of random.bytes(length)) {
      if (byte < fair && code.length < length) code += alphabet[byte % alphabet.length]!;
    }
  }
  return code;
}
