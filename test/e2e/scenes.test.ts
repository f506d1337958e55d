import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { WebhookEventType } from '@corridor/client';
import { EVENT_TYPES } from '@corridor/core';
import { describe, expect, it } from 'vitest';
import { type Ending, type Scene, SCENES } from '../../packages/host/src/running-host/scenes/index.js';
import { type Outcome, playScene } from '../../packages/host/src/running-host/scenes/play.js';
import { type Stage, stageOf } from '../../packages/host/src/running-host/scenes/stage.js';
import { type Credential, expecting } from '../support/api.js';
import type { CommandResult } from '../support/as-operator.js';
import { clientOf } from '../support/client.js';
import { createPlatform, createToken } from '../support/credentials.js';
import { BOOTSTRAP, type Host } from '../support/host.js';
import { createCustomer } from '../support/scenario.js';
import { useHost } from '../support/use-host.js';
import { enableWallets } from '../support/wallet-owner.js';
import { webhookReceiver } from '../support/webhook-receiver.js';
import type { Page } from '../support/wire.js';

const WALLETS = 'INTERNAL_ACCOUNT.FUNDING_INSTRUCTIONS_UPDATED';
const TYPES = Object.keys(SCENES) as WebhookEventType[];
type Playable = Extract<Scene, { readonly play: unknown }>;
const playable = TYPES.filter((type) => 'play' in SCENES[type]);

interface Played extends Outcome {
  readonly ending: Ending;
  readonly steps: readonly string[];
}

async function play(host: Host, type: WebhookEventType, credential: Credential = BOOTSTRAP): Promise<Played> {
  const steps: string[] = [];
  const stage = stageOf({ baseUrl: host.baseUrl, ...credential }, (step, id) => void steps.push(`${step} ${id ?? ''}`));
  let ending: Ending | null = null;
  const scene = SCENES[type] as Playable;
  const outcome = await playScene(stage, type, async (on: Stage) => (ending = await scene.play(on)));
  return { ...outcome, ending: ending!, steps };
}

/** What the data of an event says about its record. */
const recordIn = ({ event, ending }: Played): unknown => {
  const data = (event!.data ?? {}) as Readonly<Record<string, unknown>>;
  return event!.type === 'TEST' ? ending.record : data[ending.field ?? 'id'];
};

it('every type of the catalogue has a scene, and exactly those that are not emitted say so', () => {
  expect(TYPES.toSorted()).toEqual([...EVENT_TYPES].toSorted());
  const page = readFileSync(fileURLToPath(new URL('../../docs/reference/events.md', import.meta.url)), 'utf8');
  const silent = [...page.matchAll(/^\| `([A-Z_.]+)` +\| not emitted +\|$/gm)].map(([, type]) => type);
  expect(silent.length).toBeGreaterThan(0);
  expect(TYPES.filter((type) => 'neverSent' in SCENES[type])).toEqual(silent);
});

