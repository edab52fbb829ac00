-- The map: what is drawn at each place, and how many marks each cell of the map has. Both tables are derived from
-- items, places and tags by the application, in the transaction that changes those.

-- A row is one item at one place, with copies of everything that marks are found, counted and sorted by.
create table mark (
  -- The id of a book or a video; ids are unique over both.
  item_id uuid not null,
  place_id uuid not null references place,
  item_type text not null check (item_type in ('book', 'video')),
  -- Copies of the place's columns.
  x integer not null,
  y integer not null,
  morton_code bigint not null,
  -- A copy of the item's column; maintained by the trigger copy_popularity of book and video.
  popularity integer not null,
  tag_ids uuid[] not null,
  primary key (item_id, place_id)
);
-- The included columns let marks be counted from the index alone.
create index on mark (morton_code) include (x, y);
create index on mark (popularity desc, item_id desc, place_id desc);
create index on mark (place_id, popularity desc, item_id desc);
create index on mark using gin (tag_ids);

create function copy_popularity() returns trigger language plpgsql as $$
begin
  update mark set popularity = new.popularity where item_id = new.id;
  return null;
end $$;
-- An item's popularity is computed by the database from its counters; these triggers copy it to the item's marks.
create trigger copy_popularity after update on book
for each row when (old.popularity is distinct from new.popularity) execute function copy_popularity();
create trigger copy_popularity after update on video
for each row when (old.popularity is distinct from new.popularity) execute function copy_popularity();

-- A row counts the marks of one cell that have one tag; the tag id of zeros counts all marks of the cell. A cell of
-- zoom z is 64 pixels wide at that zoom. Only low zooms have rows; cells of higher zooms are counted from `mark`.
create table mark_cell (
  tag_id uuid not null,
  z smallint not null,
  -- The Morton code of the cell at its zoom.
  cell bigint not null,
  count integer not null,
  -- The sums of the marks' coordinates; divided by the count they give the point where the cell is drawn.
  sum_x bigint not null,
  sum_y bigint not null,
  -- The least and the greatest Morton code of the cell's marks. They are equal when all marks are at one point;
  -- otherwise they tell at which zoom the marks come apart.
  min_morton_code bigint not null,
  max_morton_code bigint not null,
  primary key (tag_id, z, cell)
) with (fillfactor = 80);
