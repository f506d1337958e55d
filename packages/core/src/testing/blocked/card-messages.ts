import type { CardUse } from '../../cards/index.js';
import { type CardMessage, MERCHANT, playCard, type PlayCard } from '../play-card.js';
import { valueOf } from '../play-core.js';
import type { OpenScene, Scene } from './scene.js';

const MONTH = 31 * 86_400;

const scene =
  (open: (world: PlayCard) => Promise<Scene['tell']>): OpenScene =>
  async () => {
    const world = await playCard();
    const tell = await open(world);
    const { play, customerId } = world.payer;
    return { play, customerId, payee: null, asked: [], tell };
  };

export const authorization = (mode: CardUse['mode'], direction: CardUse['direction'] = 'DEBIT'): OpenScene =>
  scene(
    async ({ asked }) =>
      () =>
        asked({ mode, direction }),
  );

/** A message about an authorization of 1,000 units, after these messages about it. */
const about = (what: CardMessage, amount: bigint, ...before: readonly CardMessage[]): OpenScene =>
  scene(async (world) => {
    const use = await world.approved();
    for (const message of before) await world.told(message, use, 1_000n);
    return () => world.send(what, use, amount);
  });

export const CARD_MESSAGES = {
  clear: about('clear', 1_000n),
  /** The network lowers the authorized amount, which reverses the rest. */
  advise: about('advise', 1n),
  return: about('return', 1_000n, 'clear'),
  reverseReturn: about('reverseReturn', 0n, 'clear', 'return'),
};

/** The endings of merchants whose pulls complete late, and fail late. */
export const pull = (ending: string): OpenScene =>
  scene(async (world) => {
    const use = await world.approved({ merchant: { ...MERCHANT, descriptor: `SHOP ${ending}` } });
    await world.told('clear', use, 1_000n);
    return () => world.payer.play.pass(60);
  });

export const expiry: OpenScene = scene(async (world) => {
  valueOf(await world.asked());
  return () => world.payer.play.pass(MONTH);
});
