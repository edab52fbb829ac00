-- The texts of free books: each a whole file that readers open here or take along.
create table book_file (
  id uuid primary key,
  book_id uuid not null references book on delete cascade,
  format text not null check (format in ('epub', 'txt')),
  -- BCP 47: one book may be here in simplified and in traditional characters.
  language text not null,
  title text not null,
  -- Of the file's bytes.
  size integer not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Where the bytes are: beside the program (`shipped/…`) or in the site's own storage.
  storage_key text not null,
  -- A plain text is made from its EPUB; it goes with it.
  made_from uuid references book_file on delete cascade,
  -- Why the text is free, and where it is from, in a sentence each.
  rights text not null,
  source text not null,
  -- Of the file an editor brought in, which is known again by it; null for what is shipped.
  original_sha256 text,
  count_characters integer not null default 0,
  create_time timestamptz(3) not null default now(),
  unique (book_id, sha256)
);
create unique index book_file_by_original on book_file (original_sha256) where made_from is null;
create unique index book_file_by_shipped on book_file (storage_key) where storage_key like 'shipped/%';
create index book_file_made_from on book_file (made_from);
