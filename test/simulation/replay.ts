import { Broken } from './invariants.js';
import { drawFrom, NoSubject, type Operation } from './operation.js';
import { AREAS } from './operations/index.js';
import type { Tally } from './process.js';
import { becomeQuiet, hasHeld, inspectEnd, inspectHeld, releaseHeld } from './quiet.js';
import { createWorld, type World } from './world.js';

export interface Played {
  /** What contradicts the invariants, and the number of operations until then; null if nothing does. */
  readonly finding: string | null;
  readonly operations: number;
  readonly faults: Tally;
  /** How often each row of each state machine was taken. */
  readonly rows: Tally;
  /** How often each operation had each outcome. */
  readonly answers: Tally;
}

const MOVES = new Map(AREAS.flat().map((move) => [move.name, move]));
const AUDIT_EVERY = 100;
/** What the audit rightly reports about a job while a service outside fails or refuses. At the end, no job has failed. */
const OUTSIDE_FAILS =
  /has failed \d+ times: (?:RailUnavailable|screening provider failed|Error: the provider is away|(?:play-id|play-chain|identity provider|partner of the travel rule) failed|payments that passed are asked about first|the issuer refuses the credentials)/;

/**
 * Plays the operations in a new world, then lets everything end unless `toEnd` is false, and checks the invariants all
 * along.
 */
export async function replay(operations: readonly Operation[], toEnd = true): Promise<Played> {
  const world = await createWorld();
  const { faults, rows, answers } = world;
  let done = 0;
  try {
    for (const operation of operations) {
      await play(world, operation);
      done += 1;
      await world.check();
      if (done % AUDIT_EVERY === 0) await auditAll(world);
    }
    // A list that was shrunk is audited where the longer one was.
    await auditAll(world);
    if (toEnd) {
      await becomeQuiet(world);
      await auditAll(world);
      if (await hasHeld(world)) {
        await inspectHeld(world);
        await releaseHeld(world);
        await becomeQuiet(world);
        await auditAll(world);
      }
      await inspectEnd(world);
    }
    return { finding: null, operations: done, faults, rows, answers };
  } catch (error) {
    const finding = error instanceof Broken ? error.message : ((error as Error).stack ?? String(error));
    return { finding, operations: done, faults, rows, answers };
  } finally {
    world.end();
  }
}

async function play(world: World, operation: Operation): Promise<void> {
  const move = MOVES.get(operation.name);
  if (move === undefined) throw new Error(`no operation is called ${operation.name}`);
  await world.perform(operation, async () => {
    try {
      await move.act(world, drawFrom(operation.args.slice(1)));
    } catch (error) {
      if (!(error instanceof NoSubject)) throw error;
    }
  });
}

async function auditAll(world: World): Promise<void> {
  const { core } = await world.host();
  // The audit reports quotes that no host has expired for a long time.
  await core.work.expireOverdue();
  // An issuer that refuses the credentials of a platform does not tell the supply, and orders wait for new ones.
  const findings = (await core.ledger.audit()).findings.filter((each) => !OUTSIDE_FAILS.test(each));
  if (findings.length > 0) throw new Broken(findings.join('\n'));
  const supply = (await core.ledger.auditSupply()).filter((each) => !each.includes('did not report its supply'));
  if (supply.length > 0) throw new Broken(supply.join('\n'));
}
