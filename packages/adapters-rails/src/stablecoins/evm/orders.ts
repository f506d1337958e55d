import { err, ok, type Result } from '@corridor/core';
import {
  type AddressScreening,
  type IssuerInstruction,
  type IssuerOrder,
  type IssuerStatus,
  type Price,
  primaryIdentifier,
  RailUnavailable,
  type RailRecord,
  type RailRecords,
  type RailStore,
  type RailWrites,
  type Unsupported,
} from '@corridor/core/ports';
import type { BurnRail } from '@corridor/core/records';
import type { Address, EvmSender, Hex, Intent, OutcomeHandler } from '../../evm/index.js';
import { burnCall, mintCall, recipientOf } from './token-contract.js';

/** What orders need to know of the configured token. */
export interface IssuedToken {
  /** Name of the entry. */
  readonly name: string;
  readonly address: Address;
  /** Smallest units that may be minted and not burned at a time. */
  readonly mintLimit: bigint;
  /** The rails on which the operator pays out burned tokens. */
  readonly burnRails: readonly BurnRail[];
  /** Mints and burns, and keeps the tokens of internal accounts. */
  readonly signer: Address;
}

export const ORDERS = 'orders';
/** The order of each transaction that mined one. */
export const TRANSACTIONS = 'transactions';
const TOTALS = 'totals';

/**
 * - `SENT`: the sender has its transaction, or will have it.
 * - `DONE`: a mint or burn is confirmed.
 * - `BURNED`: the tokens are burned; the operator has to pay the bank account.
 * - `PAID`: the operator has paid it.
 * - `FAILED`: nothing was minted or burned.
 * - `UNDONE`: its transaction has left the chain after its confirmation.
 * - `DIVERGED`: the chain ended it in another way than this issuer has answered.
 */
export type OrderStatus = 'SENT' | 'DONE' | 'BURNED' | 'PAID' | 'FAILED' | 'UNDONE' | 'DIVERGED';

export type StoredOrder = {
  readonly kind: 'MINT' | 'BURN';
  readonly amount: bigint;
  /** Null for a burn without a payout. */
  readonly rail: BurnRail | null;
  readonly transactionHash: Hex | null;
  readonly reason: string | null;
  /** What this issuer had answered before the chain went back; null if it did not. */
  readonly told: OrderStatus | null;
  /** The person who confirmed the payout of a burn. */
  readonly paidBy: string | null;
};

type Totals = {
  /** Minted, or about to be, and not burned. */
  readonly outstanding: bigint;
  /** The highest block with a transaction of an order. */
  readonly highestBlock: bigint;
};

const NO_TOTALS: Totals = { outstanding: 0n, highestBlock: 0n };

export const orderOf = ({ value }: Pick<RailRecord, 'value'>): StoredOrder => value as unknown as StoredOrder;

/** Who receives a mint, or whose tokens are burned. It is sealed, because it can be the wallet of a person. */
export const accountOf = ({ secret }: Pick<RailRecord, 'secret'>): Address => secret!['account'] as Address;

/** Reasons of failed operations. */
const ABOVE_LIMIT = 'MINT_LIMIT_EXCEEDED';
const NOT_SUPPORTED = 'ORDER_NOT_SUPPORTED';
const NOT_MINED = 'TRANSACTION_FAILED';
const COMPLIANCE = 'COMPLIANCE_REJECTED';

/**
 * For the sender: screens the recipient of a mint right before its first signature. The reason ends the order; null lets
 * it go on.
 */
export const screenMints =
  (screening: AddressScreening | null, { network, signer }: { readonly network: string; readonly signer: Address }) =>
  async ({ purpose, data }: Intent): Promise<string | null> => {
    const recipient = purpose === 'mint' ? recipientOf(data) : signer;
    if (screening === null || recipient === signer) return null;
    const objection = await screening.screen({ network, address: recipient, direction: 'OUT' });
    return objection === null ? null : COMPLIANCE;
  };

const POLL_SECONDS = 3;
const PAYOUT_POLL_SECONDS = 15;

export interface OrderPorts {
  readonly store: RailStore;
  readonly sender: EvmSender;
}

/** Executes orders on the token's contract, each once. */
export interface Orders {
  price(order: IssuerOrder): Promise<Price | Unsupported>;
  /** Queues the order's transaction, once. An order that is known has no further effect. */
  submit(instruction: IssuerInstruction): Promise<IssuerStatus>;
  /** Confirms that the operator has paid for burned tokens. 404 REFERENCE_NOT_FOUND; 409 CONFLICT if no payout waits. */
  paid(reference: string, by: string): Promise<Result<void>>;
}

