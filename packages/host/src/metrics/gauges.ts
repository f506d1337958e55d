import { Counter, Gauge, type Registry } from 'prom-client';

/** Prometheus ends a scrape after 10 seconds by default, and would lose every metric. */
const READ_WITHIN_MS = 4_000;

export type DeclareGauge = <L extends string, F>(
  name: string,
  help: string,
  labelNames: readonly L[],
  read: () => Promise<F>,
  set: (gauge: Gauge<L>, figures: F) => void,
) => void;

/**
 * The gauges whose values are read on each scrape. One whose figures cannot be read is left out, so that a database that
 * is down does not hide the others, and `corridor_figures_read` says so: without it, a gauge that is left out would look
 * like one with nothing to report, and its alert would resolve.
 */
export function createFigureGauges(registry: Registry) {
  const registers = [registry];
  const unread = new Counter({
    name: 'corridor_unread_figures_total',
    help: 'Metrics that were left out of a scrape because their figures could not be read, by the name of the metric',
    labelNames: ['metric'],
    registers,
  });
  /** Whether the figures of each metric were read in this scrape. */
  const reads = new Map<string, Promise<boolean>>();

  /** Notes whether the figures of a metric were read, and all of them. Throws if they were not read. */
  async function counted<F>(metric: string, reading: Promise<F>, isWhole: (found: F) => boolean): Promise<F> {
    reads.set(
      metric,
      reading.then(isWhole, () => false),
    );
    try {
      return await reading;
    } catch (err) {
      unread.inc({ metric });
      throw err;
    }
  }

  /** A metric that is counted, with 0 reads so far. */
  function declare(metric: string): void {
    unread.inc({ metric }, 0);
    reads.set(metric, Promise.resolve(false));
  }

  const gauge =
    (isWhole: (figures: never) => boolean): DeclareGauge =>
    (name, help, labelNames, read, set) => {
      declare(name);
      new Gauge({
        name,
        help,
        labelNames,
        registers,
        async collect() {
          const reading = limited(read()).then((figures) => {
            this.reset();
            set(this, figures);
            return figures;
          });
          try {
            await counted(name, reading, isWhole as (figures: unknown) => boolean);
          } catch {
            this.reset();
            if (labelNames.length === 0) this.remove();
          }
        },
      });
    };

  return {
    gauge: gauge(() => true),
    /** Gauges of figures that can be read in part, such as those of several connections. */
    gaugeOfParts: gauge(({ isWhole }: { readonly isWhole: boolean }) => isWhole),
    declare,
    /** The figures of a metric that is declared; null if they cannot be read. */
    counted: <F extends object>(metric: string, reading: Promise<F>): Promise<F | null> =>
      counted(metric, limited(reading), () => true).catch(() => null),
    /** Declares the metric that says what was read. All other metrics have to be declared before: it waits for them. */
    registerReads(): string {
      const name = 'corridor_figures_read';
      new Gauge({
        name,
        help: '1 if all figures of a metric were read for this scrape, and 0 if some could not be read, by the name of the metric',
        labelNames: ['metric'],
        registers,
        async collect() {
          this.reset();
          for (const [metric, read] of reads) this.set({ metric }, (await read) ? 1 : 0);
        },
      });
      return name;
    },
  };
}

export type FigureGauges = ReturnType<typeof createFigureGauges>;

/** One read for all gauges that ask at the same time. */
export function shared<F>(read: () => Promise<F>): () => Promise<F> {
  let reading: Promise<F> | null = null;
  return () => (reading ??= read().finally(() => (reading = null)));
}

async function limited<F>(reading: Promise<F>): Promise<F> {
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
