-- Oldest compatible program: 0029

-- False for a code that was only answered as if it were sent, so that nobody learns that the account does not exist. It
-- is never valid and does not count among the codes of the site.
alter table verification_code add column is_sent boolean not null default true;
