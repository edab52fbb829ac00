-- Oldest compatible program: 0028

-- The ranking no longer learns from the books that visitors choose for a query.
drop table search_choice, search_voter, search_learned;
delete from setting where name = 'searchVoterKey';
