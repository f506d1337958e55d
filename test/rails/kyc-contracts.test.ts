import { createOutboundHttp } from '@corridor/adapters-http/outbound';
import { createSealer, nodeCrypto, systemClock } from '@corridor/adapters-rails/custody';
import { httpKyc } from '@corridor/adapters-rails/http-kyc';
import { manualKyc, sandboxKyc } from '@corridor/adapters-rails/kyc';
import { createMemoryStorage } from '@corridor/adapters-storage/memory';
import { createRailStore } from '@corridor/core/internal';
import type { KycProvider } from '@corridor/core/ports';
import { kycContract } from '@corridor/core/testing';
import * as runner from 'vitest';
import { type ExampleProvider, kycConnectionsFile, startProvider } from '../support/example-kyc.js';

const { afterAll, beforeAll, describe, expect, it } = runner;

describe('the provider of the sandbox', () => kycContract(runner, { open: sandboxKyc }));
describe('the provider that leaves all to people', () => kycContract(runner, { open: manualKyc }));

describe('the example with Express', () => {
  let example: ExampleProvider;
  beforeAll(async () => {
    example = await startProvider('http://127.0.0.1:9/nowhere');
  });
  afterAll(() => example.stop());

  const open = async (): Promise<KycProvider> => {
    const [{ type: _type, name: _name, environment: _environment, ...members }] = kycConnectionsFile().kyc;
    const { units } = createMemoryStorage();
    const sealer = createSealer(nodeCrypto.random.bytes(32));
    const { provider } = await httpKyc(
      { ...members, url: example.url },
      {
        ...nodeCrypto,
        ...{ name: 'acme-id', environment: 'SANDBOX', clock: systemClock },
        store: createRailStore({ units, clock: systemClock, sealer }, 'SANDBOX', 'acme-id'),
        http: createOutboundHttp({ allowPrivate: true, timeoutMs: 10_000 }),
        log: { info: () => undefined, warn: () => undefined },
        rateOf: () => Promise.resolve(null),
        addressesOf: () => Promise.resolve(0),
        secretOf: (_, reference) =>
          example.secrets[(reference as { readonly env: keyof ExampleProvider['secrets'] }).env],
      },
    );
    return provider;
  };
  kycContract(runner, {
    open,
    decide: ({ reference, submission }) => example.desk(`${reference}.${submission}`, 'approve'),
  });
});

describe('the contract of KYC providers', () => {
  /** The sentences of the cases that fail. */
  async function faultsOf(provider: Partial<KycProvider>): Promise<readonly string[]> {
    const cases: (() => Promise<void>)[] = [];
    const recording = { ...runner, test: (_name: string, run: () => Promise<void>) => void cases.push(run) };
    kycContract(recording as never, { open: () => ({ ...manualKyc(), ...provider }) });
    const outcomes = await Promise.allSettled(cases.map((run) => run()));
    return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [(outcome.reason as Error).message] : []));
  }

  it('says in a sentence what a provider does wrong', async () => {
    let asked = 0;
    const states = ['manual-review', 'pending'] as const;
    const wavering = async () => ({ state: states[asked++ % 2]!, checkAfterSeconds: 60 }) as never;
    expect((await faultsOf({ review: wavering })).join('\n')).toMatch(
      /^review \(.*\): .* must be .* See docs\/connections\/kyc.md#operations-of-the-provider$/m,
    );
    const foreign = async () =>
      ({ state: 'approved', errors: [], owners: new Map([['BeneficialOwner:x', 'approve']]) }) as never;
    const sentence =
      'review: owners is "BeneficialOwner:x", but must be the id of an owner of the application. See docs/connections/kyc.md#operations-of-the-provider';
    // One of a business, and one of a person.
    expect(await faultsOf({ review: foreign })).toEqual([sentence, sentence]);
    expect((await faultsOf({ review: async () => ({ state: 'approved' }) as never })).join('\n')).toContain('errors');
  });
});
