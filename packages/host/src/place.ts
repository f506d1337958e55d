/** Where the host is reached, and whether it still takes requests. */
export interface Place {
  /** Host name and port, for names that others are given. */
  readonly publicAuthority: string;
  isDraining(): boolean;
}
