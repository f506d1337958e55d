import { cpus } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { performance } from 'node:perf_hooks';
import { startChild } from '../child.js';
import { type Scope, withScope } from '../scratch.js';
import { delivered, sendWebhooksTo, settled as payoutsSettled } from '../service/service.js';
import { HEAD, lineOf, type Minute, minuteOf } from './minute.js';
import { COMPARED, type Options, readOptions, USAGE } from './options.js';
import type { Ask as LoadAsk, Taken } from './processes/load.js';
import type { Ask as ReceiverAsk, Compared } from './processes/receiver.js';
import { type SoakService, soakService } from './service.js';

const MINUTE_MS = 60_000;
/** The load is this part of what the host can do. */
const PART = 0.5;
/** Ratios of the last minute to the compared one should not be above this. */
const TARGET = 1.1;
/** The most ids that a finding lists. */
const LISTED = 5;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

const startReceiver = (scope: Scope) =>
  scope.use(startChild<ReceiverAsk, Compared>(new URL('processes/receiver.js', import.meta.url)));

function startLoad(scope: Scope) {
  const child = scope.use(
    startChild<LoadAsk, Taken | readonly string[]>(new URL('processes/load.js', import.meta.url)),
  );
  return {
    ask: async (ask: Exclude<LoadAsk, { kind: 'accepted' }>) => (await child.ask(ask)) as Taken,
    accepted: async () => (await child.ask({ kind: 'accepted' })) as readonly string[],
  };
}

type Load = ReturnType<typeof startLoad>;

/** Operations per second from a burst of load until its last webhook is delivered, so that no backlog is left. */
async function saturation(service: SoakService, load: Load, seconds: number): Promise<number> {
  const saturate = async (duration: number): Promise<number> => {
    const begun = performance.now();
    const { operations, errors, firstError } = await load.ask({
      kind: 'saturate',
      clients: service.clients,
      seconds: duration,
    });
    if (errors > 0) throw new Error(`${errors} requests failed while the saturation was measured: ${firstError}`);
    await payoutsSettled(service);
    await untried(service);
    return operations / ((performance.now() - begun) / 1000);
  };
  // Compiles the code of the host.
  await saturate(Math.ceil(seconds / 3));
  return saturate(seconds);
}

const POLL_MS = 100;
const UNTRIED = `select 1 from events where status = 'QUEUED' and attempts = 0 limit 1`;

/** Waits until every event was sent once. The few that the receiver refused wait for their retry. */
async function untried({ database }: SoakService): Promise<void> {
  while ((await database.query(UNTRIED)).length > 0) await setTimeout(POLL_MS);
}

async function minutes(service: SoakService, load: Load, options: Options): Promise<readonly Minute[]> {
  const begun = performance.now();
  const done: Minute[] = [];
  print(HEAD);
  for (let number = 1; number <= options.minutes; number++) {
    await setTimeout(begun + number * MINUTE_MS - performance.now());
    const minute = await minuteOf(service, await load.ask({ kind: number < options.minutes ? 'take' : 'end' }));
    print(lineOf(minute, number));
    if (minute.load.firstError !== null) print(`first error of the minute: ${minute.load.firstError}`);
    done.push(minute);
    // The host answers nothing while it writes one, so the minute that follows is slower.
    if (options.snapshots !== null && (number === COMPARED || number === options.minutes))
      await service.probe.writeSnapshot(resolve(options.snapshots, `minute-${number}.heapsnapshot`));
  }
  return done;
}

/** The ratios of the last minute to the compared one, as lines. */
function ratios(done: readonly Minute[]): readonly string[] {
  const [compared, last] = [done[COMPARED - 1]!, done.at(-1)!];
  const line = (name: string, of: (minute: Minute) => number): string => {
    const ratio = of(last) / of(compared);
    return `${name}: ${ratio.toFixed(2)} (${ratio <= TARGET ? 'holds' : 'above'} ${TARGET})`;
  };
  return [
    `Minute ${done.length} ÷ minute ${COMPARED}`,
    line('memory (RSS)', ({ host }) => host.rss),
    line('heap after a collection', ({ host }) => host.heap),
    line('p99 of requests', ({ load }) => load.p99),
  ];
}

