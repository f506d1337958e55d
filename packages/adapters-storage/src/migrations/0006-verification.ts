import {
  createTable,
  type DialectName,
  integer,
  json,
  type Schema,
  type TableSpec,
  text,
  textOrNull,
} from './table.js';

/** Adds verifications, beneficial owners, documents with their content, and links to the hosted page. */
export async function verification(db: Schema, dialect: DialectName): Promise<void> {
  const create = (name: string, spec: TableSpec): Promise<void> => createTable(db, dialect, name, spec);

  await create('verifications', {
    scoped: true,
    columns: { customer_id: text, verification_status: text, errors: json, provider: text },
    unique: { customer: { columns: ['customer_id'] } },
    filters: ['customer_id', 'verification_status'],
  });

  await create('beneficial_owners', {
    scoped: true,
    columns: {
      customer_id: text,
      roles: json,
      ownership_percentage: integer,
      first_name: text,
      middle_name: textOrNull,
      last_name: text,
      birth_date: text,
      nationality: text,
      email: textOrNull,
      phone_number: textOrNull,
      address: json,
      id_type: text,
      sealed_identifier: text,
      country_of_issuance: textOrNull,
      kyc_status: text,
    },
    filters: ['customer_id'],
  });

  await create('documents', {
    scoped: true,
    columns: {
      document_holder: text,
      customer_id: text,
      document_type: text,
      side: textOrNull,
      country: text,
      document_number: textOrNull,
      issuing_authority: textOrNull,
      file_name: text,
      content_type: text,
      size: integer,
      content_digest: text,
      blob_key: text,
      uploaded_at: integer,
      revision: integer,
      submitted_with: textOrNull,
    },
    filters: ['document_holder', 'customer_id'],
  });

  await create('stored_blobs', { scoped: true, columns: { content: text } });

  await create('kyc_links', {
    scoped: false,
    columns: {
      customer_id: text,
      redirect_uri: textOrNull,
      status: text,
      token_digest: text,
      expires_at: integer,
      session_digest: textOrNull,
    },
    unique: {
      token: { columns: ['token_digest'], global: true },
      session: { columns: ['session_digest'], global: true },
    },
  });
}
