import { err, fromIso, type Instant, ok, type Position, type Result } from '@corridor/core';
import type { RailConnection, RailStatements } from '@corridor/core/ports';
import { html, type Html } from '../../pages/html.js';
import { money, status } from '../kit/components.js';
import { ageText } from '../kit/times.js';
import type { Visit } from '../kit/visit.js';
import { asked, heldIn } from '../rails/connections.js';

export const DAY_SECONDS = 86_400;

export type OfRail = Visit<{ readonly rail: string }>;

/** A rail whose connection keeps the statements of the bank. */
export interface Stated {
  readonly rail: string;
  readonly connection: RailConnection;
  readonly statements: RailStatements;
}

export const statedRails = ({ core }: Visit): readonly Stated[] =>
  core.rails.connections.flatMap((connection) => {
    const statements = connection.statements ?? null;
    return statements === null ? [] : connection.rails.map(({ name: rail }) => ({ rail, connection, statements }));
  });

export function statedAs(visit: OfRail): Result<Stated> {
  const { rail } = visit.params;
  const found = statedRails(visit).find((each) => each.rail === rail);
  return found === undefined ? err('REFERENCE_NOT_FOUND', `No connection keeps statements of ${rail}`) : ok(found);
}

export const railPath = ({ base }: Visit, rail: string): string => `${base}/reconciliation/${encodeURIComponent(rail)}`;

/** A day of the form `2026-01-31` with its age. */
export function dayWithAge(day: string, now: Instant): Html {
  const at = fromIso(`${day}T00:00:00Z`);
  const days = at === null ? 0 : Math.floor((now - at) / (DAY_SECONDS * 1000));
  return html`<time datetime="${day}">${day}</time>
    ${at !== null && html`<span class="hint">${days === 0 ? 'today' : ageText(at, now)}</span>`}`;
}

type Closing = NonNullable<Awaited<ReturnType<RailStatements['closing']>>>;

/** The newest statement of a rail, beside the ledger. */
export interface Balance extends Stated {
  readonly closing: Closing | null;
  readonly ledger: bigint | null;
  readonly gaps: number;
  readonly problem: string | null;
}

export async function balanceOf(each: Stated, positions: readonly Position[]): Promise<Balance> {
  const { rail, connection, statements } = each;
  const [closing, covered] = await Promise.all([
    asked(() => statements.closing(rail)),
    asked(async () => (await statements.covered?.(rail)) ?? null),
  ]);
  const ledger =
    closing.value === null ? null : heldIn(positions, rail, connection.environment, closing.value.currency);
  const gaps = covered.value?.gaps.length ?? 0;
  return { ...each, closing: closing.value, ledger, gaps, problem: closing.problem ?? covered.problem };
}

/** What the statement and the movements that are on none yet do not explain. */
export const unexplainedIn = ({ closing, ledger }: Balance): bigint | null =>
  closing === null || ledger === null ? null : ledger - closing.amount - closing.inFlight;

export const evenOr = (difference: bigint | null, currency: string): Html =>
  difference === 0n ? status('EVEN', 'good') : html`<strong>${money(difference, currency)}</strong>`;
