-- This file holds the contributions of users: comments, reactions, shelves, recommendations, and the messages to them.
--
-- `item_type` and `item_id` name a book or a video (for likes and messages also a comment or a recommendation).
-- Item ids have no foreign keys, because they refer to several tables; ids are unique over all of them.

-- A row is one comment, or one reply in the thread of a comment.
create table comment (
  id uuid primary key,
  item_type text not null check (item_type in ('book', 'video')),
  item_id uuid not null,
  -- The comment that began the thread, and the comment that is answered; both null for a comment on the item itself.
  parent_id uuid references comment,
  reply_to uuid references comment,
  user_id uuid not null references "user",
  content text not null,
  -- A held comment waits for an editor and is visible to its author only. A deleted
  -- comment is kept until its thread is removed.
  state text not null default 'published' check (state in ('published', 'held', 'deleted')),
  -- Why the site held the comment, and why an editor deleted it; in words for its author.
  held_reason text,
  deleted_reason text,
  -- Counters, maintained by the transactions that write likes and replies.
  likes integer not null default 0,
  count_replies integer not null default 0,
  create_time timestamptz(3) not null default now()
);
create index on comment (item_id);
create index on comment (item_type, item_id, create_time desc, id desc) where parent_id is null;
create index on comment (item_type, item_id, likes desc, id desc) where parent_id is null;
create index on comment (parent_id, create_time, id) where parent_id is not null;
create index on comment (user_id, create_time desc, id desc);
create index comment_held_idx on comment (create_time, id) where state = 'held';
create index comment_deleted_idx on comment (create_time desc, id desc)
  where state = 'deleted' and deleted_reason is not null;

-- A row is one user's like of an item or a comment.
create table item_like (
  user_id uuid not null references "user",
  item_type text not null check (item_type in ('book', 'video', 'comment')),
  item_id uuid not null,
  create_time timestamptz(3) not null default now(),
  primary key (user_id, item_type, item_id)
);
create index on item_like (item_id, item_type);
create index on item_like (user_id, create_time desc, item_id desc);

-- A row is one item that a user has saved for later.
create table item_save (
  user_id uuid not null references "user",
  item_type text not null check (item_type in ('book', 'video')),
  item_id uuid not null,
  create_time timestamptz(3) not null default now(),
  primary key (user_id, item_type, item_id)
);
create index on item_save (item_id, item_type);
create index on item_save (user_id, create_time desc, item_id desc);

create table rating (
  user_id uuid not null references "user",
  item_type text not null check (item_type in ('book', 'video')),
  item_id uuid not null,
  score smallint not null check (score between 1 and 10),
  update_time timestamptz(3) not null default now(),
  primary key (user_id, item_type, item_id)
);
create index on rating (item_id, item_type, score);

-- A row is one book on a user's shelf: 想读, 在读 or 读过.
create table shelf (
  user_id uuid not null references "user",
  book_id uuid not null references book,
  state text not null check (state in ('want', 'reading', 'read')),
  -- The date that the user gives for the state.
  day date not null,
  note text not null default '',
  update_time timestamptz(3) not null default now(),
  primary key (user_id, book_id)
);
create index on shelf (user_id, state, update_time desc, book_id);
create index on shelf (book_id);

-- A row is one view of an item in the last half hour, so that a viewer counts once however many nodes serve them.
-- Unlogged: after a crash of the database some views count twice, and writing costs less.
create unlogged table recent_view (
  item_type text not null,
  item_id uuid not null,
  viewer text not null,
  viewed_at timestamptz(3) not null default now(),
  primary key (item_type, item_id, viewer)
);
create index on recent_view (viewed_at);

-- A row is one user's report of a comment.
create table report (
  id uuid primary key,
  user_id uuid not null references "user",
  comment_id uuid not null references comment,
  reason text not null,
  -- Whether the editor dismissed the report or deleted the comment; null until an editor has decided.
  outcome text check (outcome in ('dismissed', 'deleted')),
  create_time timestamptz(3) not null default now(),
  unique (comment_id, user_id)
);
create index on report (create_time, id) where outcome is null;

