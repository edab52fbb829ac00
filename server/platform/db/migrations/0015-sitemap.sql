-- Oldest compatible program: 0014

-- A row is the page of a book, video, person or place in the sitemap. The files of the sitemap are ranges of numbers, so
-- that a page stays in its file and new pages are added to the last file alone. Triggers add and remove the rows; the
-- application records changes.
create table sitemap_page (
  -- The id of the book, video, person or place. Without a foreign key, because it refers to several tables.
  id uuid primary key,
  noun text not null check (noun in ('book', 'video', 'person', 'place')),
  number bigint not null generated always as identity,
  -- The number of the file, from 1. A file may have at most 50,000 pages by the sitemap protocol.
  file integer not null generated always as ((number - 1) / 50000 + 1) stored,
  -- The time of the last change that visitors see on the page, apart from likes, saves and views.
  changed_at timestamptz(3) not null default now()
);

insert into sitemap_page (id, noun, changed_at)
select id, noun, changed_at from (
  select id, 'book' as noun, coalesce(edited_at, create_time) as changed_at, create_time from book
  union all select id, 'video', create_time, create_time from video
  union all select id, 'person', coalesce(edited_at, create_time), create_time from person
  union all select id, 'place', coalesce(edited_at, now()), now() from place
) page order by create_time, id;

create index on sitemap_page (file, number);
create index on sitemap_page (file, changed_at desc) include (noun);

create function add_sitemap_pages() returns trigger language plpgsql as $$
begin
  insert into sitemap_page (id, noun) select id, tg_table_name from added on conflict (id) do nothing;
  return null;
end $$;
create function remove_sitemap_pages() returns trigger language plpgsql as $$
begin
  delete from sitemap_page using removed where sitemap_page.id = removed.id;
  return null;
end $$;
create trigger add_sitemap_pages after insert on book
referencing new table as added for each statement execute function add_sitemap_pages();
create trigger add_sitemap_pages after insert on video
referencing new table as added for each statement execute function add_sitemap_pages();
create trigger add_sitemap_pages after insert on person
referencing new table as added for each statement execute function add_sitemap_pages();
create trigger add_sitemap_pages after insert on place
referencing new table as added for each statement execute function add_sitemap_pages();
create trigger remove_sitemap_pages after delete on book
referencing old table as removed for each statement execute function remove_sitemap_pages();
create trigger remove_sitemap_pages after delete on video
referencing old table as removed for each statement execute function remove_sitemap_pages();
create trigger remove_sitemap_pages after delete on person
referencing old table as removed for each statement execute function remove_sitemap_pages();
create trigger remove_sitemap_pages after delete on place
referencing old table as removed for each statement execute function remove_sitemap_pages();