describe('on a platform without a webhook endpoint, of a host that verifies check digits', () => {
  const used = useHost('sqlite', { webhooks: false, env: { CORRIDOR_SANDBOX_STRICT_ACCOUNTS: 'true' } });
  const settings = async () => {
    const { updatedAt: _, ...rest } = await clientOf(used.api).getPlatformConfig();
    return rest;
  };

  it.each(playable.filter((type) => type !== WALLETS))(
    'the scene of %s ends in an event about its own record, also the second time',
    async (type) => {
      const before = await settings();
      const [first, second] = [await play(used.host, type), await play(used.host, type)];
      for (const played of [first, second]) {
        expect(played.event, played.steps.join('\n')).not.toBeNull();
        expect(played.event!.type).toBe(type);
        expect(recordIn(played)).toBe(played.ending.record);
        expect(played.steps.length).toBeGreaterThan(0);
      }
      expect(second.event!.id).not.toBe(first.event!.id);
      if (type !== 'TEST') expect(second.ending.record).not.toBe(first.ending.record);
      expect(await settings()).toEqual(before);
    },
    60_000,
  );

  it('a scene skips events of the same type about other records', async () => {
    const type = 'CUSTOMER.KYC_APPROVED';
    const all = await Promise.all(Array.from({ length: 5 }, () => play(used.host, type)));
    for (const played of all) expect(recordIn(played)).toBe(played.ending.record);
    expect(new Set(all.map(({ event }) => event!.id)).size).toBe(all.length);
  });

  it('the scene of a wallet names the settings that it needs, and is played once the platform has them', async () => {
    const before = await settings();
    await expect(play(used.host, WALLETS)).rejects.toThrow(
      /add USDB to supportedCurrencies and set embeddedWalletConfig/,
    );
    expect(await settings()).toEqual(before);
    await enableWallets(used.api);
    for (let round = 0; round < 2; round++) {
      const played = await play(used.host, WALLETS);
      expect(recordIn(played)).toBe(played.ending.record);
    }
  });

  it('the test webhook of a platform with an endpoint is sent to it', async () => {
    const receiver = await webhookReceiver();
    try {
      await expecting(200, used.api.patch('/config', { webhookEndpoint: receiver.url }));
      const { event } = await play(used.host, 'TEST');
      expect(receiver.deliveries.map(({ event: { id } }) => id)).toContain(event!.id);
      receiver.answerWith((_delivery, response) => void response.writeHead(500).end());
      expect((await play(used.host, 'TEST')).event).toMatchObject({ type: 'TEST' });
      expect((await settings()).webhookEndpoint).toBe(receiver.url);
    } finally {
      await expecting(200, used.api.patch('/config', { webhookEndpoint: null }));
      await receiver.close();
    }
  });

  it('an invitation of a platform with a UMA domain leaves the domain as it is', async () => {
    await expecting(200, used.api.patch('/config', { umaDomain: 'pay.example' }));
    const { event, steps } = await play(used.host, 'INVITATION.CLAIMED');
    expect(event).not.toBeNull();
    expect(steps.join('\n')).not.toContain('umaDomain');
    expect((await settings()).umaDomain).toBe('pay.example');
  });
});

