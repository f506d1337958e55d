import { err, type Id, ok, type RevealedNumbers } from '@corridor/core';
import { html } from '../../pages/html.js';
import { code, definitions } from '../kit/components.js';
import { sentBefore, tenantForm } from '../kit/form-page.js';
import { idOf, type PageContent, type ParametersOf, type Route } from '../kit/route.js';
import type { Section } from '../kit/sections.js';
import type { TenantVisit } from '../kit/visit.js';

interface OfNumber {
  readonly id: Id<'Customer'> | Id<'BeneficialOwner'> | Id<'Document'>;
}

const shown = ({ identifier, taxId, documentNumber }: RevealedNumbers): PageContent => {
  const facts = [
    ['Number', identifier],
    ['Tax number', taxId],
    ['Document number', documentNumber],
  ] as const;
  const known = facts.flatMap(([name, number]) => (number === null ? [] : [[name, code(number)] as const]));
  return {
    title: 'Identifying numbers',
    body: known.length === 0 ? html`<p>There is no number, or it cannot be opened.</p>` : definitions(known),
  };
};

/** The form that shows the numbers of a record once, with an entry in the log. */
const form = (path: string, section: Section, params: ParametersOf<OfNumber>): Route =>
  tenantForm<'numbers.reveal', OfNumber>({
    path: `${path}/numbers`,
    title: 'Show the numbers',
    section,
    params,
    action: 'numbers.reveal',
    submit: 'Show the numbers',
    done: 'The numbers were shown.',
    async prepare({ core, place, params: { id } }: TenantVisit<OfNumber>) {
      if ((await core.operators.reads.tenantOfNumbers(id)) !== place.tenant)
        return err('REFERENCE_NOT_FOUND', 'This platform has no record with this id');
      return ok({
        about: html`<p>The identifying numbers are shown in full, once. The log has this look with your name.</p>`,
        crumbs: [{ path: `${place.base}${path.replace('{id}', id)}`, text: 'Record' }],
      });
    },
    fixes: ({ params: { id } }) => ({ id }),
    leadsTo: (_visit, output) => (output === null ? sentBefore() : shown(output)),
  });

export const numberForms: readonly Route[] = [
  form('/customers/{id}', 'Customers', { id: idOf('Customer') }),
  form('/owners/{id}', 'Review', { id: idOf('BeneficialOwner') }),
  form('/documents/{id}', 'Review', { id: idOf('Document') }),
];
