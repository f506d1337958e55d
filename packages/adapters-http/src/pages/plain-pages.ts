import type { Application } from '@corridor/core';
import type { HttpContext } from '../kit/state.js';
import { html, type Html } from './html.js';
import { ICON, STYLE } from './style.js';
import { sendPage } from './visit.js';

const DAY_SECONDS = 86_400;

export function sendAsset(ctx: HttpContext, name: 'style.css' | 'icon.svg'): void {
  ctx.set('Cache-Control', `public, max-age=${DAY_SECONDS}`);
  ctx.type = name === 'style.css' ? 'text/css; charset=utf-8' : 'image/svg+xml';
  ctx.body = name === 'style.css' ? STYLE : ICON;
}

export function message(ctx: HttpContext, base: string, status: number, title: string, text: string): void {
  sendPage(ctx, base, status, { title, progress: null, platform: null, body: html`<p>${text}</p>` });
}

/** Why a link does not lead to a form; null if that is not known. */
type Gone = 'EXPIRED' | 'STARTED' | 'FINISHED' | null;

const GONE: Readonly<Record<Exclude<Gone, null>, readonly [title: string, text: string]>> = {
  EXPIRED: [
    'This link has expired',
    'If you have submitted everything already, there is nothing more to do. Otherwise ask the sender for a new link; everything that you have entered is kept.',
  ],
  STARTED: [
    'This link has been used',
    'If the page is open in another browser, continue there. Otherwise ask the sender for a new link; everything that you have entered is kept.',
  ],
  FINISHED: [
    'Everything was submitted',
    'This link has been used, and there is nothing more to do with it. If we need something else, you will get a new link.',
  ],
};
const UNKNOWN = [
  'This link no longer works',
  'It has been used or has expired. Ask the sender for a new link; everything that you have entered is kept.',
] as const;

export function gone(ctx: HttpContext, base: string, reason: Gone = null): void {
  const [title, text] = reason === null ? UNKNOWN : GONE[reason];
  message(ctx, base, 410, title, text);
}

export const sendRefusalPage = (ctx: HttpContext, base: string): void =>
  message(ctx, base, 400, 'This form could not be read', 'Please go back and try again.');

export const nowhere = (ctx: HttpContext, base: string): void =>
  message(ctx, base, 404, 'Page not found', 'Please go back to the previous page.');

export function notAllowed(ctx: HttpContext, base: string): void {
  ctx.set('Allow', 'GET, HEAD, POST');
  message(ctx, base, 405, 'This action is not available', 'Please go back and try again.');
}

const NEEDED = {
  INDIVIDUAL: [
    'Your name, date of birth and address',
    'Your tax number',
    'A passport, driving licence or identity card',
  ],
  BUSINESS: [
    'The registration and tax number of the company',
    'The names of the people who own 25 % or more of it, and of the person who controls it',
    'Documents of its registration, its directors, its owners, and its address',
  ],
} as const;

/** The heading of the first page: a business is named, because the person who fills the form in acts for it. */
export const titleOf = ({ customer }: Application): string =>
  customer.customerType === 'INDIVIDUAL'
    ? 'Verify your identity'
    : `Verify ${customer.businessInfo?.legalName ?? 'your business'}`;

export const welcome = (action: string, { platform, customer }: Application, hidden: Html) =>
  html`<p>
      ${platform.name} asks you to verify ${customer.customerType === 'INDIVIDUAL' ? 'who you are' : 'your company'}. It
      takes about ten minutes.
    </p>
    <section class="card" aria-labelledby="needed">
      <h2 id="needed">What you need</h2>
      <ul>
        ${NEEDED[customer.customerType].map((needed) => html`<li>${needed}</li>`)}
      </ul>
      <form method="post" action="${action}">
        ${hidden}
        <div class="actions"><button>Start</button></div>
      </form>
    </section>
    <p>This link works once, in this browser, for a limited time.</p>`;
