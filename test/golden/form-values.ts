import { splitTenant } from '@corridor/core/internal';
import type { World } from '../console/world.js';

/** What an operator enters, by the label of the field; of a choice, its text, and `yes` for a box that is ticked. */
export type Entered = Readonly<Record<string, string>>;

const REASON = { Reason: 'checked with the customer' };
const BLOCK = { ...REASON, Case: 'CASE-77', Notes: 'listed on 2026-01-02' };
const UNBLOCK = { ...REASON, Case: 'CASE-78' };
const LIMITS = { 'Smallest payment': '1.00', 'Largest payment': '50,000.00', Outgoing: 'yes' };
const SETTINGS = {
  'UMA domain': 'pay.acme.example',
  'Customers move money only after accepting the end-user terms': 'yes',
};

/** The entries of each form that has fields without values of their own, by scope and path. */
export const ENTRIES: Readonly<Record<string, (world: World) => Entered>> = {
  'house /exceptions/{id}/resolve': () => ({ Resolution: 'Write off', Reason: 'agreed with the bank' }),
  'house /exceptions/open/{environment}': () => ({
    ...{ Rail: 'bank.main', 'Money that the ledger does not contain': 'went out', Currency: 'EUR' },
    ...{ 'Reference of the bank': 'statement 7', Amount: '12.50', Reason: 'the bank has booked it' },
  }),
  'house /operators/{id}/role': () => ({ Role: 'Approver' }),
  'house /operators/{id}/platforms': ({ console: { play } }) => ({ Platforms: splitTenant(play.tenant).platformId }),
  'house /ledger/safeguarding/{id}/sign-off': () => ({ Statement: 'agrees with the statements of the bank' }),
  'house /outside-payments/{id}/confirm': () => ({ Document: 'letter of 2026-01-20' }),
  'house /platforms/create/{environment}/{id}': () => ({ Name: 'Acme', ...SETTINGS }),
  'house /platforms/terms/new/{environment}': () => ({
    ...{ From: 'USD', To: 'EUR', 'Payment rail': 'SEPA', Fee: '40', 'Fixed fee': '1.25' },
    ...{ Spread: '25', 'Valid from': '2026-03-01 10:00', Reason: 'new prices' },
  }),
  'house /platforms/terms/{id}/withdraw': () => REASON,
  'house /platforms/terms/{id}/change': () => ({
    ...{ Fee: '40', 'Valid from': '2026-03-01 10:00', Reason: 'new prices' },
  }),
  'house /rails/{name}/actions/{action}': () => ({ About: 'file 7' }),
  'house /reconciliation/{rail}/record': () => ({ 'First day': '2025-10-02', 'Last day': '2025-10-14' }),
  'house /treasury/{environment}/book': () => ({
    ...{ Kind: 'Trade', Rail: 'sandbox-bank', Amount: '100.00', Currency: 'USD', 'Rail that received': 'sandbox-bank' },
    ...{ 'Amount bought': '90.00', 'Currency bought': 'EUR', 'Reference of the bank': 'trade 7' },
    ...{ 'Value date': '2026-01-15', Note: 'agreed' },
  }),
  'tenant /accounts/{id}/freeze': () => REASON,
  'tenant /accounts/{id}/unfreeze': () => REASON,
  'tenant /customers/{id}/block': () => BLOCK,
  'tenant /customers/{id}/unblock': () => UNBLOCK,
  'tenant /customers/{id}/hold': () => ({ ...REASON, Case: 'CASE-79' }),
  'tenant /legal-holds/{id}/release': () => UNBLOCK,
  'tenant /customers/{id}/erase': () => ({ Case: 'DSR-7' }),
  'tenant /exceptions/open': ({ payment }) => ({
    ...{
      'What happened': 'A rail contradicts itself',
      'Payment or deposit': payment,
      Direction: 'Out',
      'Amount at stake': '5.00',
      'Currency of the amount': 'EUR',
    },
    ...{ 'Reference of the bank': 'letter 8', Reason: 'the payee has not received it' },
  }),
  'tenant /external-accounts/{id}/block': () => BLOCK,
  'tenant /external-accounts/{id}/unblock': () => UNBLOCK,
  'tenant /owners/{id}/decide': () => ({ Decision: 'Rejected' }),
  'tenant /payments/{id}/exception': () => ({
    ...{
      'What is wrong': 'The rail contradicts',
      'Reference of the bank': 'recall 9',
      'What happened': 'the bank has written',
    },
  }),
  'tenant /payments/{id}/cancel': () => REASON,
  'tenant /payments/{id}/release': () => REASON,
  'tenant /platform/apps': () => ({
    'Redirect schemes': 'com.acme.app',
    'Invitations lead to': 'https://acme.example',
  }),
  'tenant /platform/block': () => BLOCK,
  'tenant /platform/unblock': () => UNBLOCK,
  'tenant /platform/currencies/add': () => ({ Currency: 'CAD', ...LIMITS }),
  'tenant /platform/currency/{currency}': () => LIMITS,
  'tenant /platform/fees': () => ({ 'Basis points of the amount': '30', 'Fixed fee in USD': '2.00' }),
  'tenant /platform/settings': () => ({ ...SETTINGS, 'UMA domain': 'play.example' }),
  'tenant /platform/webhook': () => ({ Endpoint: 'https://hooks.acme.example/corridor?key=secret' }),
  'tenant /resets/{id}/decide': () => ({ 'Verdict on the liveness check': 'Passed' }),
  'tenant /sandbox/card': ({ people }) => ({
    ...{ Card: people.card, Amount: '1.25', Currency: 'USD', Merchant: 'BOOKS', 'Category of the merchant': '5942' },
  }),
  'tenant /sandbox/card-message': ({ people, payment }) => ({
    ...{ Card: people.card, 'Card payment': payment, Amount: '1.00', Currency: 'USD' },
  }),
  'tenant /sandbox/clock': () => ({ 'How far': '2' }),
  'tenant /sandbox/deposit': () => ({
    ...{ Reference: 'reference 7', Amount: '2.00', Currency: 'USD', 'Name of the sender': 'Grace Hopper' },
  }),
  'tenant /sandbox/fund': ({ people }) => ({ 'Internal account': people.account, Amount: '3.00', Currency: 'USD' }),
  'tenant /sandbox/pay': ({ quote }) => ({ Quote: quote, Amount: '1,000.00', Currency: 'USD' }),
  'tenant /sandbox/uma': ({ people }) => ({ Customer: people.person, Amount: '4.00', Currency: 'USD' }),
  'tenant /tokens/create': () => ({ Name: 'reports', View: 'yes', Transact: 'yes' }),
  'tenant /verifications/{id}/decide': () => ({
    Decision: 'Resolve errors',
    'What is wrong': 'The customer',
    Reason: 'the document is unreadable',
  }),
  'tenant /webhooks/redeliver': () => ({ From: '2026-01-15T00:00', To: '2026-01-16T00:00' }),
};
