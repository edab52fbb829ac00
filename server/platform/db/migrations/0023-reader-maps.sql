-- Oldest compatible program: 0016

-- Whether a user shows the places of the books on their shelf on their public profile.
alter table "user" add column map_is_public boolean not null default false;
