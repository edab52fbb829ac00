-- Marks are counted per period of the map's timeline, so that the map can show the books about some centuries only.
-- Time is divided into 30 periods, numbered from 0; the first contains everything before it, the last has not ended.

-- The first and the last period of the years that the item is about; null where the item is about no years.
alter table mark
  add column first_period smallint,
  add column last_period smallint,
  add check ((first_period is null) = (last_period is null) and first_period <= last_period);

-- Of the cell's marks, `begun` counts at position n + 1 those whose first period is at most n, and `ended` those whose
-- last period is at most n. The marks that overlap the periods from a to b are begun[b + 1] - ended[a].
alter table mark_cell
  add column begun integer[],
  add column ended integer[];

update mark set first_period = width_bucket(era_from, starts), last_period = width_bucket(era_to, starts)
from book, (
  select array[-770, -475, -221, 9, 220, 317, 420, 581, 618, 755, 907, 960, 1127, 1279, 1320, 1368, 1450, 1573, 1644,
    1723, 1796, 1840, 1870, 1895, 1912, 1937, 1949, 1978, 2000] as starts
) period
where book.id = item_id and era_from is not null;

with tagged as (
  select tag_id, morton_code, first_period, last_period
  from mark cross join unnest(tag_ids || '00000000-0000-0000-0000-000000000000'::uuid) tag_id
  where first_period is not null
), counted as (
  select tag_id, z, morton_code >> (46 - 2 * z) as cell, period, sum(begins) as begins, sum(ends) as ends
  from tagged
  cross join lateral (values (first_period, 1, 0), (last_period, 0, 1)) change (period, begins, ends)
  cross join generate_series(0, 8) z
  group by tag_id, z, cell, period
), summed as (
  select mark_cell.tag_id, mark_cell.z, mark_cell.cell, period,
    sum(coalesce(begins, 0)) over earlier as begun, sum(coalesce(ends, 0)) over earlier as ended
  from mark_cell cross join generate_series(0, 29) period
  left join counted using (tag_id, z, cell, period)
  window earlier as (partition by mark_cell.tag_id, mark_cell.z, mark_cell.cell order by period)
)
update mark_cell set begun = total.begun, ended = total.ended
from (
  select tag_id, z, cell, array_agg(begun::integer order by period) as begun,
    array_agg(ended::integer order by period) as ended
  from summed group by tag_id, z, cell
) total
where (mark_cell.tag_id, mark_cell.z, mark_cell.cell) = (total.tag_id, total.z, total.cell);

alter table mark_cell
  alter column begun set not null,
  alter column ended set not null;

-- The included columns let the marks of a few periods be counted from the index alone.
drop index mark_morton_code_x_y_idx;
create index on mark (morton_code) include (x, y, first_period, last_period);
-- Finds the most popular marks of a few periods: there are at most 465 pairs of a first and a last period.
create index on mark (first_period, last_period, popularity desc, item_id desc, place_id desc)
  where first_period is not null;
