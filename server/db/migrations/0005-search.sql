-- What is searched. Tokens are computed in the app, so that any PostgreSQL finds Chinese without an extension.

create table search_book (
  -- No reference: when a book goes, its row tells whose counts change, and then goes too.
  book_id uuid primary key,
  -- The title without spaces and marks, simplified, lower case; and how it is spelled in pinyin.
  folded text collate "C" not null,
  spelled text collate "C" not null,
  -- [field, text, pinyin] of everything a book is called by.
  names jsonb not null,
  tokens tsvector not null,
  weight integer not null,
  -- 0 for the books most read, looked through first, so that a common word costs no more with a million books; else 1.
  tier smallint not null default 0
);
-- Candidates are ranked by their names; the tokens are read by the index alone, and kept out of the way.
alter table search_book alter column names set storage main;
alter table search_book set (toast_tuple_target = 256);
create index search_book_by_title on search_book (folded, book_id);
create index search_book_by_spelling on search_book (spelled, book_id);
create index search_book_first on search_book using gin (tokens) with (fastupdate = off) where tier = 0;
create index search_book_rest on search_book using gin (tokens) with (fastupdate = off) where tier = 1;

create table search_name (
  kind text not null check (kind in ('author', 'tag', 'place', 'tour')),
  -- Of the tag, place or tour; for an author, made from his name.
  id uuid not null,
  name text not null,
  sounds text not null,
  folded text collate "C" not null,
  spelled text collate "C" not null,
  tokens tsvector not null,
  -- How many books belong to it; of a tour, how many stops it has.
  weight integer not null,
  tier smallint not null default 0,
  primary key (kind, id)
);
create index search_name_by_name on search_name (folded, kind, id);
create index search_name_by_spelling on search_name (spelled, kind, id);
create index search_name_first on search_name using gin (tokens) with (fastupdate = off) where tier = 0;
create index search_name_rest on search_name using gin (tokens) with (fastupdate = off) where tier = 1;

-- Latin words by themselves and by each of their letters left out: two that share a form are one slip apart.
create table search_word (
  form text collate "C" not null,
  word text collate "C" not null,
  primary key (form, word)
);

-- What readers also call somebody or something.
create table search_alias (
  folded text primary key,
  alias text not null,
  name text not null,
  -- Taken back by an editor; kept, so that the catalogue does not bring it again.
  is_active boolean not null default true,
  create_time timestamptz(3) not null default now()
);

-- Searches that found nothing. Who asked is nobody's business.
create table search_miss (
  folded text primary key,
  query text not null,
  count integer not null default 1,
  last_time timestamptz(3) not null default now()
);
create index search_miss_by_time on search_miss (last_time);
