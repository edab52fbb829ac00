-- Oldest compatible program: 0016

-- A program that inserts the links of many books with the right ranks says so, and then no trigger looks each of them
-- up, which takes a quarter of the time of the insert: `set local zhitu.has_ranks to on`.

drop trigger take_ranks on book_tag;
create trigger take_ranks before insert or update of book_id on book_tag
for each row when (current_setting('zhitu.has_ranks', true) is distinct from 'on') execute function take_ranks();

drop trigger take_popularity on book_author;
create trigger take_popularity before insert or update of book_id on book_author
for each row when (current_setting('zhitu.has_ranks', true) is distinct from 'on') execute function take_popularity();

drop trigger take_popularity on book_place;
create trigger take_popularity before insert or update of book_id on book_place
for each row when (current_setting('zhitu.has_ranks', true) is distinct from 'on') execute function take_popularity();
