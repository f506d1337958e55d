import { err, ok, type Result } from '@corridor/core';
import type { Clock, Digest, HeldPayments, Random, RailLog, RailStore } from '@corridor/core/ports';
import type { BankMessages } from '../iso20022/index.js';
import { type Exchange, type ExchangeSession, ExchangeUnavailable } from './exchange/exchange.js';
import { noteExchange } from './exchange-times.js';
import {
  endedPayment,
  fileOf,
  filesWith,
  finalName,
  messageOf,
  type OutgoingFile,
  type StoredBatch,
  storedFile,
} from './file-records.js';
import { type FileEvent, type FileStatus, fileStatusAfter } from './file-states.js';
import { BATCHES, FILES } from './payment-records.js';
import { contentProblem, keepProblem, setProblem } from './problems.js';
import { takeBack } from './take-back.js';
import type { KeptFiles } from './vouchers.js';
import { stored } from '../connections/stored.js';

export interface SendFilesPorts {
  readonly store: RailStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly digest: Digest;
  readonly log: RailLog;
  readonly exchange: Exchange;
  readonly messages: () => Promise<BankMessages>;
  readonly held: HeldPayments;
  readonly kept: KeptFiles;
}

const FILES_AT_ONCE = 50;
/** One file whose name is taken must not keep the others waiting; after more failures, the exchange is the reason. */
const MOST_FAILURES = 3;

/**
 * Hands the prepared files over to the bank, and keeps those that it got as vouchers. First those that are complete under their temporary name: if a crash came
 * before their rename, the temporary file is still there; if it is gone, the file was sent. No file is published twice,
 * because each upload has a temporary name of its own, which is stored before it is used.
 */
export async function sendFiles(ports: SendFilesPorts): Promise<void> {
  await keepSent(ports);
  await handOver(ports);
  await keepSent(ports);
}

async function handOver(ports: SendFilesPorts): Promise<void> {
  const uploaded = await listed(ports, 'UPLOADED');
  const prepared = await listed(ports, 'PREPARED');
  if (uploaded.length + prepared.length === 0) return;
  await ports.exchange.use(async (session) => {
    const failures: ExchangeUnavailable[] = [];
    const tried = async (work: () => Promise<void>): Promise<void> => {
      if (failures.length >= MOST_FAILURES) return;
      try {
        await work();
      } catch (cause) {
        if (!(cause instanceof ExchangeUnavailable)) throw cause;
        failures.push(cause);
      }
    };
    for (const file of uploaded) await tried(() => publishFree(ports, session, file));
    for (const file of prepared) await tried(() => send(ports, session, file));
    const [failure] = failures;
    if (failure !== undefined) throw failure;
  });
}

const listed = ({ store }: SendFilesPorts, status: FileStatus): Promise<readonly OutgoingFile[]> =>
  store.read((records) => filesWith(records, status, FILES_AT_ONCE));

/** Publishes an uploaded file, unless an operator has to decide about one of its payments by now. */
async function publishFree(ports: SendFilesPorts, session: ExchangeSession, file: OutgoingFile): Promise<void> {
  const stopped = await heldIn(ports, file);
  if (stopped.size === 0) return publish(ports, session, file);
  const { temporaryName } = file;
  // A rename leaves no doubt after the next crash: the bank cannot have a file that is there under the other name.
  const moved = await session.publish(temporaryName!, withdrawnName(temporaryName!));
  if (moved === 'published' || (await isWithdrawn(session, file))) await withdraw(ports, session, file);
  else await publish(ports, session, file);
}

