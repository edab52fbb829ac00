-- Search. Tokens and pinyin are computed by the application, so that an ordinary PostgreSQL finds
-- Chinese text without an extension. All tables but search_alias and search_miss are derived, and can be written anew
-- by the job that rebuilds the index.

-- A row is one book in the index. The most popular books (tier 0) are a partition of their own, so that they lie
-- together on disk and a search for a common word costs no more with a million books.
create table search_book (
  -- Without a foreign key: after a book is deleted, its row still tells whose counts change, and is then deleted too.
  book_id uuid not null,
  -- The title in simplified characters and lower case, without spaces and punctuation.
  folded text collate "C" not null,
  -- The title in pinyin, without spaces.
  pinyin text collate "C" not null,
  -- An array of [field, text, pinyin] with every name the book is found by; candidates are ranked by it.
  names jsonb not null,
  tokens tsvector not null,
  -- A copy of the book's popularity, brought up to date by the hourly sweep.
  weight integer not null,
  tier smallint not null default 0,
  primary key (book_id, tier)
) partition by list (tier);
-- Names are read for every candidate and stay in the row. Tokens are read by the index alone; the low target moves them
-- out of the row.
alter table search_book alter column names set storage main;
create table search_book_first partition of search_book for values in (0) with (toast_tuple_target = 256);
create table search_book_rest partition of search_book for values in (1) with (toast_tuple_target = 256);
create index on search_book (folded, book_id);
create index on search_book (pinyin, book_id);
create index on search_book using gin (tokens) with (fastupdate = off);
-- A word that is in nearly every book is found fastest by reading the most popular books in order; among all books that
-- could be a long way, so only the first tier has this index.
create index on search_book_first (weight desc, book_id desc);

-- A row is one video in the index; there are too few videos for tiers.
create table search_video (
  -- Without a foreign key, like search_book.book_id.
  video_id uuid primary key,
  folded text collate "C" not null,
  pinyin text collate "C" not null,
  names jsonb not null,
  tokens tsvector not null
);
create index on search_video (folded);
create index on search_video (pinyin);
create index on search_video using gin (tokens) with (fastupdate = off);

-- A row is the name of an author, tag, place or tour in the index.
create table search_name (
  kind text not null check (kind in ('author', 'tag', 'place', 'tour')),
  -- The id of the tag, place or tour; for an author a UUID computed from the name.
  id uuid not null,
  name text not null,
  -- The name in pinyin, with spaces between the syllables; `pinyin` is the same without them.
  syllables text not null,
  folded text collate "C" not null,
  pinyin text collate "C" not null,
  tokens tsvector not null,
  -- The number of books it belongs to; for a tour the number of stops.
  weight integer not null,
  tier smallint not null default 0,
  primary key (kind, id)
);
create index on search_name (folded, kind, id);
create index on search_name (pinyin, kind, id);
create index on search_name (weight desc, kind, id) where tier = 0;
create index search_name_tokens_tier_0_idx on search_name using gin (tokens) with (fastupdate = off) where tier = 0;
create index search_name_tokens_tier_1_idx on search_name using gin (tokens) with (fastupdate = off) where tier = 1;

-- A row is a Latin word that occurs in a name, in one of its variants: the word itself, or the word without one of its
-- letters. Two words that share a variant differ by at most one typing error.
create table search_word (
  variant text collate "C" not null,
  word text collate "C" not null,
  primary key (variant, word)
);

-- A row is another name of somebody or something, from the catalogue or from an editor.
create table search_alias (
  folded text primary key,
  alias text not null,
  name text not null,
  -- False after an editor removed the alias; the row stays, so that the catalogue does not add it again.
  is_active boolean not null default true,
  create_time timestamptz(3) not null default now()
);

-- A row is a search that found nothing, for editors. It does not say who searched.
create table search_miss (
  folded text primary key,
  query text not null,
  count integer not null default 1,
  last_time timestamptz(3) not null default now()
);
create index on search_miss (last_time);
