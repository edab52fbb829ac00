-- Who looked at what in the last half hour, so that one view counts once however many nodes hear of it. Unlogged: after a
-- crash of the database some views count twice, and writing costs less.
create unlogged table view_seen (
  item_type text not null,
  item_id uuid not null,
  viewer text not null,
  seen_at timestamptz(3) not null default now(),
  primary key (item_type, item_id, viewer)
);
create index view_seen_at on view_seen (seen_at);
