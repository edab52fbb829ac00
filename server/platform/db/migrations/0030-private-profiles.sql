-- Oldest compatible program: 0029

-- A profile with its shelf, notes and biography is private until its user chooses otherwise.
alter table "user" alter column is_public set default false;

-- Profiles that are public only because nobody has chosen become private, and their users are told. Whoever has shown
-- their map or a year has chosen, and accounts without an email address and a phone number belong to the site.
with hidden as (
  update "user" set is_public = false
  where is_public and deleted_at is null and not map_is_public and public_years = '{}'
    and coalesce(email, phone_number) is not null
  returning id
), identified as (
  -- The ids of messages are UUIDs of version 7, whose first six bytes are the time in milliseconds.
  select id as user_id, overlay(
    uuid_send(gen_random_uuid())
    placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1) as bytes
  from hidden
)
insert into message (id, user_id, kind, excerpt)
select encode(set_byte(bytes, 6, (get_byte(bytes, 6) & 15) | 112), 'hex')::uuid, user_id, 'system',
  '你的主页现在不公开了：书架、笔记和简介只有你自己看得到。想公开的话，请在“设置”里打开“公开主页”。'
from identified;
