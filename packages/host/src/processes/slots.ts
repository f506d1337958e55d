import { type Backoff, createBackoff } from './backoff.js';
import type { ProcessName } from '../channel/assignment.js';
import { createLoopWatch } from './loop-watch.js';

/** A process that the supervisor has started. */
export interface Running {
  readonly pid: number;
  /** Resolves when it serves; rejects if it ends before. */
  readonly ready: Promise<void>;
  /** Resolves with how it ended. */
  readonly exited: Promise<Exit>;
  /** Passes on whether a process of the host ends again and again. */
  looping(isLooping: boolean): void;
  /** Lets it answer the requests of its open connections and stop then. */
  retire(): void;
  /** Stops it within the stop time. */
  stop(): void;
  kill(): void;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

interface Log {
  info(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface SlotsPorts {
  readonly start: (name: ProcessName) => Running;
  readonly log: Log;
  readonly now: () => number;
  /** Called when a process is started again after an unexpected end. */
  readonly restarted: (name: ProcessName) => void;
}

/** The processes of a host: one in each slot, replaced when it ends unexpectedly. */
export interface Slots {
  /** Resolves when all processes serve for the first time; rejects when one ends before. */
  start(): Promise<void>;
  /** Replaces each process in turn. The former goes on if its replacement does not serve. */
  roll(): Promise<void>;
  /** Stops all processes; returns whether all have ended by themselves and with code 0. */
  stop(withinMs: number): Promise<boolean>;
}

interface Slot {
  readonly name: ProcessName;
  readonly backoff: Backoff;
  current: Running | null;
  /** Starts while `current` still serves. */
  successor: Running | null;
  timer: NodeJS.Timeout | null;
}

/** A replacement that does not serve after this time is killed. */
const START_WITHIN_MS = 60_000;
/** A process may finish its open connections within the keep-alive time, and then has its stop time. */
const RETIRE_WITHIN_MS = 85_000;

export function createSlots(names: readonly ProcessName[], ports: SlotsPorts): Slots {
  const { log, now } = ports;
  const slots: readonly Slot[] = names.map((name) => ({
    name,
    backoff: createBackoff(),
    current: null,
    successor: null,
    timer: null,
  }));
  const running = new Set<Running>();
  let stopping = false;
  const loops = createLoopWatch({
    ...{ log, now },
    backoffs: slots.map(({ backoff }) => backoff),
    changed: (isLooping) => {
      for (const process of running) process.looping(isLooping);
    },
  });

  const fieldsOf = ({ name }: Slot): object => ({ of: name.role, number: name.number });

  function launch(slot: Slot): Running {
    const process = ports.start(slot.name);
    running.add(process);
    process.ready.then(
      () => process.looping(loops.isLooping()),
      () => undefined,
    );
    void process.exited.then(() => running.delete(process));
    return process;
  }

  /** Launches a process that is killed if it does not serve in time. */
  function relaunch(slot: Slot): Running {
    const process = launch(slot);
    const late = setTimeout(process.kill, START_WITHIN_MS);
    const clear = (): void => clearTimeout(late);
    process.ready.then(clear, clear);
    return process;
  }

  /** Makes `process` the one of the slot, to be replaced when it ends. */
  function settle(slot: Slot, process: Running): void {
    slot.current = process;
    process.ready.then(
      () => {
        if (slot.current !== process) return;
        slot.backoff.served(now());
        loops.look();
      },
      () => undefined,
    );
    void process.exited.then((exit) => {
      if (slot.current !== process) return;
      slot.current = null;
      if (stopping) return;
      log.error({ ...fieldsOf(slot), pid: process.pid, ...exit }, 'process has ended unexpectedly');
      if (slot.successor === null) again(slot);
    });
  }

  function again(slot: Slot): void {
    const delayMs = slot.backoff.ended(now());
    loops.look();
    if (delayMs > 0)
      log.error({ ...fieldsOf(slot), delayMs }, 'process ends again and again; it is started after a pause');
    slot.timer = setTimeout(() => {
      slot.timer = null;
      if (stopping) return;
      ports.restarted(slot.name);
      settle(slot, relaunch(slot));
    }, delayMs);
  }

  async function replace(slot: Slot): Promise<boolean> {
    const former = slot.current;
    // A slot that waits for its pause starts from the disk anyway.
    if (former === null) return true;
    const successor = (slot.successor = relaunch(slot));
    try {
      await successor.ready;
    } catch {
      slot.successor = null;
      if (stopping) return false;
      log.error(fieldsOf(slot), 'replacement did not start; the former process goes on');
      if (slot.current === null) again(slot);
      return false;
    }
    slot.successor = null;
    settle(slot, successor);
    if (stopping) return false;
    former.retire();
    const overdue = setTimeout(former.kill, RETIRE_WITHIN_MS);
    await former.exited;
    clearTimeout(overdue);
    log.info({ ...fieldsOf(slot), pid: successor.pid }, 'process has been replaced');
    return true;
  }

  let rolling: Promise<void> | null = null;
  let isAskedAgain = false;
  async function rollAll(): Promise<void> {
    do {
      isAskedAgain = false;
      log.info({}, 'host replaces its processes');
      let all = true;
      for (const slot of slots) {
        all = !stopping && (await replace(slot));
        if (!all) break;
      }
      if (all) log.info({}, 'host has replaced its processes');
    } while (isAskedAgain && !stopping);
  }

  return {
    async start() {
      for (const slot of slots) slot.current = launch(slot);
      await Promise.all(slots.map(({ current }) => current!.ready));
      for (const slot of slots) settle(slot, slot.current!);
    },
    roll() {
      if (rolling !== null) isAskedAgain = true;
      return (rolling ??= rollAll().finally(() => (rolling = null)));
    },
    async stop(withinMs) {
      stopping = true;
      for (const { timer } of slots) if (timer !== null) clearTimeout(timer);
      let clean = true;
      const late = setTimeout(() => {
        clean = false;
        for (const process of running) process.kill();
      }, withinMs);
      const ending = [...running];
      for (const process of ending) process.stop();
      const exits = await Promise.all(ending.map(({ exited }) => exited));
      clearTimeout(late);
      return clean && exits.every(({ code }) => code === 0);
    },
  };
}
