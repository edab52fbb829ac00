-- Whether a code was asked for from a place of the account's owner: these codes are counted apart from those that strangers ask for.
alter table verification_code add column is_own boolean not null default false;
