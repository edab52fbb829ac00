-- Search finds people instead of names of authors, and people and places by their further names.

-- Names of authors had computed ids. The job that rebuilds the index writes the rows of people.
delete from search_name where kind = 'author';

alter table search_name
  -- The further name that the row is found by, to which the columns folded, pinyin, syllables and tokens belong; empty in
  -- the row of the main name. `name` is the main name in every row.
  add column variant text not null default '',
  drop constraint search_name_kind_check,
  add check (kind in ('person', 'tag', 'place', 'tour')),
  drop constraint search_name_pkey,
  add primary key (kind, id, variant);

-- The authors, translators, editors and illustrators of the book when its row was written, whose counts change when the
-- book changes.
alter table search_book add column people uuid[] not null default '{}';
