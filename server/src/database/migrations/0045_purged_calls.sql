-- Counted calls are removed with the other data of a deleted platform, a month after its deletion.
-- The platform's row, with which they were removed until now, is kept for a year.

grant delete on tenant.api_calls to stowage_app;
