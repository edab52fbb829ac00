-- The catalogue: books and videos ("items"), the tags and places they are found by, tours and routes.
--
-- Rows come from the files of the catalogue at the start of the site, and from editors. A row loaded from a file has
-- the entry's `catalog_key` and the `catalog_hash` of the entry it was loaded with; a row that an editor has changed has
-- `edited_at` and is not loaded again.
--
-- Items share these columns:
--   counters: `likes`, `views`, `count_comments`, `count_save`, `count_rated`, `sum_rated` are maintained by the
--   transactions that write comments, reactions and views, and can be counted anew by a call for admins;
--   `score` and `popularity` are computed by the database from the counters.

create table book (
  id uuid primary key,
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
  -- BCP 47.
  language text not null default 'zh',
  -- The storage key of the cover picture; null where the site draws a cover.
  cover text,
  "desc" text not null,
  -- The years the book is about, from and to; negative before the common era.
  era_from integer,
  era_to integer,
  -- Why the text of the book is free, in a sentence; null where it is not free.
  free text,
  count_comments integer not null default 0,
  count_save integer not null default 0,
  likes integer not null default 0,
  views integer not null default 0,
  count_rated integer not null default 0,
  sum_rated integer not null default 0,
  -- The mean rating from three ratings on; 0 until then, so that sorting needs no special case.
  score numeric(3, 1) not null generated always as (
    case when count_rated >= 3 then round(sum_rated::numeric / count_rated, 1) else 0 end
  ) stored,
  popularity integer not null generated always as (
    likes * 3 + count_save * 4 + count_comments * 2 + count_rated * 2
  ) stored,
  create_time timestamptz(3) not null default now(),
  edited_at timestamptz(3),
  check ((era_from is null) = (era_to is null) and era_from <= era_to)
);
create index on book (popularity desc, id desc);
create index on book (score desc, id desc);
create index on book (create_time desc, id desc);
create index on book using gin (authors);

create table video (
  id uuid primary key,
  title text not null,
  -- The address of a video file, or of a page that may be embedded.
  source text not null,
  cover text,
  "desc" text not null default '',
  count_comments integer not null default 0,
  count_save integer not null default 0,
  likes integer not null default 0,
  views integer not null default 0,
  count_rated integer not null default 0,
  sum_rated integer not null default 0,
  score numeric(3, 1) not null generated always as (
    case when count_rated >= 3 then round(sum_rated::numeric / count_rated, 1) else 0 end
  ) stored,
  popularity integer not null generated always as (
    likes * 3 + count_save * 4 + count_comments * 2 + count_rated * 2
  ) stored,
  create_time timestamptz(3) not null default now()
);
create index on video (popularity desc, id desc);
create index on video (score desc, id desc);
create index on video (create_time desc, id desc);

create table tag (
  id uuid primary key,
  name text not null unique,
  kind text not null check (kind in ('form', 'subject', 'era', 'region')),
  -- Tags of one kind are listed in this order.
  position integer not null,
  -- The number of books that have the tag; maintained by the transactions that change books' tags.
  count integer not null default 0,
  edited_at timestamptz(3)
);

create table book_tag (
  book_id uuid not null references book,
  tag_id uuid not null references tag,
  primary key (book_id, tag_id)
);
create index on book_tag (tag_id, book_id);

create table video_tag (
  video_id uuid not null references video,
  tag_id uuid not null references tag,
  primary key (video_id, tag_id)
);
create index on video_tag (tag_id, video_id);

-- The next four functions place a point on the map's grid: the world in the web Mercator projection, cut into
-- 2^26 × 2^26 squares, each 0.6 m wide at the equator. Points beyond the edges of the projection count as on them.
-- The application computes the same (gridX, gridY).

-- The column of a point's square, from the west.
create function grid_x(lng double precision) returns integer immutable strict parallel safe language sql
return least(floor((lng + 180) / 360 * 67108864), 67108863)::integer;

-- The row of a point's square, from the north.
create function grid_y(lat double precision) returns integer immutable strict parallel safe language sql
return least(greatest(floor(
  (0.5 - ln(tan(radians(45 + least(greatest(lat, -85.06), 85.06) / 2))) / (2 * pi())) * 67108864
), 0), 67108863)::integer;

