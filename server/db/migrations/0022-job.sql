-- Background jobs. The queue itself is graphile_worker's schema, which the library keeps up to date; this table is what
-- the site knows of a job: its payload, how far it has come and how it ended.
create table job (
  id uuid primary key,
  name text not null,
  -- Of the jobs of one name and key at most one is queued or running.
  key text,
  payload jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed')),
  progress real not null default 0 check (progress between 0 and 1),
  message text not null default '',
  result jsonb,
  attempts smallint not null default 0,
  -- The attempt that runs now, and the process it runs in: an attempt that was replaced may no longer write.
  attempt_id uuid,
  worker text,
  create_time timestamptz(3) not null default now(),
  start_time timestamptz(3),
  end_time timestamptz(3)
);
create unique index job_unfinished_key on job (name, key) where state in ('queued', 'running');
create index job_recent on job (create_time desc);

-- The processes that run jobs, by the name under which graphile_worker locks jobs for them. A process that has not been
-- seen for a while loses its row, and with it its jobs.
create table job_worker (
  name text primary key,
  seen_at timestamptz(3) not null default now()
);
