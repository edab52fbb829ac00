-- Oldest compatible program: 0016

-- A row is the text that an import replaced last in a file of the library. Editors can put it back for 30 days; then the
-- job that cleans up the storage deletes the row, and the stored files with it.
create table replaced_text (
  file_id uuid primary key references book_file on delete cascade,
  -- The digest of the EPUB that took the place of this text. The text is put back only while this EPUB is still there.
  successor_sha256 text not null,
  replaced_at timestamptz(3) not null default now(),
  -- The columns of the replaced EPUB in `book_file`.
  language text not null,
  title text not null,
  size integer not null,
  sha256 text not null,
  storage_key text not null,
  rights text not null,
  source text not null,
  original_sha256 text not null,
  count_characters integer not null,
  -- The plain text that was made from it; null if another file of the book had the same.
  text_size integer,
  text_sha256 text,
  text_key text
);
create index on replaced_text (replaced_at);

-- The verdicts of files that are being imported do not know the version of the text that they would replace.
update library_import set verdict = null;
