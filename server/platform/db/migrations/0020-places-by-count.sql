-- Oldest compatible program: 0016

-- The places with most books of a tag, so that a page reads only the first of them.
create index on place_tag_count (tag_id, count desc, place_id);
