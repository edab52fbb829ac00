-- Files that editors have sent and not yet brought into the library, or did lately. The parts lie in the storage under the id;
-- a job judges the file, and another brings it in once its editor says so.
create table library_import (
  -- Made by the browser, which names the parts after it.
  id uuid primary key,
  editor_id uuid not null references "user",
  name text not null,
  parts smallint not null,
  -- The last job about it: without a verdict it judges, with one it brings the file in.
  job_id uuid,
  verdict jsonb,
  -- What was brought in; null until then.
  kept jsonb,
  create_time timestamptz(3) not null default now()
);
create index library_import_by_editor on library_import (editor_id, create_time);
