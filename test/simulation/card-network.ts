/** A question or message of a card network, which it sends again until it has an answer, and sometimes after that. */
export interface Asked {
  /** The key of the platform. */
  readonly tenant: string;
  readonly kind: string;
  readonly input: { readonly networkMessageId: string };
  /** The first answer; null while there is none. */
  answer: string | null;
}

/** What a card network has asked and reported, oldest first. */
export interface CardNetwork {
  readonly asked: Asked[];
}

export const createCardNetwork = (): CardNetwork => ({ asked: [] });
