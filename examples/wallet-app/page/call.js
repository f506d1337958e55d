import { Problem } from './words.js';

/** Calls this app's server, which calls Corridor. Returns status and body; an error is a Problem with its code. */
export async function call(method, path, body = {}, headers = {}) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: { ...(method !== 'GET' && { 'content-type': 'application/json' }), ...headers },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Problem('offline');
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Problem(answer.code, answer.fields);
  return { status: response.status, body: answer };
}

export const get = async (path) => (await call('GET', path)).body;
export const post = async (path, body) => (await call('POST', path, body)).body;
