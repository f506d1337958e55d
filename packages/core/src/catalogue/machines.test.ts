import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../events/index.js';
import { type Machine, next, statesOf, type Transition } from '../kernel/index.js';
import { MACHINES } from './machines.js';
import { RECORD_KINDS } from './record-kinds.js';

const eventsOf = (machine: Machine): readonly string[] => [...new Set(machine.transitions.map((t) => t.on))];
const named = (name: string): Machine => {
  const found = MACHINES.find((machine) => machine.name === name);
  if (found === undefined) throw new Error(`unknown state machine ${name}`);
  return found;
};

function reachable(machine: Machine): ReadonlySet<string> {
  const reached = new Set<string>();
  let before: number;
  do {
    before = reached.size;
    for (const t of machine.transitions) if (t.from === null || reached.has(t.from)) reached.add(t.to);
  } while (reached.size > before);
  return reached;
}

describe.each(MACHINES.map((machine) => [machine.name, machine] as const))('%s', (_name, machine) => {
  it('has at most one row for a state and an event', () => {
    const pairs = machine.transitions.map((t) => `${t.from} on ${t.on}`);
    expect(new Set(pairs).size).toBe(pairs.length);
  });

  it('reaches every state from its creation', () => {
    expect([...reachable(machine)].sort()).toEqual([...statesOf(machine)].sort());
  });

  it('has rows that leave every state but the terminal ones', () => {
    const left = new Set(machine.transitions.map((t) => t.from));
    expect([...machine.terminal].sort()).toEqual(
      statesOf(machine)
        .filter((state) => !left.has(state))
        .sort(),
    );
  });

  it('accepts exactly the rows of its table, for every state and event', () => {
    for (const state of [null, ...statesOf(machine)]) {
      for (const event of eventsOf(machine)) {
        const row = machine.transitions.find((t) => t.from === state && t.on === event);
        const answer = next(machine, state, event);
        if (row === undefined) expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID_STATE_TRANSITION' } });
        else expect(answer).toEqual({ ok: true, value: row });
      }
    }
  });

  it('emits known event types, and gives a reason for every row', () => {
    for (const { emits, why } of machine.transitions) {
      if (emits !== null) expect(EVENT_TYPES).toContain(emits);
      expect(why).not.toBe('');
    }
  });

  it('has a column that a record kind declares as a state', () => {
    expect(RECORD_KINDS.filter((kind) => (kind.states as readonly string[]).includes(machine.column))).not.toEqual([]);
  });
});

describe('the list of state machines', () => {
  it('has unique names', () => {
    expect(new Set(MACHINES.map((machine) => machine.name)).size).toBe(MACHINES.length);
  });

  it('covers every state column of every record kind', () => {
    const columns = new Set(MACHINES.map((machine) => machine.column));
    for (const kind of RECORD_KINDS) for (const column of kind.states) expect(columns).toContain(column);
  });
});

