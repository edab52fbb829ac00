-- Places of uploads that are on their way, so that the allowance below a prefix of the store holds on all nodes together. Unlogged:
-- a row lives for seconds, and after a crash of the database at most the uploads that were on their way are not counted.
create unlogged table upload_reservation (
  id uuid primary key,
  prefix text not null,
  key text not null,
  expires_at timestamptz not null
);
create index upload_reservation_prefix on upload_reservation (prefix);
