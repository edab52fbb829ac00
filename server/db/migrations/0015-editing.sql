-- What editors change by hand, and what undoes it.

-- What an editor has changed stays as it is when the catalogue is loaded anew.
alter table book add column edited_at timestamptz(3);
alter table tag add column edited_at timestamptz(3);
alter table place add column edited_at timestamptz(3);
alter table tour add column edited_at timestamptz(3);

alter table audit add column undone_at timestamptz(3);

-- What was merged, renamed or removed: old addresses and the catalogue still call it so.
create table stand_in (
  noun text not null check (noun in ('book', 'tag', 'place', 'tour')),
  -- A book's id or its key in the catalogue, a tag's or place's name, a tour's key.
  former text not null,
  -- What stands in its place; null where nothing does.
  target_id uuid,
  primary key (noun, former)
);
create index stand_in_by_target on stand_in (target_id);

create table merge (
  -- Of its entry in the audit.
  id uuid primary key references audit,
  noun text not null check (noun in ('book', 'tag', 'place')),
  loser_id uuid not null,
  winner_id uuid not null,
  -- The loser's row, and what the winner took over from it, as it was before.
  loser jsonb not null,
  filled jsonb not null default '{}',
  undone_at timestamptz(3)
);
create index merge_by_winner on merge (winner_id, id desc);

-- Each row that a merge moved. Where both had one, one of them stayed.
create table merge_row (
  id bigint generated always as identity primary key,
  merge_id uuid not null references merge on delete cascade,
  "table" text not null,
  lost jsonb not null,
  kept jsonb,
  -- What the winner has instead of both; null where the row only changed hands.
  result jsonb,
  user_id uuid generated always as ((lost ->> 'user_id')::uuid) stored references "user"
);
create index merge_row_by_merge on merge_row (merge_id, "table");
create index merge_row_by_user on merge_row (user_id);
