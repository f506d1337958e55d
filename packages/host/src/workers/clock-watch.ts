import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { Storage } from '@corridor/adapters-storage';
import type { Clock } from '@corridor/core/ports';
import type { HostState } from './host-state.js';
import { every, type Watch } from './key-watch.js';
import type { Log } from '../logging/logging.js';

const EVERY_MS = 60_000;
const WARNS_FROM_MS = 2_000;
/** Hosts whose clocks differ by more than this correct the leases of each other (docs/operations.md, "Clocks"). */
export const CLOCK_TOLERANCE_MS = 5_000;
/** One check can be wrong because its request to the server was delayed. */
const CHECKS_IN_A_ROW = 3;

/**
 * Milliseconds by which a clock is ahead of that of the database, which was read between `before` and `after`; null if
 * the database has no clock of its own.
 */
export async function clockSkew(storage: Pick<Storage, 'inspect'>, clock: Clock): Promise<number | null> {
  const before = clock.now();
  const { now: server } = await storage.inspect();
  const after = clock.now();
  if (server === null) return null;
  return before > server ? before - server : after < server ? after - server : 0;
}

/** A name of the machine whose clock this host has: containers of one machine share its clock. */
export function nameOfMachine(): string {
  let id = hostname();
  try {
    id = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8');
  } catch {
    // Another system than Linux.
  }
  return createHash('sha256').update(id).digest('hex').slice(0, 12);
}

export interface ClockWatchPorts {
  readonly storage: Pick<Storage, 'inspect' | 'exchangeSkew'>;
  readonly clock: Clock;
  readonly machine: string;
  readonly state: HostState;
  readonly log: Log;
}

/**
 * Compares the clock of the host with that of the database. After three checks in a row with more than 5 seconds the host
 * is not ready: it would date quotes, leases and events wrongly.
 */
export function createClockCheck({ storage, clock, machine, state, log }: ClockWatchPorts): () => Promise<void> {
  let wrongChecks = 0;
  return async () => {
    const ahead = await clockSkew(storage, clock);
    if (ahead === null) return;
    state.clockSkew = ahead / 1000;
    const others = await storage.exchangeSkew(machine, ahead);
    wrongChecks = Math.abs(ahead) > CLOCK_TOLERANCE_MS ? wrongChecks + 1 : 0;
    const wasWrong = state.isClockWrong;
    state.isClockWrong = wrongChecks >= CHECKS_IN_A_ROW;
    const fields = { aheadSeconds: state.clockSkew, verdict: verdictOf(ahead, others) };
    if (state.isClockWrong && !wasWrong)
      log.error(fields, 'clocks differ too much: the host serves no requests until they agree');
    else if (Math.abs(ahead) > WARNS_FROM_MS) log.warn(fields, 'clock of this host differs from that of the database');
    if (wasWrong && !state.isClockWrong) log.info(fields, 'clocks agree again: the host serves requests');
  };
}

/** Which of the two clocks differs from those of the other machines with hosts of the database. */
export function verdictOf(ahead: number, others: readonly number[]): string {
  if (others.length === 0) return 'no other machine has a host of this database, so either clock can be wrong';
  const like = (skew: number): number => others.filter((each) => Math.abs(each - skew) <= WARNS_FROM_MS).length;
  const machines = others.length === 1 ? '1 other machine' : `${others.length} other machines`;
  const [withHost, withDatabase] = [like(ahead), like(0)];
  if (withHost === withDatabase) return `the clocks of ${machines} do not decide which clock is wrong`;
  return withHost > withDatabase
    ? `the clock of the database server differs from those of this machine and ${withHost} of ${machines}`
    : `the clock of this machine differs from those of the database server and ${withDatabase} of ${machines}`;
}

/** Checks the clock now and every minute. A database that does not answer is reported elsewhere. */
export async function watchClock(ports: ClockWatchPorts): Promise<Watch> {
  const check = createClockCheck(ports);
  await check().catch(() => undefined);
  return every(EVERY_MS, check);
}
