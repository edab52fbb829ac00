-- How far readers have come in a book, and what they marked in it.
create table reading (
  user_id uuid not null references "user",
  book_id uuid not null references book,
  -- Without a reference: a file may be replaced by another, and the fraction still says where.
  file_id uuid not null,
  locator text not null,
  fraction real not null check (fraction between 0 and 1),
  -- By the device's clock, but never later than now: of two words the later stays.
  updated_at timestamptz(3) not null,
  device_id uuid not null,
  device text not null,
  primary key (user_id, book_id)
);
create index reading_by_time on reading (user_id, updated_at desc, book_id);
create index reading_by_book on reading (book_id);

create table annotation (
  user_id uuid not null references "user",
  -- Made by the device; another reader's may be the same.
  id uuid not null,
  book_id uuid not null references book,
  file_id uuid not null,
  kind text not null check (kind in ('bookmark', 'highlight')),
  color text not null check (color in ('yellow', 'green', 'blue', 'pink', 'underline')),
  locator text not null,
  fraction real not null check (fraction between 0 and 1),
  quote text not null,
  chapter text not null,
  note text not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Deleted ones are empty, and stay so that no other device brings them back.
  is_deleted boolean not null,
  primary key (user_id, id)
);
create index annotation_by_book on annotation (user_id, book_id, id);
create index annotation_of_book on annotation (book_id);
