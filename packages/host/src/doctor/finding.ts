/** One line of `corridor doctor`. */
export interface Finding {
  readonly state: 'ok' | 'problem' | 'skipped';
  /** What was examined. */
  readonly about: string;
  /** What was found; for a problem, also how to mend it. */
  readonly text: string;
}

export const ok = (about: string, text: string): Finding => ({ state: 'ok', about, text });

/** What is wrong, and what the operator does about it. */
export const problem = (about: string, wrong: string, remedy: string): Finding => ({
  state: 'problem',
  about,
  text: `${wrong}: ${remedy}`,
});

/** An examination that cannot be made because of something else. */
export const skipped = (about: string, why: string): Finding => ({ state: 'skipped', about, text: why });

const WIDTH = 'problem'.length;

export const lineOf = ({ state, about, text }: Finding): string => `${state.padEnd(WIDTH)}  ${about}: ${text}`;
