/** The sum of the values, each multiplied by the weight at its place. The weights begin again when they are used up. */
export const weightedSum = (values: readonly number[], weights: readonly number[]): number =>
  values.reduce((sum, value, place) => sum + value * weights[place % weights.length]!, 0);

/** The values of the digits of a text that has only digits. */
export const digitsOf = (text: string): readonly number[] => [...text].map(Number);

/** A number without the marks that people write between its groups. */
export const bare = (text: string): string => text.replace(/[\s./-]/g, '');
