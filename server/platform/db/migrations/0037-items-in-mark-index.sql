-- Oldest compatible program: 0036

-- The included columns let the books and videos of an area and of a few periods be counted from the index alone.
create index on mark (morton_code) include (item_id, x, y, first_period, last_period);
drop index mark_morton_code_x_y_first_period_last_period_idx;