async function send(ports: SendFilesPorts, session: ExchangeSession, file: OutgoingFile): Promise<void> {
  if (await isTakenBack(ports, session, file)) return;
  const content = await contentOf(ports, file);
  if (content === null) return;
  const begun = await begin(ports, file);
  if (begun === null) return;
  if (file.temporaryName !== null) await session.discard(file.temporaryName);
  await session.upload(begun.temporaryName, content);
  if (!(await session.isUploaded(begun.temporaryName, content))) {
    throw new ExchangeUnavailable(`the other side did not store the file ${file.messageId} completely`);
  }
  const uploaded = await follow(ports, begun, 'upload');
  if (uploaded === null) await session.discard(begun.temporaryName);
  // An upload can take minutes.
  else await publishFree(ports, session, uploaded);
}

/**
 * Takes a file back that has payments about which an operator has to decide first, so that the next file leaves them out.
 * Returns whether it was taken back.
 */
async function isTakenBack(ports: SendFilesPorts, session: ExchangeSession, file: OutgoingFile): Promise<boolean> {
  const { messageId, temporaryName } = file;
  const stopped = await heldIn(ports, file);
  if (stopped.size === 0) return false;
  if (overtaken(await takeBack(ports.store, messageId)) === null) return true;
  if (temporaryName !== null) await session.discard(temporaryName);
  ports.log.info({ messageId, payments: stopped.size }, TAKEN_BACK);
  return true;
}

const TAKEN_BACK = 'bank file taken back, because some of its payments are held';

/** The payments of a file about which an operator has to decide first. */
async function heldIn({ store, held }: SendFilesPorts, { batches }: OutgoingFile): Promise<ReadonlySet<string>> {
  return held(
    await store.read(async (records) =>
      (await records.getMany(BATCHES, batches)).flatMap(({ value }) => (value as StoredBatch).references),
    ),
  );
}

/** The name to which a temporary file is moved away from the bank. */
const withdrawnName = (temporaryName: string): string => temporaryName.replace(/tmp$/, 'withdrawn.tmp');

const isWithdrawn = (session: ExchangeSession, { temporaryName }: OutgoingFile): Promise<boolean> =>
  session.isOutgoing(withdrawnName(temporaryName!));

/** Takes a file back whose temporary file is withdrawn. The file is removed last, because it is what says so. */
async function withdraw(ports: SendFilesPorts, session: ExchangeSession, file: OutgoingFile): Promise<void> {
  const { messageId, temporaryName } = file;
  if (overtaken(await takeBack(ports.store, messageId, 'withdrawn')) !== null)
    ports.log.info({ messageId }, TAKEN_BACK);
  await session.discard(withdrawnName(temporaryName!));
}

/** The bytes of the file, with the digest that was stored; null if they differ, or if a payment must not be sent. */
async function contentOf(ports: SendFilesPorts, file: OutgoingFile): Promise<Uint8Array | null> {
  const { content, ended } = await composed(ports, file);
  const problem =
    content === null
      ? `the content of the file ${file.messageId} differs from its digest`
      : ended !== null
        ? `the file ${file.messageId} has the payment ${ended.reference}, which is ${ended.status}`
        : null;
  await setProblem(ports.store, contentProblem(file.messageId), problem && `${problem}; discard the file`);
  return problem === null ? content : null;
}

/** The bytes of the file as its records make them; null if they do not have the digest that was stored. */
async function composed({ store, messages, digest }: SendFilesPorts, file: OutgoingFile) {
  const { message, ended } = await store.read(async (records) => ({
    message: await messageOf(records, file),
    ended: await endedPayment(records, file),
  }));
  const { writeCreditTransfers } = await messages();
  const content = new TextEncoder().encode(writeCreditTransfers(file.message, message));
  return { content: digest.sha256(content) === file.digest ? content : null, ended };
}

type Begun = OutgoingFile & { readonly temporaryName: string };

