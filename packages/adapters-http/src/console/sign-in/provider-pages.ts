import { type Core, type DomainError, err, type OperatorClient } from '@corridor/core';
import { PROVIDER_SECONDS } from '@corridor/core/internal';
import type { HttpContext } from '../../kit/state.js';
import { html, type Html } from '../../pages/html.js';
import { goTo } from '../../pages/visit.js';
import type { SignInLimits } from '../kit/sign-in-limits.js';
import { providerSecretOf, setProviderSecret } from '../kit/session-cookie.js';
import type { Signed } from './setup.js';

export const PROVIDER_BEGIN = '/sign-in/provider';

export interface ProviderTools {
  readonly core: Core;
  readonly base: string;
  readonly isSecure: boolean;
  readonly limits: SignInLimits;
  readonly send: (ctx: HttpContext, title: string, body: Html) => void;
  readonly sendError: (ctx: HttpContext, error: DomainError) => void;
  readonly signedIn: (ctx: HttpContext) => Promise<Signed | null>;
  /** The form of a browser that has attempts left; null if the answer is written. */
  readonly attemptOf: (ctx: HttpContext) => Promise<{ readonly client: string } | null>;
  readonly clientOf: (ctx: HttpContext) => OperatorClient;
  /** Gives the browser the session. */
  readonly open: (ctx: HttpContext, text: string) => void;
}

const NOT_BEGUN = err('UNAUTHORIZED', 'this browser has begun no sign-in, or too long ago; sign in again').error;

/**
 * The sign-in by an identity provider. Both ways between the sites are a page that leads on, and not a redirect: the policy
 * of forms allows no redirect to another site, and a browser that comes from another site by redirects does not send the
 * cookie of the session, which is `SameSite=Strict`.
 */
export function providerPages(tools: ProviderTools) {
  const { core, base, isSecure, send } = tools;
  const { operators } = core;

  /** A page that leads on at once, and has a link if the browser does not. */
  function lead(ctx: HttpContext, to: string, title: string, text: string): void {
    ctx.set('Refresh', `0; url=${to}`);
    send(ctx, title, html`<p><a class="button" href="${to}">${text}</a></p>`);
  }

  async function begin(ctx: HttpContext): Promise<void> {
    if ((await tools.attemptOf(ctx)) === null) return;
    const begun = await operators.beginProviderSignIn(await tools.signedIn(ctx), tools.clientOf(ctx));
    if (!begun.ok) return tools.sendError(ctx, begun.error);
    setProviderSecret(ctx, isSecure, begun.value.browser, PROVIDER_SECONDS);
    const name = operators.providerLabel ?? '';
    lead(ctx, begun.value.address, 'Sign in', `Continue at ${name}`);
  }

  async function answer(ctx: HttpContext): Promise<void> {
    if (ctx.method !== 'GET') return goTo(ctx, `${base}/sign-in`);
    const secret = providerSecretOf(ctx, isSecure);
    // A browser that began no sign-in here, such as one that a foreign page sends, counts as no attempt of its address.
    if (secret === '') return tools.sendError(ctx, NOT_BEGUN);
    setProviderSecret(ctx, isSecure, null, 0);
    const finished = await operators.finishProviderSignIn(ctx.querystring, secret, tools.clientOf(ctx));
    if (!finished.ok) {
      if (finished.error.code === 'UNAUTHORIZED') await tools.limits.wrong(ctx.state.address);
      return tools.sendError(ctx, finished.error);
    }
    tools.open(ctx, finished.value.text);
    lead(ctx, `${base}/sign-in`, 'You are signed in', 'Continue to the console');
  }

  return { begin, answer };
}
