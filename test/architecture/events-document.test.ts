import { describe, expect, it } from 'vitest';
import { composedTypesIn } from './reference/events.mjs';

describe('event types in templates', () => {
  it.each([
    ['emit(unit, { type: `CARD.${change}`, resource })', '`CARD.${change}`'],
    ['emit(unit, { type: `${subject}.${change}`, resource })', '`${subject}.${change}`'],
    ['emitCard(unit, isNew ? `${change}` : null, card)', '`${change}`'],
    ['tellException(unit, `EXCEPTION.OPENED`, exception)', '`EXCEPTION.OPENED`'],
    ['const type = `${kind}_PAYMENT.${change}` as EventType', '`${kind}_PAYMENT.${change}`'],
  ])('are found: %s', (source, template) => {
    expect(composedTypesIn(source)).toEqual([template]);
  });

  it.each([
    "emit(unit, { type: 'CARD.STATE_CHANGE', resource: `Card:${id}` })",
    'const path = `${field}.${index}`',
    'const name = `CARDS.${index}`',
    '/** `CARD.STATE_CHANGE` */',
  ])('are not: %s', (source) => {
    expect(composedTypesIn(source)).toEqual([]);
  });
});
