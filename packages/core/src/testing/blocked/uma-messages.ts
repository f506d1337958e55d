import { sandboxRates } from '@corridor/adapters-rails/rates';
import { DEFAULT_PROVIDERS, umaPorts } from '@corridor/adapters-rails/uma';
import type { InvoiceState } from '../../uma/ports.js';
import { playCore, type PlayCore, valueOf } from '../play-core.js';
import { fixedClock } from '../ports.js';
import { CHAIN_ID, TOKEN } from '../uma-hosts.js';
import { PAYER, type UmaReceiver, umaReceiver } from '../uma-receiver.js';
import type { OpenScene, Scene } from './scene.js';

const LAYER = `eip155:${CHAIN_ID}`;
const CHAIN = { layer: LAYER, asset: `${LAYER}/erc20:${TOKEN}` };
const MONEY = 5_000_000n;

const scene = ({ play, customer }: { play: PlayCore; customer: { id: string } }, tell: Scene['tell']): Scene => ({
  ...{ play, customerId: customer.id, payee: null, asked: [], tell },
});

/** What another institution asks, or reports. */
const peer =
  (
    lightningDirectory: () => string,
    hasChain: boolean,
    tells: (receiver: UmaReceiver) => Promise<Scene['tell']>,
  ): OpenScene =>
  async () => {
    const receiver = await umaReceiver({ clock: fixedClock(), lightningDirectory: lightningDirectory(), hasChain });
    const tell = await tells(receiver);
    await receiver.host.play.pass(0);
    return scene(receiver.host, tell);
  };

/** The messages of other institutions, and money that arrives at addresses on a chain. */
export const peerMessages = (directory: () => string) => ({
  offer: peer(directory, false, async (receiver) => () => receiver.offer()),
  payRequest: peer(directory, false, async (receiver) => () => receiver.pay()),
  notice: peer(directory, false, async (receiver) => {
    valueOf(await receiver.pay());
    const { id } = await receiver.receipt();
    return () => receiver.notice(id.slice('Transaction:'.length));
  }),
  toAddressOfReceipt: peer(directory, true, async (receiver) => {
    valueOf(await receiver.pay({ settlement: CHAIN }));
    const { settlementAmount: amount, reference } = await receiver.receipt();
    return () => arrive(receiver, reference!, amount);
  }),
  toAddressOfAccount: peer(directory, true, async (receiver) => {
    const { reference } = await receiver.host.account('USDC');
    return () => arrive(receiver, reference, MONEY);
  }),
});

const arrive = ({ host }: UmaReceiver, reference: string, amount: bigint) =>
  host.play.core.railTells('SANDBOX', {
    ...{ kind: 'arrival', rail: 'base.deposits', paymentId: 'transfer 1', reference },
    ...{ currency: 'USDC', amount, remitter: null, valueDate: null },
  });

/** What Lightning says about the payment of an approved receipt, which a simulated payer pays. */
export const lightning =
  (directory: () => string, state: InvoiceState): OpenScene =>
  async () => {
    const world = await lightningWorld(directory, 202);
    const { play, payment, asked, customer } = world;
    valueOf(await play.run(play.core.uma.approve, { id: payment.id, payeeData: {} }));
    world.state = state;
    return { ...scene({ play, customer }, () => play.pass(60)), asked };
  };

/** A receipt whose platform has not answered when the block begins. */
export const question =
  (directory: () => string): OpenScene =>
  async () => {
    const world = await lightningWorld(directory, null);
    world.state = 'AWAITED';
    world.play.answer = { kind: 'answered', status: 202, body: '' };
    return scene(world, () => world.play.pass(1));
  };

/** A payment of which Lightning says what the scene says. The platform has answered with the status, or was not asked. */
async function lightningWorld(directory: () => string, status: number | null) {
  const clock = fixedClock();
  const asked: string[] = [];
  const world: { state: InvoiceState } = { state: 'AWAITED' };
  const adapters = umaPorts({
    http: { send: async () => ({ kind: 'unreachable', reason: 'connection refused' }) },
    ...{ clock, lightningDirectory: directory(), rates: sandboxRates(clock), providers: DEFAULT_PROVIDERS },
  });
  const { settlement } = adapters;
  const play = await playCore({
    clock,
    uma: {
      ...adapters,
      settlement: {
        ...settlement,
        rail: {
          ...settlement.rail,
          payouts: {
            ...settlement.rail.payouts!,
            submit: async () => ({ state: 'delivered', onChainTransaction: null, checkAfterSeconds: null }),
          },
        },
        holds: {
          stateOf: async () => world.state,
          settle: async () => (world.state = 'SETTLED'),
          cancel: async () => (asked.push('send back'), (world.state = 'CANCELLED')),
        },
      },
    },
  });
  const customer = valueOf(
    await play.run(play.core.customers.create, { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' }),
  );
  const payment = valueOf(
    await play.run(play.core.uma.receiveSimulated, {
      ...{ senderUmaAddress: PAYER, customerId: customer.id },
      ...{ receivingCurrencyCode: 'EUR', receivingCurrencyAmount: 1_000n },
    }),
  );
  if (status !== null) {
    play.answer = { kind: 'answered', status, body: '' };
    await play.pass(0);
    play.answer = { kind: 'answered', status: 200, body: '' };
  }
  return Object.assign(world, { play, asked, customer, payment });
}
