import { toIso } from '@corridor/core';
import type { CardFrame } from '@corridor/core/ports';
import type { Card } from '@corridor/core/records';
import { integer, type Wire } from '../../kit/wire.js';
import type { card as cardSchema, cardRevealResponse } from './schemas.js';

/** The wire form of a card: it contains neither the card number nor an address that displays it. */
export const serializeCard = (card: Omit<Card, 'sealedPassword'>): Wire<typeof cardSchema> => ({
  id: card.id,
  cardholderId: card.cardholderId,
  platformCardId: card.platformCardId ?? undefined,
  state: card.state,
  stateReason: card.stateReason ?? undefined,
  brand: card.brand ?? undefined,
  form: card.form,
  last4: card.last4 ?? undefined,
  expMonth: card.expMonth ?? undefined,
  expYear: card.expYear ?? undefined,
  fundingSources: card.fundingSources,
  maxSpendPerTransaction: card.maxSpendPerTransaction === null ? null : integer(card.maxSpendPerTransaction),
  currency: card.currency,
  processorRef: card.processorRef,
  issuerRef: card.issuerRef ?? undefined,
  createdAt: toIso(card.createdAt),
  updatedAt: toIso(card.updatedAt),
});

export const serializeFrame = ({ url, expiresAt }: CardFrame): Wire<typeof cardRevealResponse> => ({
  panEmbedUrl: url,
  expiresAt: toIso(expiresAt),
});
