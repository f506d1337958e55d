import type { ResolutionChoice } from '@corridor/core';
import type { ExceptionKind } from '@corridor/core/records';
import { expect, it } from 'vitest';
import { choiceName, decisionName } from './names.js';

const ASKED = { rail: 'bank', reference: 'r-1' };
const retry = (asks: ResolutionChoice['asks']) => ({ resolution: 'RETRIED', asks }) as ResolutionChoice;

it.each<[ExceptionKind, boolean, ResolutionChoice['asks'], string]>([
  ['DEPOSIT_HELD', false, null, 'Send the money back'],
  ['DEPOSIT_REFUSED', false, ASKED, 'Send the money back again'],
  ['REFUND_FAILED', false, null, 'Send the refund'],
  ['REFUND_FAILED', false, ASKED, 'Send the refund again'],
  ['REFUND_FAILED', true, null, 'Give the money back'],
  ['PAYMENT_HELD', false, null, 'Let the payment go on'],
])('a retry of %s (held here: %s) is named by what it does', (kind, isHeldHere, asks, name) => {
  expect(choiceName(retry(asks), { kind, isHeldHere })).toBe(name);
});

it('a decision that was made is named without what was asked before', () => {
  expect(decisionName('RETRIED', 'DEPOSIT_HELD')).toBe('Send the money back');
  expect(decisionName('WRITTEN_OFF', 'DEPOSIT_HELD')).toBe('Write off');
});
