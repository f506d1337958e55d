import type { ScreeningQuestion } from '@corridor/core/ports';
import type { TestRunner } from '@corridor/core/testing';
import { lastOutcome } from './last-outcome.js';
import { mustAnswer } from './protocol-cases.js';
import type { TestedConnection } from './tested-connection.js';

const CONFLICT = 409;
const SEE = 'See docs/connections/screening.md#questions-and-answers';

/** A screening provider refuses other content under a reference that it knows, with the status that operators are shown. */
export function screeningRefusalCases(
  { test }: Pick<TestRunner, 'test'>,
  { open, newId }: Pick<TestedConnection, 'open' | 'newId'>,
): void {
  test('a reference with other content is refused, and the first one stays', async () => {
    const question = inventedQuestion(newId);
    const answerTo = (of: ScreeningQuestion) => lastOutcome(open, ({ screening }) => screening!.provider.screen(of));
    mustAnswer('POST /screenings', await answerTo(question), { status: 200, why: 'the question is valid', see: SEE });
    const other = { ...question, parties: [{ ...question.parties[0]!, name: 'Grace Hopper' }] };
    mustAnswer('POST /screenings with other content under a known reference', await answerTo(other), {
      status: CONFLICT,
      why: 'a reference is one question',
      see: SEE,
    });
    mustAnswer('POST /screenings with the first content again', await answerTo(question), {
      status: 200,
      why: 'a question can come again',
      see: SEE,
    });
  });
}

/** A question about a person whom no list should name. */
export const inventedQuestion = (newId: TestedConnection['newId']): ScreeningQuestion => ({
  reference: newId('Screening'),
  occasion: 'ONBOARDING',
  parties: [
    {
      ...{ id: newId('Customer'), role: 'CUSTOMER', kind: 'INDIVIDUAL', name: 'Quillon Brambleworth' },
      ...{ birthDate: '1986-12-10', nationality: 'GB', country: 'DE', address: null },
    },
  ],
  payment: null,
});
