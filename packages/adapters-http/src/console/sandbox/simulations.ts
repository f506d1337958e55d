import { html, type Html } from '../../pages/html.js';
import { code, type Content, definitions, link, section, table, withCodesInWords } from '../kit/components.js';
import type { Choosable } from '@corridor/core';
import type { Asked } from '../kit/declared-fields.js';
import type { PageContent } from '../kit/route.js';
import type { TenantVisit } from '../kit/visit.js';
import type { Endings } from './endings.js';

export const OF_SANDBOX = { section: 'Sandbox', sandboxOnly: true } as const;

/** The endings that choose an outcome, as a table. */
export const endingsOf = ({ title, about, names, rows }: Endings): Html =>
  section(
    title.toLowerCase().replaceAll(/[^a-z]+/g, '-'),
    title,
    html`<p class="hint">${withCodesInWords(about)}</p>
      ${table({
        caption: title,
        rows,
        empty: '',
        columns: [
          {
            title: names[0],
            text: ([ending]) => ending,
            narrow: 'title',
            show: ([ending]) => (ending === 'any other' ? ending : code(ending)),
          },
          {
            title: names[1],
            narrow: 'note',
            text: ([, outcome]) => outcome,
            show: ([, outcome]) => withCodesInWords(outcome),
          },
        ],
      })}`,
  );

export const LAST_THREE = html`<p class="hint">
  The last three characters of an identifier choose the outcome; before the <code>@</code>, if it has one.
</p>`;

/** The endings that matter to a form. */
export const beside = (table: Endings): Html => html`<div class="endings">${endingsOf(table)} ${LAST_THREE}</div>`;

/** What a simulation had as its result, with a way to the next one. */
export const result = (
  { place: { base } }: TenantVisit,
  path: string,
  title: string,
  facts: readonly (readonly [string, Content | null])[],
): PageContent => ({
  title,
  crumbs: [],
  body: html`${definitions(facts)}
    <div class="actions">
      ${link(`${base}/sandbox/${path}`, 'Once more')} ${link(`${base}/sandbox`, 'All simulations')}
    </div>`,
});

/** The currencies of the platform as a choice. */
export const currenciesOf = ({ place: { platform } }: TenantVisit): NonNullable<Asked['choices']> =>
  platform.supportedCurrencies.map(({ currencyCode }) => [currencyCode, currencyCode] as const);

/** So many of the newest records are offered; the others are reached from their pages. */
const OF_OTHERS = 'The newest 100; for another one begin at its page';

/** A field of an id, with the newest records of the platform to choose from. */
export const choosing = async <N extends string>(
  { core, place: { tenant } }: TenantVisit,
  name: N,
  type: Choosable,
): Promise<Asked<N>> => ({ name, choices: await core.operators.reads.choices(tenant, type), hint: OF_OTHERS });

/** The first value of a form: what the address names, such as the account from its page. */
export const named = ({ query }: TenantVisit, name: string): string => query.get(name) ?? '';
