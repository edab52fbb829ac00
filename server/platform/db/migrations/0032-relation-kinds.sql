-- A book may also mention another book without quoting it, be inspired by it, or write about its author.
alter table book_relation drop constraint book_relation_kind_check,
  add constraint book_relation_kind_check check (
    kind in ('translates', 'retells', 'answers', 'continues', 'quotes', 'mentions', 'inspiredBy', 'aboutAuthor')
  );