const readTotals = (records: RailRecords): Promise<RailRecord | null> => records.get(TOTALS, TOTALS);
const totalsIn = (record: RailRecord | null): Totals => (record?.value as Totals | undefined) ?? NO_TOTALS;

export const totalsOf = async (records: RailRecords): Promise<Totals> => totalsIn(await readTotals(records));

/** Changes the totals that were read. If another host has changed them since, the unit runs again or ends with CONFLICT. */
function changeTotals(records: RailWrites, known: RailRecord | null, change: Partial<Totals>): void {
  const value: Totals = { ...totalsIn(known), ...change };
  if (known === null) records.add({ collection: TOTALS, key: TOTALS, value });
  else records.change(known, { value });
}

const keyOf = ({ kind }: Pick<StoredOrder, 'kind'>, reference: string): string =>
  `${kind === 'MINT' ? 'mint' : 'burn'}/${reference}`;

const referenceOf = ({ key }: Intent): string => key.slice(key.indexOf('/') + 1);

/** Why the issuer does not execute orders of this kind; null if it does. */
function unsupported(
  { burnRails }: IssuedToken,
  { operationType, source, destination: { rail } }: IssuerOrder,
): Unsupported | null {
  const refused = (field: string, message: string): Unsupported => ({
    state: 'unsupported',
    field,
    message,
  });
  const isMint = operationType === 'MINT';
  if (source.type !== 'SVC_INTERNAL_ACCOUNT') {
    const field = isMint ? 'fundingSource.type' : 'source.type';
    return refused(field, `cannot be ${source.type} for this issuer; use SVC_INTERNAL_ACCOUNT`);
  }
  if (isMint || rail === null || burnRails.includes(rail)) return null;
  const others = burnRails.length === 0 ? 'it pays out no burns' : `use ${burnRails.join(' or ')}`;
  return refused('destination.rail', `cannot be ${rail} for this issuer; ${others}`);
}

function orderIn({ operationType, amount, netAmount, destination: { rail } }: IssuerInstruction): StoredOrder {
  const isMint = operationType === 'MINT';
  return {
    kind: operationType,
    amount: isMint ? netAmount : amount,
    rail: isMint ? null : rail,
    transactionHash: null,
    reason: null,
    told: null,
    paidBy: null,
  };
}

/** The wallet that a mint names; otherwise the tokens of internal accounts, which the signer keeps. */
const accountIn = ({ signer }: IssuedToken, { operationType, destination }: IssuerInstruction): Address =>
  operationType === 'MINT' && destination.account !== null
    ? (primaryIdentifier(destination.account).toLowerCase() as Address)
    : signer;

