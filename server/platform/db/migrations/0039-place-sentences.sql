-- The sentence that stands between a book or video and a place: what it tells of the place. A quotation names the piece
-- from which it is taken.
alter table book_place
  add column sentence text,
  add column quoted_from text,
  add check (quoted_from is null or sentence is not null);
alter table video_place
  add column sentence text,
  add column quoted_from text,
  add check (quoted_from is null or sentence is not null);

-- The editorial column in which the editors recommend a book.
alter table recommendation
  add column voice text check (voice in ('山河', '市声', '纸上', '孩子', '远行', '科学'));
