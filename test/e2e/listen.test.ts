import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';
import { listen as follow } from '../../packages/host/src/running-host/listen.js';
import { expecting } from '../support/api.js';
import { eventually } from '../support/eventually.js';
import { BOOTSTRAP, DATABASES } from '../support/host.js';
import { createCustomer } from '../support/scenario.js';
import { verifiesByKey, verifiesBySecret } from '../support/signatures.js';
import { useHost } from '../support/use-host.js';
import { type Receiver, webhookReceiver } from '../support/webhook-receiver.js';

const CLI = fileURLToPath(new URL('../../packages/host/bin/corridor.js', import.meta.url));

interface Feed {
  readonly data: readonly { readonly resource: string }[];
}

interface Listener {
  stdout(): string;
  /** Sends SIGINT and returns the exit code. */
  stop(): Promise<number | null>;
}

describe.each(DATABASES)('corridor listen beside a host on %s', (database) => {
  const used = useHost(database, { webhooks: false });
  const running = new Set<ChildProcess>();
  afterEach(() => {
    for (const child of running) child.kill('SIGKILL');
  });

  /** Starts the listener as a separate process, which operators stop with SIGINT. */
  async function launched(target: string, ...more: readonly string[]): Promise<Listener> {
    const child = spawn(process.execPath, [CLI, 'listen', '--forward-to', target, ...more], {
      env: {
        PATH: process.env['PATH'] ?? '',
        CORRIDOR_BASE_URL: used.host.baseUrl,
        CORRIDOR_CLIENT_ID: BOOTSTRAP.clientId,
        CORRIDOR_CLIENT_SECRET: BOOTSTRAP.clientSecret,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    running.add(child);
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    const exit = once(child, 'exit') as Promise<[number | null]>;
    await eventually('the listener', () => {
      if (child.exitCode !== null) throw new Error(`the listener exited: ${stderr}`);
      return stdout.includes('listening: ');
    });
    return {
      stdout: () => stdout,
      async stop() {
        child.kill('SIGINT');
        const [code] = await exit;
        running.delete(child);
        return code;
      },
    };
  }

  /** Starts the listener in this process. */
  async function listen(target: string): Promise<Listener> {
    let stdout = '';
    const asked = new AbortController();
    const ended = follow(
      { baseUrl: used.host.baseUrl, ...BOOTSTRAP, forwardTo: target, since: undefined },
      (line) => (stdout += `${line}\n`),
      () => undefined,
      asked.signal,
    );
    await Promise.race([eventually('the listener', () => stdout.includes('listening: ')), ended]);
    return {
      stdout: () => stdout,
      stop: () => (asked.abort(), ended),
    };
  }

  const BOTH = ['CUSTOMER.KYC_PENDING', 'CUSTOMER.KYC_APPROVED'];
  const port = (receiver: Receiver): number => Number(new URL(receiver.url).port);
  /**
   * The event types that reached the receivers, without repetitions, which occur if a receiver closes in the middle of
   * an answer.
   */
  const told = (receivers: readonly Receiver[], id: string): readonly string[] => [
    ...new Set(receivers.flatMap((receiver) => receiver.typesOf(id))),
  ];

  it('forwards new events in the form of webhooks, and a receiver that restarts misses none', async () => {
    const { api } = used;
    const before = await createCustomer(api);
    const first = await webhookReceiver();
    const listener = await launched(first.url);
    const one = await createCustomer(api);
    await first.sequence(one.id, BOTH);

    const delivery = await first.delivery('CUSTOMER.KYC_APPROVED', one.id);
    const publicKey = await expecting(200, api.get<string>('/webhooks/public-key'));
    const { secret } = await expecting(200, api.get<{ secret: string }>('/webhooks/secret'));
    expect([verifiesByKey(delivery, publicKey), verifiesBySecret(delivery, secret)]).toEqual([true, true]);
    expect(delivery.headers['webhook-id']).toBe(delivery.event.id);

    await first.close();
    const away = [await createCustomer(api), await createCustomer(api)];
    await expecting(200, api.patch(`/customers/${away[0]!.id}`, { email: 'ada@example.com' }));
    const second = await webhookReceiver(port(first));
    let refusals = 2;
    second.answerWith((_delivery, response) => void response.writeHead(refusals-- > 0 ? 500 : 200).end());
    for (const { id } of away) {
      await eventually(`the events of ${id}`, () => told([first, second], id).join() === BOTH.join(), {
        withinMs: 20_000,
      });
    }
    expect(told([first, second], before.id)).toEqual([]);
    for (const { id } of [one, ...away]) {
      const lines = () =>
        listener
          .stdout()
          .split('\n')
          .filter((line) => line.includes(id));
      await eventually(`a line for each event of ${id}`, () => lines().length === 2);
    }
    expect(await listener.stop()).toBe(0);
    await second.close();
  });

  it('prints the events with their pages in the console if no receiver is named', async () => {
    const { api, host } = used;
    const printed: string[] = [];
    const asked = new AbortController();
    const { origin } = new URL(host.baseUrl);
    const ended = follow(
      { baseUrl: host.baseUrl, ...BOOTSTRAP, since: undefined, consoleUrl: `${origin}/console` },
      (line) => void printed.push(line),
      () => undefined,
      asked.signal,
    );
    await Promise.race([
      eventually('the listener', () => printed.some((line) => line.startsWith('listening: '))),
      ended,
    ]);
    const { id } = await createCustomer(api);
    const lines = () => printed.filter((line) => line.includes(id));
    await eventually('both events', () => lines().length === BOTH.length);
    asked.abort();
    expect(await ended).toBe(0);
    const { id: platformId } = await expecting(200, api.get<{ id: string }>('/config'));
    const page = `${origin}/console/t/${platformId}/SANDBOX/customers/${id}`;
    const shape = /^(\S+) (Webhook:\S+) (Customer:\S+) (\S+)$/;
    expect(lines().map((line) => shape.exec(line)?.slice(1).toSpliced(1, 1))).toEqual(
      BOTH.map((type) => [type, id, page]),
    );
    const opened = await fetch(page, { redirect: 'manual' });
    expect([opened.status, opened.headers.get('location')]).toEqual([303, expect.stringContaining('sign-in')]);
    const since = /^stopped: continue with --since (\S+)$/.exec(printed.at(-1)!)?.[1];
    expect(lines().at(-1)).toContain(since);
  });

  it('resumes after --since, and starts with new events otherwise', async () => {
    const { api } = used;
    const receiver = await webhookReceiver();
    const listener = await listen(receiver.url);
    const one = await createCustomer(api);
    await receiver.sequence(one.id, BOTH);
    // An event without an answer at the time of the stop would be sent again.
    await eventually('its last line', () => listener.stdout().includes(BOTH[1]!));
    expect(await listener.stop()).toBe(0);
    const since = /--since (\S+)/.exec(listener.stdout())?.[1];
    expect(since).toBe((await receiver.delivery('CUSTOMER.KYC_APPROVED', one.id)).event.id);

    const missed = await createCustomer(api);
    // The feed ends where an earlier event may still be committed: other transactions of the server hold its end back.
    await eventually('the missed events in the feed', async () => {
      const { data } = await expecting(200, api.get<Feed>('/webhooks/feed', { after: since! }));
      return data.filter(({ resource }) => resource === missed.id).length === BOTH.length;
    });
    const restarted = await listen(receiver.url);
    const seen = await createCustomer(api);
    await receiver.sequence(seen.id, BOTH);
    expect(receiver.typesOf(missed.id)).toEqual([]);
    await restarted.stop();

    const resumed = await launched(receiver.url, '--since', since!);
    await receiver.sequence(missed.id, BOTH);
    await resumed.stop();
    await receiver.close();
  });
});
