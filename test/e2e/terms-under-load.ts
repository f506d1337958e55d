import { describe, expect, it } from 'vitest';
import { type Api, createApi } from '../support/api.js';
import { eventually, pause } from '../support/eventually.js';
import { BOOTSTRAP, createDeployment, type DatabaseKind, type Deployment } from '../support/host.js';
import { addAccount, createCustomer, fundedAccount, quotePayout } from '../support/scenario.js';

interface Load {
  readonly database: DatabaseKind;
  readonly hosts: number;
  /** At least so many quotes are made, and as many per second before the change as after it. */
  readonly quotes: number;
}

/** An amount of which the fee in smallest units is the number of basis points. */
const AMOUNT = 10_000;
const FEES = { before: 50, after: 61 };
/** How long before their time terms are announced at least: quotes are valid for a second, and hosts learn of them. */
const NOTICE_SECONDS = 151;
/** The command itself takes seconds. */
const COMMAND_SECONDS = 8;
const SECONDS_AFTER = 5;
const CLIENTS_OF_A_HOST = 2;
const RUN_MS = 600_000;

interface Priced {
  readonly fee: number;
  readonly createdAt: number;
  readonly host: number;
}

const mostOf = (times: readonly number[]): number => times.reduce((a, b) => Math.max(a, b), -Infinity);
const leastOf = (times: readonly number[]): number => times.reduce((a, b) => Math.min(a, b), Infinity);

/** Announces a new general fee, and returns when it comes into force. */
async function changeFee(deployment: Deployment): Promise<number> {
  const validFrom = (Math.ceil(Date.now() / 1000) + NOTICE_SECONDS + COMMAND_SECONDS) * 1000;
  const made = await deployment.commandAsOperator(
    ...['terms', 'change', '--environment', 'SANDBOX', '--variable-fee-bps', String(FEES.after)],
    ...['--valid-from', new Date(validFrom).toISOString(), '--reason', 'costs'],
  );
  expect([made.stdout, made.stderr]).toEqual([expect.stringContaining('come into force at'), '']);
  return validFrom;
}

/** Makes quotes steadily through each host, from before the change is announced until it is in force. */
async function quotesOfAChange(deployment: Deployment, apis: readonly Api[], { quotes }: Load) {
  const [api] = apis as [Api];
  const { id: customerId } = await createCustomer(api, { currencies: ['USD'] });
  const { id: from } = await fundedAccount(api, customerId, 'USD', 1_000_000);
  const { id: to } = await addAccount(api, customerId, 'EUR');
  const priced: Priced[] = [];
  const clients = apis.length * CLIENTS_OF_A_HOST;
  const everyMs = ((NOTICE_SECONDS + COMMAND_SECONDS) * 1000 * clients) / quotes;
  const begun = performance.now();
  let isOver = false;
  const client = async (host: number, through: Api): Promise<void> => {
    for (let number = 1; !isOver; number += 1) {
      const quote = await quotePayout(through, { from, to, amount: AMOUNT });
      priced.push({ fee: quote.feesIncluded, createdAt: Date.parse(quote.createdAt), host });
      await pause(Math.max(0, begun + number * everyMs - performance.now()));
    }
  };
  const load = apis.flatMap((through, host) => Array.from({ length: CLIENTS_OF_A_HOST }, () => client(host, through)));
  try {
    const validFrom = await changeFee(deployment);
    await pause(validFrom - Date.now() + SECONDS_AFTER * 1000);
    await eventually(`${quotes} quotes`, () => priced.length >= quotes, { withinMs: RUN_MS / 3 });
    return { priced, validFrom, seconds: (performance.now() - begun) / 1000 };
  } finally {
    isOver = true;
    await Promise.all(load);
  }
}

/** Each quote has the fee of the terms that were in force when it was made, and each host has made quotes with both. */
async function havePricesOfTheirTimes(load: Load): Promise<void> {
  const { database, hosts: count } = load;
  const deployment = await createDeployment(database, { CORRIDOR_QUOTE_SECONDS: '1' });
  try {
    const hosts = [];
    for (let number = 0; number < count; number += 1) hosts.push(await deployment.launch());
    const apis = hosts.map(({ baseUrl }) => createApi(() => baseUrl, BOOTSTRAP));
    const { priced, validFrom, seconds } = await quotesOfAChange(deployment, apis, load);

    const wrong = priced.filter(({ fee, createdAt }) => fee !== (createdAt < validFrom ? FEES.before : FEES.after));
    expect(wrong).toEqual([]);
    for (const host of hosts.keys()) {
      const fees = new Set(priced.filter((each) => each.host === host).map(({ fee }) => fee));
      expect([...fees].sort()).toEqual([FEES.before, FEES.after]);
    }
    expect(priced.length).toBeGreaterThanOrEqual(load.quotes);
    for (const host of hosts) await host.stop();
    await deployment.audit();
    const timesWith = (of: number) =>
      priced.flatMap(({ fee, createdAt }) => (fee === of ? [createdAt - validFrom] : []));
    const [before, after] = [timesWith(FEES.before), timesWith(FEES.after)];
    process.stdout.write(
      `${count} on ${database}: ${priced.length} quotes in ${Math.round(seconds)} s, ${before.length} with the former ` +
        `fee and ${after.length} with the new one; the nearest ${-mostOf(before)} ms before the change and ` +
        `${leastOf(after)} ms after it\n`,
    );
  } finally {
    await deployment.remove();
  }
}

/** The tests of terms that change while so many quotes are made. */
export function termsUnderLoad(loads: readonly Load[]): void {
  describe('terms that change while quotes are made', () => {
    it.each(loads)(
      'give each of $quotes quotes the price of the terms that were in force when it was made, with $hosts on $database',
      havePricesOfTheirTimes,
      RUN_MS,
    );
  });
}
