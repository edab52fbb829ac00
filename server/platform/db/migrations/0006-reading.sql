-- Reading: the texts of free books, and what readers and their devices store about them.

-- A row is one file of a free book's text. Shipped files are registered at the start of the site, others by imports.
create table book_file (
  id uuid primary key,
  book_id uuid not null references book on delete cascade,
  format text not null check (format in ('epub', 'txt')),
  -- BCP 47; one book may have files in simplified and in traditional characters.
  language text not null,
  title text not null,
  -- In bytes.
  size integer not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- `shipped/…` for a file that comes with the program, otherwise a key in the site's storage.
  storage_key text not null,
  -- The EPUB from which a plain text was converted; the plain text is deleted with it.
  converted_from uuid references book_file on delete cascade,
  -- Why the text is free and where it comes from, in a sentence each.
  rights text not null,
  source text not null,
  -- The digest of the file as an editor uploaded it, by which a second upload is recognised; null for shipped files.
  original_sha256 text,
  count_characters integer not null default 0,
  create_time timestamptz(3) not null default now(),
  unique (book_id, sha256)
);
create unique index book_file_original_sha256_key on book_file (original_sha256) where converted_from is null;
create unique index book_file_storage_key_key on book_file (storage_key) where storage_key like 'shipped/%';
create index on book_file (converted_from);
create index on book_file (sha256);

-- A row is one file that an editor has uploaded for the library, or imported recently. The uploaded parts are in the
-- storage under the id; one job examines the file, and a second one imports it after the editor confirms.
create table library_import (
  -- The browser of the editor generates this id, so it is unique only among the imports of that editor.
  id uuid not null,
  editor_id uuid not null references "user",
  name text not null,
  parts smallint not null,
  -- The last job for this file: the examination while there is no verdict, then the import.
  job_id uuid,
  -- The result of the examination.
  verdict jsonb,
  -- The books and files that the import made; null until then.
  result jsonb,
  create_time timestamptz(3) not null default now(),
  primary key (editor_id, id)
);
create index on library_import (editor_id, create_time);

-- Numbers the writes of reading progress; see the trigger below.
create sequence reading_progress_version start 2;

-- A row is how far one user has read in one book.
create table reading_progress (
  user_id uuid not null references "user",
  book_id uuid not null references book,
  -- Without a foreign key: when the file is replaced by another, the fraction still tells the position.
  file_id uuid not null,
  -- The position in the file, in the reader's own notation, and as a fraction of the whole.
  locator text not null,
  fraction real not null check (fraction between 0 and 1),
  -- By the clock of the device, but never later than the server's.
  updated_at timestamptz(3) not null,
  device_id uuid not null,
  device text not null,
  -- Writes are ordered by this number and not by the clocks of devices: a device sends the version it knew, and its
  -- write is refused if another device has written since.
  version bigint not null default nextval('reading_progress_version'),
  primary key (user_id, book_id)
);
alter sequence reading_progress_version owned by reading_progress.version;
create index on reading_progress (user_id, updated_at desc, book_id);
create index on reading_progress (book_id);

create function number_reading_progress() returns trigger language plpgsql as $$
begin
  new.version := nextval('reading_progress_version');
  return new;
end $$;
-- Gives every update that does not set a version the next one.
create trigger number_reading_progress before update on reading_progress
  for each row when (old.version = new.version) execute function number_reading_progress();

-- A row is one bookmark, highlight or note of a user.
create table annotation (
  user_id uuid not null references "user",
  -- Chosen by the device, so it is unique for that user only.
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
  -- The row of a deleted annotation stays, emptied, so that no other device brings the annotation back.
  is_deleted boolean not null,
  primary key (user_id, id)
);
create index on annotation (user_id, book_id, id);
create index on annotation (book_id);

-- The next three tables serve KOReader and other e-readers with its protocol ("kosync").

-- A row is the separate name and password with which a user's e-readers log in.
create table kosync_account (
  user_id uuid primary key references "user",
  -- Made by the site; the user types it on the device.
  username text not null unique,
  -- A hash of the MD5 that the device sends, which is as secret as the password.
  key_hash bytea not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);

-- A row is how far one user's e-reader has read in one document.
create table kosync_progress (
  user_id uuid not null references "user",
  -- The device's name for the document: a digest of the file's bytes or of its name.
  document text not null,
  -- The position in the device's own notation.
  progress text not null,
  percentage double precision not null,
  device text not null,
  device_id text not null,
  -- The time of the last change by the server's clock. When two devices write, the later write wins.
  updated_at timestamptz(3) not null default now(),
  primary key (user_id, document)
);
create index on kosync_progress (user_id, updated_at desc, document);

-- A row says which book a document of KOReader is. It is written when the file is downloaded, and stays when the file
-- is replaced, because the document is still the same book.
create table kosync_document (
  -- KOReader's digest of parts of the file.
  document text primary key,
  -- The digest of the whole file.
  sha256 text not null unique,
  book_id uuid not null references book on delete cascade,
  file_id uuid not null
);
create index on kosync_document (book_id);
