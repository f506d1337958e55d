import { type ClockCatchUpPorts, createClockCatchUp, createJobRunner, type JobRunnerPorts } from '../events/index.js';
import { describeCause } from '../kernel/index.js';
import type { Work } from './core.js';
import type { CompletePorts } from './defaults.js';

export interface WorkPorts
  extends
    Pick<JobRunnerPorts, 'units' | 'jobs' | 'clock' | 'contextOf' | 'tracing'>,
    Pick<ClockCatchUpPorts, 'outbox' | 'pause' | 'endOverdue'>,
    Pick<
      Work,
      | 'expireOverdue'
      | 'refreshRates'
      | 'sealJournal'
      | 'archiveEvents'
      | 'eraseVouchers'
      | 'foldFigures'
      | 'forgetAnswers'
      | 'fillMissingWords'
      | 'runAudits'
      | 'reportSafeguarding'
    >,
    Pick<CompletePorts, 'report' | 'observer'> {
  /** The handlers of all jobs but the one for test clocks, which `createWork` adds. */
  readonly handlers: Omit<JobRunnerPorts['handlers'], 'clock.catch-up'>;
  readonly deliverEvents: Work['deliverEvents'];
  /** Ends the dispatcher's pause for a tenant. */
  readonly resumeEvents: ClockCatchUpPorts['resume'];
  readonly stopEvents: () => Promise<void>;
  readonly stopAudits: () => void;
}

/** Composes the background work. A host runs jobs, events and expiry separately; `catchUp` and `drain` run all. */
export function createWork(ports: WorkPorts): Work {
  const { expireOverdue, deliverEvents, refreshRates, sealJournal, archiveEvents, foldFigures, runAudits } = ports;
  const { forgetAnswers, fillMissingWords, reportSafeguarding, eraseVouchers } = ports;
  const jobs = createJobRunner({
    ...ports,
    handlers: { ...ports.handlers, 'clock.catch-up': (ctx, job, ask) => clockCatchUp.handler(ctx, job, ask) },
    report: (job, reason) => ports.report('a job failed', { job: job.kind, subject: job.subject, reason }),
  });
  const clockCatchUp = createClockCatchUp({
    ...ports,
    resume: ports.resumeEvents,
    work: async () => {
      const [done, settled] = await Promise.all([jobs.runDue(), deliverEvents()]);
      return done + settled;
    },
    report: (cause) => ports.report('what a test clock made due was not done', { cause: describeCause(cause) }),
  });
  return {
    runJobs: jobs.runDue,
    expireOverdue,
    deliverEvents,
    refreshRates,
    sealJournal,
    archiveEvents,
    eraseVouchers,
    foldFigures,
    forgetAnswers,
    fillMissingWords,
    runAudits,
    reportSafeguarding,
    catchUp: clockCatchUp.catchUp,
    async drain() {
      await refreshRates();
      while ((await expireOverdue()) + (await jobs.runDue()) + (await deliverEvents()) > 0);
    },
    async stop() {
      ports.stopAudits();
      await Promise.all([jobs.stop(), ports.stopEvents()]);
    },
  };
}
