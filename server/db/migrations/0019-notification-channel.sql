-- Notifications go out on a channel named after the site: another program on the same database may use so common a name as "changed".
create or replace function announce_session_end() returns trigger language plpgsql as $$
begin
  perform pg_notify('zhitu_changed', json_build_array('messages:' || old.user_id)::text);
  return null;
end $$;
