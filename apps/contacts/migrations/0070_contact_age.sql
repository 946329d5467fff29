-- Contacts lie in the table much as they were made: a search that wants the newest matches reads those stretches of it
-- only. A few kilobytes; a stretch that is still being filled is not in it and costs its writers nothing.
CREATE INDEX contact_age ON contacts.contact USING brin (id) WITH (autosummarize = on);
