import { type Instant, instant } from '@corridor/core';
import {
  type ConnectionContext,
  type CustomerApplication,
  type HostedLinks,
  RailUnavailable,
} from '@corridor/core/ports';
import { type Ask, segment } from '../partners/exchange.js';
import { needsTls } from '../partners/tls.js';
import { link, linkState } from './answers.js';
import { linkBody } from './requests.js';

/** The pages of a provider behind the protocol of docs/connections/kyc.md. */
export function linksOf(
  ask: Ask,
  decides: (customer: CustomerApplication) => boolean,
  { name, environment, clock }: Pick<ConnectionContext, 'name' | 'environment' | 'clock'>,
): HostedLinks {
  const invalid = (member: string, why: string) =>
    new RailUnavailable(name, 'link', `the answer is invalid: ${member} ${why}`);
  return {
    async create(application) {
      if (!decides(application.customer)) return null;
      const body = linkBody(application);
      const { url, token, expiresAt } = await ask({ name: 'link', method: 'POST', path: '/links', body, answer: link });
      if (!isPage(url, environment)) throw invalid('url', 'is not the address of a page');
      const until: Instant = instant(Date.parse(expiresAt));
      if (until <= clock.now()) throw invalid('expiresAt', 'is in the past');
      return { url, token, expiresAt: until };
    },
    look: (reference) =>
      ask({
        ...{ name: 'link-state', method: 'GET', path: `/links/${segment(reference)}` },
        ...{ answer: linkState, unknown: { state: 'ended' } },
      }),
  };
}

/** A person goes there with data that only the provider may see. */
function isPage(text: string, environment: ConnectionContext['environment']): boolean {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || url.username !== '' || url.password !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && !needsTls(text, environment));
}
