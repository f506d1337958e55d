import { CHAIN_RAIL, type Json, type TravelRulePartner } from './travel-rule-partner.js';
import type { Unit, Written } from './transitions.js';

type Row = Readonly<Record<string, unknown>>;

/**
 * Compares what leaves for a chain, and what ends because of an answer, with the books of the partner of the travel rule:
 * what it was sent, and what it said about the same transfer.
 */
export interface AccompaniedMoney {
  /** Returns findings. */
  committed(unit: Unit): readonly string[];
}

const isSet = (value: unknown): boolean => value !== null && value !== undefined;
const membersOf = (value: unknown): Row => (value ?? {}) as Row;
const EUROS = /^(\d+)\.(\d\d)$/;

/** Cents of dollars of this many smallest units of USDC. */
const centsOf = (amount: unknown): bigint => (amount as bigint) / 10_000n;
/** A euro is worth less than this many hundredths of a dollar in the sandbox: more is above the limit by any rate. */
const MOST_DOLLARS = 150n;

export function createAccompaniedMoney(partner: TravelRulePartner): AccompaniedMoney {
  /** By customer: all names that it has had. */
  const names = new Map<string, Set<unknown>>();
  const accounts = new Map<string, Row>();
  const transactions = new Map<string, Row>();
  /** By payment. */
  const transfers = new Map<string, Row>();
  /** The payments of transfers that were withdrawn while the connection had no partner. */
  const unaccompanied = new Set<string>();
  /** By payment: the ids of the open exceptions that hold it. */
  const held = new Map<string, Set<string>>();

  function follow({ kind, before, after }: Written): void {
    const id = String(after['id']);
    if (kind === 'customers') names.set(id, (names.get(id) ?? new Set()).add(after['fullName']));
    if (kind === 'external_accounts') accounts.set(id, after);
    if (kind === 'transactions') transactions.set(id, after);
    if (kind === 'exceptions' && after['kind'] === 'PAYMENT_HELD') {
      const subject = String(after['subject']);
      const open = held.get(subject) ?? new Set();
      if (after['status'] === 'OPEN') open.add(id);
      else open.delete(id);
      held.set(subject, open);
    }
    if (kind !== 'travel_rule_transfers' || after['direction'] !== 'OUT') return;
    transfers.set(String(after['subject']), after);
    if (before?.['status'] === 'ASKED' && after['status'] === 'WITHDRAWN' && !partner.isConnected)
      unaccompanied.add(String(after['subject']));
  }

  const said = (reference: unknown): readonly Json[] => partner.books.get(String(reference))?.said ?? [];

  /** What the partner was sent about a payment, and what the payment is. */
  function contradictions(record: Row): readonly string[] {
    const reference = String(record['reference']);
    const payment = transactions.get(reference);
    const account = accounts.get(String(membersOf(payment?.['destination'])['accountId']));
    const transfer = partner.books.get(reference)?.transfer;
    if (transfer === undefined || payment === undefined || account === undefined)
      return [`the partner was not sent ${reference}`];
    const [originator, beneficiary] = [membersOf(transfer['originator']), membersOf(transfer['beneficiary'])];
    const info = membersOf(account['accountInfo']);
    const amount = String(payment['receivedAmount']);
    const pairs: readonly (readonly [string, unknown, unknown])[] = [
      ['network', transfer['network'], record['network']],
      ['currency', transfer['currency'], payment['receivedCurrency']],
      ['amount', transfer['amount'], amount],
      ['amount of the record', String(record['amount']), amount],
      ['institution', transfer['institution'], info['vaspName']],
      ['name of the beneficiary', beneficiary['name'], membersOf(info['beneficiary'])['fullName']],
      ['address of the beneficiary', beneficiary['ledgerAddress'], info['address']],
      ['customer', originator['customerId'], payment['customerId']],
    ];
    const findings = pairs.flatMap(([what, sent, is]) =>
      sent === is ? [] : [`the ${what} of ${reference} was sent as ${String(sent)}, and is ${String(is)}`],
    );
    if (names.get(String(payment['customerId']))?.has(originator['name']) === true) return findings;
    return [...findings, `the originator of ${reference} never had the name ${String(originator['name'])}`];
  }

  /** Why a payment to this account must not leave for its chain now; null if it may. */
  function obstacle(payment: Row, account: Row): readonly string[] {
    const id = String(payment['id']);
    const record = transfers.get(id);
    if (record === undefined) return [`${id} left for its chain without a record of the travel rule`];
    const status = record['status'];
    const isHosted = isSet(membersOf(account['accountInfo'])['vaspName']);
    if (!isHosted)
      return status === 'KEPT' ? [] : [`${id} left for a wallet in self-custody, and is ${String(status)}`];
    if (status === 'WITHDRAWN' && unaccompanied.has(id)) return [];
    if (status !== 'ACCEPTED') return [`${id} left for a hosted wallet, and its transfer is ${String(status)}`];
    if (!said(id).some(({ state }) => state === 'accepted'))
      return [`${id} left for a hosted wallet, and the partner never accepted it`];
    return contradictions(record);
  }

  function* left({ kind, before, after }: Written): Iterable<string> {
    if (kind !== 'transactions' || after['rail'] !== CHAIN_RAIL || !partner.isConnected) return;
    if (!isSet(after['submittedAt']) || isSet(before?.['submittedAt'])) return;
    const destination = membersOf(after['destination']);
    const account = accounts.get(String(destination['accountId']));
    if (destination['destinationType'] === 'ACCOUNT' && account !== undefined) yield* obstacle(after, account);
  }

  /** Whether a wallet in self-custody is kept or refused as its amount is. */
  function* compared({ id, status, subject, isProven, currency, amount }: Row): Iterable<string> {
    if (currency !== 'USDC') return;
    const [, euros = '0', cents = '00'] = EUROS.exec(partner.entry!.proofAbove) ?? [];
    const limit = BigInt(euros) * 100n + BigInt(cents);
    const dollars = centsOf(amount);
    if (status === 'KEPT' && isProven !== true && dollars * 100n > limit * MOST_DOLLARS)
      yield `${String(subject)} may leave without a proof (${String(id)}), although it is above ${limit}`;
    if (status === 'REFUSED' && (isProven === true || dollars < limit / 2n))
      yield `${String(subject)} was refused (${String(id)}), although it is proven or below ${limit}`;
  }

  /** A transfer that ends, by what the partner said or by time, and what becomes of its payment. */
  function* ended({ kind, before, after }: Written): Iterable<string> {
    if (kind !== 'travel_rule_transfers') return;
    if (after['direction'] === 'IN') return void (yield* received(before, after));
    const [was, is] = [before?.['status'] ?? null, after['status']];
    if (was === is) return;
    if (was === null) return void (yield* compared(after));
    const reference = String(after['reference']);
    const answers = said(reference);
    if (is === 'ACCEPTED' && !answers.some(({ state }) => state === 'accepted'))
      yield `${reference} is ACCEPTED, and the partner never accepted it`;
    if (
      is === 'REJECTED' &&
      !answers.some(({ state, reason }) => state === 'rejected' && reason === after['answerReason'])
    )
      yield `${reference} is REJECTED, and the partner never said ${String(after['answerReason'])}`;
    if (is === 'EXPIRED' && (after['updatedAt'] as number) < (after['awaitedUntil'] as number))
      yield `${reference} is EXPIRED before the end of its time`;
    if (is === 'ACCEPTED') yield* contradictions(after);
  }

  /** After the unit, no payment goes on that must not, unless an operator has to decide. */
  function* goesOn({ kind, after }: Written): Iterable<string> {
    if (kind !== 'travel_rule_transfers' || !['REJECTED', 'EXPIRED', 'REFUSED'].includes(String(after['status'])))
      return;
    const id = String(after['subject']);
    const isOpen = transactions.get(id)?.['status'] === 'PROCESSING';
    if (isOpen && (held.get(id)?.size ?? 0) === 0)
      yield `the transfer of ${id} is ${String(after['status'])}, and the payment goes on`;
  }

  function* received(before: Row | null, after: Row): Iterable<string> {
    if (before !== null) yield `${String(after['id'])} came in and was changed`;
    const { reference, amount, institution } = after;
    const isTold = [...partner.told].some((text) => {
      const told = JSON.parse(text) as Json;
      return (
        told['reference'] === reference && told['amount'] === String(amount) && told['institution'] === institution
      );
    });
    if (!isTold) yield `${String(after['id'])} came in as ${String(reference)}, which the partner never told`;
  }

  return {
    committed({ writes }) {
      for (const write of writes) follow(write);
      if (partner.entry === null) return [];
      return writes.flatMap((write) => [...left(write), ...ended(write), ...goesOn(write)]);
    },
  };
}
