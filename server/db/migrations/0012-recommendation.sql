-- What readers recommend, and what editors make of it. Those that came with the catalogue are approved.
alter table recommendation
  -- A book that is not here yet is told of by title and authors; of one that is, they are copies.
  alter column book_id drop not null,
  drop constraint recommendation_book_id_user_id_key,
  add column title text not null default '',
  add column authors text[] not null default '{}',
  -- Title and first author as they are compared, in simplified characters without spaces and marks.
  add column folded text not null default '',
  add column isbn13 text,
  add column tag_ids uuid[] not null default '{}',
  -- [{placeId, name, lng, lat, kind}]; without placeId a point of the reader's own.
  add column places jsonb not null default '[]',
  add column cover text,
  add column link text,
  add column status text not null default 'approved' check (status in ('pending', 'approved', 'rejected', 'withdrawn')),
  add column review_note text not null default '',
  add column reviewed_by uuid references "user",
  add column update_time timestamptz(3) not null default now(),
  -- When it began to wait for an editor.
  add column submit_time timestamptz(3) not null default now(),
  -- What the editor rejected, to be seen beside what came instead.
  add column former jsonb,
  -- The editor who has it before him, and since when.
  add column claimed_by uuid references "user",
  add column claim_time timestamptz(3),
  add check (book_id is not null or status <> 'approved');

update recommendation set title = book.title, authors = book.authors from book where book.id = book_id;

alter table recommendation alter column status drop default, alter column title drop default, alter column authors drop default;

-- A reader recommends a book once; what was rejected or withdrawn does not stand in the way.
create unique index recommendation_of_book on recommendation (book_id, user_id) where status in ('pending', 'approved');
create unique index recommendation_of_title on recommendation (user_id, folded) where status = 'pending';
create unique index recommendation_of_isbn on recommendation (user_id, isbn13) where status = 'pending';
create index recommendation_by_user on recommendation (user_id, create_time desc, id desc);
create index recommendation_by_status on recommendation (status, submit_time, id);
create index recommendation_waiting_title on recommendation (folded) where status = 'pending';
create index recommendation_waiting_isbn on recommendation (isbn13) where status = 'pending';
create index recommendation_decided on recommendation (status, update_time desc, id desc) where reviewed_by is not null;
