-- The sweep of the statistics sorts new addresses into the index of searches as soon as there are some thousands. A writer that
-- finds the list full sorts all of it while its callers wait, a tenth of a second for 4 MB, so that must hardly ever happen.
-- The index may be missing while an operator fills it anew: deployment page.
ALTER INDEX IF EXISTS contacts.contact_search SET (gin_pending_list_limit = 16384);
