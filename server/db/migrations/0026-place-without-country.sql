-- A place whose country is disputed carries none.
alter table place alter column country drop not null;
