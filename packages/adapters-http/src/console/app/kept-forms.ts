import type { Core, Id, SignedIn } from '@corridor/core';
import type { AnonymousBodies } from '../../kit/anonymous-bodies.js';
import type { HttpContext } from '../../kit/state.js';
import { readForm } from '../../pages/form.js';
import { isForeign } from '../../pages/form-origin.js';
import { csrfToken, isCsrf } from '../kit/csrf.js';
import { type KeptForm, secretNames, withoutNames } from '../kit/kept.js';
import type { Route } from '../kit/route.js';
import { keptFormOf, rememberPage, setKeptForm } from '../kit/session-cookie.js';
import type { Digest } from '@corridor/core/ports';

interface KeptFormPorts {
  readonly core: Core;
  readonly bodies: AnonymousBodies;
  readonly digest: Digest;
  readonly isSecure: boolean;
  readonly ownOrigin: string;
}

/** The query of the address at which a form that waits for its confirmation is shown. */
export const KEPT = 'kept';

/** What operators have entered, while their session has ended or a confirmation waits (docs/operate/console.md). */
export function keptForms({ core, bodies, digest, isSecure, ownOrigin }: KeptFormPorts) {
  const { operators } = core;

  const keep = (route: Route, form: URLSearchParams): string => {
    const { registry } = operators.actions;
    const fields = typeof route.role === 'string' ? {} : registry[route.role.ofAction].input;
    return withoutNames(form, secretNames(fields)).toString();
  };

  return {
    /**
     * Keeps a form that came after its session had ended, and leads back to it after the sign-in. Only a form with the
     * token of that session, so that nothing is kept for strangers.
     */
    async keepExpired(ctx: HttpContext, route: Route | null, sessionText: string): Promise<void> {
      if (route?.takesForm !== true || ctx.method !== 'POST' || isForeign(ctx, ownOrigin)) return;
      const read = await readForm(ctx, bodies);
      if (!read.ok || !isCsrf(read.value, csrfToken(digest, sessionText))) return;
      const form = { path: ctx.path, body: keep(route, read.value) };
      const id = await operators.keepFormOfEnded(sessionText, form, ctx.state.requestId);
      if (id === null) return;
      setKeptForm(ctx, isSecure, id);
      rememberPage(ctx, isSecure, ctx.path);
    },

    /** Keeps a form until it is confirmed; null if it has secrets, which are kept nowhere. */
    async keepForConfirmation(ctx: HttpContext, route: Route, form: URLSearchParams, operatorId: Id<'Operator'>) {
      const kept = keep(route, form);
      if (withoutNames(form, []).toString() !== kept) return null;
      return operators.keepForm(operatorId, { path: ctx.path, body: kept }, ctx.state.requestId);
    },

    /** What was kept for this page. */
    async keptFor(ctx: HttpContext, route: Route, signed: SignedIn, query: URLSearchParams): Promise<KeptForm | null> {
      if (!route.takesForm || ctx.method !== 'GET') return null;
      const asked = query.get(KEPT);
      const id = asked ?? keptFormOf(ctx, isSecure);
      if (id === null) return null;
      const isUsed = asked === null;
      const body = await operators.keptForm(signed, { id, path: ctx.path, isUsed }, ctx.state.requestId);
      if (body === null) return null;
      if (isUsed) setKeptForm(ctx, isSecure, null);
      return { form: new URLSearchParams(body), awaitsConfirmation: !isUsed };
    },
  };
}
