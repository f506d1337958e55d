import { beforeEach, describe, expect, it } from 'vitest';
import { ok, toIso } from '../kernel/index.js';
import { type OperatorAccount, OPERATORS } from '../operators/index.js';
import type { ProviderAnswer, ProviderPerson } from '../sign-in/ports.js';
import { codeOf, valueOf } from '../testing/play-core.js';
import { CLIENT, playOperators } from '../testing/play-operators.js';
import { digest, reversingSealer, seededRandom } from '../testing/ports.js';
import { audit } from './index.js';

const ADA: ProviderPerson = { subject: 'ada', name: 'Ada', groups: ['admins'], refreshToken: 'first' };
let answer: ProviderAnswer;
let play: Awaited<ReturnType<typeof playOperators>>;
beforeEach(async () => {
  answer = { kind: 'person', person: ADA };
  play = await playOperators({
    label: 'Acme ID',
    awaySeconds: 900,
    groups: new Map([['admins', { role: 'ADMIN', platforms: null }]]),
    provider: {
      issuer: 'https://id.example',
      begin: async ({ state }) => `https://id.example/authorize?state=${state}`,
      finish: async () => ({ kind: 'person', person: ADA }),
      confirm: async () => answer,
    },
  });
});

async function signIn() {
  const begun = valueOf(await play.operators.beginProviderSignIn(null, CLIENT));
  return valueOf(
    await play.operators.finishProviderSignIn(new URL(begun.address).search.slice(1), begun.browser, CLIENT),
  );
}

/** The provider says that the person has left the group. */
async function leave(text: string): Promise<void> {
  answer = { kind: 'person', person: { ...ADA, groups: [] } };
  play.clock.advance(400);
  expect(codeOf(await play.operators.signedIn(text, 'CONSOLE'))).toBe('UNAUTHORIZED');
}

const findings = async (): Promise<readonly string[]> => {
  const { storage, clock } = play;
  const ports = { units: storage.units, clock, digest, random: seededRandom(), sealer: reversingSealer };
  return (await audit(ports)).findings;
};

/** Changes the record of an operator behind the service. */
async function alter({ id }: { readonly id: string }, patch: Partial<OperatorAccount>): Promise<void> {
  await play.storage.units.run(null, async (tx) => {
    const operator = (await tx.get(OPERATORS, id))!;
    tx.remove(OPERATORS, operator);
    tx.add(OPERATORS, { ...operator, ...patch });
    return ok();
  });
}

describe('the audit of operators of an identity provider', () => {
  it('finds nothing when a person arrives, leaves the group and comes back', async () => {
    const { text } = await signIn();
    expect(await findings()).toEqual([]);
    await leave(text);
    expect(await findings()).toEqual([]);
    answer = { kind: 'person', person: ADA };
    await signIn();
    expect(await findings()).toEqual([]);
  });

  it('finds access that came back without the provider, and access that was taken', async () => {
    const { text, operator } = await signIn();
    await leave(text);
    const at = (await play.account(operator.id)).lapsedAt!;
    await alter(operator, { lapsedAt: null });
    expect(await findings()).toEqual([`lapsedAt of ${operator.id} is nothing, the operator log says ${toIso(at)}`]);
    await alter(operator, { lapsedAt: at });
    answer = { kind: 'person', person: ADA };
    await signIn();
    await alter(operator, { lapsedAt: at });
    expect(await findings()).toEqual([`lapsedAt of ${operator.id} is ${toIso(at)}, the operator log says nothing`]);
  });

  it('finds another person, another provider, and a provider of a local operator', async () => {
    const { operator } = await signIn();
    await alter(operator, { issuerSubject: 'eve', issuer: null });
    expect(await findings()).toEqual([
      `issuer of ${operator.id} is nothing, the operator log says https://id.example`,
      `issuerSubject of ${operator.id} is eve, the operator log says ada`,
    ]);
    await alter(operator, { issuerSubject: 'ada', issuer: 'https://id.example' });
    const local = await play.withPassword('Bob', 'ADMIN');
    await alter(local.operator, { issuer: 'https://evil.example' });
    expect(await findings()).toEqual([
      `issuer of ${local.operator.id} is https://evil.example, the operator log says nothing`,
    ]);
  });
});
