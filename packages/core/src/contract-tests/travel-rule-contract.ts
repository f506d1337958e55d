import {
  shapedTravelRule,
  type TransferParty,
  type TravelRule,
  type TravelRuleAnswer,
  type TravelRuleTransfer,
} from '../accounts/index.js';
import { canonicalText, type CurrencyCode } from '../kernel/index.js';
import { type Checked, must, mustEqual } from './rail/sentences.js';
import type { TestRunner } from './test-runner.js';

export interface TravelRuleContractOptions {
  /** Opens the partner on another host: all hosts ask the same partner. */
  readonly open: () => TravelRule | Promise<TravelRule>;
  /** Lets the other institution accept a transfer that is `pending`. Absent if it answers at once. */
  readonly accept?: (reference: string) => Promise<void>;
}

const SECTION: Pick<Checked, 'section'> = { section: 'operations-of-the-partner' };

/**
 * What the core relies on in every partner of the travel rule: a reference that was not sent is unknown, a transfer that
 * comes twice is one, a look-up has the present answer, and an answer is final on every host. Registers its cases with the
 * runner. The cases send transfers, so connect the partner to a stand-in or to its test system.
 *
 * ```ts
 * import * as runner from 'vitest';
 * import { travelRuleContract } from '@corridor/core/testing';
 *
 * runner.describe('my partner', () => {
 *   travelRuleContract(runner, { open: () => myPartner({ http: standIn }) });
 * });
 * ```
 */
export function travelRuleContract({ test }: TestRunner, { open, accept }: TravelRuleContractOptions): void {
  const opened = async (): Promise<TravelRule> => shapedTravelRule(await open());
  let serial = 0;
  const transfer = (): TravelRuleTransfer => transferOf(++serial);

  test('a reference that was not sent is unknown', async () => {
    const { state } = await (await opened()).lookUp(transfer().reference);
    must(
      { call: 'lookUp', of: 'an unknown reference', member: 'state', ...SECTION },
      state,
      'unknown',
      state === 'unknown',
    );
  });

  test('a look-up has the answer of the transfer that was sent', async () => {
    const of = transfer();
    const sent = await (await opened()).send(of);
    const { state } = await (await opened()).lookUp(of.reference);
    must(
      { call: 'lookUp', of: 'a transfer that was sent', member: 'state', ...SECTION },
      state,
      `the state of the answer, ${sent.state}`,
      state === sent.state,
    );
  });

  test('a transfer that comes twice at the same time is one', async () => {
    const of = transfer();
    const hosts = [await opened(), await opened()];
    const [one, other] = await Promise.all(hosts.map((partner) => partner.send(of)));
    must(
      { call: 'send', of: 'two at the same time', member: 'state', ...SECTION },
      other!.state,
      `the state of the other answer, ${one!.state}`,
      one!.state === other!.state,
    );
  });

  test('an answer is final, on every host', async () => {
    const of = transfer();
    const answer = await decided(await opened(), of, accept);
    if (accept !== undefined)
      must(
        { call: 'lookUp', of: 'after `accept`', member: 'state', ...SECTION },
        answer.state,
        'accepted',
        answer.state === 'accepted',
      );
    if (answer.state === 'pending') return;
    for (const partner of [await opened(), await opened()])
      mustEqual(
        { call: 'lookUp', of: 'a decided transfer', ...SECTION },
        canonicalText(await partner.lookUp(of.reference)),
        canonicalText(answer),
        'the same answer',
      );
  });
}

async function decided(
  partner: TravelRule,
  of: TravelRuleTransfer,
  accept: TravelRuleContractOptions['accept'],
): Promise<TravelRuleAnswer> {
  const first = await partner.send(of);
  if (first.state !== 'pending' || accept === undefined) return first;
  await accept(of.reference);
  return (await partner.lookUp(of.reference)) as TravelRuleAnswer;
}

function transferOf(serial: number): TravelRuleTransfer {
  const unknown = {
    ...{ kind: null, name: null, address: null, country: null, birthDate: null, customerId: null },
    ...{ documentType: null, documentNumber: null, accountId: null, ledgerAddress: null },
  };
  const originator: TransferParty = {
    ...unknown,
    ...{ kind: 'INDIVIDUAL', name: 'Ada Lovelace', country: 'US', birthDate: '1990-12-10' },
    ...{
      customerId: 'Customer:018bcfe5-6800-7000-8000-000000000001',
      documentType: 'SSN',
      documentNumber: '912-55-0187',
    },
    ledgerAddress: '0x1111111111111111111111111111111111111111',
  };
  return {
    reference: `Transaction:018bcfe5-6800-7000-8000-${String(serial).padStart(12, '0')}`,
    ...{ network: 'BASE', currency: 'USDC' as CurrencyCode, amount: 1_250_000_000n, institution: 'Example Exchange' },
    originator,
    beneficiary: {
      ...unknown,
      ...{ kind: 'INDIVIDUAL', name: 'Grace Hopper', ledgerAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
    },
  };
}
