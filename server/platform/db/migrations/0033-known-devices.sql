-- Oldest compatible program: 0029

-- A row is one device, in words such as “iPhone 上的 Safari”, on which a user has logged in. A login on another device
-- sends the user a message. Unlike sessions, rows stay when the user logs out or ends all sessions.
create table known_device (
  user_id uuid not null references "user",
  device text not null,
  last_used_at timestamptz(3) not null default now(),
  primary key (user_id, device)
);
create index on known_device (last_used_at);
create trigger refuse_deleted_user_id after insert or update of user_id on known_device
  for each row execute function refuse_deleted_user('user_id');
