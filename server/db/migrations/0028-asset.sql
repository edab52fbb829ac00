-- Scripts and styles of every version of the site that runs, or ran lately: a node sends a browser those of a page that another version made.
create table asset (
  name text primary key,
  -- Compressed with gzip.
  body bytea not null,
  used_at timestamptz not null default now()
);
-- The bytes are compressed already.
alter table asset alter column body set storage external;
