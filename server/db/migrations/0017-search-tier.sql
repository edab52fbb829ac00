-- The books most read lie together, in a table of their own: among a million they would else be one to a page.

lock table search_book in access exclusive mode;
create temporary table written on commit drop as select * from search_book;
drop table search_book;
create table search_book (
  -- No reference: when a book goes, its row tells whose counts change, and then goes too.
  book_id uuid not null,
  folded text collate "C" not null,
  spelled text collate "C" not null,
  names jsonb not null,
  tokens tsvector not null,
  weight integer not null,
  tier smallint not null default 0,
  primary key (book_id, tier)
) partition by list (tier);
alter table search_book alter column names set storage main;
create table search_book_first partition of search_book for values in (0) with (toast_tuple_target = 256);
create table search_book_rest partition of search_book for values in (1) with (toast_tuple_target = 256);
create index search_book_by_title on search_book (folded, book_id);
create index search_book_by_spelling on search_book (spelled, book_id);
-- What is in nearly every book is found soonest by going from the weightiest down; among all books that could be a long way.
create index search_book_by_weight on search_book_first (weight desc, book_id desc);
create index search_name_by_weight on search_name (weight desc, kind, id) where tier = 0;
create index search_book_by_token on search_book using gin (tokens) with (fastupdate = off);
insert into search_book (book_id, folded, spelled, names, tokens, weight, tier)
select book_id, folded, spelled, names, tokens, weight, tier from written;
