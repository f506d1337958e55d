import { EVENT_TYPES } from '@corridor/core';
import { describe, expect, test } from 'vitest';
import { EMITTED, eventOf } from '../../testing/events.js';
import { serializeEvent } from './serialize.js';
import { webhooks } from './webhooks.js';

describe('the documented webhooks', () => {
  test('name each event type once', () => {
    expect(webhooks.flatMap(({ types }) => types).sort()).toEqual([...EVENT_TYPES].sort());
  });

  test.each([...EMITTED, 'TEST'] as const)('describe the body of %s', (type) => {
    const webhook = webhooks.find(({ types }) => types.includes(type))!;
    const body: unknown = JSON.parse(JSON.stringify(serializeEvent(eventOf(type))));
    expect(webhook.schema.safeParse(body)).toMatchObject({ success: true });
  });
});
