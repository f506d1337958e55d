/**
 * By the number of a row: why it misses its target, and what was tried, in Markdown. The page of results shows a text
 * only while a measured row of the number is short of its target.
 */
export const SHORTFALLS: ReadonlyMap<number, string> = new Map([
  [
    1,
    `Where a host on SQLite spends its processor time under this load, by \`node --cpu-prof\` (self time, 10 seconds, 64
clients; calls into native code count for their caller; 19 % more was idle):

| Part                                                         | Share |
| ------------------------------------------------------------ | ----- |
| SQLite: statements, and 14 % for commits alone               | 29 %  |
| rows and JSON encoded and decoded for the storage            | 12 %  |
| HTTP: Node's server and sockets, Koa, its router             | 20 %  |
| parsing, checking and answering the request                  | 8 %   |
| zod                                                          | 7 %   |
| garbage collection                                           | 7 %   |
| core: quotes, ledger, accounts, ids, buffered units of work  | 12 %  |
| crypto                                                       | 1 %   |

Two designs were measured against the present host in one run, seven rounds of three seconds in turn, on a machine with
other work: a young generation of 16 to 64 MB gave 1.25 times the payments (0.73 to 1.70 in single rounds), and a
write-ahead log of 32,000 pages before it is copied back, instead of 8,000, gave 1.05 times (0.49 to 1.31). The rounds
vary more than the medians differ, so neither was kept.`,
  ],
  [
    4,
    `Where a host on Postgres spends its processor time under this load, by \`node --cpu-prof\` (self time, 10 seconds, 16
clients; 26 % more was idle):

| Part                                                        | Share |
| ----------------------------------------------------------- | ----- |
| writing to sockets, to Postgres and to clients              | 25 %  |
| HTTP: Node's server and streams, buffers, Koa, its router   | 21 %  |
| the driver, its messages and its pool                       | 14 %  |
| rows and JSON encoded and decoded for the storage           | 10 %  |
| core: quotes, ledger, accounts, ids, buffered units of work | 12 %  |
| parsing, checking and answering the request                 | 5 %   |
| garbage collection                                          | 4 %   |
| zod                                                         | 2 %   |
| crypto                                                      | 1 %   |

The largest part is writing messages to sockets. A young generation of 16 to 64 MB gave 1.08 times the
payments of the present host (0.63 to 1.87 in single rounds, seven rounds in turn, on a machine with other work), which
is within the noise, so it was not kept. A second design was not measured.`,
  ],
  [
    7,
    `Both pages are read by the same index and with the same number of rows. The p99 of a page on SQLite varies more
between rounds than between the pages: row 24, in the same run, read page 10,001 in 1.2 ms (p99 4.5 ms) and page 1 in
2.3 ms (p99 9.8 ms). The machine had other work.`,
  ],
]);
