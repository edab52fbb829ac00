-- What editors and admins did, to what, and what is needed to see or undo it.
create table audit (
  id uuid primary key,
  -- Null for the site itself.
  actor_id uuid references "user",
  action text not null,
  target_type text not null,
  target_id uuid,
  detail jsonb not null default '{}',
  create_time timestamptz(3) not null default now()
);
-- Ids follow time: lists go by them.
create index audit_by_actor on audit (actor_id, id desc);
create index audit_by_target on audit (target_id, id desc);
create index audit_by_action on audit (action, id desc);

-- A suspended user may read, not write; of a deleted one the name and what others answered stay.
alter table "user"
  add column suspended_at timestamptz(3),
  add column suspend_reason text,
  add column deleted_at timestamptz(3),
  -- Whether others may see the profile page.
  add column is_public boolean not null default true;
