import {
  type Cursors,
  type Environment,
  err,
  type Instant,
  ok,
  type Page,
  type PageRequest,
  readPage,
  type Result,
  splitTenant,
  type UseCase,
} from '../kernel/index.js';
import type { Operator, Planned } from '../operators/index.js';
import { dailyReports, type DailyReportsPorts } from './daily-reports.js';
import { type SafeguardingFigures, safeguardingOf } from './figures.js';
import { SAFEGUARDING_REPORTS, type SafeguardingReport } from './report.js';
import { planSignOff, type SignOff, signOff } from './sign-off.js';

/** What the service owes to customers and platforms, and where that money is (docs/operate/safeguarding.md). */
export interface SafeguardingArea {
  /** The figures of a moment. 400 INVALID_INPUT for a time before which entries can still be booked. */
  readonly at: (request: {
    readonly at: Instant;
    readonly environment: Environment | null;
  }) => Promise<Result<readonly SafeguardingFigures[]>>;
  /** The daily reports, the newest first; of one environment, or of all. INVALID_INPUT for a cursor of another list. */
  readonly list: (
    filter: PageRequest & { readonly environment?: Environment | undefined },
  ) => Promise<Result<Page<SafeguardingReport>>>;
  /** 404 REFERENCE_NOT_FOUND. */
  readonly get: (id: string) => Promise<Result<SafeguardingReport>>;
  readonly planSignOff: UseCase<SignOff, Planned>;
  /** Runs in the house tenant of the environment. */
  readonly signOff: UseCase<SignOff & { readonly by: Operator }, SafeguardingReport>;
}

export type SafeguardingPorts = DailyReportsPorts & { readonly cursors: Cursors };

export function safeguardingArea(ports: SafeguardingPorts): {
  readonly useCases: SafeguardingArea;
  /** Computes the reports that are missing, and returns their number. */
  readonly report: () => Promise<number>;
} {
  const { units, cursors, accounts, positionsAt } = ports;
  return {
    useCases: {
      at: async ({ at, environment }) => {
        const within = (tenant: Parameters<typeof splitTenant>[0]): boolean =>
          environment === null || splitTenant(tenant).environment === environment;
        const positions = await positionsAt({ at, within });
        return positions.ok ? ok(safeguardingOf(positions.value, accounts)) : positions;
      },
      list: ({ environment, ...page }) =>
        units.read(null, (reads) =>
          readPage(
            reads,
            cursors,
            SAFEGUARDING_REPORTS,
            { ...(environment !== undefined && { where: { environment } }), order: 'desc', counted: false },
            page,
          ),
        ),
      get: async (id) => {
        const report = await units.read(null, (reads) => reads.get(SAFEGUARDING_REPORTS, id));
        return report === null ? err('REFERENCE_NOT_FOUND', `${id} does not exist`) : ok(report);
      },
      planSignOff: planSignOff(ports),
      signOff: signOff(ports),
    },
    report: dailyReports(ports),
  };
}
