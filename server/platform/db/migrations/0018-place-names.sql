-- Oldest compatible program: 0016

-- The list of places that editors search by a part of any name.
create index on place_name using gin (pieces_of(name));
