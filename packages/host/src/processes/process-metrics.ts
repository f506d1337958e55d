import { Counter, Gauge, Registry } from 'prom-client';
import { type MetricValues, readMetrics } from '../metrics/metric-values.js';
import { type Role, ROLES } from '../channel/assignment.js';

/** Metrics about the processes of a host, in its supervisor. */
export interface ProcessMetrics {
  readonly registry: Registry;
  started(role: Role): void;
  ended(role: Role): void;
  restarted(role: Role): void;
  read(): Promise<readonly MetricValues[]>;
}

export function createProcessMetrics(): ProcessMetrics {
  const registry = new Registry();
  const registers = [registry];
  const labelNames = ['role'] as const;
  const processes = new Gauge({
    name: 'corridor_processes',
    help: 'Number of processes of a host with `CORRIDOR_PROCESSES`, by role (`serving`, `workers`); absent with one process',
    labelNames,
    registers,
  });
  const restarts = new Counter({
    name: 'corridor_process_restarts_total',
    help: 'Processes that were started because one of the same role had ended unexpectedly; absent with one process',
    labelNames,
    registers,
  });
  for (const role of ROLES) {
    processes.set({ role }, 0);
    restarts.inc({ role }, 0);
  }
  return {
    registry,
    started: (role) => processes.inc({ role }),
    ended: (role) => processes.dec({ role }),
    restarted: (role) => restarts.inc({ role }),
    read: () => readMetrics(registry),
  };
}
