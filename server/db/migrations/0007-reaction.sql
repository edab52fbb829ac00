-- What readers say and do about items: comments, likes, saves, ratings, shelves, reports.
create table comment (
  id uuid primary key,
  item_type text not null check (item_type in ('book', 'video')),
  item_id uuid not null,
  -- The comment that began the thread, and the one that is answered; both null for a comment on the item itself.
  parent_id uuid references comment,
  reply_to uuid references comment,
  user_id uuid not null references "user",
  content text not null,
  -- Held ones wait for an editor and are shown to their author only; of deleted ones the thread stays.
  state text not null default 'shown' check (state in ('shown', 'held', 'deleted')),
  -- Why the site held it, until an editor lets it be shown; and why an editor deleted it. In words for its author.
  held_reason text,
  deleted_reason text,
  likes integer not null default 0,
  count_replies integer not null default 0,
  create_time timestamptz(3) not null default now()
);
create index comment_by_time on comment (item_type, item_id, create_time desc, id desc) where parent_id is null;
create index comment_by_likes on comment (item_type, item_id, likes desc, id desc) where parent_id is null;
create index comment_by_thread on comment (parent_id, create_time, id) where parent_id is not null;
create index comment_by_user on comment (user_id, create_time desc, id desc);
create index comment_held on comment (create_time, id) where state = 'held';
create index comment_deleted on comment (create_time desc, id desc) where state = 'deleted' and deleted_reason is not null;

create table liked (
  user_id uuid not null references "user",
  item_type text not null check (item_type in ('book', 'video', 'comment')),
  item_id uuid not null,
  create_time timestamptz(3) not null default now(),
  primary key (user_id, item_type, item_id)
);
create index liked_by_item on liked (item_type, item_id);
create index liked_by_time on liked (user_id, create_time desc, item_id desc);

create table saved (
  user_id uuid not null references "user",
  item_type text not null check (item_type in ('book', 'video')),
  item_id uuid not null,
  create_time timestamptz(3) not null default now(),
  primary key (user_id, item_type, item_id)
);
create index saved_by_item on saved (item_type, item_id);
create index saved_by_time on saved (user_id, create_time desc, item_id desc);

create table rating (
  user_id uuid not null references "user",
  item_type text not null check (item_type in ('book', 'video')),
  item_id uuid not null,
  score smallint not null check (score between 1 and 10),
  update_time timestamptz(3) not null default now(),
  primary key (user_id, item_type, item_id)
);
create index rating_by_item on rating (item_type, item_id, score);

create table shelf (
  user_id uuid not null references "user",
  book_id uuid not null references book,
  state text not null check (state in ('want', 'reading', 'read')),
  -- The day the reader gives for it.
  day date not null,
  note text not null default '',
  update_time timestamptz(3) not null default now(),
  primary key (user_id, book_id)
);
create index shelf_by_state on shelf (user_id, state, update_time desc, book_id);
create index shelf_by_book on shelf (book_id);

create table report (
  id uuid primary key,
  user_id uuid not null references "user",
  comment_id uuid not null references comment,
  reason text not null,
  -- Null while no editor has looked at it.
  outcome text check (outcome in ('kept', 'deleted')),
  create_time timestamptz(3) not null default now(),
  unique (comment_id, user_id)
);
create index report_open on report (create_time, id) where outcome is null;
