-- Keeps deleted accounts deleted: requests that are under way when a user deletes their account write nothing of that
-- user afterwards.

-- Refuses a row that names a deleted user in the column named by the argument. The lock on the user's row makes a
-- deletion wait for transactions that have written such rows, and these transactions wait for a deletion.
create function refuse_deleted_user() returns trigger language plpgsql as $$
declare
  deleted_at timestamptz;
begin
  select "user".deleted_at into deleted_at from "user"
  where id = (to_jsonb(new) ->> tg_argv[0])::uuid for key share;
  if deleted_at is not null then
    raise integrity_constraint_violation using message = 'the account was deleted', constraint = 'user_is_not_deleted';
  end if;
  return null;
end $$;

-- Every column that refers to a user has the trigger. It runs after the row was written, because the column of
-- merge_row is computed only then.
do $$
declare
  named record;
begin
  for named in
    select conrelid::regclass as table_name, attname as column_name from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and confrelid = '"user"'::regclass
  loop
    execute format(
      'create trigger %I after insert or update of %I on %s for each row execute function refuse_deleted_user(%L)',
      'refuse_deleted_' || named.column_name, named.column_name, named.table_name, named.column_name);
  end loop;
end $$;

-- Empties the rows of deleted users again to which requests under way have given back a name or a biography.
update "user" set name = '已注销用户', email = null, phone_number = null, password_hash = null, avatar_key = '', bio = '',
  roles = '{}', is_public = false, map_is_public = false, public_years = '{}'
where deleted_at is not null;

create function keep_deleted() returns trigger language plpgsql as $$
begin
  raise integrity_constraint_violation using message = 'the account was deleted', constraint = 'user_is_not_deleted';
end $$;
create trigger keep_deleted before update on "user" for each row when (old.deleted_at is not null)
  execute function keep_deleted();

-- Housekeeping looks in every table for rows of deleted users.
create index user_deleted_idx on "user" (id) where deleted_at is not null;
create index on report (user_id);
create index on message_actor (actor_id);
