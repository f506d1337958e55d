// The parts of docs/operate/personal-data.md that list where personal data are.
import { erasingOf, PERSONAL_DATA } from '@corridor/core/internal';
import { code, table } from './tables.mjs';

const names = (columns) => (columns.length === 0 ? '' : columns.map(code).join(', '));

/** Every record kind with personal data, and which export has it. */
export const placesTable = (places = PERSONAL_DATA) =>
  table(
    ['Table', 'What it holds of persons', 'Person', 'Authority', 'What is left out, and why'],
    places
      .filter(({ holds }) => holds !== null)
      .map(({ kind, holds, exports, why }) => [
        code(kind.name),
        holds,
        exports === 'PERSON' ? 'yes' : 'no',
        exports === 'NONE' ? 'no' : 'yes',
        why,
      ]),
  );

/** The columns of each record kind that an export has. */
export const columnsTable = (places = PERSONAL_DATA) =>
  table(
    ['Table', 'In both exports', 'For an authority alone', 'In none'],
    places
      .filter(({ exports }) => exports !== 'NONE')
      .map(({ kind, given, withheld, never }) => [code(kind.name), names(given), names(withheld), names(never)]),
  );

const partly = (columns) => columns.map((column) => `${code(column)} (in part)`);

/** What erasing does with the records of each kind that an export has. */
export const erasedTable = (places = PERSONAL_DATA) =>
  table(
    ['Table', 'Erased', 'Kept'],
    places
      .filter(({ exports }) => exports !== 'NONE')
      .map(({ kind }) => {
        const erasing = erasingOf(kind);
        if (erasing.how === 'REMOVED') return [code(kind.name), 'the records are deleted', ''];
        if (erasing.how === 'SEALED') return [code(kind.name), 'personal parts, under the seals', 'the other parts'];
        const { erased, reduced, ids, kept } = erasing;
        return [code(kind.name), [...erased.map(code), ...partly([...reduced, ...ids])].join(', '), names(kept)];
      }),
  );

/** Record kinds without personal data. */
export const otherKinds = (places = PERSONAL_DATA) =>
  table(
    ['Table', 'What it is'],
    places.filter(({ holds }) => holds === null).map(({ kind, why }) => [code(kind.name), why]),
  );
