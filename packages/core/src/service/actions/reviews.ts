import { choiceField, err, idField, ok, optional, type Query, textField, type UnitOfWork } from '../../kernel/index.js';
import { outsideAction, saying, type Words } from '../../operators/index.js';
import { RESET_VERDICTS, type Sca, SCA_RESETS } from '../../sca/index.js';
import {
  BENEFICIAL_OWNERS,
  type BlobStore,
  DOCUMENTS,
  type PageDrawer,
  type RevealedNumbers,
  REVIEW_DECISIONS,
  type VerificationArea,
  VERIFICATION_ERROR_TYPES,
  VERIFICATIONS,
} from '../../verification/index.js';
import { ofRecord } from './records.js';
import { simple } from './simple-action.js';

const REVIEWED = {
  id: idField(['Verification', 'BeneficialOwner'], {
    label: 'Verification or owner',
    option: { meaning: 'Verification:… or BeneficialOwner:…' },
  }),
  decision: choiceField(REVIEW_DECISIONS, {
    label: 'Decision',
    option: { meaning: 'APPROVED, REJECTED, or RESOLVE_ERRORS to ask for more' },
  }),
  about: optional(
    textField({
      label: 'What is wrong',
      hint: 'Not for an approval',
      maxLength: 1_000,
      option: { value: 'ID', meaning: 'The document or owner that the error concerns; default: the customer' },
    }),
  ),
  type: optional(
    choiceField(VERIFICATION_ERROR_TYPES, {
      label: 'Type of the error',
      hint: 'Without one: the applicant is rejected, or for a request the verification of a document failed',
      option: { meaning: 'The type of verification error, such as POOR_QUALITY_DOCUMENT' },
    }),
  ),
  field: optional(
    textField({
      label: 'Field',
      hint: 'For a field that is missing or invalid, such as address.postalCode',
      maxLength: 200,
      option: { value: 'NAME', meaning: 'The field that is missing or invalid, such as businessInfo.taxId' },
    }),
  ),
  reason: optional(
    textField({
      label: 'Reason',
      hint: 'The platform and the customer see it',
      maxLength: 500,
      rows: 3,
      option: { meaning: 'Why it is not approved; this and the options below are for verifications only' },
    }),
  ),
};

const DECIDED = {
  resetId: idField('ScaReset', { label: 'Reset', option: { name: 'id', meaning: 'The reset, as ScaReset:…' } }),
  verdict: choiceField(RESET_VERDICTS, {
    label: 'Verdict on the liveness check',
    option: { meaning: 'PASSED or REJECTED' },
  }),
};

const DECISIONS: Readonly<Record<(typeof REVIEW_DECISIONS)[number], Words>> = {
  APPROVED: { heading: 'Approve the verification', sentence: 'Approve' },
  REJECTED: { heading: 'Reject the verification', sentence: 'Reject', weight: 'danger' },
  RESOLVE_ERRORS: { heading: 'Ask for more', sentence: 'Ask for more in' },
};

const REVEALED = {
  id: idField('Document', { label: 'Document', option: { meaning: 'The document, as Document:…' } }),
  as: optional(
    choiceField([['PICTURE', 'The first pages of a PDF as a picture']], {
      label: 'Form',
      option: { meaning: 'PICTURE: the first pages of a PDF as a picture; default: the file' },
    }),
  ),
};

const NOT_DRAWN = err('UNSUITABLE_DOCUMENT', 'This host draws no PDF; download it instead');

/** A document as a reviewer sees it. */
export interface RevealedDocument {
  readonly contentType: string;
  readonly content: Uint8Array;
}

export interface ReviewActionPorts {
  readonly units: UnitOfWork;
  readonly verification: Pick<VerificationArea, 'decide'>;
  readonly sca: Pick<Sca, 'decideReset'>;
  readonly documents: Pick<BlobStore, 'get'>;
  readonly numbers: Query<{ readonly id: string }, RevealedNumbers>;
  /** Null: a PDF can only be shown as it is. */
  readonly drawer: PageDrawer | null;
}

/** The actions of reviewers: about customers, their documents and their lost factors. */
export const reviewActions = ({ units, verification, sca, documents, drawer, numbers }: ReviewActionPorts) => ({
  'verification.decide': simple({
    title: 'Decide a verification',
    words: async ({ input: { id, decision, reason }, name }) => ({
      ...DECISIONS[decision],
      sentence: `${DECISIONS[decision].sentence} ${await name(id)}${reason === undefined ? '' : `: ${reason}`}`,
    }),
    role: 'OPERATOR',
    effects: [],
    input: REVIEWED,
    subject: ({ id }) => id,
    shows: async (tx, id) =>
      (await ofRecord(VERIFICATIONS, ['verificationStatus'])(tx, id)) ??
      (await ofRecord(BENEFICIAL_OWNERS, ['kycStatus'])(tx, id)),
    run: verification.decide,
  }),
  'resets.decide': simple({
    title: 'Decide the reset of a factor',
    words: async ({ input: { resetId, verdict }, name }) =>
      verdict === 'PASSED'
        ? {
            heading: 'Pass the liveness check',
            sentence: `Pass the liveness check for ${await name(resetId)}: the customer can set up a new factor`,
          }
        : {
            heading: 'Reject the liveness check',
            sentence: `Reject the liveness check for ${await name(resetId)}: the factor stays as it is`,
            weight: 'danger',
          },
    role: 'OPERATOR',
    effects: ['ISSUES_CREDENTIAL'],
    input: DECIDED,
    subject: ({ resetId }) => resetId,
    hasEffects: (_tx, _ctx, { verdict }) => verdict === 'PASSED',
    shows: ofRecord(SCA_RESETS, ['status']),
    run: sca.decideReset,
  }),
  'numbers.reveal': outsideAction({
    title: 'Show identifying numbers',
    words: saying(
      'Show the numbers',
      async ({ input, name }) => `Show the identifying numbers of ${await name(input.id)}`,
    ),
    role: 'OPERATOR',
    effects: [],
    input: {
      id: idField(['Customer', 'BeneficialOwner', 'Document'], {
        label: 'Customer, owner or document',
        option: { meaning: 'Customer:…, BeneficialOwner:… or Document:…' },
      }),
    },
    subject: ({ id }) => id,
    perform: async (ctx, input) => {
      const found = await units.read(ctx.tenant, (reads) => numbers(reads, ctx, input));
      return found.ok ? ok({ output: found.value, after: null }) : found;
    },
  }),
  'documents.reveal': outsideAction({
    title: 'Show a document',
    words: saying('Show the document', async ({ input, name }) => `Show ${await name(input.id)}`),
    role: 'OPERATOR',
    effects: [],
    input: REVEALED,
    subject: ({ id }) => id,
    perform: async (ctx, { id, as }) => {
      const document = await units.read(ctx.tenant, (reads) => reads.get(DOCUMENTS, id));
      if (document === null) return err('REFERENCE_NOT_FOUND', `${id} does not exist`);
      const content = await documents.get(ctx.tenant, document.blobKey);
      if (content === null) return err('REFERENCE_NOT_FOUND', `the content of ${id} is missing`);
      if (as !== 'PICTURE' || document.contentType !== 'application/pdf') {
        const output: RevealedDocument = { contentType: document.contentType, content };
        return ok({ output, after: null });
      }
      const drawn = (await drawer?.draw(content)) ?? NOT_DRAWN;
      if (!drawn.ok) return drawn;
      const { content: picture, drawn: shown, pages } = drawn.value;
      const output: RevealedDocument = { contentType: 'image/png', content: picture };
      return ok({ output, after: { pages: shown, of: pages } });
    },
  }),
});
