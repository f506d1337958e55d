import { type InputOf, ok, type Result } from '@corridor/core';
import { html, type Html } from '../../pages/html.js';
import { tenantForm } from '../kit/form-page.js';
import type { PageContent, ParametersOf, Route } from '../kit/route.js';
import type { Section } from '../kit/sections.js';
import type { ConsoleActions, TenantVisit } from '../kit/visit.js';

type Kind = 'customers' | 'external-accounts' | 'platforms';
type Blocking = `${Kind}.${'block' | 'unblock'}`;

/** A kind of record that operators can block. */
interface Blocked<P> {
  readonly kind: Kind;
  /** The path of the page of the record, below which the forms are. */
  readonly path: string;
  readonly params?: ParametersOf<P>;
  readonly section: Section;
  /** Such as "the customer". */
  readonly name: string;
  /** What a block stops. */
  readonly stops: string;
  readonly pathOf: (visit: TenantVisit<P>) => string;
  /** The record, as the forms show it. */
  readonly shown: (
    visit: TenantVisit<P>,
  ) => Promise<Result<{ readonly about: Html; readonly crumbs: NonNullable<PageContent['crumbs']> }>>;
  /** The part of the input that names the record. */
  readonly fixes: (visit: TenantVisit<P>) => Partial<InputOf<ConsoleActions[Blocking]>>;
}

const END = 'A second operator has to approve it. It releases nothing: decide about held money one by one afterwards.';

interface Change {
  readonly verb: 'block' | 'unblock';
  readonly title: string;
  readonly text: string;
  readonly done: string;
}

const formOf = <P>(of: Blocked<P>, { verb, title, text, done }: Change): Route =>
  tenantForm<Blocking, P>({
    path: `${of.path}/${verb}`,
    title,
    section: of.section,
    ...(of.params !== undefined && { params: of.params }),
    action: `${of.kind}.${verb}`,
    confirm: true,
    submit: title,
    done,
    async prepare(visit) {
      const shown = await of.shown(visit);
      if (!shown.ok) return shown;
      const { about, crumbs } = shown.value;
      return ok({
        about: html`<p>${text}</p>
          ${about}`,
        crumbs,
      });
    },
    fixes: of.fixes,
    leadsTo: (visit) => of.pathOf(visit),
  });

/** The forms that block and unblock a record. */
export const blockForms = <P = Readonly<Record<never, never>>>(of: Blocked<P>): readonly Route[] => [
  formOf(of, {
    verb: 'block',
    title: `Block ${of.name}`,
    text: `It takes effect at once, and lasts until two operators end it. ${of.stops}`,
    done: 'The block is in force.',
  }),
  formOf(of, {
    verb: 'unblock',
    title: `Unblock ${of.name}`,
    text: END,
    done: 'The block has ended. What it held is still held.',
  }),
];
