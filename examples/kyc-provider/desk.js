import { createHash, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';

/** When the service asks again, if no message comes first. */
const CHECK_AFTER_SECONDS = 3600;
const LINK_MS = 30 * 60_000;
const PENDING = { state: 'pending', checkAfterSeconds: CHECK_AFTER_SECONDS };

/** So many contents are kept in memory at most. Corridor sends one again that an application lacks. */
const MOST_CONTENTS = 500;

/** The reference was used for other content, or a document of the application is missing. */
export class Conflict extends Error {}

/**
 * The desk at which people decide on applications. In your provider this is the client of your KYC service. `contents`
 * keeps the bytes of documents, `book` all other records; `pages` is where customers enter their data.
 */
export function createDesk(book, contents, pages) {
  /** A changed record and the message about it, for one write. */
  const reported = (record, message) => {
    const id = message.messageId ?? randomUUID();
    book.write(record, { key: `message ${id}`, id, message, sent: false });
  };

  const known = (reference) => book.get(`application ${reference}`);

  /** Whether the reference is that of an owner who was added later. */
  function decideOwner(reference, decision) {
    const record = book.get(`owner ${reference}`);
    if (record === undefined) return false;
    if (record.decision !== 'pending') throw new Conflict();
    reported({ ...record, decision }, { kind: 'changed', reference });
    return true;
  }

  return {
    // What Corridor asks.
    lookUp: (reference) => known(reference)?.verdict ?? { state: 'unknown' },
    store(reference, document, bytes) {
      contents.set(`${reference} ${document}`, bytes);
      if (contents.size > MOST_CONTENTS) contents.delete(contents.keys().next().value);
    },
    async submit({ contents: addresses, ...application }) {
      const { reference, documents } = application;
      // With "documents": "fetch" in the entry, each content is at an address of its own, once.
      if (known(reference) === undefined) {
        for (const { document, url } of addresses ?? []) {
          const response = await fetch(url);
          if (response.ok) contents.set(`${reference} ${document}`, Buffer.from(await response.arrayBuffer()));
        }
      }
      const before = known(reference);
      if (before !== undefined) {
        if (!isDeepStrictEqual(before.application, application)) throw new Conflict();
        return before.verdict;
      }
      for (const { id, contentDigest } of documents) {
        const bytes = contents.get(`${reference} ${id}`);
        if (bytes === undefined || createHash('sha256').update(bytes).digest('hex') !== contentDigest)
          throw new Conflict();
      }
      book.write({ key: `application ${reference}`, application, verdict: PENDING });
      return PENDING;
    },
    /** People at the desk decide on later owners too. */
    owner(application) {
      const key = `owner ${application.reference}`;
      if (book.get(key) === undefined) book.write({ key, application, decision: 'pending' });
      const { application: first, decision } = book.get(key);
      if (!isDeepStrictEqual(first, application)) throw new Conflict();
      return decision === 'pending' ? { decision, checkAfterSeconds: CHECK_AFTER_SECONDS } : { decision };
    },

    /** A page of its own for each link. */
    link({ reference, customer, redirectUri }) {
      const key = `link ${reference}`;
      if (book.get(key) === undefined) {
        const expiresAt = new Date(Date.now() + LINK_MS).toISOString();
        book.write({ key, reference, customer: customer.id, redirectUri, state: 'open', expiresAt });
      }
      const { expiresAt } = book.get(key);
      return { url: `${pages}/${reference}`, token: null, expiresAt };
    },
    linkState(reference) {
      const { state, expiresAt } = book.get(`link ${reference}`) ?? { state: 'ended' };
      if (state !== 'open') return { state };
      return Date.parse(expiresAt) > Date.now() ? { ...PENDING, state } : { state: 'ended' };
    },

    // What happens on the page, and at the desk.
    finish(reference) {
      const record = book.get(`link ${reference}`);
      if (record?.state !== 'open') throw new Conflict();
      reported({ ...record, state: 'submitted' }, { kind: 'changed', reference });
    },
    waiting: () => [
      ...book
        .all('application')
        .filter(({ verdict }) => verdict.state === 'pending')
        .map(({ application }) => ({
          reference: application.reference,
          name: application.customer.fullName ?? application.customer.businessInfo?.legalName ?? null,
          documents: application.documents.map(({ documentType }) => documentType),
        })),
      ...book
        .all('owner')
        .filter(({ decision }) => decision === 'pending')
        .map(({ application: { reference, owner } }) => ({
          reference,
          name: `${owner.firstName} ${owner.lastName}`,
          documents: [],
        })),
    ],
    approve(reference) {
      if (decideOwner(reference, 'approve')) return;
      const record = known(reference);
      if (record?.verdict.state !== 'pending') throw new Conflict();
      const owners = record.application.owners.map(({ id }) => ({ id, decision: 'approve' }));
      reported({ ...record, verdict: { state: 'approved', owners } }, { kind: 'changed', reference });
    },
    reject(reference, reason) {
      if (decideOwner(reference, 'reject')) return;
      const record = known(reference);
      if (record?.verdict.state !== 'pending') throw new Conflict();
      const { customer, owners } = record.application;
      const errors = [
        { resourceId: customer.id, type: 'APPLICANT_REJECTED', field: null, acceptedDocumentTypes: null, reason },
      ];
      const decisions = owners.map(({ id }) => ({ id, decision: 'reject' }));
      reported(
        { ...record, verdict: { state: 'rejected', errors, owners: decisions } },
        { kind: 'changed', reference },
      );
    },
    withdraw(reference, reason) {
      const record = known(reference);
      if (record?.verdict.state !== 'approved') throw new Conflict();
      const messageId = randomUUID();
      const caseReference = `CASE-${messageId.slice(0, 8)}`;
      reported(record, { kind: 'withdrawn', reference, messageId, reason, caseReference });
    },

    // What Corridor has not received yet, oldest first.
    unsent: () => book.all('message').filter(({ sent }) => !sent),
    sent: (message) => book.write({ ...message, sent: true }),
  };
}
