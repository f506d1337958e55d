import { type FieldError, invalidFields, ok, type Result } from '../kernel/index.js';

/** The credentials that only the set-up of a host chooses. */
const CREDENTIALS = ['clientId', 'clientSecret'] as const;
export type WithoutCredentials<I> = Omit<I, (typeof CREDENTIALS)[number]>;

/**
 * INVALID_INPUT for the input of an operator's action that chooses credentials: a request that waits and the log keep the
 * input, so that the secret would be readable there.
 */
export function refuseCredentials(input: object): Result<void> {
  const errors: readonly FieldError[] = CREDENTIALS.filter((field) => Object.hasOwn(input, field)).map((field) => ({
    field,
    message: 'must not be given; the service generates the credentials',
  }));
  return errors.length > 0 ? invalidFields(errors) : ok();
}
