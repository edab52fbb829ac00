-- Oldest compatible program: 0016

-- The years whose poster a user shows to others. The user decides on each year by itself.
alter table "user" add column public_years smallint[] not null default '{}';
