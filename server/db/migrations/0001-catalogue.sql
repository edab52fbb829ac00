-- Books, and what they are found by: tags, places, and why somebody recommends them.

create table "user" (
  id uuid primary key,
  name text not null,
  email text unique,
  phone_number text unique,
  password_hash text,
  profile text not null default '',
  bio text not null default '',
  roles text[] not null default '{}',
  created_at timestamptz(3) not null default now()
);

create table book (
  id uuid primary key,
  -- The entry of catalog/ a book came from, and the fingerprint it was loaded with.
  catalog_key text unique,
  catalog_hash text,
  title text not null,
  subtitle text,
  original_title text,
  authors text[] not null,
  translators text[] not null default '{}',
  publisher text,
  published_year integer,
  isbn13 text unique,
  pages integer,
  language text not null default 'zh',
  cover text,
  "desc" text not null,
  era_from integer,
  era_to integer,
  free text,
  count_comments integer not null default 0,
  count_save integer not null default 0,
  likes integer not null default 0,
  views integer not null default 0,
  count_rated integer not null default 0,
  sum_rated integer not null default 0,
  -- Shown from three ratings on; 0 until then, so that sorting needs no special case.
  score numeric(3, 1) not null generated always as (
    case when count_rated >= 3 then round(sum_rated::numeric / count_rated, 1) else 0 end
  ) stored,
  heat integer not null generated always as (
    likes * 3 + count_save * 4 + count_comments * 2 + count_rated * 2
  ) stored,
  create_time timestamptz(3) not null default now(),
  check ((era_from is null) = (era_to is null) and era_from <= era_to)
);
create index book_by_heat on book (heat desc, id desc);
create index book_by_score on book (score desc, id desc);
create index book_by_time on book (create_time desc, id desc);
create index book_by_author on book using gin (authors);

create table tag (
  id uuid primary key,
  name text not null unique,
  kind text not null check (kind in ('form', 'subject', 'era', 'region')),
  position integer not null,
  count integer not null default 0
);

create table book_tag (
  book_id uuid not null references book,
  tag_id uuid not null references tag,
  primary key (book_id, tag_id)
);
create index book_tag_by_tag on book_tag (tag_id, book_id);

create table place (
  id uuid primary key,
  name text not null unique,
  lng double precision not null check (lng between -180 and 180),
  lat double precision not null check (lat between -90 and 90),
  country text not null,
  province text
);

create table book_place (
  book_id uuid not null references book,
  place_id uuid not null references place,
  kind text not null check (kind in ('setting', 'subject', 'author', 'written')),
  primary key (book_id, place_id, kind)
);
create index book_place_by_place on book_place (place_id, book_id);

create table recommendation (
  id uuid primary key,
  user_id uuid not null references "user",
  book_id uuid not null references book,
  reason text not null,
  create_time timestamptz(3) not null default now(),
  unique (book_id, user_id)
);

-- Facts about the installation itself, one a row.
create table setting (
  name text primary key,
  value text not null
);