-- Spreads the bits of a number, so that a zero stands between any two of them.
create function spread_bits(value integer) returns bigint immutable strict parallel safe language sql
begin atomic
  select (d | (d << 1)) & x'5555555555555555'::bigint from (
    select (c | (c << 2)) & x'3333333333333333'::bigint as d from (
      select (b | (b << 4)) & x'0f0f0f0f0f0f0f0f'::bigint as c from (
        select (a | (a << 8)) & x'00ff00ff00ff00ff'::bigint as b from (
          select (value | (value::bigint << 16)) & x'0000ffff0000ffff'::bigint as a
        ) s16
      ) s8
    ) s4
  ) s2;
end;

-- The Morton code of a point's square: the bits of column and row interleaved. The squares of any map tile, and of any
-- cell of one, are one contiguous range of Morton codes, which an ordinary index finds.
create function morton_code_of(lng double precision, lat double precision) returns bigint
immutable strict parallel safe language sql
return spread_bits(grid_x(lng)) | (spread_bits(grid_y(lat)) << 1);

-- A row is one place on the map that books and videos are found by.
create table place (
  id uuid primary key,
  name text not null unique,
  lng double precision not null check (lng between -180 and 180),
  lat double precision not null check (lat between -90 and 90),
  -- Null where it is disputed which country the place belongs to.
  country text,
  province text,
  -- Computed by the database from lng and lat.
  x integer not null generated always as (grid_x(lng)) stored,
  y integer not null generated always as (grid_y(lat)) stored,
  morton_code bigint not null generated always as (morton_code_of(lng, lat)) stored,
  edited_at timestamptz(3)
);
create index on place (morton_code);
-- Finds the places nearest to a point, in the order of their distance.
create index place_x_y_idx on place using gist (point(x, y));

-- A row says in which way a book is connected with a place: it is set there, is about it, was written there, or its
-- author comes from there.
create table book_place (
  book_id uuid not null references book,
  place_id uuid not null references place,
  kind text not null check (kind in ('setting', 'subject', 'author', 'written')),
  primary key (book_id, place_id, kind)
);
create index on book_place (place_id, book_id);

create table video_place (
  video_id uuid not null references video,
  place_id uuid not null references place,
  kind text not null check (kind in ('setting', 'subject', 'author', 'written')),
  primary key (video_id, place_id, kind)
);
create index on video_place (place_id, video_id);

-- A row is a guided tour: stops on the map, each with a text and perhaps a book.
create table tour (
  id uuid primary key,
  catalog_key text unique,
  catalog_hash text,
  title text not null,
  "desc" text not null,
  -- Tours are listed in this order; newcomers are offered the first.
  position integer not null,
  create_time timestamptz(3) not null default now(),
  edited_at timestamptz(3)
);

create table tour_stop (
  tour_id uuid not null references tour on delete cascade,
  position integer not null,
  title text not null,
  text text not null,
  lng double precision not null check (lng between -180 and 180),
  lat double precision not null check (lat between -90 and 90),
  -- The zoom level of the map at the stop.
  zoom double precision not null,
  -- The stop stays when its place or book is deleted.
  place_id uuid references place on delete set null,
  book_id uuid references book on delete set null,
  primary key (tour_id, position)
);
create index on tour_stop (place_id);
create index on tour_stop (book_id);

-- A row is one historical route, drawn as lines on the map. Written by the loader of the catalogue alone.
create table route (
  id uuid primary key,
  catalog_key text unique,
  catalog_hash text,
  name text not null,
  kind text not null check (kind in ('trade', 'canal', 'path', 'highway', 'railway', 'sea', 'journey')),
  period text not null,
  "desc" text not null,
  -- An array of lines; a line is an array of points [lng, lat].
  lines jsonb not null,
  create_time timestamptz(3) not null default now()
);

create table route_book (
  route_id uuid not null references route on delete cascade,
  book_id uuid not null references book on delete cascade,
  position integer not null,
  primary key (route_id, book_id)
);
create index on route_book (book_id);
