-- Oldest compatible program: 0016

-- A row is how long one user has read in one book on one day, as one counter of one device has measured it. Only the
-- user sees it.
create table reading_time (
  user_id uuid not null references "user",
  -- The day by the clock of the device.
  day date not null,
  book_id uuid not null references book,
  -- Chosen by the device. A device begins a new counter when it has lost what the former one had counted, so the rows
  -- of several counters are added.
  counter_id uuid not null,
  -- A device sends the sums of its day, so a repeated or older report changes nothing: the larger sum stays.
  seconds integer not null check (seconds between 1 and 86400),
  characters integer not null check (characters >= 0),
  updated_at timestamptz(3) not null default now(),
  primary key (user_id, day, book_id, counter_id)
);
create index on reading_time (book_id);

-- A row is what one user has chosen about the measuring of reading times; users without a row have chosen nothing, and
-- their times are measured.
create table reading_time_choice (
  user_id uuid primary key references "user",
  is_on boolean not null,
  -- Grows when the user switches the measuring or deletes the times. Reports with an older number are not stored, so
  -- that no device brings deleted times back.
  generation integer not null
);
