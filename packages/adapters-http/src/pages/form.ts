import { err, ok, type Result } from '@corridor/core';
import type { AnonymousBodies } from '../kit/anonymous-bodies.js';
import { isStorable, readBody } from '../kit/body.js';
import type { HttpContext } from '../kit/state.js';
import type { Field, FormState } from './fields.js';

const FORM_LIMIT = 64 * 1024;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/**
 * The fields of a form without a file, from a browser with a session, or through `bodies` from one without. The errors
 * of `readBody`; INVALID_REQUEST_FORMAT if the body is not a form.
 */
export async function readForm(ctx: HttpContext, bodies: AnonymousBodies | null): Promise<Result<URLSearchParams>> {
  if (!(ctx.req.headers['content-type'] ?? '').toLowerCase().startsWith(FORM_TYPE)) {
    return err('INVALID_REQUEST_FORMAT', `Content-Type must be ${FORM_TYPE}`);
  }
  const body = await (bodies === null ? readBody(ctx.req, ctx.res, FORM_LIMIT) : bodies.read(ctx, FORM_LIMIT));
  if (!body.ok) return body;
  const form = new URLSearchParams(body.value.toString('utf8'));
  return [...form.values()].every(isStorable)
    ? ok(form)
    : err('INVALID_REQUEST_FORMAT', 'the form must not contain NUL');
}

/** The entered values of these fields, to be shown again, without numbers that are never shown again. */
export const entered = (form: URLSearchParams, fields: readonly Field[]): FormState['values'] =>
  Object.fromEntries(
    fields
      .filter(({ name }) => !name.endsWith('identifier'))
      .map(({ name, choices }) => [
        name,
        choices !== undefined && name === 'roles' ? form.getAll(name) : form.get(name)!,
      ]),
  );

/** A request object from the fields that were filled in; their names are paths in it. */
export function requestOf(form: URLSearchParams, fields: readonly Field[]): Readonly<Record<string, unknown>> {
  const request: Record<string, unknown> = {};
  for (const { name, ignored } of fields) {
    const text = (form.get(name) ?? '').trim();
    const value = name === 'roles' ? form.getAll(name) : ignored === undefined ? text : text.replace(ignored, '');
    if (value.length === 0) continue;
    const path = name.split('.');
    let part = request;
    for (const step of path.slice(0, -1)) part = (part[step] ??= {}) as Record<string, unknown>;
    part[path.at(-1)!] = value;
  }
  return request;
}
