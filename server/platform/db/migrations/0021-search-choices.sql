-- Oldest compatible program: 0016

-- The books that visitors choose for a query, counted without the visitors.

-- A row is a book that was chosen for a query on one day. Deleted after 120 days.
create table search_choice (
  -- The normalized query without spaces.
  folded text not null,
  book_id uuid not null references book on delete cascade,
  day date not null default current_date,
  count integer not null default 1,
  primary key (folded, book_id, day)
);
create index on search_choice (day);
create index on search_choice (book_id);

-- A row is a visitor who chose a book for a query today, so that they count once. `voter` is a hash whose key changes
-- every day; the job that evaluates the choices deletes the rows of earlier days.
create unlogged table search_voter (
  voter text not null,
  folded text not null,
  day date not null default current_date,
  primary key (voter, folded, day)
);

-- The points that the ranking adds to a book for a query. A job computes them from search_choice.
create table search_learned (
  folded text not null,
  book_id uuid not null references book on delete cascade,
  -- The choices of this book for the query, where older ones count less, and their share of all choices for the query.
  votes real not null,
  share real not null,
  points real not null,
  primary key (folded, book_id)
);
create index on search_learned (book_id);
create index on search_learned (votes desc);
