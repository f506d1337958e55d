import { toIso } from '@corridor/core';
import type { Cardholder, CardOrder } from '@corridor/core/ports';
import { CUSTOMER_TYPES } from '@corridor/core/records';
import type { Instant } from '@corridor/core';
import { z } from 'zod';
import { currencyCode, id } from '../partners/values.js';

/* The bodies of requests to a processor. A repeated order has an equal body. */

const text = z.string().nullable();

const address = z
  .strictObject({
    line1: z.string(),
    line2: text,
    city: text,
    state: text,
    postalCode: z.string(),
    country: z.string().meta({ description: 'ISO 3166-1 alpha-2.' }),
  })
  .meta({ id: 'Address' });

const cardholder = z
  .strictObject({
    id: id.meta({ description: 'The same id is the same cardholder.' }),
    customerType: z.enum(CUSTOMER_TYPES),
    name: z.string().meta({ description: 'As on the card.' }),
    birthDate: text,
    email: text,
    phoneNumber: text,
    address: address.nullable(),
  })
  .meta({ id: 'Cardholder', description: 'Null is what the service does not know.' });

const instantText = z.string().meta({ description: 'ISO 8601.', examples: ['2026-01-05T10:02:00.000Z'] });

export const orderRequest = z
  .strictObject({
    cardId: id.meta({ description: 'Names the card in every request and message. The same id is the same card.' }),
    platformCardId: text.meta({ description: 'The id that the platform gave the card. It may not be unique.' }),
    form: z.enum(['VIRTUAL']),
    currency: currencyCode,
    cardholder,
    threeDSecurePassword: text.meta({
      description: 'With which the cardholder confirms payments; null for none. Do not log it.',
    }),
  })
  .meta({ id: 'CardOrder' });

/** The states of a card of which a processor learns. */
export const TOLD_STATES = ['ACTIVE', 'FROZEN', 'CLOSED'] as const;

export const stateRequest = z
  .strictObject({ state: z.enum(TOLD_STATES).meta({ description: 'CLOSED is final.' }) })
  .meta({ id: 'CardState' });

export const revealRequest = z
  .strictObject({ expiresAt: instantText.meta({ description: 'Until when the page may be opened at most.' }) })
  .meta({ id: 'RevealRequest' });

/** The schemas that requests refer to. */
export const PARTS_OF_REQUESTS: readonly z.ZodType[] = [address, cardholder];

const cardholderBody = (name: string, given: Cardholder): z.input<typeof cardholder> => ({
  ...{ id: given.id, customerType: given.customerType, name, birthDate: given.birthDate },
  ...{ email: given.email, phoneNumber: given.phoneNumber },
  address: given.address === null ? null : addressBody(given.address),
});

const addressBody = (given: NonNullable<Cardholder['address']>): z.input<typeof address> => ({
  ...{ line1: given.line1, line2: given.line2, city: given.city },
  ...{ state: given.state, postalCode: given.postalCode, country: given.country },
});

export const orderBody = (order: CardOrder): z.input<typeof orderRequest> => ({
  cardId: order.cardId,
  platformCardId: order.platformCardId,
  form: order.form,
  currency: order.currency,
  cardholder: cardholderBody(order.cardholderName, order.cardholder),
  threeDSecurePassword: order.threeDSecurePassword,
});

export const revealBody = (expiresAt: Instant): z.input<typeof revealRequest> => ({ expiresAt: toIso(expiresAt) });