/** Transitions on which API clients rely: they must not disappear from the tables. */
const PROMISED: readonly (readonly [
  machine: string,
  from: string | null,
  on: string,
  to: string,
  emits: string | null,
])[] = [
  // Quote, (none): create quote, request accepted
  ['Quote', null, 'create', 'PENDING', null],
  // Quote with realtime funding, PENDING: a payment with its reference arrives before expiry
  ['Quote', 'PENDING', 'fund', 'PROCESSING', null],
  // Quote with an account as its source, PENDING: POST /quotes/{quoteId}/execute
  ['Quote', 'PENDING', 'execute', 'PROCESSING', null],
  // Quote, PENDING_AUTHORIZATION: an SCA proof satisfies the challenge; what follows depends on the source
  ['Quote', 'PENDING_AUTHORIZATION', 'authorize-execution', 'PROCESSING', null],
  ['Quote', 'PENDING_AUTHORIZATION', 'authorize-funding', 'PENDING', null],
  // Transaction, (none): sandbox funding of a just-in-time quote
  ['Outgoing transaction', null, 'execute', 'PROCESSING', 'OUTGOING_PAYMENT.PROCESSING'],
  // Transaction, PROCESSING: conversion and delivery complete
  ['Outgoing transaction', 'PROCESSING', 'settle', 'COMPLETED', 'OUTGOING_PAYMENT.COMPLETED'],
  // Customer kycStatus, (none): customer created
  ['Individual customer', null, 'create', 'PENDING', null],
  ['Business customer', null, 'create', 'PENDING', null],
  // Customer kycStatus, PENDING: submitted for review
  ['Individual customer', 'PENDING', 'submit', 'PENDING', 'CUSTOMER.KYC_PENDING'],
  ['Business customer', 'PENDING', 'submit', 'PENDING', 'CUSTOMER.KYB_PENDING'],
  // Customer kycStatus, PENDING: verification decision
  ['Individual customer', 'PENDING', 'approve', 'APPROVED', 'CUSTOMER.KYC_APPROVED'],
  ['Individual customer', 'PENDING', 'reject', 'REJECTED', 'CUSTOMER.KYC_REJECTED'],
  ['Business customer', 'PENDING', 'approve', 'APPROVED', 'CUSTOMER.KYB_APPROVED'],
  ['Business customer', 'PENDING', 'reject', 'REJECTED', 'CUSTOMER.KYB_REJECTED'],
  // Contact channel, PENDING: confirmed with the correct code
  ['Contact email', 'PENDING', 'verify', 'VERIFIED', null],
  ['Contact phone', 'PENDING', 'verify', 'VERIFIED', null],
  // Agent action, PENDING_APPROVAL: the platform approves, or rejects
  ['Agent action', null, 'ask', 'PENDING_APPROVAL', 'AGENT_ACTION.PENDING_APPROVAL'],
  ['Agent action', 'PENDING_APPROVAL', 'approve', 'APPROVED', null],
  ['Agent action', 'PENDING_APPROVAL', 'reject', 'REJECTED', null],
  // Delegated signing key, ACTIVE: revoke
  ['Delegated signing key', 'ACTIVE', 'revoke', 'REVOKED', null],
  // Card, PROCESSING: issuer provisioning succeeds, or fails
  ['Card', 'PROCESSING', 'provision', 'ACTIVE', 'CARD.STATE_CHANGE'],
  ['Card', 'PROCESSING', 'reject', 'CLOSED', 'CARD.STATE_CHANGE'],
  // Card: freeze, unfreeze; close, from any state
  ['Card', 'ACTIVE', 'freeze', 'FROZEN', 'CARD.STATE_CHANGE'],
  ['Card', 'FROZEN', 'unfreeze', 'ACTIVE', 'CARD.STATE_CHANGE'],
  ['Card', 'PROCESSING', 'close', 'CLOSED', 'CARD.STATE_CHANGE'],
  ['Card', 'ACTIVE', 'close', 'CLOSED', 'CARD.STATE_CHANGE'],
  ['Card', 'FROZEN', 'close', 'CLOSED', 'CARD.STATE_CHANGE'],
  // Card transaction, (none): authorization approved
  ['Card transaction', null, 'authorize', 'AUTHORIZED', 'CARD_TRANSACTION.AUTHORIZED'],
  // Card transaction: clearing, partial or complete
  ['Card transaction', 'AUTHORIZED', 'clear-part', 'PARTIALLY_SETTLED', 'CARD_TRANSACTION.PARTIALLY_SETTLED'],
  ['Card transaction', 'AUTHORIZED', 'clear', 'SETTLED', 'CARD_TRANSACTION.SETTLED'],
  ['Card transaction', 'PARTIALLY_SETTLED', 'clear', 'SETTLED', 'CARD_TRANSACTION.SETTLED'],
  // Card transaction, settled: merchant return, full or partial
  ['Card transaction', 'SETTLED', 'return', 'REFUNDED', 'CARD_TRANSACTION.REFUNDED'],
  ['Card transaction', 'SETTLED', 'return-part', 'SETTLED', 'CARD_TRANSACTION.SETTLED'],
  // Session, (none): verify a credential
  ['Wallet session', null, 'verify', 'ACTIVE', null],
  // Session, active: expiresAt passes, or revoke
  ['Wallet session', 'ACTIVE', 'expire', 'EXPIRED', null],
  ['Wallet session', 'ACTIVE', 'revoke', 'REVOKED', null],
];

describe('a transition that clients rely on', () => {
  it.each(PROMISED)('exists: %s, %s on %s to %s', (name, from, on, to, emits) => {
    const row: Pick<Transition, 'from' | 'on' | 'to' | 'emits'> = { from, on, to, emits };
    expect(named(name).transitions).toContainEqual(expect.objectContaining(row));
  });

  it('does not exist for executing a quote twice or after its expiry', () => {
    const quote = named('Quote');
    for (const state of ['PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED']) {
      for (const event of ['execute', 'fund', 'authorize-execution']) expect(next(quote, state, event).ok).toBe(false);
    }
  });
});
