/** A row of a state machine whose records a connection keeps. */
export interface StateRow<State, Event> {
  readonly from: State;
  readonly on: Event;
  readonly to: State;
  readonly why: string;
}

/** The function that says the state after an event; null if no row allows the event in this state. */
export const stateAfter =
  <State, Event>(rows: readonly StateRow<State, Event>[]) =>
  (from: State, on: Event): State | null =>
    rows.find((row) => row.from === from && row.on === on)?.to ?? null;
