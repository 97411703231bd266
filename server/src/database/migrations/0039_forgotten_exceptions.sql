-- Exceptions that are over are deleted after a while.

grant delete on tenant.exceptions to stowage_app;
