-- Who is logged in, and what guards the ways in.

create table session (
  token_hash bytea primary key,
  user_id uuid not null references "user",
  user_agent text not null default '',
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index session_by_user on session (user_id);
create index session_by_expiry on session (expires_at);

create table verification_code (
  id uuid primary key,
  account text not null,
  purpose text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index verification_code_by_account on verification_code (account, created_at desc);
create index verification_code_by_time on verification_code (created_at);

-- One row for every wrong password of the last minutes, whether or not the account exists.
create table login_failure (
  id uuid primary key,
  account text not null,
  at timestamptz(3) not null default now()
);
create index login_failure_by_account on login_failure (account, at);
create index login_failure_by_time on login_failure (at);
