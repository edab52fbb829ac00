-- Oldest compatible program: 0029

-- Without it, deleting a comment reads the whole table to find the comments that reply to it.
create index on comment (reply_to) where reply_to is not null;
