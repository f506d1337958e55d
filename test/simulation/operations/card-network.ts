import type { Asked } from '../card-network.js';
import { Broken } from '../invariants.js';
import type { Tenant, World } from '../world.js';

/** The network asks or reports something, under an id of its own unless `input` has one. */
export async function ask(world: World, { key: tenant }: Tenant, kind: string, input: object): Promise<void> {
  const { asked } = world.outside.network;
  const one: Asked = {
    tenant,
    kind,
    input: { networkMessageId: `question ${asked.length}`, ...input },
    answer: null,
  };
  asked.push(one);
  await askAgain(world, one);
}

/** The network sends the same again, which has no effect and the first answer. */
export async function askAgain(world: World, one: Asked): Promise<void> {
  const { kind, input, answer: earlier } = one;
  const tenant = world.tenants.find(({ key }) => key === one.tenant)!;
  const value = await world.call(tenant, (core) => core.cards.simulate[kind as never], input);
  const answer = value === null ? null : JSON.stringify(value);
  if (earlier !== null && answer !== earlier && !(answer === null && world.refusal === 'SERVICE_UNAVAILABLE'))
    throw new Broken(`${kind} was answered ${answer ?? String(world.refusal)} again, and ${earlier} before`);
  one.answer ??= answer;
}
