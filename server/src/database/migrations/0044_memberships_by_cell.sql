-- A membership also says in which database its platform is.
drop function if exists authz.memberships_of(uuid);
