-- The great routes, drawn beside the books, and the tours on which editors take readers from book to book.

create table tour (
  id uuid primary key,
  -- The entry of catalog/ a tour came from, and the fingerprint it was loaded with.
  catalog_key text unique,
  catalog_hash text,
  title text not null,
  "desc" text not null,
  -- Tours are listed by it; the first is the one newcomers are taken on.
  position integer not null,
  create_time timestamptz(3) not null default now()
);

create table tour_stop (
  tour_id uuid not null references tour on delete cascade,
  position integer not null,
  title text not null,
  text text not null,
  lng double precision not null check (lng between -180 and 180),
  lat double precision not null check (lat between -90 and 90),
  -- How near the map comes, in its own levels.
  zoom double precision not null,
  -- A stop stays where it is without them.
  place_id uuid references place on delete set null,
  book_id uuid references book on delete set null,
  primary key (tour_id, position)
);

create table route (
  id uuid primary key,
  catalog_key text unique,
  catalog_hash text,
  name text not null,
  kind text not null check (kind in ('trade', 'canal', 'path', 'highway', 'railway', 'sea', 'journey')),
  period text not null,
  "desc" text not null,
  -- The points of each line in order, as [lng, lat].
  lines jsonb not null,
  create_time timestamptz(3) not null default now()
);

create table route_book (
  route_id uuid not null references route on delete cascade,
  book_id uuid not null references book on delete cascade,
  position integer not null,
  primary key (route_id, book_id)
);
