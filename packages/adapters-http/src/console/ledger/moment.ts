import { type Instant, ok, type Position, type Result, type TenantKey } from '@corridor/core';
import { summaryOf } from '../../pages/fields.js';
import { html, type Html } from '../../pages/html.js';
import { fieldErrorsOf } from '../../pages/visit.js';
import { time } from '../kit/components.js';
import type { Entered } from '../kit/entered.js';
import { type ConsoleField, enteredValues, fieldOf, TIME_HINT } from '../kit/fields.js';
import type { Visit } from '../kit/visit.js';
import { type Line, linesOf } from './trial-balance.js';

export const AT: ConsoleField = {
  name: 'at',
  label: 'Before',
  hint: `The balances of what was booked before this time; without it, of everything. ${TIME_HINT}`,
};

export interface Balances {
  /** Null: of everything. */
  readonly at: Instant | null;
  readonly positions: readonly Position[];
  readonly lines: readonly Line[];
}

const balancesFrom = (at: Instant | null, positions: readonly Position[]): Balances => ({
  ...{ at, positions },
  lines: linesOf(positions),
});

/** The trial balance of the moment in the address, or of now. */
export async function balancesOf(
  { core }: Visit,
  entered: Entered,
  within: (tenant: TenantKey) => boolean,
): Promise<Result<Balances>> {
  const time = entered.optionalTime('at');
  const read = entered.result(() => time ?? null);
  if (!read.ok) return read;
  const at = read.value;
  if (at === null) {
    const all = await core.ledger.positions();
    return ok(
      balancesFrom(
        at,
        all.filter(({ tenant }) => within(tenant)),
      ),
    );
  }
  const found = await core.ledger.positionsAt({ at, within });
  return found.ok ? ok(balancesFrom(at, found.value)) : found;
}

/** The form for the moment, and the moment that is shown. */
export function momentForm({ query }: Visit, address: string, balances: Result<Balances>): Html {
  const state = {
    values: enteredValues(query, [AT]),
    errors: balances.ok ? [] : fieldErrorsOf(balances.error),
  };
  return html`<form class="card statement" method="get" action="${address}">
      ${summaryOf(state, [AT])}
      <div class="fields">${fieldOf(state, AT)}</div>
      <div class="actions"><button class="quiet">Show</button> <a href="${address}">Show now</a></div>
    </form>
    ${balances.ok && balances.value.at !== null && html`<p>Booked before ${time(balances.value.at)}.</p>`}`;
}

/** The query of links to the same moment; empty for now. */
export const momentQuery = ({ query }: Visit): string => {
  const at = query.get('at') ?? '';
  return at === '' ? '' : `?${new URLSearchParams({ at }).toString()}`;
};
