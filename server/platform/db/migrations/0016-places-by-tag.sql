-- The numbers of books by tag, place and period, so that the map's index of places need not count books. Derived from
-- mark by the application, in the transaction that changes those.

-- A row counts the books of one tag at one place. The tag id of zeros counts all books of the place; the place id of
-- zeros counts each book of the tag once, wherever it is.
create table place_tag_count (
  tag_id uuid not null,
  place_id uuid not null,
  count integer not null,
  -- The same numbers by period as in mark_cell.
  begun integer[] not null,
  ended integer[] not null,
  primary key (tag_id, place_id)
) with (fillfactor = 80);

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
