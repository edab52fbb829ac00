-- People, editions, relations between books, and further names of places.
--
-- A book is a work. What one can buy or borrow of it is an edition, with an ISBN, translators and a publisher. The people
-- who wrote, translated, edited or illustrated are rows of their own; a book or an edition also holds their names as
-- its title page has them, because one person signs with several names.

-- A row is one person. Rows come from the catalogue and from editors; a name on a book that belongs to no known person
-- makes a new row, which is deleted again when no book or edition names it any more.
create table person (
  id uuid primary key,
  catalog_key text unique,
  catalog_hash text,
  -- The name by which Chinese readers know the person. Where two people have one name, the lesser-known one carries a
  -- note in full-width brackets.
  name text not null unique,
  -- Negative before the common era; null where unknown, or for a death that has not happened.
  born_year integer,
  -- Whether sources give the year with 约.
  born_circa boolean not null default false,
  died_year integer,
  died_circa boolean not null default false,
  -- 籍贯, where the family came from, in words; null where it is the birthplace or unknown.
  ancestral text,
  "desc" text not null default '',
  create_time timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  check (born_year <= died_year)
);

-- A row is one further name of a person. Two people may share such a name.
create table person_name (
  person_id uuid not null references person on delete cascade,
  name text not null,
  -- birth 本名, courtesy 字, art 号, pen 笔名, original 原文名, translated 译名.
  kind text not null check (kind in ('birth', 'courtesy', 'art', 'pen', 'original', 'translated')),
  position integer not null,
  primary key (person_id, name)
);
create index on person_name (name);

-- A row is one place in the life of a person.
create table person_place (
  person_id uuid not null references person on delete cascade,
  -- The order of a life: the birthplace first, the place of death last.
  position integer not null,
  place_id uuid not null references place,
  kind text not null check (kind in ('born', 'lived', 'died')),
  from_year integer,
  to_year integer,
  primary key (person_id, position),
  check (from_year <= to_year)
);
create index on person_place (place_id);

-- Who the names in `book.authors` are, by their position from 1. A name without a row, such as 佚名, is no person.
create table book_author (
  book_id uuid not null references book on delete cascade,
  position integer not null,
  person_id uuid not null references person,
  primary key (book_id, position)
);
create index on book_author (person_id, book_id);

-- BCP 47; null where unknown. Chinese is zh, classical Chinese lzh.
alter table book add column original_language text;

-- A row is one edition of a book. The first by position is the main edition, which lists and e-readers show.
create table edition (
  id uuid primary key,
  book_id uuid not null references book on delete cascade,
  position integer not null,
  -- The title of the edition where it differs from that of the book.
  title text,
  -- The names on the title page; edition_person tells who they are.
  translators text[] not null default '{}',
  editors text[] not null default '{}',
  illustrators text[] not null default '{}',
  -- BCP 47: the language it was translated from, where that is not the original language of the book.
  translated_from text,
  publisher text,
  -- The year in which the edition came out.
  year integer,
  isbn13 text unique,
  pages integer,
  -- BCP 47.
  language text not null default 'zh',
  -- The storage key of a picture of the cover.
  cover text,
  -- Where the data of the edition come from, in words.
  source text,
  create_time timestamptz(3) not null default now()
);
create index on edition (book_id, position);

-- Who the names of an edition are, by role and by their position from 1 in the column of that role.
create table edition_person (
  edition_id uuid not null references edition on delete cascade,
  role text not null check (role in ('translator', 'editor', 'illustrator')),
  position integer not null,
  person_id uuid not null references person,
  primary key (edition_id, role, position)
);
create index on edition_person (person_id, edition_id);

-- A row says how one book is related to another, read from `from_book_id`: it translates, retells, answers, continues or
-- quotes the other book.
create table book_relation (
  from_book_id uuid not null references book on delete cascade,
  to_book_id uuid not null references book on delete cascade,
  kind text not null check (kind in ('translates', 'retells', 'answers', 'continues', 'quotes')),
  -- What the relation consists in, in one sentence that both pages show.
  sentence text not null,
  -- A row that the catalogue loaded has the hash of its entry; one that an editor changed has edited_at.
  catalog_hash text,
  edited_at timestamptz(3),
  -- The row of a relation that an editor removed stays, so that the catalogue does not load it again.
  removed_at timestamptz(3),
  primary key (from_book_id, to_book_id, kind),
  check (from_book_id <> to_book_id)
);
create index on book_relation (to_book_id);

-- A row is one further name of a place. Two places may share such a name.
create table place_name (
  place_id uuid not null references place on delete cascade,
  name text not null,
  -- old 旧称, foreign 外文名, other 别名.
  kind text not null check (kind in ('old', 'foreign', 'other')),
  position integer not null,
  primary key (place_id, name)
);
create index on place_name (name);

alter table redirect drop constraint redirect_noun_check,
  add check (noun in ('book', 'tag', 'place', 'tour', 'person'));
alter table merge drop constraint merge_noun_check,
  add check (noun in ('book', 'tag', 'place', 'person'));

-- Books had at most one edition, in columns of their own. The new ids are UUIDv7 like those of the application.
create function pg_temp.new_id() returns uuid language sql volatile as $$
  select (lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
    || substr(md5(random()::text), 1, 3) || 'a' || substr(md5(random()::text), 1, 15))::uuid
$$;
insert into edition (id, book_id, position, translators, publisher, isbn13, pages, language)
select pg_temp.new_id(), id, 0, translators, publisher, isbn13, pages, language
from book where translators <> '{}' or num_nonnulls(publisher, isbn13, pages) > 0 or language <> 'zh';
insert into person (id, name)
select pg_temp.new_id(), name from (
  select unnest(authors) as name from book union select unnest(translators) from edition
) as credited where name not in ('佚名', '无名氏');
insert into book_author (book_id, position, person_id)
select book.id, author.position, person.id
from book, unnest(authors) with ordinality as author(name, position) join person on person.name = author.name;
insert into edition_person (edition_id, role, position, person_id)
select edition.id, 'translator', translator.position, person.id
from edition, unnest(translators) with ordinality as translator(name, position)
  join person on person.name = translator.name;

alter table book drop column translators, drop column publisher, drop column isbn13, drop column pages,
  drop column language;
-- The books of a person are found through book_author.
drop index book_authors_idx;
