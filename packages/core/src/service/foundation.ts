import { archivedUnits, createSegmentReader } from '../archive/index.js';
import { createRails, namingReceivables, shapedRail } from '../accounts/index.js';
import { screenedUnits, screeningGate } from '../screening/index.js';
import { createCursors, createIds } from '../kernel/index.js';
import { wordedUnits } from '../search/index.js';
import type { CompletePorts } from './defaults.js';

/** The components that every area is created from. */
export type Foundation = ReturnType<typeof createFoundation>;

export function createFoundation(ports: CompletePorts) {
  const { storage, archive, clock, random, digest, sealer, keyPairs, options } = ports;
  const found =
    archive === null
      ? storage.units
      : archivedUnits(
          storage.units,
          createSegmentReader({ store: archive.store, digest, sealer, unreadable: 'throw' }),
        );
  const screening = screeningGate({ digest, sealer, connections: ports.screening });
  const ids = createIds(clock, random);
  return {
    units: screenedUnits(namingReceivables(wordedUnits(found)), { gate: screening, ids, clock }),
    clock,
    random,
    digest,
    sealer,
    keyPairs,
    ids,
    screening,
    cursors: createCursors(options.cursorKey),
    rails: createRails(
      [...ports.connections.flatMap(({ rails }) => rails), ...ports.rails, ports.uma.settlement.rail].map(shapedRail),
    ),
  };
}
