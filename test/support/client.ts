import { Corridor } from '@corridor/client';
import type { Api } from './api.js';

/**
 * The client of the API over `api`, which adds its credential and checks every answer against the OpenAPI document. It
 * does not repeat requests, because a test that is not about faults must not meet any.
 */
export const clientOf = (api: Api): Corridor =>
  new Corridor({
    baseUrl: 'http://host.example',
    credential: null,
    retries: 0,
    fetch: async (url, { method, headers, body }) => {
      const { pathname, search } = new URL(url);
      const path = pathname.replace(/^\/\d{4}-\d{2}-\d{2}/, '') + search;
      const answer = await api.send(method, path, { headers, ...(body !== null && { body }) });
      return new Response(answer.status === 204 ? null : answer.text, answer);
    },
  });
