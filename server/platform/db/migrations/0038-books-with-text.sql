-- The filter for free books lists the books whose text can be read here, which `book_file` tells. So the rows of
-- `book_tag` no longer copy whether a text is in the public domain, and no index lists such books.

drop index book_popularity_id_idx1, book_score_id_idx1, book_create_time_id_idx1;

create or replace function take_ranks() returns trigger language plpgsql as $$
declare
  source record;
begin
  select popularity, score, create_time into source from book where id = new.book_id;
  -- A book that the same statement inserts cannot be seen yet; the row then keeps the defaults, which are a new book's.
  if found then
    new.book_popularity := source.popularity;
    new.book_score := source.score;
    new.book_create_time := source.create_time;
  end if;
  return new;
end $$;

create or replace function copy_book_ranks() returns trigger language plpgsql as $$
begin
  update book_tag set book_popularity = new.popularity, book_score = new.score, book_create_time = new.create_time
  where book_id = new.id;
  return null;
end $$;
drop trigger copy_ranks on book;
create trigger copy_ranks after update on book
for each row when ((old.popularity, old.score, old.create_time)
  is distinct from (new.popularity, new.score, new.create_time))
execute function copy_book_ranks();

-- The three indexes of free books of a tag go with the column.
alter table book_tag drop column book_is_free;
