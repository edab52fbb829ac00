-- This file holds the data that the nodes of the site share: settings, background jobs, rate limits, built files.

-- A row is one fact about the installation, for example a secret or the version of a derived table.
create table setting (
  name text primary key,
  value text not null
);

-- A row is one background job as the site knows it: its payload, its progress and its outcome. The queue itself is in
-- the schema graphile_worker, which that library migrates.
create table job (
  id uuid primary key,
  name text not null,
  -- At most one job of a name and key is queued or running.
  key text,
  payload jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  progress real not null default 0 check (progress between 0 and 1),
  message text not null default '',
  result jsonb,
  attempts smallint not null default 0,
  -- The current attempt and the process it runs in. An attempt that has been replaced may no longer write.
  attempt_id uuid,
  worker text,
  create_time timestamptz(3) not null default now(),
  start_time timestamptz(3),
  end_time timestamptz(3)
);
create unique index job_name_key_key on job (name, key) where state in ('queued', 'running');
create index on job (create_time desc);

-- A row is one process that runs jobs, by the name under which graphile_worker locks jobs for it. The row of a process
-- that has not been seen for a while is deleted, and its jobs are given to others.
create table job_worker (
  name text primary key,
  seen_at timestamptz(3) not null default now()
);

-- A row counts the calls of one kind from one address in the current window, for all nodes together. Unlogged: counting
-- writes no write-ahead log, and a crash that empties the table does no harm. Half of each page stays free, so that
-- updates stay within their page.
create unlogged table rate_limit (
  key text primary key,
  calls integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

-- A row is a script or style sheet of a version of the site that runs or ran lately, so that a node can serve the files
-- of a page that a node of another version rendered.
create table asset (
  name text primary key,
  -- Compressed with gzip.
  body bytea not null,
  used_at timestamptz not null default now()
);
-- PostgreSQL does not try to compress the bytes again.
alter table asset alter column body set storage external;

-- A row reserves the place of one upload in progress, so that the limit on files below a prefix of the storage holds on
-- all nodes together. Unlogged: a row lives for seconds, and after a crash of the database at most the uploads in
-- progress are not counted.
create unlogged table upload_reservation (
  id uuid primary key,
  prefix text not null,
  key text not null,
  expires_at timestamptz not null
);
create index on upload_reservation (prefix);
