-- What is pinned where, and how much of it lies in each cell of the map.

-- The world of web-mercator as a grid of 2^26 squares a side, 0.6 m wide at the equator; beyond its edges counts as on them.
create function grid_x(lng double precision) returns integer immutable strict parallel safe language sql
return least(floor((lng + 180) / 360 * 67108864), 67108863)::integer;

create function grid_y(lat double precision) returns integer immutable strict parallel safe language sql
return least(greatest(floor(
  (0.5 - ln(tan(radians(45 + least(greatest(lat, -85.06), 85.06) / 2))) / (2 * pi())) * 67108864
), 0), 67108863)::integer;

-- Bits of a coordinate, each followed by room for one of the other's.
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

-- A square's Morton number: the squares of any tile or cell are one range of them.
create function spot_of(lng double precision, lat double precision) returns bigint immutable strict parallel safe language sql
return spread_bits(grid_x(lng)) | (spread_bits(grid_y(lat)) << 1);

alter table place
  add column x integer not null generated always as (grid_x(lng)) stored,
  add column y integer not null generated always as (grid_y(lat)) stored,
  add column spot bigint not null generated always as (spot_of(lng, lat)) stored;
create index place_by_spot on place (spot);

-- One item at one place, with copies of all that marks are found, counted and sorted by.
create table mark (
  item_id uuid not null,
  place_id uuid not null references place,
  item_type text not null check (item_type in ('book', 'video')),
  x integer not null,
  y integer not null,
  spot bigint not null,
  heat integer not null,
  tag_ids uuid[] not null,
  primary key (item_id, place_id)
);
-- With all that counting needs, so that it does not go to the marks themselves.
create index mark_by_spot on mark (spot) include (x, y);
create index mark_by_heat on mark (heat desc, item_id desc, place_id desc);
create index mark_by_place on mark (place_id, heat desc, item_id desc);
create index mark_by_tag on mark using gin (tag_ids);

-- Marks of one cell that carry one tag, or of all of them under the tag of zeros. A cell of zoom z is 64 px wide there.
create table mark_cell (
  tag_id uuid not null,
  z smallint not null,
  cell bigint not null,
  n integer not null,
  sum_x bigint not null,
  sum_y bigint not null,
  -- The least and greatest spot: equal when all are at one, and else they tell where the cell's marks part.
  first_spot bigint not null,
  last_spot bigint not null,
  primary key (tag_id, z, cell)
) with (fillfactor = 80);

-- The heat of a book is counted by the database; so is its copy.
create function copy_heat() returns trigger language plpgsql as $$
begin
  update mark set heat = new.heat where item_id = new.id;
  return null;
end $$;
create trigger book_heat after update on book
for each row when (old.heat is distinct from new.heat) execute function copy_heat();

-- Books loaded before there were marks get theirs when the catalogue is looked through again.
delete from setting where name = 'catalog';
