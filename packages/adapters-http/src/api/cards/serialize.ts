import { toIso } from '@corridor/core';
import type { CardFrame } from '@corridor/core/ports';
import type { Card, CardControls } from '@corridor/core/records';
import { type Complete, integer, type ShownFields, type Wire } from '../../kit/wire.js';
import type { card as cardSchema, cardRevealResponse } from './schemas.js';

type CardWire = Wire<typeof cardSchema>;

export const CARD_ON_WIRE = {
  id: 'id',
  tenant: null,
  version: null,
  createdAt: 'createdAt',
  updatedAt: 'updatedAt',
  cardholderId: 'cardholderId',
  platformCardId: 'platformCardId',
  state: 'state',
  stateReason: 'stateReason',
  form: 'form',
  brand: 'brand',
  last4: 'last4',
  expMonth: 'expMonth',
  expYear: 'expYear',
  fundingSources: 'fundingSources',
  currency: 'currency',
  maxSpendPerTransaction: 'maxSpendPerTransaction',
  controls: 'controls',
  processorRef: 'processorRef',
  issuerRef: 'issuerRef',
  sealedPassword: null,
  stateChanges: null,
  fundingChanges: null,
} as const satisfies ShownFields<Card, CardWire>;

const listOf = (list: readonly string[] | undefined) => (list === undefined ? undefined : [...list]);

const serializeControls = (controls: CardControls): NonNullable<CardWire['controls']> => ({
  allowedCategories: listOf(controls.allowedCategories),
  blockedCategories: listOf(controls.blockedCategories),
  allowedCountries: listOf(controls.allowedCountries),
  blockedCountries: listOf(controls.blockedCountries),
  spendLimits: controls.spendLimits?.map(({ period, amount, count }) => ({
    period,
    amount: amount === undefined ? undefined : integer(amount),
    count,
  })),
});

/** The wire form of a card: it contains neither the card number nor an address that displays it. */
export const serializeCard = (card: Omit<Card, 'sealedPassword'>): Complete<CardWire> => ({
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
  controls: card.controls === null ? null : serializeControls(card.controls),
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
