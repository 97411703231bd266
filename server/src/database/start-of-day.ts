import { type RawBuilder, sql } from 'kysely'

/**
 * The first moment of a calendar day in a time zone. Where the clock is put back to midnight there are
 * two of them, and the day begins with the first; PostgreSQL alone would take the second.
 */
export const startOfDay = (day: RawBuilder<string>, zone: RawBuilder<string>) => sql<Date>`(
  select case when (t.early at time zone t.zone)::date = t.day
    then least(t.early, t.late) else t.late end
  from (
    select d.day, d.zone, d.day::timestamp at time zone d.zone as late,
      (d.day::timestamp - interval '12 hours') at time zone d.zone + interval '12 hours' as early
    from (select (${day})::date as day, (${zone})::text as zone) d) t)`
