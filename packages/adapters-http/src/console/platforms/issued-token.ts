import type { IssuedToken } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { code, definitions, notice } from '../kit/components.js';

/** A new token with its secret, which is shown on this page only. */
export const issuedTokenBody = ({ token, clientSecret }: IssuedToken): Html =>
  html`${notice('Copy the client secret now: it is stored nowhere and cannot be shown again.')}
  ${definitions([
    ['Name', token.name],
    ['Permissions', token.permissions.join(', ')],
    ['Client id', code(token.clientId)],
    ['Client secret', code(clientSecret)],
  ])}`;
