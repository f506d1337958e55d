import { createHash } from 'node:crypto';
import { allRoutes } from '../../packages/adapters-http/src/console/app/pages.js';
import type { Route } from '../../packages/adapters-http/src/console/kit/route.js';
import type { ConsolePage } from '../../packages/adapters-http/src/testing/console.js';
import { addressOf, createWorld, type World } from '../console/world.js';
import { valueOf } from '../../packages/core/src/testing/play-core.js';
import { filled } from './fill-form.js';
import { ENTRIES } from './form-values.js';
import { readableHtml, withoutChance } from './readable-html.js';

const nameOf = ({ scope, path }: Route): string => `${scope} ${path}`;

const isPage = ({ headers }: ConsolePage): boolean => (headers.get('content-type') ?? '').startsWith('text/html');
const isText = ({ headers }: ConsolePage): boolean => /text|json|xml/.test(headers.get('content-type') ?? '');

const [MAIN, END] = ['<main', '</main>'];

/** The title and the main part of a page. The parts around it are the same on all pages of a section. */
function contentOf(page: ConsolePage): string {
  const { text } = page;
  if (isPage(page)) {
    const title = /<title>.*?<\/title>/s.exec(text)?.[0] ?? '';
    const section = /aria-current="true">(.*?)</s.exec(text)?.[1] ?? 'none';
    return readableHtml(`section: ${section} ${title}` + text.slice(text.indexOf(MAIN), text.indexOf(END)));
  }
  if (isText(page)) return text;
  return `${text.length} characters, SHA-256 ${createHash('sha256').update(text).digest('hex')}`;
}

/** A page without its content and without what names the operator and the section. */
const frameOf = (page: ConsolePage): string =>
  readableHtml(
    `${page.text.slice(0, page.text.indexOf(MAIN))}${page.text.slice(page.text.indexOf(END))}`
      .replace(/<title>.*?<\/title>/s, '')
      .replace('aria-current="true"', '')
      .replace(/(<a href="[^"]*\/account">).*?(<\/a>\s*<span>).*?(<\/span>)/s, '$1{name}$2{role}$3'),
  );

const HEADERS = ['content-type', 'content-disposition', 'location'] as const;

function answerOf(page: ConsolePage): string {
  const headers = HEADERS.flatMap((name) => {
    const value = page.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  return withoutChance([page.status, ...headers, contentOf(page)].join('\n').trimEnd());
}

/** Answers under the names of the operators who get them; equal answers once. */
function together(answers: readonly (readonly [name: string, answer: string])[]): string {
  const names = new Map<string, string[]>();
  for (const [name, answer] of answers) names.set(answer, [...(names.get(answer) ?? []), name]);
  return [...names].map(([answer, of]) => `=== ${of.join(', ')}\n${answer}\n`).join('\n');
}

const ROLES = ['viewer', 'operator', 'approver', 'admin'] as const;

/** Pages besides the routes that are declared. */
const OTHERS = ['/sign-in', '/account', '/search?q=007', '/style.css', '/icon.svg', '/unknown'];

const byName = (one: Route, other: Route): number => (nameOf(one) < nameOf(other) ? -1 : 1);

/** The name of every page that is recorded. */
export const PAGES: readonly string[] = [...allRoutes.map(nameOf).sort(), ...OTHERS.map((path) => `other ${path}`)];

/** The answers of every page, and what is around the content of pages. */
export interface RecordedPages {
  readonly pages: ReadonlyMap<string, string>;
  readonly frames: string;
}

/**
 * Opens every page as each operator. Then sends every form as an administrator: without values, which shows the errors
 * of required fields, and filled in. The order of the requests is fixed, because they change what later ones show.
 */
export async function recordPages(): Promise<RecordedPages> {
  const world = await createWorld();
  const routes = allRoutes.toSorted(byName);
  const answers = new Map<string, (readonly [name: string, answer: string])[]>();
  const frames: (readonly [name: string, frame: string])[] = [];
  const add = (name: string, by: string, answer: string) =>
    answers.set(name, [...(answers.get(name) ?? []), [by, answer]]);
  const record = (name: string, by: string, page: ConsolePage) => add(name, by, answerOf(page));

  for (const route of routes) {
    for (const role of ROLES) {
      const page = await world.console.get(addressOf(route, world), world[role]);
      record(nameOf(route), role.toUpperCase(), page);
      if (isPage(page)) frames.push([`${route.scope} ${role.toUpperCase()}`, withoutChance(frameOf(page))]);
    }
  }
  for (const path of OTHERS) {
    for (const role of ROLES)
      record(`other ${path}`, role.toUpperCase(), await world.console.get(`/console${path}`, world[role]));
    record(`other ${path}`, 'without a session', await world.console.get(`/console${path}`, null));
  }
  for (const route of routes.filter(({ takesForm }) => takesForm))
    record(nameOf(route), 'ADMIN, who sends the form without values', await sendEmpty(route, world));
  for (const route of routes.filter(({ takesForm }) => takesForm).sort(stopsLast))
    for (const [by, text] of await sendFilled(route, world)) add(nameOf(route), by, text);
  const distinct = [...new Map(frames.map((frame) => [frame.join('\n'), frame])).values()];
  return {
    pages: new Map([...answers].map(([name, each]) => [name, `${name}\n\n${together(each)}`])),
    frames: together(distinct),
  };
}

async function sendEmpty(route: Route, world: World): Promise<ConsolePage> {
  const { console, admin } = world;
  const address = addressOf(route, world);
  return console.post(address, admin, (await console.get(address, admin)).hidden);
}

/** Blocks come after the forms that they would stop, and their ends after them. */
const STOPS = [/\/(block|freeze|pause|disable|clock|revoke)$/, /\/(unblock|unfreeze|resume)$/];
const turnOf = ({ path }: Route): number => STOPS.findIndex((stop) => stop.test(path));
const stopsLast = (one: Route, other: Route): number => turnOf(one) - turnOf(other);

/** Fills a form in, confirms it if the console asks for it, and reads what the log has about it. */
async function sendFilled(route: Route, world: World): Promise<readonly (readonly [by: string, text: string])[]> {
  const { console, admin } = world;
  const { log } = console.play.core.operators;
  const address = addressOf(route, world);
  const before = new Set(valueOf(await log({})).data.map(({ id }) => id));
  const opened = await console.get(address, admin);
  if (opened.status !== 200) return [['ADMIN, after the other forms', answerOf(opened)]];
  const { sent, problems } = filled(opened.text, ENTRIES[nameOf(route)]?.(world) ?? {});
  const first = await console.post(address, admin, fieldsOf(sent));
  const asks = 'confirmed' in first.hidden;
  const last = asks ? await console.post(address, admin, { ...fieldsOf(sent), ...first.hidden }) : first;
  const entries = valueOf(await log({})).data.filter(({ id }) => !before.has(id));
  const logged = entries
    .toReversed()
    .map(({ action, outcome, subject, input, before: was, after }) =>
      JSON.stringify({ action, outcome, subject, input, before: was, after }, asText, 2),
    );
  return [
    ...(asks ? [['ADMIN, who is asked to confirm', answerOf(first)] as const] : []),
    ['ADMIN, who has filled in the form', [...problems, answerOf(last)].join('\n')],
    ['the log of operators', withoutChance(logged.join('\n'))],
  ];
}

const asText = (_name: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

const fieldsOf = (sent: URLSearchParams): Record<string, string[]> =>
  Object.fromEntries([...new Set(sent.keys())].map((name) => [name, sent.getAll(name)]));