-- A row is one user's recommendation of a book. Recommendations of the catalogue are loaded as approved; those of users
-- wait for an editor.
create table recommendation (
  id uuid primary key,
  user_id uuid not null references "user",
  -- Null while the book is not in the catalogue; the book is then described by the columns below.
  book_id uuid references book,
  reason text not null,
  -- Title and authors as the user wrote them, or copied from the book.
  title text not null,
  authors text[] not null,
  -- Title and first author in the form in which recommendations are compared: simplified characters, without spaces
  -- and punctuation.
  folded text not null default '',
  isbn13 text,
  tag_ids uuid[] not null default '{}',
  -- An array of {placeId, name, lng, lat, kind}; without placeId it is a point that the user chose.
  places jsonb not null default '[]',
  cover text,
  link text,
  status text not null check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  review_note text not null default '',
  reviewed_by uuid references "user",
  -- The editor who is reviewing the recommendation, and since when.
  claimed_by uuid references "user",
  claim_time timestamptz(3),
  -- The version that an editor rejected, to be compared with the one submitted after it.
  former jsonb,
  create_time timestamptz(3) not null default now(),
  update_time timestamptz(3) not null default now(),
  -- When the recommendation began to wait for an editor.
  submit_time timestamptz(3) not null default now(),
  check (book_id is not null or status <> 'approved')
);
-- A user recommends a book once; rejected and withdrawn recommendations do not count.
create unique index recommendation_book_id_user_id_key on recommendation (book_id, user_id)
  where status in ('pending', 'approved');
create unique index recommendation_user_id_folded_key on recommendation (user_id, folded) where status = 'pending';
create unique index recommendation_user_id_isbn13_key on recommendation (user_id, isbn13) where status = 'pending';
create index on recommendation (book_id);
create index on recommendation (user_id, create_time desc, id desc);
create index on recommendation (status, submit_time, id);
create index on recommendation (status, update_time desc, id desc) where reviewed_by is not null;
create index on recommendation (folded) where status = 'pending';
create index on recommendation (isbn13) where status = 'pending';

-- A row is one message to a user: about a reply, likes, the outcome of a recommendation, or something from the site.
create table message (
  id uuid primary key,
  user_id uuid not null references "user",
  kind text not null check (kind in ('reply', 'like', 'recommendApproved', 'recommendRejected', 'system')),
  -- The last user who caused the message, and how many did; null for a message of the site.
  actor_id uuid references "user",
  count_actors integer not null default 1,
  item_type text check (item_type in ('book', 'video', 'comment', 'recommendation')),
  item_id uuid,
  excerpt text not null default '',
  is_read boolean not null default false,
  create_time timestamptz(3) not null default now()
);
create index on message (item_id);
create index on message (user_id, create_time desc, id desc);
create index message_unread_idx on message (user_id, create_time desc, id desc) where not is_read;
-- All likes of one item are one message until it is read.
create unique index message_like_key on message (user_id, item_type, item_id) where kind = 'like' and not is_read;

-- A row is one user whose like a message is about. A user who removes a like and likes again is counted once.
create table message_actor (
  message_id uuid not null references message on delete cascade,
  actor_id uuid not null references "user",
  primary key (message_id, actor_id)
);

-- A row holds the notification settings of one user; users without a row have the defaults.
create table message_preference (
  user_id uuid primary key references "user",
  -- The groups of messages that the user does not want.
  muted text[] not null default '{}' check (muted <@ array['reply', 'like', 'recommend']),
  -- How often unread messages are sent by e-mail.
  digest text not null default 'off' check (digest in ('off', 'daily', 'weekly')),
  -- Messages up to the first time have been mailed; the next mail is due at the second. Null while no mail is wanted.
  digest_sent_until timestamptz(3),
  digest_due_at timestamptz(3),
  check ((digest = 'off') = (digest_due_at is null))
);
create index on message_preference (digest_due_at) where digest_due_at is not null;
