-- Videos: items like books, with tags, places and marks of their own.
create table video (
  id uuid primary key,
  title text not null,
  -- Where it plays from: the address of a file, or of a page that may be embedded.
  source text not null,
  cover text,
  "desc" text not null default '',
  count_comments integer not null default 0,
  count_save integer not null default 0,
  likes integer not null default 0,
  views integer not null default 0,
  count_rated integer not null default 0,
  sum_rated integer not null default 0,
  score numeric(3, 1) not null generated always as (
    case when count_rated >= 3 then round(sum_rated::numeric / count_rated, 1) else 0 end
  ) stored,
  heat integer not null generated always as (
    likes * 3 + count_save * 4 + count_comments * 2 + count_rated * 2
  ) stored,
  create_time timestamptz(3) not null default now()
);
create index video_by_heat on video (heat desc, id desc);
create index video_by_time on video (create_time desc, id desc);

create table video_tag (
  video_id uuid not null references video,
  tag_id uuid not null references tag,
  primary key (video_id, tag_id)
);
create index video_tag_by_tag on video_tag (tag_id, video_id);

create table video_place (
  video_id uuid not null references video,
  place_id uuid not null references place,
  kind text not null check (kind in ('setting', 'subject', 'author', 'written')),
  primary key (video_id, place_id, kind)
);
create index video_place_by_place on video_place (place_id, video_id);

create trigger video_heat after update on video
for each row when (old.heat is distinct from new.heat) execute function copy_heat();

-- What videos are found by. They are few beside the books, whose index stays as it is.
create table search_video (
  -- No reference: what is gone is taken out with the rest of its words.
  video_id uuid primary key,
  folded text collate "C" not null,
  spelled text collate "C" not null,
  -- [field, text, pinyin] of everything a video is called by.
  names jsonb not null,
  tokens tsvector not null
);
create index search_video_by_tokens on search_video using gin (tokens) with (fastupdate = off);
create index search_video_by_title on search_video (folded);
create index search_video_by_spelling on search_video (spelled);
create index video_by_score on video (score desc, id desc);
