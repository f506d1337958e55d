/**
 * By the number of a row: why it misses its target, and what was tried, in Markdown. The page of results shows a text
 * only while a measured row of the number is short of its target.
 *
 * The profiles are those of `node --cpu-prof` on a host under the load of the row: self time as a share of the time in
 * which the process was busy, calls into native code counted for their caller.
 */
export const SHORTFALLS: ReadonlyMap<number, string> = new Map([
  [
    1,
    `Where a host on SQLite spends its processor time under this load (10 seconds, 64 clients; 19 % was idle):

| Part                                                         | Share |
| ------------------------------------------------------------ | ----- |
| SQLite: statements, and 14 % for commits alone               | 29 %  |
| HTTP: Node's server and sockets, Koa, its router             | 20 %  |
| rows and JSON encoded and decoded for the storage            | 12 %  |
| core: quotes, ledger, accounts, ids, buffered units of work  | 12 %  |
| parsing, checking and answering the request                  | 8 %   |
| zod                                                          | 7 %   |
| garbage collection                                           | 7 %   |
| crypto                                                       | 1 %   |

The baseline runs the same statements without HTTP, checks, records and events. Two designs, five rounds in turn:

| Design                                                     | Present | Design |
| ---------------------------------------------------------- | ------- | ------ |
| a young generation of 16 to 64 MB for the garbage collector | 1.29    | 1.35   |
| no \`AsyncLocalStorage\` around a unit of work               | 1.12    | 1.21   |

The first is an option of Node.js that operators can set: [memory](operate/sizing.md#memory). The second was not kept,
because a unit of work inside another would then be noticed only after it has waited for itself.`,
  ],
  [
    2,
    `The payments are those of row 1, and its profile and designs apply: 1.05 times the payments with a young generation of
16 to 64 MB, 1.08 times without \`AsyncLocalStorage\`. The baseline parses a JSON body and answers it, in about 20 µs. A
payment is two requests and two commits with 28 statements, of which SQLite alone takes more than 100 µs.`,
  ],
  [
    3,
    `Where the process of the core spends its time (54 % was idle, with its start):

| Part                                              | Share |
| ------------------------------------------------- | ----- |
| SQLite: statements and commits                    | 44 %  |
| rows and JSON encoded and decoded for the storage | 24 %  |
| buffered units of work                            | 5 %   |
| garbage collection                                | 5 %   |
| the code of quotes, payments and the ledger       | 9 %   |
| kysely                                            | 2 %   |

The baseline is 80 % SQLite, with rows that are ready to be written. Two designs, five rounds in turn:

| Design                                                      | Present | Design |
| ----------------------------------------------------------- | ------- | ------ |
| a young generation of 16 to 64 MB for the garbage collector | 0.45    | 0.46   |
| no \`AsyncLocalStorage\` around a unit of work                | 0.49    | 0.52   |

Records are stored in a compact form (keys as bytes, texts as numbers of a dictionary, templates for JSON), which costs
processor time here and saves half of the disk.`,
  ],
  [
    4,
    `Where a host on Postgres spends its processor time under this load (10 seconds, 16 clients; 26 % was idle):

| Part                                                        | Share |
| ----------------------------------------------------------- | ----- |
| writing to sockets, to Postgres and to clients              | 25 %  |
| HTTP: Node's server and streams, buffers, Koa, its router   | 21 %  |
| the driver, its messages and its pool                       | 14 %  |
| core: quotes, ledger, accounts, ids, buffered units of work | 12 %  |
| rows and JSON encoded and decoded for the storage           | 10 %  |
| parsing, checking and answering the request                 | 5 %   |
| garbage collection                                          | 4 %   |
| zod                                                         | 2 %   |
| crypto                                                      | 1 %   |

The largest part is writing messages to sockets: a payment takes 7 round trips, a transaction of the baseline as many,
without HTTP. Three designs, five rounds in turn:

| Design                                                      | Present | Design |
| ----------------------------------------------------------- | ------- | ------ |
| a young generation of 16 to 64 MB for the garbage collector | 0.15    | 0.17   |
| 16 connections to Postgres instead of 8                     | 0.15    | 0.15   |
| 4 connections to Postgres instead of 8                      | 0.15    | 0.13   |`,
  ],
  [
    7,
    `Page 1 and page 10,000 read as many rows of the same index. The least ratio of SQLite was 0.79, and the run of the
table shared the machine with other work. Three rounds later, on a quiet machine, gave 1.06 (3.5 ÷ 3.3 ms) and 0.95 (5.8 ÷ 6.1 ms). A host
in this row spends its time as in row 6; what differs between the pages is which parts of the file are in memory. Two
designs, both on a quiet machine, in turn with the present host:

| Design                                   | Present    | Design     |
| ---------------------------------------- | ---------- | ---------- |
| a page cache of 512 MiB                  | 0.95, 1.06 | 0.94, 1.00 |
| 8 GiB of the file mapped into memory     | 0.95, 1.06 | 0.94, 0.99 |

Neither was kept: the pages differ by less than two rounds do.`,
  ],
  [
    9,
    `Where the host spends its processor time while it delivers (3 % was idle):

| Part                                               | Share |
| -------------------------------------------------- | ----- |
| SQLite: claims of events and records of deliveries | 23 %  |
| garbage collection                                 | 15 %  |
| signatures                                         | 10 %  |
| core: serialized bodies, ids, outcomes             | 9 %   |
| rows and JSON decoded for the storage              | 8 %   |
| sockets                                            | 7 %   |
| reading sealed webhook keys                        | 3 %   |
| undici, and the check of the endpoint's address    | 6 %   |

The baseline signs and posts one body in a loop, without a queue. Two designs, four rounds in turn:

| Design                                                                                          | Present | Design |
| ----------------------------------------------------------------------------------------------- | ------- | ------ |
| a young generation of 16 to 64 MB for the garbage collector                                     | 0.28    | 0.34   |
| claims of 1,024 events for a platform instead of 256, outcomes in batches of 512 instead of 128 | 0.28    | 0.31   |

The second was not kept: a host that stops would deliver up to four times as many events again.`,
  ],
  [
    10,
    `Where a host on SQLite spends its processor time in a run of this row (68 % was idle, with the time before the
load):

| Part                                              | Share |
| ------------------------------------------------- | ----- |
| SQLite: statements and commits                    | 47 %  |
| rows and JSON encoded and decoded for the storage | 15 %  |
| garbage collection                                | 7 %   |
| sockets                                           | 5 %   |
| buffered units of work                            | 4 %   |

On Postgres, writing to sockets takes 37 %, the storage and the driver 24 %, the garbage collector 8 %. Requests and
deliveries share one processor in turns, and the baseline has no deliveries at all. Two designs, four rounds in turn:

| Design                                                          | Present, SQLite | Design | Present, Postgres | Design |
| --------------------------------------------------------------- | --------------- | ------ | ----------------- | ------ |
| 8 deliveries in flight for a platform instead of 64             | 12.0            | 5.5    | 9.4               | 5.9    |
| the time of a delivery counts four times when turns are shared  | 12.0            | 8.3    | 9.4               | 4.8    |

The first was not kept: a platform whose endpoint answers in 100 ms would receive 80 webhooks per second instead of 640.
The second varies as much between rounds (2.96 to 20.7) as the present host (6.2 to 15.9), so it was not kept.
[Several processes](operate/deploy.md#several-processes) keep requests apart from deliveries.`,
  ],
  [
    13,
    `Where the host spends its time while it writes files and reads statements (52 % was idle, 70 % beside the sandbox's
rail):

| Part                                              | Share |
| ------------------------------------------------- | ----- |
| SQLite: statements and commits                    | 36 %  |
| rows and JSON encoded and decoded for the storage | 12 %  |
| garbage collection                                | 11 %  |
| files: records of payments, matching of entries   | 6 %   |
| buffered units of work                            | 4 %   |
| ISO 20022 read and written                        | 4 %   |

About 4 seconds of each round are waiting: files are exchanged at intervals, while the sandbox settles at once. The rest
is a unit of work for each payout. Two designs:

| Design                                                                      | Present           | Design            |
| --------------------------------------------------------------------------- | ----------------- | ----------------- |
| the core hears of 32 entries of a statement at a time instead of 8 (kept)   | 100 entries/s     | 200 entries/s     |
| a young generation of 16 to 64 MB for the garbage collector                 | 0.23 of the rail's | 0.22 of the rail's |`,
  ],
  [
    14,
    `Where a host spends its time while it accepts, settles and delivers (44 % was idle on SQLite, 50 % on Postgres, with
its start):

| Part                                              | SQLite | Postgres |
| ------------------------------------------------- | ------ | -------- |
| SQLite, or the driver of Postgres                 | 34 %   | 13 %     |
| sockets, of clients, webhooks and Postgres        | 7 %    | 39 %     |
| rows and JSON encoded and decoded for the storage | 15 %   | 8 %      |
| garbage collection                                | 7 %    | 6 %      |
| buffered units of work                            | 5 %    | 3 %      |
| signatures                                        | 4 %    | 2 %      |

Accepting a payment takes about 1.3 ms of processor time, settling it 1.4 ms and delivering its webhooks 0.9 ms, so one
processor cannot do better than about 0.36. Two designs were measured against the host of their time:

| Design                                                                                     | SQLite before | SQLite | Postgres before | Postgres |
| ------------------------------------------------------------------------------------------ | ------------- | ------ | --------------- | -------- |
| accepting, settling and delivering in fair turns with shared units of work (kept)          | 0.10          | 0.36   | 0.32            | 0.28     |
| a young generation of 16 to 64 MB for the garbage collector                                | 0.33          | 0.36   | 0.23            | 0.24     |

Larger lanes were tried too (batches for 10 ms, 256 settlements in flight, claims of 512): 265 payments/s delivered instead
of 88, but 283 accepted instead of 329.`,
  ],
  [
    15,
    `Where a host spends its time at half of its saturation (35 % was idle on SQLite, 49 % on Postgres):

| Part                                              | SQLite | Postgres |
| ------------------------------------------------- | ------ | -------- |
| SQLite, or the driver of Postgres                 | 40 %   | 15 %     |
| rows and JSON encoded and decoded for the storage | 14 %   | 10 %     |
| sockets, of clients, webhooks and Postgres        | 7 %    | 38 %     |
| garbage collection                                | 7 %    | 5 %      |
| signatures                                        | 4 %    | 2 %      |
| buffered units of work                            | 4 %    | 3 %      |

The p99 itself is about 30 ms, and nearly the same on both databases: an execution waits for the units of work and the
deliveries that are under way. The ratio moves with its denominator, a p99 of 0.3 to 2.5 ms on this machine. Four designs,
three or four rounds in turn, as ratio and as p99:

| Design                                                      | SQLite present | Design        | Postgres present | Design        |
| ----------------------------------------------------------- | -------------- | ------------- | ---------------- | ------------- |
| a young generation of 16 to 64 MB for the garbage collector | 63 (31 ms)     | 63 (31 ms)    | 46 (30 ms)       | 37 (31 ms)    |
| 24 connections to Postgres instead of 8                     | –              | –             | 46 (30 ms)       | 42 (30 ms)    |
| 8 deliveries in flight for a platform instead of 64         | 42 (33 ms)     | 44 (35 ms)    | 12               | 26            |
| a delivery counts four times when turns are shared          | 42 (33 ms)     | 27 (32 ms)    | 12               | 19            |

None was kept: the p99 moves by less than it does between rounds.`,
  ],
  [
    18,
    `Where the host spends its time while it sends payouts (75 % was idle):

| Part                                              | Share |
| ------------------------------------------------- | ----- |
| SQLite: statements and commits                    | 30 %  |
| signing with secp256k1, and hashing               | 7 %   |
| the connection and its payouts                    | 5 %   |
| rows and JSON encoded and decoded for the storage | 5 %   |
| sockets to the node                               | 6 %   |
| garbage collection                                | 6 %   |
| zod and kysely                                    | 7 %   |

Most of the time is waiting: each payout is stored before it is signed, signed before it is sent, sent in the order of the
account's nonces, and confirmed after a block. The baseline stores nothing and sends at once. Two designs:

| Design                                                                                         | Before | Design |
| ---------------------------------------------------------------------------------------------- | ------ | ------ |
| 96 transactions in flight instead of 32, and signatures in parallel (kept)                     | 0.19   | 0.31   |
| a young generation of 16 to 64 MB for the garbage collector                                    | 0.31   | 0.31   |`,
  ],
]);
