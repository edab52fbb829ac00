-- What a reader is told: replies, likes, the outcome of a recommendation, words of the site.
create table message (
  id uuid primary key,
  user_id uuid not null references "user",
  kind text not null check (kind in ('reply', 'like', 'recommendApproved', 'recommendRejected', 'system')),
  -- Who caused it last, and how many did; null for the site itself.
  actor_id uuid references "user",
  count_actors integer not null default 1,
  item_type text check (item_type in ('book', 'video', 'comment', 'recommendation')),
  item_id uuid,
  excerpt text not null default '',
  read boolean not null default false,
  create_time timestamptz(3) not null default now()
);
create index message_by_user on message (user_id, create_time desc, id desc);
create index message_unread on message (user_id, create_time desc, id desc) where not read;
-- Like after like on one item is one message, as long as it has not been read.
create unique index message_like on message (user_id, item_type, item_id) where kind = 'like' and not read;
