import { err, type Id, ok, type RevealedNumbers } from '@corridor/core';
import { html } from '../../pages/html.js';
import { code, definitions } from '../kit/components.js';
import { sentBefore, tenantForm } from '../kit/form-page.js';
import { namedLink } from '../kit/record-link.js';
import { idOf, type PageContent, type ParametersOf, type Route } from '../kit/route.js';
import type { Section } from '../kit/sections.js';
import type { TenantVisit } from '../kit/visit.js';

interface OfNumber {
  readonly id: Id<'Customer'> | Id<'BeneficialOwner'> | Id<'Document'>;
}

/** The record by its name, with a link to its page. */
const recordOf = async (visit: TenantVisit<OfNumber>) => {
  const { core, place, params } = visit;
  const names = await core.operators.reads.recordNames([{ tenant: place.tenant, id: params.id }]);
  return { link: namedLink(visit, params.id, names.get(params.id)), name: names.get(params.id) ?? 'Record' };
};

async function shown(
  visit: TenantVisit<OfNumber>,
  path: string,
  { identifier, taxId, documentNumber }: RevealedNumbers,
): Promise<PageContent> {
  const of = await recordOf(visit);
  const facts = [
    ['Number', identifier],
    ['Tax number', taxId],
    ['Document number', documentNumber],
  ] as const;
  const known = facts.flatMap(([name, number]) => (number === null ? [] : [[name, code(number)] as const]));
  return {
    title: `Identifying numbers: ${of.name}`,
    crumbs: [{ path, text: of.name }],
    body: html`${definitions([['Of', of.link], ...known])}
    ${known.length === 0 && html`<p>There is no number, or it cannot be opened.</p>`}`,
  };
}

/** The form that shows the numbers of a record once, with an entry in the log. */
function form(path: string, section: Section, params: ParametersOf<OfNumber>): Route {
  const pageOf = ({ place, params: { id } }: TenantVisit<OfNumber>): string =>
    `${place.base}${path.replace('{id}', id)}`;
  return tenantForm<'numbers.reveal', OfNumber>({
    path: `${path}/numbers`,
    title: 'Show the numbers',
    section,
    params,
    action: 'numbers.reveal',
    submit: 'Show the numbers',
    done: 'The numbers were shown.',
    async prepare(visit: TenantVisit<OfNumber>) {
      const { core, place, params } = visit;
      const { id } = params;
      if ((await core.operators.reads.tenantOfNumbers(id)) !== place.tenant)
        return err('REFERENCE_NOT_FOUND', 'This platform has no record with this id');
      const of = await recordOf(visit);
      return ok({
        title: `Show the numbers: ${of.name}`,
        about: html`${definitions([['Of', of.link]])}
          <p>The identifying numbers are shown in full, once. The log has this look with your name.</p>`,
        crumbs: [{ path: pageOf(visit), text: of.name }],
      });
    },
    fixes: ({ params: { id } }) => ({ id }),
    leadsTo: (visit, output) => (output === null ? sentBefore() : shown(visit, pageOf(visit), output)),
  });
}

export const numberForms: readonly Route[] = [
  form('/customers/{id}', 'Customers', { id: idOf('Customer') }),
  form('/owners/{id}', 'Review', { id: idOf('BeneficialOwner') }),
  form('/documents/{id}', 'Review', { id: idOf('Document') }),
];