describe('corridor trigger', () => {
  const used = useHost('sqlite', { webhooks: false });
  const trigger = (credential: Credential, ...args: readonly string[]): Promise<CommandResult> => {
    const { clientId, clientSecret } = credential;
    const host = ['--base-url', used.host.baseUrl, '--client-id', clientId, '--client-secret', clientSecret];
    return used.deployment.command('trigger', ...args, ...host);
  };
  const customers = async () => (await expecting(200, used.api.get<Page<object>>('/customers', { limit: 100 }))).data;

  it('prints each step with its record, and then the event', async () => {
    const { exitCode, stdout } = await trigger(BOOTSTRAP, 'OUTGOING_PAYMENT.COMPLETED');
    expect(exitCode).toBe(0);
    const [json] = /^\{$[^]*^\}$/m.exec(stdout)!;
    const event = JSON.parse(json) as { readonly type: string; readonly data: { readonly id: string } };
    expect(event).toMatchObject({ type: 'OUTGOING_PAYMENT.COMPLETED', data: { status: 'COMPLETED' } });
    expect(stdout).toMatch(/^create the customer Ada Lovelace: Customer:\S+$/m);
    expect(stdout).toMatch(/^fund the account with 1,000\.00 USD: InternalAccount:\S+$/m);
    expect(stdout).toMatch(/^quote the conversion of 100\.00 USD to EUR: Quote:\S+$/m);
    expect(stdout).toContain(`execute the quote: ${event.data.id}\n`);
    expect(stdout).toMatch(/^OUTGOING_PAYMENT\.COMPLETED after \d+(\.\d)? seconds:$/m);
  });

  it('with --json prints only the event, in any case of letters', async () => {
    const { exitCode, stdout, stderr } = await trigger(BOOTSTRAP, 'quote.expired', '--json');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(JSON.parse(stdout)).toMatchObject({ type: 'QUOTE.EXPIRED', data: { status: 'EXPIRED' } });
  });

  it('lists every type with its scene, without a host', async () => {
    for (const args of [[], ['--list']]) {
      const { exitCode, stdout } = await used.deployment.command('trigger', ...args);
      expect(exitCode).toBe(0);
      expect(
        stdout
          .trim()
          .split('\n')
          .map((line) => line.split(' ')[0]),
      ).toEqual(TYPES);
    }
  });

  it('suggests the nearest types for an unknown one', async () => {
    const { exitCode, stderr } = await trigger(BOOTSTRAP, 'OUTGOING_PAYMENT.COMPLETE');
    expect([exitCode, stderr]).toEqual([
      2,
      expect.stringContaining(
        'OUTGOING_PAYMENT.COMPLETE is not an event type; did you mean OUTGOING_PAYMENT.COMPLETED',
      ),
    ]);
    expect((await trigger(BOOTSTRAP, 'settled')).stderr).toContain('did you mean CARD_TRANSACTION.SETTLED');
    expect((await trigger(BOOTSTRAP, 'nonsense')).stderr).toContain('corridor trigger --list prints all types');
  });

  it('says why Corridor does not send a type', async () => {
    const { exitCode, stderr } = await trigger(BOOTSTRAP, 'OUTGOING_PAYMENT.EXPIRED');
    expect([exitCode, stderr]).toEqual([
      1,
      expect.stringContaining('Corridor does not send OUTGOING_PAYMENT.EXPIRED: only quotes expire: QUOTE.EXPIRED'),
    ]);
  });

  it('prints the commands with which an operator resolves the exception that it has opened', async () => {
    const { exitCode, stderr } = await trigger(BOOTSTRAP, 'EXCEPTION.RESOLVED');
    expect(exitCode).toBe(1);
    expect(stderr).toContain('EXCEPTION.RESOLVED follows when an operator of the host resolves the exception');
    const printed = [...stderr.matchAll(/^ {2}corridor (.*)$/gm)].map(([, line]) => line!);
    const place = `${used.deployment.dataDirectory}/operator.json`;
    const results = [];
    for (const line of printed) {
      const args = line
        .replace(/ #.*/, '')
        .split(' ')
        .map((word) => (word === 'operator.json' ? place : word));
      results.push((await used.deployment.command(...args)).stderr);
    }
    expect(results).toEqual(['', '']);
    const id = /--id (Exception:\S+)/.exec(stderr)![1]!;
    const { data } = await clientOf(used.api).listWebhookEvents({ query: { resource: id } });
    expect(data.map(({ type }) => type)).toEqual(['EXCEPTION.RESOLVED', 'EXCEPTION.OPENED']);
  });

  it('refuses a token of production before it does anything', async () => {
    const production = await createPlatform(used.deployment, 'Live', '--environment', 'PRODUCTION');
    const { exitCode, stdout, stderr } = await trigger(production, 'CUSTOMER.KYC_APPROVED');
    expect([exitCode, stdout]).toEqual([1, '']);
    expect(stderr).toContain('the token is not one of a sandbox');
    const { data } = await expecting(200, used.api.as(production).get<Page<object>>('/customers'));
    expect(data).toEqual([]);
  });

  it('names the currency that the platform lacks, and the refusal of a token that may not do the scene', async () => {
    const yen = await createPlatform(used.deployment, 'Yen', '--currencies', 'JPY,EUR');
    const lacking = await trigger(yen, 'OUTGOING_PAYMENT.COMPLETED');
    expect([lacking.exitCode, lacking.stdout]).toEqual([1, '']);
    expect(lacking.stderr).toContain(
      'the scene needs USD, and the platform does not offer USD: add it to supportedCurrencies',
    );
    const { id } = await clientOf(used.api).getPlatformConfig();
    const before = (await customers()).length;
    const narrow = await trigger(await createToken(used.deployment, id, 'VIEW'), 'CUSTOMER.KYC_APPROVED');
    expect([narrow.exitCode, narrow.stderr]).toEqual([1, expect.stringMatching(/answered 403: FORBIDDEN/)]);
    expect((await customers()).length).toBe(before);
    const unknown = await trigger({ clientId: 'nobody', clientSecret: 'nothing' }, 'CUSTOMER.KYC_APPROVED');
    expect([unknown.exitCode, unknown.stderr]).toEqual([1, expect.stringMatching(/answered 401: UNAUTHORIZED/)]);
  });

  it('plays on a platform whose customers must accept the end-user terms', async () => {
    const strict = await createPlatform(used.deployment, 'Strict', '--require-terms', 'true');
    expect((await trigger(strict, 'OUTGOING_PAYMENT.COMPLETED')).stderr).toBe('');
  });

  it('says after how long it gave up', async () => {
    const stage = stageOf({ baseUrl: used.host.baseUrl, ...BOOTSTRAP });
    const { id } = await createCustomer(used.api);
    const outcome = await playScene(stage, 'TEST', async () => ({ record: id }), 600);
    expect(outcome).toMatchObject({ event: null });
    expect(outcome.seconds).toBeGreaterThanOrEqual(0.6);
  });
});
