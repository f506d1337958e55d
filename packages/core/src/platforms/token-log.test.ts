import { beforeEach, describe, expect, test } from 'vitest';
import { type Actor, readAll } from '../kernel/index.js';
import { OPERATOR_LOG } from '../operators/index.js';
import { addOperator } from '../testing/operators.js';
import { codeOf, playCore, type PlayCore, valueOf } from '../testing/play-core.js';

let play: PlayCore;
beforeEach(async () => {
  play = await playCore();
});

/** The entries about tokens, oldest first. */
const entries = async () => {
  const all = await play.storage.units.read(null, (reads) => readAll(reads, OPERATOR_LOG));
  return all
    .filter(({ subject }) => subject.startsWith('Token:'))
    .map(({ operatorId, operatorName, source, action, subject, before, after, tenant, requestId }) => ({
      ...{ operatorId, operatorName, source, action, subject, before, after, tenant, requestId },
    }));
};
const input = { name: 'reader', permissions: ['VIEW'] } as const;

describe('the operator log', () => {
  test('says who created and deleted a token, and what it may do', async () => {
    const [first] = await entries();
    expect(first).toMatchObject({ operatorName: 'Corridor', source: 'SERVICE', action: 'tokens.issue' });
    expect(first!.after).toMatchObject({ name: 'default', permissions: ['VIEW', 'TRANSACT', 'MANAGE'] });

    const actor: Actor = { kind: 'token', tokenId: first!.subject as never, permissions: ['VIEW', 'MANAGE'] };
    const ctx = play.core.context(play.tenant, actor, 'request-7');
    const { units, platforms } = play.core;
    const { token, clientSecret } = valueOf(
      await units.run(play.tenant, (tx) => platforms.createToken(tx, ctx, input)),
    );
    valueOf(await units.run(play.tenant, (tx) => platforms.deleteToken(tx, ctx, { id: token.id })));
    const told = {
      name: 'reader',
      clientId: token.clientId,
      permissions: ['VIEW'],
      credential: expect.stringMatching(/^[0-9a-f]{16}$/),
    };
    const common = { operatorId: null, operatorName: first!.subject, source: 'API', subject: token.id };
    const made = { ...common, tenant: play.tenant, requestId: 'request-7' };
    expect((await entries()).slice(1)).toEqual([
      { ...made, action: 'tokens.issue', before: null, after: told },
      { ...made, action: 'tokens.delete', before: told, after: null },
    ]);
    const stored = JSON.stringify(await entries());
    expect(stored).not.toContain(clientSecret);
    expect(stored).not.toContain(token.secretDigest);
    const fingerprints = (await entries()).flatMap(
      ({ after }) => (after as { credential?: string } | null)?.credential ?? [],
    );
    expect(new Set(fingerprints).size).toBe(2);
    for (const fingerprint of fingerprints) expect(token.secretDigest).not.toContain(fingerprint);
  });

  test('names the operator whose action creates or deletes a token', async () => {
    const ann = await addOperator(play.storage.units, 'Ann', 'ADMIN');
    const by = { operatorId: ann.operatorId, operatorName: 'Ann', source: 'CONSOLE' };
    const { actions } = play.core.operators;
    const ask = async (action: 'tokens.create' | 'tokens.revoke', given: object) =>
      valueOf(await actions.request(ann, { tenant: play.tenant, action, input: given } as never));
    const created = (await ask('tokens.create', input)) as { readonly output: { readonly token: { id: string } } };
    const { id } = created.output.token;
    await ask('tokens.revoke', { id });
    const about = (await entries()).filter(({ subject }) => subject === id);
    expect(about).toMatchObject([
      { ...by, action: 'tokens.issue' },
      { ...by, action: 'tokens.delete', after: null },
      { ...by, action: 'tokens.revoke' },
    ]);
  });

  test('has no entry about a token that was refused', async () => {
    const before = await entries();
    const twin = { ...input, clientId: (before[0]!.after as { clientId: string }).clientId };
    expect(codeOf(await play.run(play.core.platforms.createToken, twin))).toBe('CONFLICT');
    expect(codeOf(await play.run(play.core.platforms.deleteToken, { id: before[0]!.subject }))).toBe('INVALID_INPUT');
    expect(await entries()).toEqual(before);
  });
});
