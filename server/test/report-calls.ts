import { api } from '@stowage/contract'
import type { TestApp } from './app.ts'
import { as, type Site } from './fixtures.ts'

/** The lines of a CSV file, the names of the columns first. */
export const linesOf = (file: unknown) => String(file).slice(1).trimEnd().split('\r\n')

/** A member of this role who sees one warehouse only. */
export async function memberIn(app: TestApp, site: Site, role: string, warehouseId: string) {
  const member = await app.newMember(site.owner, site.platform, { role })
  await app.call(api.warehouse.settings.setMemberWarehouses, {
    ...as(site),
    params: { ...site.params, memberId: member.id },
    body: { warehouseIds: [warehouseId] },
  })
  return { params: site.params, token: member.token }
}

export async function newCategory(app: TestApp, site: Site, name: string): Promise<string> {
  const { body } = await app.call(api.warehouse.categories.create, { ...as(site), body: { name } })
  return body.category.id
}
