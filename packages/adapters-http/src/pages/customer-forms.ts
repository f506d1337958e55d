import type { Application } from '@corridor/core';
import type { Address, Customer } from '@corridor/core/records';
import { BUSINESS_TYPES, ENTITY_TYPES, IDENTIFICATION_TYPES } from '@corridor/core/internal';
import { BLANKS, field, type Field, type FormState, summaryOf } from './fields.js';
import { html, type Html } from './html.js';
import { lackingIn } from './steps.js';
import { choicesOf, COUNTRY_CHOICES } from './words.js';

export type CustomerStep = 'about' | 'identity' | 'company';

const addressFields = (prefix: string): readonly Field[] => [
  { name: `${prefix}line1`, label: 'Street and number', autocomplete: 'address-line1' },
  { name: `${prefix}line2`, label: 'Flat, floor or unit', isOptional: true, autocomplete: 'address-line2' },
  { name: `${prefix}city`, label: 'City', autocomplete: 'address-level2' },
  { name: `${prefix}state`, label: 'State or province', isOptional: true, autocomplete: 'address-level1' },
  { name: `${prefix}postalCode`, label: 'Postal code', autocomplete: 'postal-code' },
  { name: `${prefix}country`, label: 'Country', choices: COUNTRY_CHOICES, autocomplete: 'country' },
];

export const ADDRESS = addressFields('address.');
export const OWNER_ADDRESS = addressFields('personalInfo.address.');

const FULL_NAME: Field = {
  name: 'fullName',
  label: 'Full name',
  hint: 'As written in your identity document',
  autocomplete: 'name',
};
const ABOUT: readonly Field[] = [
  FULL_NAME,
  { name: 'birthDate', label: 'Date of birth', type: 'date', autocomplete: 'bday' },
  { name: 'nationality', label: 'Nationality', choices: COUNTRY_CHOICES },
];
const CONTACT: readonly Field[] = [
  { name: 'email', label: 'Email address', type: 'email', autocomplete: 'email' },
  {
    name: 'phoneNumber',
    label: 'Phone number',
    hint: 'With country code, as +15555550123',
    type: 'tel',
    autocomplete: 'tel',
  },
];
const IDENTITY: readonly Field[] = [
  { name: 'idType', label: 'Kind of number', choices: choicesOf(IDENTIFICATION_TYPES) },
  { name: 'identifier', label: 'Number', ignored: BLANKS },
  { name: 'countryOfIssuance', label: 'Country that issued it', choices: COUNTRY_CHOICES },
];
const COMPANY: readonly Field[] = [
  { name: 'businessInfo.legalName', label: 'Legal name', autocomplete: 'organization' },
  { name: 'businessInfo.registrationNumber', label: 'Registration number' },
  { name: 'businessInfo.taxId', label: 'Tax number', ignored: BLANKS },
  { name: 'businessInfo.entityType', label: 'Legal form', choices: choicesOf(ENTITY_TYPES) },
  { name: 'businessInfo.incorporatedOn', label: 'Date of incorporation', isOptional: true, type: 'date' },
];
const BUSINESS_TYPE: Field = {
  name: 'businessInfo.businessType',
  label: 'Line of business',
  choices: choicesOf(BUSINESS_TYPES),
};

/**
 * The form fields of a verification step. Contacts and line of business appear only if they are required and missing.
 */
export function fieldsOf(application: Application, step: CustomerStep): readonly Field[] {
  if (step === 'identity') {
    const { sealedIdentifier } = application.customer;
    const hint = 'We already have it; leave this empty to keep it';
    if (sealedIdentifier === null) return IDENTITY;
    return IDENTITY.map((member) => (member.name === 'identifier' ? { ...member, hint } : member));
  }
  const missing = lackingIn(application, step).map((error) => error.field);
  const besides = [...CONTACT, BUSINESS_TYPE].filter(({ name }) => missing.includes(name));
  return [...(step === 'about' ? ABOUT : COMPANY), ...ADDRESS, ...besides];
}

/** The stored values. The identification number is never shown again. */
export function known(customer: Customer): FormState['values'] {
  const { businessInfo } = customer;
  return {
    fullName: customer.fullName ?? undefined,
    birthDate: customer.birthDate ?? undefined,
    nationality: customer.nationality ?? undefined,
    idType: customer.idType ?? undefined,
    countryOfIssuance: customer.countryOfIssuance ?? undefined,
    'businessInfo.legalName': businessInfo?.legalName,
    'businessInfo.registrationNumber': businessInfo?.registrationNumber,
    'businessInfo.taxId': businessInfo?.taxId,
    'businessInfo.entityType': businessInfo?.entityType,
    'businessInfo.incorporatedOn': businessInfo?.incorporatedOn,
    ...knownAddress('address.', customer.address),
  };
}

export const knownAddress = (prefix: string, address: Address | null): FormState['values'] =>
  Object.fromEntries(Object.entries(address ?? {}).map(([name, value]) => [prefix + name, value ?? undefined]));

const INTRODUCTION: Readonly<Record<CustomerStep, string>> = {
  about: 'Enter your details as they are written in your identity document.',
  identity:
    'A tax number, or another number by which your country identifies you. We store it and never show it again.',
  company: 'Enter the details of the company as they are written in the register.',
};

export function customerForm(base: string, application: Application, step: CustomerStep, state: FormState): Html {
  const fields = fieldsOf(application, step);
  const [address, others] = [
    fields.filter((name) => ADDRESS.includes(name)),
    fields.filter((name) => !ADDRESS.includes(name)),
  ];
  return html`${summaryOf(state, fields)}
    <p>${INTRODUCTION[step]}</p>
    <form class="card" method="post" action="${base}/${step}" novalidate>
      ${others.map((name) => field(state, name))} ${address.length > 0 && addressGroup(state, address)}
      <div class="actions"><button>Save and continue</button></div>
    </form>`;
}

export const addressGroup = (state: FormState, address: readonly Field[]): Html => {
  const [line1, line2, ...rest] = address;
  return html`<fieldset>
    <legend>Address</legend>
    ${[line1!, line2!].map((line) => field(state, line))}
    <div class="pair">${rest.map((part) => field(state, part))}</div>
  </fieldset>`;
};
