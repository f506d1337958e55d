/** The user of the command line: the given name, and the system user known to the host. */
export interface Operator {
  readonly name: string;
  readonly systemUser: string;
}

export const operatorText = ({ name, systemUser }: Operator): string => `${name} (${systemUser})`;

/**
 * Whether the requester and the approver are the same person. Both names and system users must differ, because the name
 * is freely given.
 */
export const isSamePerson = (one: Operator, other: Operator): boolean =>
  one.systemUser === other.systemUser || one.name.trim().toLowerCase() === other.name.trim().toLowerCase();
