-- KOReader and its kin tell how far one has read by a name and a password of their own: the account's never leaves it.
create table kosync_key (
  user_id uuid primary key references "user",
  -- What is typed on the device; made by the site.
  name text not null unique,
  -- Of the MD5 the device sends, which is as good as the password.
  key_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);

create table kosync_progress (
  user_id uuid not null references "user",
  -- What the device knows the file by: a digest of its bytes or of its name.
  document text not null,
  -- Where, in the device's own words.
  progress text not null,
  percentage double precision not null,
  device text not null,
  device_id text not null,
  -- When it came in: of two words the later to come stays.
  updated_at timestamptz(3) not null default now(),
  primary key (user_id, document)
);
create index kosync_progress_by_time on kosync_progress (user_id, updated_at desc, document);

-- What KOReader knows our files by, noted when one is fetched; an edition that is no longer here is still the book.
create table text_digest (
  digest text primary key,
  sha256 text not null unique,
  book_id uuid not null references book on delete cascade,
  file_id uuid not null
);
create index text_digest_of_book on text_digest (book_id);
