import type { CreatedPlatform } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { code, definitions, notice, status } from '../kit/components.js';

/** A new platform with the secrets of its first token, which are shown on this page only. */
export const createdPlatformBody = ({ platform, token, clientSecret, webhookSecret }: CreatedPlatform): Html =>
  html`${notice('Copy the secrets now: they are stored nowhere and cannot be shown again.')}
    ${definitions([
      ['Environment', status(platform.environment, 'plain')],
      ['Platform', code(platform.platformId)],
      ['Client id', code(token.clientId)],
      ['Client secret', code(clientSecret)],
      ['Webhook secret', code(webhookSecret)],
    ])}
    <p>
      The client id and the client secret are those of the token <em>${token.name}</em>, which has every permission.
    </p>`;