export function createOrders(token: IssuedToken, { store, sender }: OrderPorts): Orders {
  /** The order as it is stored. It is stored first if it is not known. */
  async function accepted(instruction: IssuerInstruction): Promise<RailRecord> {
    const known = await store.read((records) => records.get(ORDERS, instruction.reference));
    if (known !== null) return known;
    // If another host accepts the same order, or the first order of the token, at the same time, its records exist in
    // the second attempt.
    for (let attempt = 1; ; attempt++) {
      const stored = await store.run((records) => accept(records, instruction));
      if (stored.ok) break;
      if (stored.error.code !== 'CONFLICT' || attempt === ATTEMPTS)
        throw new RailUnavailable('issuer-evm', 'issuer-submit', stored.error.message);
    }
    return (await store.read((records) => records.get(ORDERS, instruction.reference)))!;
  }

  async function accept(records: RailWrites, instruction: IssuerInstruction): Promise<Result<void>> {
    const { reference } = instruction;
    if ((await records.get(ORDERS, reference)) !== null) return ok();
    const order = orderIn(instruction);
    const account = accountIn(token, instruction);
    const { kind, amount } = order;
    // The record that decides is the record that changes: a second read could see a mint of another host.
    const totals = await readTotals(records);
    const { outstanding } = totalsIn(totals);
    const isAbove = kind === 'MINT' && outstanding + amount > token.mintLimit;
    const reason = unsupported(token, instruction) !== null ? NOT_SUPPORTED : isAbove ? ABOVE_LIMIT : null;
    records.add({
      collection: ORDERS,
      key: reference,
      status: (reason === null ? 'SENT' : 'FAILED') satisfies OrderStatus,
      value: { ...order, reason },
      secret: { account },
    });
    if (reason !== null) return ok();
    if (kind === 'MINT') changeTotals(records, totals, { outstanding: outstanding + amount });
    await sender.add(records, {
      key: keyOf(order, reference),
      purpose: kind === 'MINT' ? 'mint' : 'burn',
      signer: token.signer,
      to: token.address,
      data: kind === 'MINT' ? mintCall(account, amount) : burnCall(amount),
      value: 0n,
    });
    return ok();
  }

  async function statusOf(record: RailRecord): Promise<IssuerStatus> {
    const order = orderOf(record);
    const { rail, transactionHash, reason, told } = order;
    const status = record.status as OrderStatus;
    switch (status === 'UNDONE' || status === 'DIVERGED' ? told! : status) {
      case 'FAILED':
        return { state: 'failed', providerStatus: 'failed', reason: reason ?? NOT_MINED };
      case 'DONE':
      case 'PAID':
        return { state: 'completed', providerStatus: `mined in ${transactionHash}` };
      case 'BURNED':
        return {
          state: 'processing',
          providerStatus: `burned in ${transactionHash}; the payout by ${rail} is to be confirmed`,
          checkAfterSeconds: PAYOUT_POLL_SECONDS,
        };
      default: {
        const sent = await store.read((records) => sender.status(records, keyOf(order, record.key)));
        const hash = sent?.transactionHash ?? null;
        return hash === null
          ? { state: 'pending', providerStatus: 'queued', checkAfterSeconds: POLL_SECONDS }
          : { state: 'processing', providerStatus: `sent in ${hash}`, checkAfterSeconds: POLL_SECONDS };
      }
    }
  }

  return {
    async price(order) {
      const refused = unsupported(token, order);
      if (refused !== null) return refused;
      if (order.operationType === 'MINT') {
        const { outstanding } = await store.read(totalsOf);
        if (outstanding + order.amount > token.mintLimit) {
          const rest = outstanding > token.mintLimit ? 0n : token.mintLimit - outstanding;
          const message = `the amount is above the mint limit of the issuer, which leaves ${rest} (smallest units)`;
          return { state: 'unsupported', field: 'amount', message };
        }
      }
      return { state: 'priced', fees: 0n, timing: null };
    },

    submit: async (instruction) => statusOf(await accepted(instruction)),

    paid: (reference, by) =>
      store.run(async (records) => {
        const record = await records.get(ORDERS, reference);
        if (record === null) return err('REFERENCE_NOT_FOUND', `this issuer has no order ${reference}`);
        if (record.status !== 'BURNED')
          return err('CONFLICT', `no payout of ${reference} waits; its order is ${record.status}`);
        records.change(record, {
          status: 'PAID' satisfies OrderStatus,
          value: { ...orderOf(record), paidBy: by },
        });
        return ok();
      }),
  };
}

const ATTEMPTS = 5;

/** Ends orders when their transactions end. */
export const orderOutcomes: OutcomeHandler = {
  async concluded(records, intent, { state, transactionHash, blockNumber, reason }) {
    const record = (await records.get(ORDERS, referenceOf(intent)))!;
    const order = orderOf(record);
    const { kind, amount, rail, told } = order;
    const isMined = state === 'mined';
    const ending: OrderStatus = !isMined ? 'FAILED' : kind === 'BURN' && rail !== null ? 'BURNED' : 'DONE';
    const isAsTold = told === null || (told === 'FAILED') === !isMined;
    records.change(record, {
      status: (!isAsTold ? 'DIVERGED' : (told ?? ending)) satisfies OrderStatus,
      value: {
        ...order,
        transactionHash: transactionHash ?? order.transactionHash,
        reason: isMined ? null : reason === COMPLIANCE ? COMPLIANCE : NOT_MINED,
        told: isAsTold ? null : told,
      },
    });
    if (isMined) {
      records.add(
        { collection: TRANSACTIONS, key: transactionHash!, value: { reference: record.key } },
        { unlessExists: true },
      );
    }
    // A mint counts from its order on, a burn from its confirmation on.
    const change = kind === 'MINT' ? (isMined ? 0n : -amount) : isMined ? -amount : 0n;
    const totals = await readTotals(records);
    const { outstanding, highestBlock } = totalsIn(totals);
    changeTotals(records, totals, {
      outstanding: outstanding + change,
      highestBlock: isMined && blockNumber! > highestBlock ? blockNumber! : highestBlock,
    });
  },

  async undone(records, intent, { state }) {
    const record = (await records.get(ORDERS, referenceOf(intent)))!;
    const order = orderOf(record);
    const { kind, amount } = order;
    records.change(record, {
      status: 'UNDONE' satisfies OrderStatus,
      value: { ...order, told: order.told ?? (record.status as OrderStatus) },
    });
    const isMined = state === 'mined';
    const change = kind === 'MINT' ? (isMined ? 0n : amount) : isMined ? amount : 0n;
    const totals = await readTotals(records);
    changeTotals(records, totals, { outstanding: totalsIn(totals).outstanding + change });
  },
};
