-- Accounts: users, sessions, and everything that decides who may log in.
--
-- Tokens and codes are stored as hashes only. An hourly job deletes rows that have expired.

-- A row is one person with an account. Written by registration, by the owner's settings and by admins. The row of a
-- deleted account stays, emptied, because comments and approved recommendations refer to it.
create table "user" (
  id uuid primary key,
  name text not null,
  -- At least one of the two is set while the account exists.
  email text unique,
  phone_number text unique,
  password_hash text,
  -- The storage key of the widest avatar file, or ''.
  avatar_key text not null default '',
  bio text not null default '',
  roles text[] not null default '{}',
  -- Whether others may see the profile page.
  is_public boolean not null default true,
  -- A suspended user may read but not write.
  suspended_at timestamptz(3),
  suspend_reason text,
  deleted_at timestamptz(3),
  created_at timestamptz(3) not null default now()
);

-- A row is one login of one user on one device. A trigger announces its deletion, for whatever reason, to all nodes.
create table session (
  -- The session is named by this id in the list of logins, because the token is secret.
  id uuid not null unique,
  token_hash bytea primary key,
  user_id uuid not null references "user",
  user_agent text not null default '',
  -- The shortened IP address from which the session was started, as the user sees it in the list of sessions.
  network text not null default '',
  -- When the owner last proved their identity: at login, or by a later confirmation.
  confirmed_at timestamptz(3) not null default now(),
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null
);
create index on session (user_id);
create index on session (expires_at);

create function notify_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('zhitu_changed', json_build_array('messages:' || old.user_id)::text);
  return null;
end $$;
-- Invalidates the topic of the user's messages on every node, so that event streams opened with the session end.
create trigger notify_session_end after delete on session for each row execute function notify_session_end();

-- A row is one code sent by e-mail or SMS. Rows also count how many codes were requested, so used and expired ones stay
-- until the sweep.
create table verification_code (
  id uuid primary key,
  -- The e-mail address or phone number; it need not belong to a user.
  account text not null,
  purpose text not null,
  code_hash bytea not null,
  -- How many guesses at the code were counted.
  attempts integer not null default 0,
  -- The IPv4 address, or the first half of the IPv6 address, that requested the code.
  address text not null default '',
  -- Whether the owner of the account requested it: from a session of theirs, or from an address they have logged in
  -- from. Such requests have a limit of their own.
  is_from_owner boolean not null default false,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index on verification_code (account, created_at desc);
create index on verification_code (created_at);

-- A row proves that somebody entered a correct code for an account a moment ago. It is deleted by its one use.
create table ticket (
  token_hash bytea primary key,
  account text not null,
  purpose text not null check (purpose in ('reset', 'bind')),
  expires_at timestamptz(3) not null
);
create index on ticket (expires_at);

-- A row is a login whose password or code was correct and that waits for the second step.
create table pending_login (
  token_hash bytea primary key,
  user_id uuid not null references "user",
  expires_at timestamptz(3) not null
);
create index on pending_login (user_id);
create index on pending_login (expires_at);

-- A row is one failed attempt at a password, code or second step. Rows count towards a lockout.
create table failed_attempt (
  id uuid primary key,
  -- The thing that was attempted, such as a login account, which need not exist. Where IP addresses are counted
  -- separately, a space and the IP address of the attempt follow.
  key text not null,
  failed_at timestamptz(3) not null default now()
);
create index on failed_attempt (key, failed_at);
create index on failed_attempt (failed_at);

-- A row is one address from which a user has logged in. A lockout caused by other addresses does not affect it.
create table known_address (
  user_id uuid not null references "user",
  address_hash bytea not null,
  last_used_at timestamptz(3) not null default now(),
  primary key (user_id, address_hash)
);
create index on known_address (last_used_at);

-- A row is a proof-of-work challenge that has been solved and used; it stays until the challenge expires, so that a
-- solution works once on all nodes together.
create table used_proof (
  signature text primary key,
  expires_at timestamptz(3) not null
);

-- A row is one passkey (WebAuthn credential) of a user.
create table passkey (
  id uuid primary key,
  user_id uuid not null references "user",
  -- The authenticator's name for the credential, in base64url.
  credential_id text not null unique,
  public_key bytea not null,
  -- The authenticator's signature counter. A counter that does not grow shows that the credential was copied.
  counter bigint not null,
  transports text[] not null default '{}',
  -- Whether a password manager synchronises the passkey between devices.
  is_synced boolean not null,
  name text not null,
  created_at timestamptz(3) not null default now(),
  last_used_at timestamptz(3)
);
create index on passkey (user_id, created_at);

-- A row is one WebAuthn challenge that waits for its answer.
create table passkey_challenge (
  challenge text primary key,
  -- The user who registers a passkey; null for a login.
  user_id uuid references "user",
  expires_at timestamptz(3) not null
);
create index on passkey_challenge (user_id);
create index on passkey_challenge (expires_at);

-- A row is the second step of one user: the secret shared with their authenticator app (RFC 6238).
create table totp (
  user_id uuid primary key references "user",
  secret bytea not null,
  -- Null until a correct code has shown that the app has the secret; the second step is required from then on.
  confirmed_at timestamptz(3),
  -- The time step (of 30 seconds) of the last accepted code; each code works once.
  last_time_step bigint not null default 0
);

-- A row is one single-use code that replaces the authenticator app.
create table recovery_code (
  user_id uuid not null references "user",
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (user_id, code_hash)
);
