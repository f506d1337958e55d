import type { Environment, Position } from '@corridor/core';
import { shortfalls } from '@corridor/core/internal';
import { html, type Html } from '../../pages/html.js';
import { link, notice } from '../kit/components.js';
import { moneyText } from '../kit/money.js';
import type { Visit } from '../kit/visit.js';
import { wordsOf } from '../kit/words.js';

/**
 * Where the service has spent more than its own money in one environment, or in all. Own money is shared by all platforms,
 * so `positions` are those of all.
 */
export const shortfallPart = (
  { base, path }: Pick<Visit, 'base' | 'path'>,
  positions: readonly Position[],
  environment: Environment | null = null,
): Html =>
  html`${shortfalls(positions)
    .filter((one) => environment === null || one.environment === environment)
    .map((one) =>
      notice(
        html`The service has spent ${moneyText(-one.amount, one.currency)} more than its own money in
        ${wordsOf(one.environment)}, so customers' money is missing.
        ${path !== TREASURY && link(`${base}${TREASURY}`, 'The money of the service')}`,
        'bad',
      ),
    )}`;

export const TREASURY = '/treasury';
