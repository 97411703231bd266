import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setupApp } from '../../test/app.ts'
import { startOfDay } from './start-of-day.ts'

const app = await setupApp()

test('P10 every day of every zone begins with its first moment, whatever its clocks do', async () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const { rows } = await sql<{ zone: string; day: string }>`
    select zone, day::date::text as day
    from unnest(${zones}::text[]) zone
    cross join generate_series('2025-01-01'::timestamp, '2027-01-01', '1 day') day
    cross join lateral (
      select ${startOfDay(sql<string>`day`, sql<string>`zone`)} as first) d
    where (first at time zone zone)::date <> day::date
      or ((first - interval '1 microsecond') at time zone zone)::date <> day::date - 1`.execute(
    app.db,
  )
  expect(rows).toEqual([])
  expect(zones).toContain('America/Havana')
})
