-- Oldest compatible program: 0029

-- Without these, the deletion of an account, or of a merge, reads the whole tables to find the rows that refer to it.
create index on message (actor_id) where actor_id is not null;
create index on recommendation (claimed_by) where claimed_by is not null;
create index on recommendation (reviewed_by) where reviewed_by is not null;
create index on large_change (merge_id) where merge_id is not null;
