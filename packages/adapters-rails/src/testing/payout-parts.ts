import { type CurrencyCode, err, ok } from '@corridor/core';
import type { AddressScreening, HeldPayments, PayoutInstruction, RailTelling, TellCore } from '@corridor/core/ports';
import type { Address, Call, Hex, Reverted } from '../evm/nodes.js';
import { heldRefunds } from '../evm/deposits/index.js';
import { createPayouts, screenTransfers, transferIn } from '../evm/payouts/index.js';
import { payoutOutcomes } from '../evm/payouts/payout-outcomes.js';
import type { PayoutPorts } from '../evm/payouts/payout-ports.js';
import { digest } from './ports.js';
import { sendingParts, SIGNERS } from './sending-hosts.js';

export const TREASURY = SIGNERS[0]!;
export const COLD: Address = `0x${'c0'.repeat(20)}`;
export const DEPOSIT_ADDRESS: Address = `0x${'d0'.repeat(20)}`;
export const USDC: Address = `0x${'f1'.repeat(20)}`;
const RAIL = 'base';
const ABOUT = { rail: RAIL, network: 'BASE' };

export interface PayoutOptions {
  readonly limits?: Partial<PayoutPorts['entry']['treasury']['limits']>;
  readonly screening?: AddressScreening | null;
  /** Tokens of the entry besides USDC; each is as the model of USDC, unless the test answers its calls. */
  readonly others?: PayoutPorts['entry']['tokens'];
}

/** Payouts from the model of a chain, which has one token. */
export function payoutParts({ limits = {}, screening = null, others }: PayoutOptions = {}) {
  const token = { balance: 10_000n, isPaused: false, blocked: new Set<Address>() };
  const sending = sendingParts({
    handlers: { payout: payoutOutcomes(ABOUT) },
    screen: screenTransfers(screening, 'BASE'),
  });
  const { chain, clock, database } = sending;

  const paidOut = (): bigint =>
    [...chain.paid()].reduce(
      (sum, [data, hashes]) => sum + (transferIn(data)?.amount ?? 0n) * BigInt(hashes.length),
      0n,
    );
  const held = (): bigint => token.balance - paidOut();
  chain.state.answer = ({ data }: Call): Hex | Reverted => {
    if (data.startsWith('0x70a08231')) return `0x${held().toString(16).padStart(64, '0')}`;
    const { to, amount } = transferIn(data)!;
    const refusal = token.isPaused
      ? 'paused'
      : token.blocked.has(to)
        ? 'blocked'
        : amount > held()
          ? 'exceeds balance'
          : null;
    return refusal === null ? '0x' : { reverted: true, reason: refusal };
  };

  const told: RailTelling[] = [];
  const core = { isDown: false };
  const tell: TellCore = async (message) => {
    if (core.isDown) return err('SERVICE_UNAVAILABLE', 'the database is down');
    told.push(message);
    return ok({ effect: 'APPLIED', subject: null });
  };

  /** The references about which an operator has to decide first. */
  const stopped = new Set<string>();
  const isStopped: HeldPayments = async (references) => new Set(references.filter((each) => stopped.has(each)));

  function payoutsOf(
    step: () => Promise<void>,
    sender = sending.sender,
    isOffline?: () => boolean,
    address: Address = USDC,
  ) {
    const made = createPayouts({
      rail: RAIL,
      entry: {
        network: 'BASE',
        tokens: [{ currency: 'USDC' as CurrencyCode, address, decimals: 6, authorization: null }, ...(others ?? [])],
        pollSeconds: 4,
        treasury: { limits: { perPayout: null, perDay: null, keep: null, ...limits }, cold: COLD },
      },
      treasury: TREASURY,
      store: database.storeFor(step),
      nodes: sending.nodesOf(step, isOffline),
      ...{ sender, screening, clock, digest },
      isDepositAddress: async (address) => address === DEPOSIT_ADDRESS,
      log: sending.log,
    });
    return { ...made, run: (to: TellCore) => made.run(to, isStopped) };
  }

  const payouts = payoutsOf(async () => {});
  const run = async (passes = 1): Promise<void> => {
    for (let pass = 0; pass < passes; pass += 1) {
      await payouts.run(tell);
      await sending.sender.run(heldRefunds(isStopped));
    }
  };
  return {
    ...sending,
    ...{ token, payouts, payoutsOf, told, core, tell, run, held, stopped },
    rail: payouts.rail,
    /** Mines until all is confirmed, and tells core. */
    confirm: async () => {
      for (let block = 0; block < 6; block += 1) chain.mine();
      await run(2);
    },
    problems: async () => (await payouts.condition()).problems,
  };
}

export const payeeNumber = (serial: number): Address => `0x${String(serial).padStart(40, 'a')}`;

/** An instruction to pay an amount to an address of its own. */
export const instruction = (
  serial: number,
  amount = 100n,
  address: string = payeeNumber(serial),
): PayoutInstruction => ({
  reference: `Transaction:0199c0de-0000-7000-8000-${String(serial).padStart(12, '0')}`,
  account: {
    accountType: 'BASE_WALLET',
    address,
    beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName: 'Grace Hopper' },
  },
  currency: 'USDC' as CurrencyCode,
  amount,
  remittanceInformation: null,
  submittedAt: 0 as PayoutInstruction['submittedAt'],
  cancelRequestedAt: null,
  paymentRail: null,
  purposeOfPayment: null,
  sameCurrency: false,
});
