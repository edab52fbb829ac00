-- Oldest compatible program: 0013

-- The books of a tag are listed by popularity, score or age, so that a page of them costs the same however many there
-- are.

alter table book_tag
  -- Copies of the book's columns; maintained by triggers.
  add column book_popularity integer not null default 0,
  add column book_score numeric(3, 1) not null default 0,
  add column book_create_time timestamptz(3) not null default now(),
  -- Whether `book.free` is set.
  add column book_is_free boolean not null default false;
update book_tag set book_popularity = popularity, book_score = score, book_create_time = create_time,
  book_is_free = free is not null
from book where book.id = book_id;
create index on book_tag (tag_id, book_popularity desc, book_id desc);
create index on book_tag (tag_id, book_score desc, book_id desc);
create index on book_tag (tag_id, book_create_time desc, book_id desc);
-- The lists of free books of a tag, in each sort order.
create index on book_tag (tag_id, book_popularity desc, book_id desc) where book_is_free;
create index on book_tag (tag_id, book_score desc, book_id desc) where book_is_free;
create index on book_tag (tag_id, book_create_time desc, book_id desc) where book_is_free;

create function take_ranks() returns trigger language plpgsql as $$
declare
  source record;
begin
  select popularity, score, create_time, free is not null as is_free into source from book where id = new.book_id;
  -- A book that the same statement inserts cannot be seen yet; the row then keeps the defaults, which are a new book's.
  if found then
    new.book_popularity := source.popularity;
    new.book_score := source.score;
    new.book_create_time := source.create_time;
    new.book_is_free := source.is_free;
  end if;
  return new;
end $$;
create trigger take_ranks before insert or update of book_id on book_tag
for each row execute function take_ranks();

create function copy_book_ranks() returns trigger language plpgsql as $$
begin
  update book_tag set book_popularity = new.popularity, book_score = new.score, book_create_time = new.create_time,
    book_is_free = new.free is not null
  where book_id = new.id;
  return null;
end $$;
create trigger copy_ranks after update on book
for each row when ((old.popularity, old.score, old.create_time, old.free is null)
  is distinct from (new.popularity, new.score, new.create_time, new.free is null))
execute function copy_book_ranks();
