-- When the owner of a session last showed who he is: by logging in, or again since.
alter table session add column confirmed_at timestamptz(3) not null default now();
update session set confirmed_at = created_at;
