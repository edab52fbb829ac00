-- What lets people in besides a password, and how often they may ask for it.

-- Where a code was asked from (an IPv4 address, or the first half of an IPv6 one), so that all processes count alike.
alter table verification_code add column address text not null default '';

-- Shows that somebody held a code a moment ago; good once.
create table ticket (
  token_hash bytea primary key,
  account text not null,
  purpose text not null check (purpose in ('reset', 'bind')),
  expires_at timestamptz(3) not null
);
create index ticket_by_expiry on ticket (expires_at);

-- Challenges whose solution has let a call through, until they expire.
create table spent_proof (
  signature text primary key,
  expires_at timestamptz(3) not null
);

-- Where an account was logged in from, as hashes: strangers' wrong passwords do not shut these out.
create table known_address (
  user_id uuid not null references "user",
  address_hash bytea not null,
  last_used_at timestamptz(3) not null default now(),
  primary key (user_id, address_hash)
);
create index known_address_by_time on known_address (last_used_at);
