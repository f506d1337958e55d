/** The ids of the document's examples: one text for each type, and `which` tells several records of one type apart. */
export const exampleId = (type: string, which: 1 | 2 | 3 = 1): string =>
  `${type}:01977c5e-6f2a-7b3c-9d4e-5f6a7b8c9d0${which}`;
