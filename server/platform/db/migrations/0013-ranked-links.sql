-- Oldest compatible program: 0012

-- The books of an author and the books at a place are listed by popularity, so that a page of them costs the same
-- however many there are.

alter table book_author
  -- A copy of the popularity of the book; maintained by triggers.
  add column book_popularity integer not null default 0;
alter table book_place
  -- A copy of the popularity of the book; maintained by triggers.
  add column book_popularity integer not null default 0;
update book_author set book_popularity = book.popularity from book where book.id = book_id and book.popularity <> 0;
update book_place set book_popularity = book.popularity from book where book.id = book_id and book.popularity <> 0;
create index on book_author (person_id, book_popularity desc, book_id desc);
create index on book_place (place_id, kind, book_popularity desc, book_id desc);

create function take_popularity() returns trigger language plpgsql as $$
begin
  -- A book that the same statement inserts cannot be seen yet; its popularity is 0.
  new.book_popularity := coalesce((select popularity from book where id = new.book_id), 0);
  return new;
end $$;
create trigger take_popularity before insert or update of book_id on book_author
for each row execute function take_popularity();
create trigger take_popularity before insert or update of book_id on book_place
for each row execute function take_popularity();

create function copy_book_popularity() returns trigger language plpgsql as $$
begin
  update mark set popularity = new.popularity where item_id = new.id;
  update book_author set book_popularity = new.popularity where book_id = new.id;
  update book_place set book_popularity = new.popularity where book_id = new.id;
  return null;
end $$;
drop trigger copy_popularity on book;
create trigger copy_popularity after update on book
for each row when (old.popularity is distinct from new.popularity) execute function copy_book_popularity();

-- The lists of free books, in each sort order.
create index on book (popularity desc, id desc) where free is not null;
create index on book (score desc, id desc) where free is not null;
create index on book (create_time desc, id desc) where free is not null;
