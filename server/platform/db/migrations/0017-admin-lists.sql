-- Oldest compatible program: 0016

-- The lists of editors and admins: an index for each order, and one for each search.

-- Returns all pieces of one, two and three characters of a text in lower case, from pieces of `smallest` characters on.
-- A text that contains another one has all its pieces, so that an index of the pieces finds parts of names.
create function pieces_of(name text, smallest integer default 1) returns text[]
immutable strict parallel safe language sql
return array(
  select distinct substr(lower(name), start, size)
  from generate_series(1, char_length(lower(name))) start, generate_series(smallest, 3) size
  where start + size - 1 <= char_length(lower(name))
);

-- The facts by which admins find a user.
create function searched_facts(name text, email text, phone_number text) returns text
immutable parallel safe language sql
return coalesce(name, '') || ' ' || coalesce(email, '') || ' ' || coalesce(phone_number, '');

create index on person using gin (pieces_of(name));
create index on person_name using gin (pieces_of(name));
create index on place using gin (pieces_of(name));
create index on video using gin (pieces_of(title));
create index on "user" using gin (pieces_of(searched_facts(name, email, phone_number)));

create index on person ((name collate "C"), id);
create index on place ((name collate "C"), id);
create index on "user" (id) where suspended_at is not null;
create index on "user" (id) where deleted_at is not null;
create index on "user" (id) where roles <> '{}';
create index on audit (actor_id, action, id desc);
create index on report (create_time, comment_id) where outcome is null;
create index on book_file (create_time desc, id desc) where original_sha256 is not null and converted_from is null;
