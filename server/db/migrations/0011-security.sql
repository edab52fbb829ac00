-- What a session is named by, since its token is nobody's to know, and roughly where it was begun.
alter table session
  add column id uuid not null default gen_random_uuid() unique,
  add column network text not null default '';
alter table session alter column id drop default;

-- A login whose password or code was right, and which waits for the second step.
create table login_ticket (
  ticket_hash bytea primary key,
  user_id uuid not null references "user",
  expires_at timestamptz(3) not null
);
create index login_ticket_by_user on login_ticket (user_id);
create index login_ticket_by_expiry on login_ticket (expires_at);

create table passkey (
  id uuid primary key,
  user_id uuid not null references "user",
  -- As the authenticator names it, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- Grows with each use, where the authenticator counts; one that does not grow was copied.
  counter bigint not null,
  transports text[] not null default '{}',
  -- Whether it is kept with an account of its own and so works on several devices.
  is_synced boolean not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index passkey_by_user on passkey (user_id, created_at);

create table passkey_challenge (
  challenge text primary key,
  -- Who registers a passkey; null for a login.
  user_id uuid references "user",
  expires_at timestamptz(3) not null
);
create index passkey_challenge_by_user on passkey_challenge (user_id);
create index passkey_challenge_by_expiry on passkey_challenge (expires_at);

-- The second step of editors and admins: a secret shared with their authenticator.
create table totp (
  user_id uuid primary key references "user",
  secret bytea not null,
  -- Null until a code has shown that the authenticator has it.
  confirmed_at timestamptz(3),
  -- The last half minute a code was taken from: each works once.
  last_step bigint not null default 0
);

create table recovery_code (
  user_id uuid not null references "user",
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);
