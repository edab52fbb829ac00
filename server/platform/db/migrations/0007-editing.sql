-- This file holds the record of the changes by editors and admins, and the data needed to undo them.

-- A row is one act of an editor or admin. Rows are written in the transaction of the act and never deleted. Ids are
-- UUIDv7, so lists are ordered by id.
create table audit (
  id uuid primary key,
  -- Null for an act of the site itself.
  actor_id uuid references "user",
  action text not null,
  target_type text not null,
  target_id uuid,
  -- The data needed to show or undo the recorded action. Its shape depends on the action.
  detail jsonb not null default '{}',
  create_time timestamptz(3) not null default now(),
  undone_at timestamptz(3)
);
create index on audit (actor_id, id desc);
create index on audit (target_id, id desc);
create index on audit (action, id desc);

-- A row says where an old address leads after a merge, a rename or a deletion. The loader of the catalogue uses the
-- rows too, because its files still have the old names.
create table redirect (
  noun text not null check (noun in ('book', 'tag', 'place', 'tour')),
  -- The id or catalogue key of a book, the name of a tag or place, or the catalogue key of a tour.
  old_key text not null,
  -- The row that replaces it; null after a deletion. Without a foreign key, because it refers to several tables.
  target_id uuid,
  primary key (noun, old_key)
);
create index on redirect (target_id);

-- A row is one merge of two books, tags or places: the loser is deleted, the winner takes over everything it had.
create table merge (
  -- The id of the merge's audit row.
  id uuid primary key references audit,
  noun text not null check (noun in ('book', 'tag', 'place')),
  loser_id uuid not null,
  winner_id uuid not null,
  -- The deleted row, as JSON by column.
  loser_row jsonb not null,
  -- The columns that were empty in the winner and took the loser's values, as JSON by column.
  filled_values jsonb not null default '{}',
  undone_at timestamptz(3)
);
create index on merge (winner_id, id desc);

-- A row is one row of another table that a merge moved from the loser to the winner. Undoing the merge moves it back,
-- unless it has been changed since.
create table merge_row (
  id bigint generated always as identity primary key,
  merge_id uuid not null references merge on delete cascade,
  table_name text not null,
  -- The row of the loser before the merge; only its key where the row kept its identity.
  loser_row jsonb not null,
  -- The row of the winner before the merge, where both had one for the same user, tag or place.
  winner_row jsonb,
  -- The row of the winner after the merge; null where the row kept its identity.
  result_row jsonb,
  -- Computed by the database, so that a user's rows can be deleted with their account.
  user_id uuid generated always as ((loser_row ->> 'user_id')::uuid) stored references "user"
);
create index on merge_row (merge_id, table_name);
create index on merge_row (user_id);
