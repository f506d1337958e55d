/** Who uses the command line: a name that is given, and the system user that the host knows. */
export interface Operator {
  readonly name: string;
  readonly systemUser: string;
}

export const operatorText = ({ name, systemUser }: Operator): string => `${name} (${systemUser})`;

/** Nobody approves what he asked for himself, whatever name he gives. */
export const isSamePerson = (one: Operator, other: Operator): boolean =>
  one.systemUser === other.systemUser || one.name.trim().toLowerCase() === other.name.trim().toLowerCase();
