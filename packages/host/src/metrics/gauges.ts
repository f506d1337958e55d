import { Counter, Gauge, type Registry } from 'prom-client';

/** Prometheus ends a scrape after 10 seconds by default, and would lose every metric. */
const READ_WITHIN_MS = 4_000;

/** Gauges whose figures are read at each scrape. */
export function createGauges(registry: Registry) {
  const registers = [registry];
  const names: string[] = [];
  const unread = new Counter({
    name: 'corridor_unread_figures_total',
    help: 'Gauges that were left out of a scrape because their figures could not be read, by the name of the gauge',
    labelNames: ['metric'],
    registers,
  });

  /** A gauge whose figures cannot be read is left out, so that a database that is down does not hide the others. */
  function gauge<L extends string, F>(
    name: string,
    help: string,
    labelNames: readonly L[],
    read: () => Promise<F>,
    set: (gauge: Gauge<L>, figures: F) => void,
  ): void {
    unread.inc({ metric: name }, 0);
    names.push(name);
    new Gauge<L>({
      name,
      help,
      labelNames,
      registers,
      async collect() {
        try {
          const found = await limited(read());
          this.reset();
          set(this, found);
        } catch {
          unread.inc({ metric: name });
          this.reset();
          if (labelNames.length === 0) this.remove();
        }
      },
    });
  }

  return { gauge, names: names as readonly string[] };
}

/** One read for all gauges that ask at the same time. */
export function shared<F>(read: () => Promise<F>): () => Promise<F> {
  let reading: Promise<F> | null = null;
  return () => (reading ??= read().finally(() => (reading = null)));
}

/** Rejects if the figures are not read in time. */
export async function limited<F>(reading: Promise<F>): Promise<F> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not read within ${READ_WITHIN_MS} ms`)), READ_WITHIN_MS);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}
