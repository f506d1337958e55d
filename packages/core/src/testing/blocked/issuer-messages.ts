import type { IssuerStatus, Refusal, StablecoinOperationType } from '../../stablecoins/index.js';
import { valueOf } from '../play-core.js';
import { playIssuer, type PlayIssuer } from '../play-issuer.js';
import type { OpenScene } from './scene.js';

export type IssuerState = (IssuerStatus | Refusal)['state'];

const MINUTE = 60;
const ANSWERS: Readonly<Record<IssuerState, IssuerStatus | Refusal>> = {
  pending: { state: 'pending', providerStatus: 'pending', checkAfterSeconds: MINUTE },
  processing: { state: 'processing', providerStatus: 'processing', checkAfterSeconds: MINUTE },
  completed: { state: 'completed', providerStatus: 'complete' },
  expired: { state: 'expired', providerStatus: 'expired' },
  failed: { state: 'failed', providerStatus: 'failed', reason: 'PROVIDER_FAILED' },
  refused: { state: 'refused', because: 'revoked' },
  'awaiting-funding': {
    state: 'awaiting-funding',
    providerStatus: 'awaiting',
    checkAfterSeconds: MINUTE,
    fundingInstructions: {} as never,
    expiresAt: 0 as never,
  },
};

interface Asked {
  readonly played: PlayIssuer;
  readonly asked: string[];
  answer: IssuerStatus | Refusal;
}

async function askedIssuer(): Promise<Asked> {
  const asked: string[] = [];
  const world: { answer: IssuerStatus | Refusal } = { answer: ANSWERS.completed };
  const played = await playIssuer((issuer) => ({
    ...issuer,
    submit: async () => (asked.push('issue'), world.answer as never),
    status: async () => world.answer as never,
  }));
  return Object.assign(world, { played, asked });
}

/** An order that was not submitted, by a customer who has tokens. The payee is the bank account of a burn. */
async function ordered(world: Asked, type: StablecoinOperationType) {
  const { played } = world;
  const coin = await played.issued();
  valueOf(await played.order(coin, played.mint()));
  await played.play.pass(0);
  const bank = await played.bank();
  world.asked.length = 0;
  valueOf(await played.order(coin, type === 'MINT' ? played.mint() : played.burn(bank.id)));
  return { payee: type === 'MINT' ? null : bank.id };
}

/** The issuer's answer about an order that it has had for a minute. */
export const issuerSays =
  (type: StablecoinOperationType, state: IssuerState): OpenScene =>
  async () => {
    const world = await askedIssuer();
    const { play, customerId } = world.played;
    const { payee } = await ordered(world, type);
    // Only an order that waits for its funding can expire.
    world.answer = state === 'expired' ? ANSWERS['awaiting-funding'] : ANSWERS.pending;
    await play.pass(0);
    world.asked.length = 0;
    world.answer = ANSWERS[state];
    return { play, customerId, payee, asked: world.asked, tell: () => play.pass(MINUTE) };
  };

/** An order that its issuer does not have yet. */
export const orderWaits =
  (type: StablecoinOperationType): OpenScene =>
  async () => {
    const world = await askedIssuer();
    const { play, customerId } = world.played;
    const { payee } = await ordered(world, type);
    return { play, customerId, payee, asked: world.asked, tell: () => play.pass(0) };
  };

/** A priced order that is not executed. */
export const quoteExpires: OpenScene = async () => {
  const { played, asked } = await askedIssuer();
  const { play, customerId } = played;
  valueOf(await played.quote(await played.issued(), played.mint()));
  return { play, customerId, payee: null, asked, tell: () => play.pass(86_400) };
};