/** Stores the temporary name of this upload. Null if another host or an operator changed the file. */
async function begin({ store, random }: SendFilesPorts, file: OutgoingFile): Promise<Begun | null> {
  const attempt = [...random.bytes(4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const temporaryName = `.${file.messageId}.${attempt}.tmp`;
  const begun = await store.run(async (records): Promise<Result<Begun>> => {
    const record = await records.get(FILES, file.messageId);
    if (record === null || !isSame(fileOf(record), file)) return OVERTAKEN;
    return ok({
      ...fileOf(records.change(record, { value: { ...storedFile(record), temporaryName } })),
      temporaryName,
    });
  });
  return overtaken(begun);
}

const OVERTAKEN = err('CONFLICT', 'another host continues with the file');

/** Null if another host or an operator changed the file meanwhile. */
function overtaken<T>(result: Result<T>): T | null {
  return !result.ok && result.error.code === 'CONFLICT' ? null : stored(result);
}

/** Whether nothing has happened to the file since it was read. */
const isSame = (now: OutgoingFile, before: OutgoingFile): boolean =>
  now.status === before.status && now.temporaryName === before.temporaryName;

async function follow(
  { store, clock, kept }: SendFilesPorts,
  file: OutgoingFile,
  event: FileEvent & ('upload' | 'send'),
): Promise<OutgoingFile | null> {
  const changed = await store.run(async (records): Promise<Result<OutgoingFile>> => {
    const record = await records.get(FILES, file.messageId);
    const next = fileStatusAfter(file.status, event);
    if (record === null || next === null || !isSame(fileOf(record), file)) return OVERTAKEN;
    const sentAt = event === 'send' ? clock.now() : null;
    if (event === 'upload') kept.owe(records, file.messageId);
    return ok(fileOf(records.change(record, { status: next, value: { ...storedFile(record), sentAt } })));
  });
  return overtaken(changed);
}

/** Renames the complete temporary file, and records that it was sent. */
async function publish(ports: SendFilesPorts, session: ExchangeSession, file: OutgoingFile): Promise<void> {
  const { messageId, temporaryName, digest } = file;
  const outcome = await session.publish(temporaryName!, finalName(messageId));
  if (outcome === 'gone' && (await isWithdrawn(session, file))) return withdraw(ports, session, file);
  if (outcome === 'gone' && !(await isCurrent(ports, file))) return;
  const sent = await follow(ports, file, 'send');
  if (sent === null) return;
  await noteExchange(ports);
  ports.log.info({ messageId, digest, outcome }, 'bank file sent');
}

/** Whether no other host and no operator has changed the file: it may have been taken back, and never reached the bank. */
async function isCurrent({ store }: SendFilesPorts, file: OutgoingFile): Promise<boolean> {
  const record = await store.read((records) => records.get(FILES, file.messageId));
  return record !== null && isSame(fileOf(record), file);
}

/**
 * Keeps the files that the bank has got, also those about which it reported before they were recorded as sent. What fails
 * for one file is a problem of that file, and is tried again in the next run: payments do not wait for it.
 */
async function keepSent(ports: SendFilesPorts): Promise<void> {
  const { store, kept, log } = ports;
  for (const messageId of await kept.owed()) {
    const record = await store.read((records) => records.get(FILES, messageId));
    const file = record && fileOf(record);
    if (file?.status === 'PREPARED' || file?.status === 'UPLOADED' || file?.status === 'WAITING_RELEASE') continue;
    try {
      if (file !== null && file.status !== 'DISCARDED') await keep(ports, file);
      await kept.settle(messageId);
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      log.warn({ messageId, reason }, 'sent bank file cannot be kept');
      const problem = `the sent file ${messageId} is not kept as a voucher: ${reason}; it is tried again`;
      await setProblem(store, keepProblem(messageId), problem);
    }
  }
}

async function keep(ports: SendFilesPorts, file: OutgoingFile): Promise<void> {
  const { messageId, sentAt } = file;
  const { content } = await composed(ports, file);
  const at = sentAt === null ? {} : { at: sentAt };
  if (content !== null) await ports.kept.keep({ direction: 'SENT', name: finalName(messageId), content, ...at });
  else ports.log.warn({ messageId }, 'sent bank file was not kept, because its content differs from its digest');
}
