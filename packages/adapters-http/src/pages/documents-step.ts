import { type DocumentFields, type FieldError, ok } from '@corridor/core';
import { DOCUMENT_LIMITS } from '@corridor/core/internal';
import { retryAfter, STATUS_OF } from '../kit/errors.js';
import { announcedBytes, readUpload } from '../kit/upload.js';
import type { UploadPlace, Uploads } from '../kit/uploads.js';
import { documentsPage, fieldNamesOf, groupsOf, type RefusedUpload } from './document-forms.js';
import type { FormState } from './fields.js';
import { readForm } from './form.js';
import { act, goTo, sendStep, shownErrorsOf, type Visit } from './visit.js';

const BUSY: FieldError = {
  field: 'file',
  message: 'could not be received because too many or too large files are being uploaded; try again in a moment',
};

/** Takes a document, if the host has a place for its bytes. */
export async function uploadDocument(visit: Visit, uploads: Uploads): Promise<void> {
  const { ctx, base, link, application } = visit;
  const place = uploads.reservePlace(link.id, announcedBytes(ctx.req, DOCUMENT_LIMITS.bytes));
  if (!place.ok) {
    ctx.req.resume();
    const refused: RefusedUpload = { group: groupsOf(application)[0]!.id, state: { values: {}, errors: [BUSY] } };
    sendStep(visit, 'documents', documentsPage(base, application, refused), true);
    ctx.status = STATUS_OF[place.error.code];
    return ctx.set('Retry-After', retryAfter(place.error) ?? '1');
  }
  try {
    await takeDocument(visit, place.value);
  } finally {
    await place.value.end();
  }
}

async function takeDocument(visit: Visit, place: UploadPlace): Promise<void> {
  const { ctx, base, core, application, caller } = visit;
  const limits = { part: 'file', bytes: DOCUMENT_LIMITS.bytes, fields: fieldNamesOf(application) };
  const upload = await readUpload(ctx.req, ctx.res, limits, async (file) => ok(await place.spool(file)));
  const group = groupsOf(application).find(({ id }) => upload.ok && id === upload.value.fields['group']);
  const show = (values: FormState['values'], errors: readonly FieldError[]): void => {
    const refused: RefusedUpload = { group: group?.id ?? groupsOf(application)[0]!.id, state: { values, errors } };
    sendStep(visit, 'documents', documentsPage(base, application, refused), true);
  };
  if (!upload.ok) return show({}, [{ field: 'file', message: 'could not be read, or is larger than 10 MB' }]);
  const { fields, errors } = upload.value;
  const file = (await upload.value.file?.load()) ?? null;
  if (errors.length > 0) {
    return show(
      {},
      errors.map((error) => ({ ...error, field: error.field.slice(error.field.lastIndexOf('.') + 1) })),
    );
  }
  const of = (name: string): string | null => fields[`${group?.id ?? ''}.${name}`]?.trim() || null;
  const { documents } = core.verification;
  const replaced = application.documents.find(({ id }) => id === fields['document']);
  if (replaced !== undefined) {
    const { documentType, side, country, documentNumber, issuingAuthority } = replaced;
    const again: DocumentFields = { documentType, side, country, documentNumber, issuingAuthority, file };
    const prepared = await documents.prepareReplacement(caller, { id: replaced.id, ...again });
    const done = prepared.ok ? await act(visit, documents.replace, prepared.value) : prepared;
    return done.ok ? goTo(ctx, `${base}/documents`) : show({}, shownErrorsOf(done.error));
  }
  const values = {
    documentType: of('documentType'),
    side: of('side'),
    country: of('country'),
    documentNumber: of('documentNumber'),
  };
  const given = file !== null && file.content.length > 0 ? file : null;
  const prepared = await documents.prepare(caller, {
    ...values,
    documentHolder: application.customer.id,
    file: given,
  });
  const done = prepared.ok ? await act(visit, documents.upload, prepared.value) : prepared;
  if (done.ok) return goTo(ctx, `${base}/documents`);
  const { documentNumber: _hidden, ...shown } = values;
  return show(
    Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, value ?? undefined])),
    shownErrorsOf(done.error),
  );
}

export async function removeDocument(visit: Visit): Promise<void> {
  const form = await readForm(visit.ctx, null);
  const document = visit.application.documents.find(({ id }) => form.ok && id === form.value.get('document'));
  if (document !== undefined) await act(visit, visit.core.verification.documents.delete, { id: document.id });
  goTo(visit.ctx, `${visit.base}/documents`);
}
