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
create index message_by_liked on message (item_id) where kind = 'like';

-- Everybody whose like a message tells of: who takes a like back and gives it again is counted, and told of, once.
create table message_actor (
  message_id uuid not null references message on delete cascade,
  actor_id uuid not null references "user",
  primary key (message_id, actor_id)
);

-- What a reader does not want to be told, and how often unread messages go out by mail.
create table message_preference (
  user_id uuid primary key references "user",
  muted text[] not null default '{}' check (muted <@ array['reply', 'like', 'recommend']),
  digest text not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  -- Up to when messages have been told by mail, and when the next mail is due; null while no mail is wanted.
  digest_told timestamptz(3),
  digest_due timestamptz(3),
  check ((digest = 'off') = (digest_due is null))
);
create index message_digest_due on message_preference (digest_due) where digest_due is not null;

-- However a session ends, the streams opened with it end as soon as their nodes hear of it.
create function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('changed', json_build_array('messages:' || old.user_id)::text);
  return null;
end $$;
create trigger session_end after delete on session for each row execute function announce_session_end();
