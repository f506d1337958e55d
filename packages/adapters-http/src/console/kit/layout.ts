import type { OperatorAccount, OperatorNotice } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { skeletonOf } from '../../pages/layout.js';
import { unbroken } from './components.js';
import { csrfField } from './csrf.js';
import { signInNotices } from './sign-in-notices.js';
import { wordsOf } from './words.js';

/** A link of the navigation. */
export interface MenuItem {
  readonly path: string;
  readonly text: string;
  readonly isCurrent: boolean;
}

/** A group of links of the navigation; `title` is null for the only group. */
export interface MenuGroup {
  readonly title: string | null;
  readonly items: readonly MenuItem[];
}

/** Leads to the pages of another platform. */
export interface Switcher {
  /** What the page is about: a platform, or all of them. */
  readonly current: string;
  readonly platforms: readonly { readonly path: string; readonly text: string }[];
  /** The list of all platforms; null if the operator may not open it. */
  readonly allPath: string | null;
}

/** What surrounds a page of an operator who has signed in. */
export interface Surrounding {
  readonly operator: OperatorAccount;
  /** Changes of the operator's sign-in that this session shows. */
  readonly notices: readonly OperatorNotice[];
  readonly csrf: string;
  /** What was searched, on the page of its results; empty on other pages. */
  readonly sought: string;
  readonly menu: readonly MenuGroup[];
  /** Null on pages about the operator's own account. */
  readonly switcher: Switcher | null;
  /** The platform of the page, as its title names it; null on pages of the whole host. */
  readonly placeName: string | null;
  readonly crumbs: readonly { readonly path: string; readonly text: string }[];
}

export interface ConsoleDocument {
  readonly title: string;
  readonly body: Html;
  /** The title announces an error first. */
  readonly isWrong?: boolean;
  /** Path of a script of the console that the page needs. */
  readonly script?: string;
  /** Null for pages without a session, such as the sign-in. */
  readonly surrounding: Surrounding | null;
}

/** A whole document of the console. `base` is the path of the console, such as `/console`. */
export const consoleDocument = (
  base: string,
  { title, body, isWrong = false, script, surrounding }: ConsoleDocument,
): string =>
  skeletonOf(
    base,
    html`${isWrong && 'Error: '}${title}${surrounding !== null && surrounding.placeName !== null && ` · ${surrounding.placeName}`}
    – Console`,
    html`<a class="skip" href="#content">Skip to the content</a>
      <header>
        <a class="brand" href="${base}/">Corridor console</a>
        ${surrounding !== null && session(base, surrounding)}
      </header>
      <div class="${surrounding === null ? 'alone' : 'frame'}">
        ${surrounding !== null && menu(surrounding)}
        <main id="content" tabindex="-1">
          ${surrounding !== null && surrounding.crumbs.length > 0 && crumbs(surrounding.crumbs)}
          ${surrounding !== null && signInNotices(base, surrounding)}
          <h1>${unbroken(title)}</h1>
          ${body}
        </main>
      </div>
      ${script !== undefined && html`<script src="${script}" defer></script>`}`,
    'console',
  );

const session = (base: string, { operator, csrf, sought }: Surrounding): Html =>
  html`<form class="search" role="search" method="get" action="${base}/search">
      <label class="hidden" for="search">Search by name, number, reference, amount or id</label>
      <input
        id="search"
        name="q"
        type="search"
        placeholder="Name, number, amount…"
        maxlength="200"
        autocomplete="off"
        value="${sought}"
      />
      <button class="quiet">Search</button>
    </form>
    <form class="who" method="post" action="${base}/sign-out">
      <a href="${base}/account">${operator.name}</a>
      <span>${wordsOf(operator.role)}</span>
      ${csrfField(csrf)}
      <button class="quiet">Sign out</button>
    </form>`;

/** On a narrow screen it opens with a click; on a wide one it is always shown, by the style sheet. */
const menu = ({ menu: groups, switcher }: Surrounding): Html =>
  html`<nav class="menu" aria-label="Sections">
    <details>
      <summary>Menu</summary>
      ${switcher !== null && switcherPart(switcher)}
      ${groups.map(
        ({ title, items }) =>
          html`${title !== null && html`<p>${title}</p>`}
            <ul>
              ${items.map(
                ({ path, text, isCurrent }) =>
                  html`<li><a href="${path}" ${isCurrent && html`aria-current="true"`}>${text}</a></li>`,
              )}
            </ul>`,
      )}
    </details>
  </nav>`;

const switcherPart = ({ current, platforms, allPath }: Switcher): Html =>
  html`<details class="switcher">
    <summary><span class="hidden">Platform: </span>${current}</summary>
    <ul>
      ${platforms.map(({ path, text }) => html`<li><a href="${path}">${text}</a></li>`)}
      ${allPath !== null && html`<li><a href="${allPath}">All platforms…</a></li>`}
    </ul>
  </details>`;

const crumbs = (items: Surrounding['crumbs']): Html =>
  html`<nav class="crumbs" aria-label="Breadcrumbs">
    <ol>
      ${items.map(({ path, text }) => html`<li><a href="${path}">${text}</a></li>`)}
    </ol>
  </nav>`;
