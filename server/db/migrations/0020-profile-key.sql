-- The avatar of a user is named by the key of an object: of its largest width, which every avatar has.
update "user" set profile = profile || '-168.webp' where profile <> '' and profile not like '%.webp';
