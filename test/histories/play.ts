import { type Chance, chanceOf } from '../support/chance.js';
import { eventually, pause } from '../support/eventually.js';
import type { Deployment } from '../support/host.js';
import { check, type Checked, printed } from './checker.js';
import { type Clients, createParties, isLast, type Parties, startClients } from './clients.js';
import type { History } from './history.js';
import { operationsOf } from './model.js';
import { type Counts, createRecorder, type Place, type Recorder } from './recorder.js';
import type { Service } from './service.js';

const CLIENTS = 6;
const REPEATS = 40;
const SETTLED_WITHIN_MS = 90_000;
const ANSWERS_WITHIN_MS = 60_000;

export interface Played {
  readonly history: History;
  readonly checked: Checked;
  readonly counts: Counts;
  /** Audits while clients and faults were at work. */
  readonly audits: Audits;
}

export interface Audits {
  clean: number;
  /** The database was away. */
  failed: number;
}

interface Options {
  readonly seed: string;
  readonly faults: number;
  /** Answers between two faults. */
  readonly answers: number;
}

/**
 * Plays one history with customers of its own, and checks it. Throws if an audit finds anything, or a payment does not
 * end.
 */
export async function playHistory(service: Service, { seed, faults, answers }: Options): Promise<Played> {
  const chance = chanceOf(seed);
  const place = (): Promise<Place> => service.place();
  service.begin(seed);
  const parties = await createParties((await place()).api);
  const recorder = createRecorder();
  const clients = startClients({ parties, chance: chanceOf(`${seed}/clients`), recorder, clients: CLIENTS, place });
  const stopAudits = startAudits(service.deployment);
  const more = async (count: number): Promise<void> => {
    const enough = recorder.counts.answered + count;
    const isEnough = (): boolean => (clients.check(), recorder.counts.answered >= enough);
    await eventually('answers', isEnough, { withinMs: ANSWERS_WITHIN_MS, everyMs: 5 });
  };
  let audits: Audits;
  try {
    for (let fault = 0; fault < faults; fault += 1) {
      await more(1 + chance.under(answers));
      await pause(chance.under(20));
      await service.fault(chance);
    }
    const { acknowledged } = recorder.counts;
    await more(answers);
    await clients.stop();
    if (recorder.counts.acknowledged === acknowledged) throw new Error('no movement was accepted after the last fault');
    audits = await stopAudits();
    await everythingEnds(service, recorder, clients, parties);
    await lastLook(recorder, parties, chance, place);
    await service.deployment.audit();
  } catch (error) {
    await Promise.allSettled([clients.stop(), stopAudits()]);
    throw whyOf(error, recorder);
  }
  const history = recorder.history();
  return { history, checked: check(history), counts: recorder.counts, audits };
}

/** What the history so far shows explains a failure better than the failure itself. */
function whyOf(error: unknown, recorder: Recorder): unknown {
  const { contradiction } = check(recorder.history());
  return contradiction === null ? error : new Error(printed(contradiction), { cause: error });
}

const accountsOf = ({ accounts, cards }: Parties): readonly string[] => [
  ...accounts.map(({ id }) => id),
  ...cards.map(({ account }) => account),
];

/** Waits until all payments have ended, also those whose answers were lost. */
async function everythingEnds(service: Service, recorder: Recorder, clients: Clients, parties: Parties): Promise<void> {
  await service.leasesExpire();
  await eventually(
    'the end of all payments',
    async () => {
      for (const id of clients.open) {
        if (isLast(await recorder.state('the last client', await service.place(), id))) clients.open.delete(id);
      }
      for (const account of accountsOf(parties)) {
        const rows = await recorder.list('the last client', await service.place(), account);
        const open = rows?.find(({ state }) => !isLast(state));
        if (open !== undefined) throw new Error(`${open.id} is ${open.state}`);
        if (rows === null) return false;
      }
      return clients.open.size === 0;
    },
    { withinMs: SETTLED_WITHIN_MS, everyMs: 200 },
  );
}

/** Reads everything once more, and repeats some requests under their keys. */
async function lastLook(
  recorder: Recorder,
  parties: Parties,
  chance: Chance,
  place: () => Promise<Place>,
): Promise<void> {
  const read = async (): Promise<void> => {
    for (const account of accountsOf(parties)) {
      await recorder.balance('the last client', await place(), account);
      await recorder.list('the last client', await place(), account);
    }
  };
  await read();
  const acknowledged = operationsOf(recorder.history()).filter((one) => one.acknowledged !== null);
  for (let n = 0; n < REPEATS; n += 1) {
    const { key } = chance.of(acknowledged);
    await recorder.repeat('the last client', await place(), key);
  }
  await read();
}

/** Audits one after the other until they are stopped; then throws the first finding. */
function startAudits(deployment: Deployment): () => Promise<Audits> {
  const audits: Audits = { clean: 0, failed: 0 };
  let isStopped = false;
  const running = (async () => {
    while (!isStopped) {
      const { exitCode, stdout, stderr } = await deployment.command('audit');
      if (exitCode === 0) audits.clean += 1;
      else if (stdout === '' && IS_AWAY.test(stderr)) audits.failed += 1;
      else throw new Error(`corridor audit while hosts are killed:\n${stdout}${stderr}`);
      await pause(BETWEEN_AUDITS_MS);
    }
  })();
  // A failure is thrown when the audits are stopped.
  running.catch(() => undefined);
  return async () => {
    isStopped = true;
    await running;
    return audits;
  };
}

const BETWEEN_AUDITS_MS = 500;
/** What the driver of Postgres says when the server ends, starts or is not there. */
const IS_AWAY = /ECONNREFUSED|ECONNRESET|EPIPE|connection|shutting down|starting up|recovery/i;
