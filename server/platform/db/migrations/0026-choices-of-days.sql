-- Oldest compatible program: 0016

-- The book and the place of each day in China. The first request of a day decides them, so that they stay the same until
-- midnight on every node, whatever editors change meanwhile. If one is deleted, the next request chooses another.
create table book_of_day (
  day date primary key,
  book_id uuid not null references book on delete cascade
);
create index on book_of_day (book_id);
create table place_of_day (
  day date primary key,
  place_id uuid not null references place on delete cascade
);
create index on place_of_day (place_id);
