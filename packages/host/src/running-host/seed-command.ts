import { randomInt } from 'node:crypto';
import { CLOCK_LIMITS } from '@corridor/core/internal';
import { type Arguments, optionOf } from '../terminal/arguments.js';
import type { Configuration } from '../settings/configuration.js';
import { CommandError, UsageError } from '../kernel/errors.js';
import { consoleOf, explained, runningHost } from './running-host.js';
import { advanceClock } from './scenes/acts.js';
import { requireSandbox, type Stage, stageOf } from './scenes/stage.js';
import { type Act, type Day, planHistory, QUARTERS } from './seed/plan.js';
import { byCustomer, type Made, nothingMade, playAct, playTogether, titleOf } from './seed/play.js';
import { summaryLines, summaryOf } from './seed/summary.js';
import type { ProcessContext } from '../kernel/process-context.js';
import { visible } from '../terminal/terminal.js';

const QUARTER_SECONDS = 86_400 / QUARTERS;
/** At the end the clock moves by this much, which settles the last acts and leaves what is pending for six minutes. */
const SETTLE_SECONDS = 60;
const MOST_SEED = 2 ** 31 - 1;

/** The command `seed`: fills a sandbox with a history, day by day. SIGINT and SIGTERM stop it between two acts. */
export async function seed(
  configuration: Pick<Configuration, 'remote' | 'console'>,
  given: Arguments,
  { print }: ProcessContext,
): Promise<number> {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  for (const name of SIGNALS) process.once(name, abort);
  try {
    return await fill(configuration, given, (line) => print(visible(line)), stop.signal);
  } finally {
    for (const name of SIGNALS) process.removeListener(name, abort);
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Fills a sandbox with a history, until it is done or `asked` aborts. */
export async function fill(
  configuration: Pick<Configuration, 'remote' | 'console'>,
  given: Arguments,
  print: (line: string) => void,
  asked: AbortSignal,
): Promise<number> {
  const customers = numberOf(given, 'customers', 50, 500);
  const days = numberOf(given, 'days', 30, 366);
  const chosen = numberOf(given, 'seed', randomInt(1, MOST_SEED), MOST_SEED);
  const host = runningHost(configuration, given);
  const stage = stageOf(host);
  try {
    await requireSandbox(stage);
    const { now, aheadSeconds } = await stage.corridor.getSandboxClock();
    refuseTooFar(aheadSeconds, days);
    const currencies = await currenciesOf(stage);
    const plan = planHistory({ seed: chosen, customers, days, start: now.slice(0, 10), currencies });
    print(`seed: ${chosen}; with the same numbers and first day, it gives the same history under other ids`);
    print(`test clock: moves ahead by ${days} days from ${now}, and never back`);
    const made = nothingMade();
    const begun = performance.now();
    const played = await playDays({ stage, made, plan, signal: asked, print });
    const seconds = Math.round((performance.now() - begun) / 1000);
    if (played < days) print('stopped: what was created stays');
    print(`${played} of ${days} days in ${seconds} seconds:`);
    for (const line of summaryLines(await summaryOf(stage, made, now))) print(line);
    print(`console: ${consoleOf(configuration, host)}`);
    print(`API: ${host.baseUrl}/transactions`);
    return played === days ? 0 : 1;
  } catch (error) {
    throw error instanceof StepError ? explained(error.cause, host, error.step) : explained(error, host);
  }
}

interface Playing {
  readonly stage: Stage;
  readonly made: Made;
  readonly plan: readonly Day[];
  readonly signal: AbortSignal;
  readonly print: (line: string) => void;
}

/** Plays the days one after the other, and returns how many were played to their end. */
async function playDays({ stage, made, plan, signal, print }: Playing): Promise<number> {
  for (const [index, { quarters }] of plan.entries()) {
    const name = `day ${index + 1} of ${plan.length}`;
    let now = '';
    for (const [quarter, acts] of quarters.entries()) {
      if (signal.aborted) return index;
      const isFirst = index === 0 && quarter === 0;
      now = await moveClock(stage, QUARTER_SECONDS - (isFirst ? SETTLE_SECONDS : 0), name);
      const play = (act: Act) => named(`${name}, ${titleOf(act)}`, playAct(stage, made, act));
      await playTogether(byCustomer(acts), play, signal);
    }
    if (signal.aborted) return index;
    if (index === plan.length - 1) now = await moveClock(stage, SETTLE_SECONDS, name);
    print(`${name}, until ${now}: ${activityOf(quarters.flat())}`);
  }
  return plan.length;
}

const moveClock = async (stage: Stage, seconds: number, day: string): Promise<string> =>
  (await named(`${day}, move the test clock`, advanceClock(stage, seconds))).now;

async function named<T>(step: string, played: Promise<T>): Promise<T> {
  try {
    return await played;
  } catch (error) {
    throw new StepError(step, error);
  }
}

/** A failure with the step in which it happened. */
class StepError extends Error {
  override readonly name = 'StepError';

  constructor(
    readonly step: string,
    override readonly cause: unknown,
  ) {
    super(step, { cause });
  }
}

/** Numbers of what a day contains, without what only prepares it. */
function activityOf(acts: readonly Act[]): string {
  const count = (...kinds: readonly Act['kind'][]): number => acts.filter(({ kind }) => kinds.includes(kind)).length;
  const numbers = [
    ['new customers', count('customer')],
    ['payments out', count('payment', 'transfer', 'agentTransfer')],
    ['payments in', count('fund', 'incoming', 'collection')],
    ['card uses', count('authorization')],
  ] as const;
  return numbers.map(([what, number]) => `${what} ${number}`).join(', ');
}

/** A history needs dollars and another currency, so that money is converted. */
async function currenciesOf({ config }: Stage): Promise<readonly string[]> {
  const currencies = (await config()).supportedCurrencies.map(({ currencyCode }) => currencyCode);
  if (currencies.includes('USD')) return currencies;
  throw new CommandError(
    'the history needs USD, which the platform does not offer: add it to supportedCurrencies of PATCH /config',
  );
}

function refuseTooFar(aheadSeconds: number, days: number): void {
  if (aheadSeconds + days * 86_400 <= CLOCK_LIMITS.ahead) return;
  const [ahead, most] = [aheadSeconds, CLOCK_LIMITS.ahead].map((seconds) => Math.floor(seconds / 86_400));
  throw new CommandError(
    `--days: the test clock is ${ahead} days ahead and can be ${most} days ahead at most; ask for fewer days, or use another platform`,
  );
}

function numberOf(given: Arguments, name: string, otherwise: number, most: number): number {
  const text = optionOf(given, name);
  if (text === undefined) return otherwise;
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= 1 && number <= most) return number;
  throw new UsageError(`--${name}: ${visible(text)} is not a whole number from 1 to ${most}`);
}
