-- Progress is ordered by the server, not by the clocks of devices: each write gets the next version, and a device says which
-- version it knew. A process of the version before this one writes without naming it, so the database numbers the writes.
create sequence reading_version start 2;
alter table reading add column version bigint not null default 1;
alter table reading alter column version set default nextval('reading_version');
alter sequence reading_version owned by reading.version;

create function number_reading() returns trigger language plpgsql as $$
begin
  new.version := nextval('reading_version');
  return new;
end $$;
create trigger reading_version before update on reading
  for each row when (old.version = new.version) execute function number_reading();

-- Undoing a merge compares whole rows with what was noted of them.
update merge_row set
  lost = lost || '{"version": 1}',
  kept = kept || '{"version": 1}',
  result = result || '{"version": 1}'
where "table" = 'reading';

-- A digest that KOReader sends leads to the book that has the file today.
create index book_file_by_sha256 on book_file (sha256);
