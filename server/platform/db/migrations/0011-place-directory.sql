-- Oldest compatible program: 0010

-- The directory of places. Both tables are derived from book_place and place by the application, in the transaction
-- that changes those, so that pages need not count books.

-- A row counts the books at one place, and copies the region of the place. Places without books have no row.
create table place_count (
  place_id uuid primary key references place on delete cascade,
  -- Copies of the place's columns; empty where those are null.
  country text not null,
  province text not null,
  -- The number of books that are connected with the place in any way.
  count_books integer not null
);
create index on place_count (country, province, count_books desc, place_id);
create index on place_count (count_books desc, place_id);

-- A row counts the places with books in one region: a province of China, another country, or, where both names are
-- empty, all places whose country is disputed.
create table place_region (
  country text not null,
  province text not null,
  count_places integer not null,
  primary key (country, province)
);

insert into place_count (place_id, country, province, count_books)
select place.id, coalesce(country, ''), coalesce(province, ''), count(distinct book_id)
from book_place join place on place.id = place_id group by place.id;
insert into place_region (country, province, count_places)
select country, province, count(*) from place_count group by country, province;

-- The id of a merged place leads to the place it was merged into, as its name already does.
insert into redirect (noun, old_key, target_id)
select 'place', merge.loser_id::text, redirect.target_id
from merge join redirect on redirect.noun = 'place' and redirect.old_key = merge.loser_row ->> 'name'
where merge.noun = 'place' and merge.undone_at is null and redirect.target_id is not null
on conflict do nothing;