const count = (ids: readonly string[]): string =>
  ids.length === 0 ? '0' : `${ids.length} (${ids.slice(0, LISTED).join(', ')}${ids.length > LISTED ? ', …' : ''})`;

/** The transactions by their status. */
async function transactionsOf({ database }: SoakService): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query(`select status, count(*) as count from transactions group by status`);
  return new Map(rows.map((row) => [String(row['status']), Number(row['count'])]));
}

/** Compares what was accepted with what the database and the receiver have. `deposits` completed before the load. */
async function inspect(
  service: SoakService,
  { accepted, compared, deposits }: { accepted: readonly string[]; compared: Compared; deposits: number },
): Promise<string[]> {
  const byStatus = await transactionsOf(service);
  const settled = (byStatus.get('COMPLETED') ?? 0) - deposits;
  const of = [...byStatus].map(([status, number]) => `${number} ${status}`).join(', ');
  print(`transactions: ${accepted.length} accepted; in the database: ${of}, of them ${deposits} deposits`);
  print(`webhooks: ${compared.webhooks} acknowledged, after ${compared.refused} refused or broken-off attempts`);
  const distinct = new Set(accepted).size;
  return [
    ...(distinct === accepted.length ? [] : [`${accepted.length - distinct} transactions were accepted twice`]),
    ...(settled === accepted.length && byStatus.size === 1 ? [] : [`${accepted.length} accepted, ${settled} settled`]),
    ...found('accepted without a webhook of the completion', compared.missing),
    ...found('more than one webhook of the completion', compared.repeated),
    ...found('webhooks sent again after they were acknowledged', compared.doubled),
    ...found('completed, but never accepted', compared.unknown),
  ];
}

const found = (what: string, ids: readonly string[]): string[] => (ids.length === 0 ? [] : [`${what}: ${count(ids)}`]);

/** Returns what is wrong. */
async function soak(scope: Scope, options: Options): Promise<readonly string[]> {
  const service = await soakService(scope, options.database);
  const deposits = (await transactionsOf(service)).get('COMPLETED') ?? 0;
  const receiver = startReceiver(scope);
  await sendWebhooksTo((await receiver.ask({ kind: 'begin' })).port, service);
  const load = startLoad(scope);
  const { host, payers } = service;
  await load.ask({ kind: 'connect', port: host.port, base: host.base, payers });
  const most = await saturation(service, load, options.saturation);
  const perSecond = most * PART;
  print(`${options.minutes} minutes on ${options.database}, Node.js ${process.version}, ${cpus().length} processors`);
  print(`saturation ${most.toFixed(1)} operations/s, load ${perSecond.toFixed(1)} operations/s`);
  await load.ask({ kind: 'begin', perSecond });
  const done = await minutes(service, load, options);
  const drained = performance.now();
  await delivered(service);
  print(`settled and delivered ${((performance.now() - drained) / 1000).toFixed(1)} s after the end of the load`);
  for (const line of ratios(done)) print(line);
  const accepted = await load.accepted();
  const compared = await receiver.ask({ kind: 'compare', accepted });
  const wrong = await inspect(service, { accepted, compared, deposits });
  const errors = done.reduce((sum, minute) => sum + minute.load.errors, 0);
  if (errors > 0) wrong.push(`${errors} operations failed`);
  await host.stop();
  print(await service.audit());
  return wrong;
}

try {
  const options = readOptions(process.argv.slice(2));
  const wrong = await withScope((scope) => soak(scope, options));
  for (const finding of wrong) print(`WRONG: ${finding}`);
  if (wrong.length === 0)
    print('every accepted payment settled and was delivered exactly once; the audit found nothing');
  else process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n\n${USAGE}\n`);
  process.exitCode = 1;
}
