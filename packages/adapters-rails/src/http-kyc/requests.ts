import type {
  CustomerApplication,
  DocumentApplication,
  KycApplication,
  LinkApplication,
  OwnerApplication,
} from '@corridor/core/ports';
import { CONTENT_TYPES, CUSTOMER_TYPES, DOCUMENT_SIDES, DOCUMENT_TYPES } from '@corridor/core/records';
import { z } from 'zod';
import { id } from '../partners/values.js';

/*
 * The bodies of requests to a provider. A repeated request about one submission has an equal body, so they leave out
 * what the service keeps for itself.
 */

const text = z.string().nullable();

const address = z
  .strictObject({
    line1: z.string(),
    line2: text,
    city: text,
    state: text,
    postalCode: z.string(),
    country: z.string(),
  })
  .meta({ id: 'Address' });

const customer = z
  .strictObject({
    id,
    customerType: z.enum(CUSTOMER_TYPES),
    region: text.meta({ description: 'A country; ISO 3166-1 alpha-2.' }),
    email: text,
    phoneNumber: text,
    address: address.nullable(),
    fullName: text,
    birthDate: text,
    nationality: text,
    idType: text,
    identifier: text.meta({ description: 'The identification number, in plain text.' }),
    countryOfIssuance: text,
    dueDiligence: z.record(z.string(), z.unknown()).nullable(),
    businessInfo: z.record(z.string(), z.unknown()).nullable().meta({
      description: 'Of a business: `legalName`, `registrationNumber`, `taxId` and others, in the shape of the API.',
    }),
  })
  .meta({ id: 'Customer', description: 'Null is what the service does not know.' });

const owner = z
  .strictObject({
    id,
    roles: z.array(z.string()),
    ownershipPpm: z.int().meta({ description: 'Millionths of the whole: 25 % is 250000.' }),
    firstName: z.string(),
    middleName: text,
    lastName: z.string(),
    birthDate: z.string(),
    nationality: z.string(),
    email: text,
    phoneNumber: text,
    address,
    idType: z.string(),
    identifier: z.string().meta({ description: 'The identification number, in plain text.' }),
    countryOfIssuance: text,
  })
  .meta({ id: 'Owner', description: 'A person who owns or controls a business.' });

const document = z
  .strictObject({
    id,
    documentHolder: id.meta({ description: 'Id of the customer or of the owner.' }),
    documentType: z.enum(DOCUMENT_TYPES),
    side: z.enum(DOCUMENT_SIDES).nullable(),
    country: z.string(),
    documentNumber: text,
    issuingAuthority: text,
    fileName: z.string(),
    contentType: z.enum(CONTENT_TYPES),
    size: z.int().meta({ description: 'Bytes.' }),
    contentDigest: z.string().meta({ description: 'SHA-256 of the content, in hexadecimal digits.' }),
    revision: z.int().meta({ description: 'Counts the uploads of the document.' }),
  })
  .meta({ id: 'Document' });

/** Where the contents of documents are, if the provider fetches them. */
export const contents = z.array(
  z.strictObject({
    document: id,
    url: z.string().meta({ description: 'Answers one GET without a signature with the bytes.' }),
    expiresAt: z.string().meta({ description: 'ISO 8601.' }),
  }),
);

const reference = id.meta({ description: 'Names the submission. The same reference is the same submission.' });

export const applicationRequest = z
  .strictObject({
    reference,
    changes: id.nullable().meta({
      description:
        'Id of the customer or owner whose verified identity changes to these values; null for a first review.',
    }),
    link: id.nullable().meta({
      description: 'Reference of the link with which the customer entered data on your page; null for none.',
    }),
    renews: id.nullable().meta({
      description: 'Your id of the message `renewal` that the application answers; null if it renews no approval.',
    }),
    customer,
    owners: z.array(owner),
    documents: z.array(document),
    contents: contents.nullable().meta({
      description:
        'One-time addresses of the documents; null if they were sent before. They differ when the application comes again, ' +
        'and do not count as its content.',
    }),
  })
  .meta({ id: 'Application' });

export const ownerRequest = z
  .strictObject({ reference, customer: id.meta({ description: 'Id of the business.' }), owner })
  .meta({ id: 'LaterOwner' });

export const linkRequest = z
  .strictObject({
    reference: id.meta({ description: 'Names the link. The same reference is the same link.' }),
    customer,
    redirectUri: text.meta({ description: 'Where your page leads at the end, unchanged; null for nowhere.' }),
  })
  .meta({ id: 'LinkRequest' });

/** The schemas that requests refer to. */
export const PARTS_OF_REQUESTS: readonly z.ZodType[] = [address, customer, owner, document];

/** The members that a schema names, and no others. */
const only = <S extends z.ZodObject>(schema: S, record: object): z.input<S> =>
  Object.fromEntries(
    Object.keys(schema.shape).map((member) => [member, (record as Readonly<Record<string, unknown>>)[member] ?? null]),
  ) as z.input<S>;

/** Differs between the submissions of a verification, so that an answer to a former one decides nothing. */
export const referenceOf = ({ reference: verification, submission }: KycApplication): string =>
  `${verification}.${submission}`;

/** As `referenceOf`, for an owner who may change until the decision. */
export const referenceOfOwner = ({ id: owner, version }: OwnerApplication): string => `${owner}.${version}`;

/** The id in a reference. */
export const subjectOf = (given: string): string => given.replace(/\.[0-9]{1,16}$/, '');

const ofCustomer = (given: CustomerApplication) => only(customer, given);
const ofOwner = (given: OwnerApplication) => only(owner, given);
const ofDocument = (given: DocumentApplication) => only(document, given);

export const applicationBody = (
  application: KycApplication,
  addresses: z.input<typeof contents> | null,
): z.input<typeof applicationRequest> => ({
  reference: referenceOf(application),
  changes: application.changes,
  link: application.link,
  renews: application.renews,
  customer: ofCustomer(application.customer),
  owners: application.owners.map(ofOwner),
  documents: application.documents.map(ofDocument),
  contents: addresses,
});

export const ownerBody = (given: OwnerApplication): z.input<typeof ownerRequest> => ({
  reference: referenceOfOwner(given),
  customer: given.customerId,
  owner: ofOwner(given),
});

export const linkBody = ({
  reference: ofLink,
  customer: given,
  redirectUri,
}: LinkApplication): z.input<typeof linkRequest> => ({
  reference: ofLink,
  customer: ofCustomer(given),
  redirectUri,
});
