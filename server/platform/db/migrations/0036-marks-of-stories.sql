-- The map shows books and videos at the places that they write about, and no longer at the places where their authors
-- come from or wrote. Its numbers count each book or video once, and not each of its marks.

alter table mark
  -- The closer of the two relations that the item may have to the place.
  add column kind text check (kind in ('setting', 'subject'));
update mark set kind = told.kind
from (
  select book_id as item_id, place_id, min(kind) as kind from book_place
  where kind in ('setting', 'subject') group by book_id, place_id
  union all
  select video_id, place_id, min(kind) from video_place
  where kind in ('setting', 'subject') group by video_id, place_id
) told
where (mark.item_id, mark.place_id) = (told.item_id, told.place_id);
delete from mark where kind is null;
alter table mark alter column kind set not null;

-- A row is a tile of the map that has so many marks that its cells are stored in `mark_cell`. The cells of all other
-- tiles are counted from the marks.
create table mark_tile (
  z smallint not null,
  -- The Morton code of the tile at its zoom; its cells are 64 times this number to 63 more.
  tile bigint not null,
  primary key (z, tile)
);

-- In a cell, `count`, `begun` and `ended` now count items; an item with several marks in the cell counts once.
truncate mark_cell;
alter table mark_cell
  -- The number of marks, by which the sums of their coordinates are divided.
  add column count_marks integer not null;

truncate place_tag_count;
with placed as (
  select place_id, tag_ids, first_period, last_period from mark where item_type = 'book'
  union all
  select '00000000-0000-0000-0000-000000000000', tag_ids, first_period, last_period
  from (select distinct on (item_id) tag_ids, first_period, last_period from mark where item_type = 'book') book
), tagged as (
  select tag_id, place_id, first_period, last_period, count(*) as count
  from placed cross join unnest(tag_ids || '00000000-0000-0000-0000-000000000000'::uuid) tag_id
  group by tag_id, place_id, first_period, last_period
), counted as (
  select tag_id, place_id, period, sum(count) as count,
    coalesce(sum(count) filter (where first_period <= period), 0) as begun,
    coalesce(sum(count) filter (where last_period <= period), 0) as ended
  from tagged cross join generate_series(0, 29) period
  group by tag_id, place_id, period
)
insert into place_tag_count (tag_id, place_id, count, begun, ended)
select tag_id, place_id, max(count), array_agg(begun::integer order by period), array_agg(ended::integer order by period)
from counted group by tag_id, place_id;

-- The directory of places, too, counts only books that write about a place.
delete from place_count;
insert into place_count (place_id, country, province, count_books)
select place.id, coalesce(country, ''), coalesce(province, ''), counted.count
from place_tag_count counted join place on place.id = place_id
where tag_id = '00000000-0000-0000-0000-000000000000';
delete from place_region;
insert into place_region (country, province, count_places)
select country, province, count(*) from place_count group by country, province;
