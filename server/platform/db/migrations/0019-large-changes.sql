-- Oldest compatible program: 0016

-- Renames, moves and merges of tags and places with very many books take effect at once for the tag or place; a
-- background job then updates the books and videos in batches.

alter table tag
  -- The tag into which a background job merges this one at present. Without a foreign key, because a job clears it.
  add column merged_into uuid;
alter table place
  add column merged_into uuid;

-- A row is one such change.
create table large_change (
  -- The id of the audit entry of the change.
  id uuid primary key references audit,
  noun text not null check (noun in ('tag', 'place')),
  kind text not null check (kind in ('update', 'merge', 'unmerge')),
  -- The tag or place that changes; for merges, the one that stays.
  target_id uuid not null,
  -- The tag or place that was merged into the other one; null for updates.
  loser_id uuid,
  -- The merge that is done or undone; null for updates.
  merge_id uuid references merge on delete cascade,
  -- The former and the new name, or the names of both sides of a merge.
  names text[] not null,
  -- The number of books and videos to update, counted when the change began, and the number of those updated so far.
  total integer not null,
  done integer not null default 0,
  -- The job updates books first, then videos, in the order of their ids or of the ids of the rows of merge_row.
  item_type text not null default 'book' check (item_type in ('book', 'video')),
  -- The id after which the next batch begins; null at the beginning.
  cursor text,
  -- The books or videos of the last batch, until they are in the search index.
  unindexed uuid[] not null default '{}',
  job_id uuid,
  ended_at timestamptz(3)
);
create index on large_change (noun, target_id) where ended_at is null;

-- The rows of a merge are restored in batches in this order.
create index on merge_row (merge_id, id);
