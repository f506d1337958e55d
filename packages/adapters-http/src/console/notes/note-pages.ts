import { hostTime } from '../kit/clocks.js';
import { type Id, ok, type Result, type TenantKey, toIso } from '@corridor/core';
import type { Note } from '@corridor/core/records';
import { html, type Html } from '../../pages/html.js';
import { link } from '../kit/components.js';
import type { Asked } from '../kit/declared-fields.js';
import { type ActionFormSpec, houseForm, tenantForm } from '../kit/form-page.js';
import { houseList, type ListSpec, tenantList } from '../kit/list-page.js';
import type { PageContent, ParametersOf, Route } from '../kit/route.js';
import type { Section } from '../kit/sections.js';
import type { TenantVisit, Visit } from '../kit/visit.js';

type Noted = Id<'Exception'> | Id<'Transaction'> | Id<'Customer'> | Id<'ScreeningCase'>;
interface OfRecord {
  readonly id: Noted;
}

/** A kind of record that has notes and an operator who looks after it. */
interface NotedRecord<V> {
  /** The path of the page of the record, below which the forms are. */
  readonly path: string;
  readonly params: ParametersOf<OfRecord>;
  readonly section: Section;
  readonly pathOf: (visit: V) => string;
  /** The record, as the forms show it, and its tenant. */
  readonly shown: (visit: V) => Promise<
    Result<{
      readonly tenant: TenantKey;
      readonly about: Html;
      readonly crumbs: NonNullable<PageContent['crumbs']>;
    }>
  >;
}

type FormOf<V, N extends 'notes.add' | 'assignments.set'> = ActionFormSpec<V, OfRecord, N>;

const noteForm = <V extends Visit<OfRecord>>(of: NotedRecord<V>): FormOf<V, 'notes.add'> => ({
  path: `${of.path}/note`,
  title: 'Add a note',
  section: of.section,
  params: of.params,
  action: 'notes.add',
  submit: 'Add the note',
  done: 'The note is added.',
  async prepare(visit) {
    const shown = await of.shown(visit);
    return shown.ok ? ok({ ...shown.value, asks: ['text', 'readers'] as const, values: { readers: 'VIEWER' } }) : shown;
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: of.pathOf,
});

const assignForm = <V extends Visit<OfRecord>>(of: NotedRecord<V>): FormOf<V, 'assignments.set'> => ({
  path: `${of.path}/assign`,
  title: 'Assign to an operator',
  section: of.section,
  params: of.params,
  action: 'assignments.set',
  submit: 'Assign',
  done: 'The assignment is changed.',
  async prepare(visit) {
    const shown = await of.shown(visit);
    if (!shown.ok) return shown;
    const { reads } = visit.core.operators;
    const { tenant } = shown.value;
    const able = await reads.assignable(tenant);
    const present = await reads.assignee(tenant, visit.params.id);
    const asked: Asked<'operator'> = { name: 'operator', choices: able.map(({ id, name }) => [id, name]) };
    const operator = present?.hasAccess === true ? present.id : visit.operator.id;
    return ok({ ...shown.value, asks: [asked], values: { operator } });
  },
  fixes: ({ params: { id } }) => ({ id }),
  leadsTo: of.pathOf,
});

const noteList = <V extends Visit<OfRecord>>(of: NotedRecord<V>): ListSpec<V, OfRecord, Note> => ({
  path: `${of.path}/all-notes`,
  title: 'Notes',
  section: of.section,
  params: of.params,
  rows: 'notes',
  empty: 'There are no notes that you may read.',
  above: (visit) => html`<p>${link(of.pathOf(visit), 'The record')}</p>`,
  columns: (visit) => [
    {
      title: 'Noted at',
      text: ({ createdAt }) => toIso(createdAt),
      show: ({ createdAt }) => hostTime(visit, createdAt),
    },
    { title: 'By', text: ({ author }) => author },
    { title: 'Note', text: ({ text }) => text },
  ],
  async read(visit, _entered, page) {
    const shown = await of.shown(visit);
    if (!shown.ok) return shown;
    const { tenant } = shown.value;
    return visit.core.operators.notes.about({ tenant, subject: visit.params.id, role: visit.role, ...page });
  },
});

/** The forms and the list of a record of a platform. */
export const tenantNotePages = (of: NotedRecord<TenantVisit<OfRecord>>): readonly Route[] => [
  tenantForm<'notes.add', OfRecord>(noteForm(of)),
  tenantForm<'assignments.set', OfRecord>(assignForm(of)),
  ...tenantList<Note, OfRecord>(noteList(of)),
];

/** The forms and the list of a record that has its page among those of the whole host. */
export const houseNotePages = (of: NotedRecord<Visit<OfRecord>>): readonly Route[] => [
  houseForm<'notes.add', OfRecord>({ ...noteForm(of), servesLimited: true }),
  houseForm<'assignments.set', OfRecord>({ ...assignForm(of), servesLimited: true }),
  ...houseList<Note, OfRecord>({ ...noteList(of), servesLimited: true }),
];
