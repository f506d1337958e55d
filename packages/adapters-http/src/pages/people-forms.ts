import type { Application } from '@corridor/core';
import { BENEFICIAL_OWNER_ROLES, type BeneficialOwner, type VerificationError } from '@corridor/core/records';
import { IDENTIFICATION_TYPES, percentOf } from '@corridor/core/internal';
import { addressGroup, knownAddress, OWNER_ADDRESS } from './customer-forms.js';
import { BLANKS, checkboxes, errorSummary, field, type Field, type FormState, summaryOf } from './fields.js';
import { html, type Html } from './html.js';
import { onceField } from './visit.js';
import { choicesOf, COUNTRY_CHOICES, words } from './words.js';

const ROLES: Field = {
  name: 'roles',
  label: 'Roles',
  hint: 'Everyone who owns 25 % or more is an owner, and one person is the person in control.',
  choices: choicesOf(BENEFICIAL_OWNER_ROLES),
};
const SHARE: Field = {
  name: 'ownershipPercentage',
  label: 'Share of ownership in per cent',
  hint: 'A number from 0 to 100, such as 60 or 33.3333',
  inputmode: 'decimal',
};
const NAMES: readonly Field[] = [
  { name: 'personalInfo.firstName', label: 'First name' },
  { name: 'personalInfo.lastName', label: 'Last name' },
];
const PERSON: readonly Field[] = [
  { name: 'personalInfo.birthDate', label: 'Date of birth', type: 'date' },
  { name: 'personalInfo.nationality', label: 'Nationality', choices: COUNTRY_CHOICES },
];
const IDENTITY: readonly Field[] = [
  { name: 'personalInfo.idType', label: 'Kind of number', choices: choicesOf(IDENTIFICATION_TYPES) },
  { name: 'personalInfo.identifier', label: 'Number', ignored: BLANKS },
];
export const PERSON_FIELDS: readonly Field[] = [ROLES, SHARE, ...NAMES, ...PERSON, ...OWNER_ADDRESS, ...IDENTITY];

export const knownOfOwner = (owner: BeneficialOwner): FormState['values'] => ({
  roles: owner.roles,
  ownershipPercentage: String(percentOf(owner.ownershipPpm)),
  'personalInfo.firstName': owner.firstName,
  'personalInfo.lastName': owner.lastName,
  'personalInfo.birthDate': owner.birthDate,
  'personalInfo.nationality': owner.nationality,
  'personalInfo.idType': owner.idType,
  ...knownAddress('personalInfo.address.', owner.address),
});

/** What is missing on the list of people, in the words of this page. */
export function sayPeople({ type, reason }: VerificationError): string {
  if (type === 'MISSING_CONTROL_PERSON') return 'Name one person in control of the company';
  if (type === 'MISSING_BENEFICIAL_OWNER') {
    return 'Name everyone who owns 25 % or more as an owner; otherwise name the largest owner';
  }
  return `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`;
}

const fullName = ({ firstName, lastName }: BeneficialOwner): string => `${firstName} ${lastName}`;

export const peopleList = (base: string, { owners }: Application, missing: readonly string[]): Html =>
  html`${errorSummary(missing.map((text) => ({ text, target: null })))}
    <p>Name everyone who owns 25 % or more of the company, and one person who is in control of it.</p>
    <section class="card" aria-labelledby="named">
      <h2 id="named">${owners.length === 0 ? 'No people named yet' : 'Named so far'}</h2>
      ${
        owners.length > 0 &&
        html`<ul class="items">
          ${owners.map(
            (owner) =>
              html`<li>
                <span
                  >${fullName(owner)}<small
                    >${owner.roles.map(words).join(', ')} – ${percentOf(owner.ownershipPpm)} %</small
                  ></span
                >
                <form method="post" action="${base}/person">
                  <input type="hidden" name="owner" value="${owner.id}" />
                  <button class="quiet" name="show" value="yes" aria-label="Change ${fullName(owner)}">Change</button>
                </form>
              </li>`,
          )}
        </ul>`
      }
      <p><a href="${base}/person">Add a person</a></p>
    </section>
    <form method="post" action="${base}/people">
      <div class="actions"><button>Continue</button></div>
    </form>`;

export function personForm(base: string, owner: BeneficialOwner | null, state: FormState): Html {
  const hint = 'We already have it; leave this empty to keep it';
  const identity =
    owner === null ? IDENTITY : IDENTITY.map((each) => (each.name.endsWith('.identifier') ? { ...each, hint } : each));
  return html`${summaryOf(state, PERSON_FIELDS)}
    <form class="card" method="post" action="${base}/person" novalidate>
      ${owner === null ? onceField() : html`<input type="hidden" name="owner" value="${owner.id}" />`}
      <div class="pair">${NAMES.map((each) => field(state, each))}</div>
      ${checkboxes(state, ROLES)} ${field(state, SHARE)} ${PERSON.map((each) => field(state, each))}
      ${addressGroup(state, OWNER_ADDRESS)} ${identity.map((each) => field(state, each))}
      <div class="actions"><button>Save</button><a href="${base}/people">Back without saving</a></div>
    </form>`;
}
