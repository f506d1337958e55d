/** Why a row of a state machine is not taken by the simulation. Rows are named as `ALL_ROWS` names them. */
export const NOT_TAKEN: Readonly<Record<string, string>> = {};
