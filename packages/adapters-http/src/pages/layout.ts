import { html, type Html } from './html.js';

export interface Page {
  readonly title: string;
  /** The page shows an error, which the title announces first. */
  readonly isWrong?: boolean;
  /** The customer enters something here or on the next page; the footer says what for. */
  readonly asks?: boolean;
  readonly body: Html;
  /** The progress through the verification steps; null before the first step and after the last. */
  readonly progress: Progress | null;
  /** The platform for which the customer is verified. */
  readonly platform: string | null;
}

export interface Progress {
  readonly titles: readonly string[];
  readonly current: number;
  /** For each verification step, whether it is complete. */
  readonly done: readonly boolean[];
}

/** The whole document. It loads nothing except the style sheet and the icon, and contains no script. */
export const documentOf = (
  base: string,
  { title, isWrong = false, asks = false, body, progress, platform }: Page,
): string =>
  skeletonOf(
    base,
    html`${isWrong && 'Error: '}${title} – Verification`,
    html`<header>
        <p>${platform === null ? 'Verification' : html`Verification for <strong>${platform}</strong>`}</p>
        ${progress !== null && steps(progress)}
      </header>
      <main>
        <h1>${title}</h1>
        ${body}
      </main>
      ${
        asks &&
        html`<footer>
          <p>What you enter here is only used for this verification.</p>
        </footer>`
      }`,
  );

/** A document in this design; the style sheet and the icon are below `base`. */
export const skeletonOf = (base: string, title: Html, body: Html, kind: 'console' | null = null): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex, nofollow" />
        <title>${title}</title>
        <link rel="stylesheet" href="${base}/style.css" />
        <link rel="icon" type="image/svg+xml" href="${base}/icon.svg" />
      </head>
      <body ${kind !== null && html`class="${kind}"`}>
        ${body}
      </body>
    </html>`.text;

const steps = ({ titles, current, done }: Progress): Html =>
  html`<nav aria-label="Progress">
    <ol class="steps">
      ${titles.map(
        (title, index) =>
          html`<li class="${done[index] === true ? 'done' : ''}" ${index === current && html`aria-current="step"`}>
            ${title}
          </li>`,
      )}
    </ol>
    <p class="count">Step ${current + 1} of ${titles.length}</p>
  </nav>`;
