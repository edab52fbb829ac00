-- The browser makes the id of an import, so each editor has their own ids: nobody can take the id of another editor's import.
alter table library_import drop constraint library_import_pkey, add primary key (editor_id, id);
