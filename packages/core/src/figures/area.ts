import { type ArchivePlan, NOT_ARCHIVED } from '../archive/index.js';
import { foldFigures } from './fold-figures.js';
import { type OverviewPorts, type OverviewRequest, readOverview } from './overview.js';
import { readTotals } from './totals.js';
import { readUpkeep } from './upkeep.js';

/** Hourly figures of payments (docs/areas/figures.md). */
export function figuresArea(ports: OverviewPorts & { readonly archivePlan?: ArchivePlan }) {
  const overview = readOverview(ports);
  const useCases = {
    /**
     * Payments by hour and outcome, volumes, rails, and what waits for an operator: of one platform in one environment,
     * or of an environment with all its platforms.
     *
     * @example
     * ```ts
     * const now = core.context(tenant, { kind: 'system' }, 'request-1').hostNow;
     * await run(core.sandbox.fund, { accountId: dollars.id, amount: 5_000n });
     * const { hours } = await core.figures.overview({ from: now, to: now, of: tenant });
     * hours[0]!.settled; // 2
     * ```
     */
    overview: (request: OverviewRequest) => overview(request),
    /** The totals of each environment since its first payment, for a monitoring system. */
    totals: () => readTotals(ports.units),
    /** Seals, decisions that wait for a person, the last audit, certificates, and the archive: what operators have to look after. */
    upkeep: () => readUpkeep(ports.units, ports.clock.now(), ports.archivePlan ?? NOT_ARCHIVED),
  } as const;
  return { useCases, fold: foldFigures(ports) } as const;
}

export type FiguresArea = ReturnType<typeof figuresArea>['useCases'];
