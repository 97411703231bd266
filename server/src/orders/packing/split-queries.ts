import { sql, type RawBuilder } from 'kysely'
import type { Transfer } from '../fulfillments/split-queries.ts'

/** Returns common table expressions that move packages with their contents to another fulfillment. */
export function movePackages(
  platformId: string,
  { from, to }: Transfer,
  packageIds: readonly string[],
): RawBuilder<unknown> {
  const isMoved = sql`platform_id = ${platformId} and package_id = any (${[...packageIds]}::uuid[])`
  return sql`
    moved_packages as (
      update tenant.packages
      set fulfillment_id = ${to}, numbered_in = coalesce(numbered_in, ${from})
      where ${isMoved}
    ), moved_contents as (
      update tenant.package_lines set fulfillment_id = ${to} where ${isMoved}
    )`
}
