import { schedule } from '../events/index.js';
import {
  birth,
  Bug,
  type Context,
  type Digest,
  ERASED_TEXT,
  newRecord,
  openSealed,
  readAll,
  type Reads,
  sealedPlace,
  type Sealer,
  showSealed,
  transition,
  type Tx,
  type Unit,
} from '../kernel/index.js';
import { identityOf } from './identity.js';
import type { ScreenedPayment, ScreeningQuestion } from './ports.js';
import { type Screening, SCREENINGS } from './screening.js';
import { SCREENING } from './screening-states.js';

/** The most parties of one question. */
export const MOST_PARTIES = 50;

export interface QuestionPorts {
  readonly digest: Digest;
  readonly sealer: Sealer;
}

/** A question before it is stored; its reference is the id of its `Screening`. */
export interface NewQuestion extends Omit<ScreeningQuestion, 'reference'> {
  /** What waits for the answer: id of a transaction, a deposit, a customer, an owner or an external account; of a round. */
  readonly subject: string;
  /** The name of the connection. */
  readonly provider: string;
}

/**
 * Stores a question and schedules the job that asks it. An earlier question about the same subject that has no answer yet is
 * dropped: the new one is in its place.
 */
export async function storeQuestion(unit: Unit, ports: QuestionPorts, question: NewQuestion): Promise<Screening> {
  const { tx, ctx, ids } = unit;
  const { subject, provider, ...asked } = question;
  if (asked.parties.length === 0 || asked.parties.length > MOST_PARTIES)
    throw new Bug(`a question about ${asked.parties.length} parties; one to ${MOST_PARTIES} are possible`);
  await dropQuestions(tx, ctx, subject);
  const id = ids.next('Screening');
  const screening: Screening = {
    status: birth(SCREENING, 'ask').to,
    ...{ subject, provider, occasion: asked.occasion },
    identity: identityOf(ports.digest, asked.parties),
    sealedQuestion: sealQuestion(ports.sealer, { ...asked, reference: id }),
    listVersion: null,
    answer: null,
    matches: [],
    answeredAt: null,
    ...newRecord(id, ctx),
  };
  tx.add(SCREENINGS, screening);
  askNow(unit, id);
  return screening;
}

/** Schedules the job that asks the question of a screening; a job that waits for it stays. */
export const askNow = (unit: Unit, id: string): void =>
  void schedule(unit, { kind: 'screening.ask', subject: id, dueAt: unit.ctx.hostNow, dedupe: askingOf(id) });

/** Of the job that asks the question of a screening. */
export const askingOf = (id: string): string => `screening.ask ${id}`;

/** Drops the questions about a subject that have no answer: it has ended, or another question is in their place. */
export async function dropQuestions(tx: Tx, ctx: Context, subject: string): Promise<void> {
  for (const screening of await readAll(tx, SCREENINGS, { subject, status: 'ASKED' }))
    transition(tx, ctx, SCREENING, SCREENINGS, screening, 'drop');
}

/** The last screening of a subject; null if it was never asked about. */
export async function newestOf(reads: Pick<Reads, 'list'>, subject: string): Promise<Screening | null> {
  const { rows } = await reads.list(SCREENINGS, { where: { subject }, order: 'desc', limit: 1, counted: false });
  return rows[0] ?? null;
}

/** How many screenings of a subject are read at once. Few subjects have more. */
const WINDOW = 50;

/**
 * Every screening of a subject, newest first. There is no limit: an old one can hold what newer ones say nothing about.
 */
export async function screeningsOf(reads: Reads, subject: string): Promise<readonly Screening[]> {
  const { rows, hasMore } = await reads.list(SCREENINGS, {
    ...{ where: { subject }, order: 'desc', limit: WINDOW, counted: false },
  });
  return hasMore ? (await readAll(reads, SCREENINGS, { subject })).toReversed() : rows;
}

const questionPlace = (id: string) => sealedPlace(SCREENINGS, id, 'sealedQuestion');

/** The question of a screening; null if it was erased. */
export function questionOf(sealer: Sealer, { id, sealedQuestion }: Screening): ScreeningQuestion | null {
  const text = openSealed(sealer, sealedQuestion, questionPlace(id));
  return text === ERASED_TEXT ? null : readQuestion(text);
}

/** As `questionOf`, for pages and exports: also null if the text cannot be opened. */
export function shownQuestion(sealer: Sealer, { id, sealedQuestion }: Screening): ScreeningQuestion | null {
  const text = showSealed(sealer, sealedQuestion, questionPlace(id));
  return text === null || !text.startsWith('{') ? null : readQuestion(text);
}

function readQuestion(text: string): ScreeningQuestion {
  const { payment, ...question } = JSON.parse(text) as Omit<ScreeningQuestion, 'payment'> & {
    readonly payment: StoredPayment | null;
  };
  return { ...question, payment: payment && readPayment(payment) };
}

interface StoredPayment extends Omit<ScreenedPayment, 'amount' | 'sums'> {
  readonly amount: string;
  readonly sums: readonly (Omit<ScreenedPayment['sums'][number], 'amount'> & { readonly amount: string })[];
}

const readPayment = ({ amount, sums, ...payment }: StoredPayment): ScreenedPayment => ({
  ...payment,
  amount: BigInt(amount),
  sums: sums.map((sum) => ({ ...sum, amount: BigInt(sum.amount) })),
});

export const sealQuestion = (sealer: Sealer, question: ScreeningQuestion): string =>
  sealer.seal(textOf(question), questionPlace(question.reference));

/**
 * A question of a round after its answer. It is about many customers, so that no erasing of one could find it: it keeps the
 * ids alone, and the identity of each is in the record of the party.
 */
export const withoutNames = (question: ScreeningQuestion): ScreeningQuestion => ({
  ...question,
  parties: question.parties.map(({ id, role }) => ({
    ...{ id, role, kind: null, name: null, birthDate: null, nationality: null, country: null, address: null },
  })),
});

/** Amounts as texts. */
const textOf = (question: ScreeningQuestion): string =>
  JSON.stringify(question, (_name, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
