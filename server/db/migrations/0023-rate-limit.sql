-- How many calls of one kind an address made in the current window, for all nodes together. Unlogged: counting costs no write-ahead
-- log, and nothing is lost when a crash empties the table. Half of each page stays free, so that updates stay within their page.
create unlogged table rate_limit (
  key text primary key,
  calls integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);
