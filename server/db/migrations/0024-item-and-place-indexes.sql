-- Merging two books asks for rows by the item's id alone, which is unique over all types of items; so does deleting one.
drop index liked_by_item;
create index liked_by_item on liked (item_id, item_type);
drop index saved_by_item;
create index saved_by_item on saved (item_id, item_type);
drop index rating_by_item;
create index rating_by_item on rating (item_id, item_type, score);
create index comment_by_item on comment (item_id);
drop index message_by_liked;
create index message_by_item on message (item_id);
create index recommendation_by_book on recommendation (book_id);
create index tour_stop_by_book on tour_stop (book_id);
create index tour_stop_by_place on tour_stop (place_id);
create index route_book_by_book on route_book (book_id);

-- The places nearest to a point, in the order of their distance.
create index place_by_point on place using gist (point(x, y));
