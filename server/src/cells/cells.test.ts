import { expect, test } from 'vitest'
import { sql } from 'kysely'
import { setupCells } from '../../test/cells.ts'
import { waitUntilCopied } from './marks.ts'

const { app, owner } = await setupCells(['b', 'c'])
const { cells, control } = app.context

test('accounts are copied into every cell, and only read there', async () => {
  const operator = await app.newOperator()
  for (const name of ['b', 'c']) {
    const { db } = await cells.byName(name)
    expect(await waitUntilCopied({ from: control, to: db }, 'identity', 10_000)).toBe(true)
    const copy = await db
      .selectFrom('identity.accounts')
      .select('email')
      .where('id', '=', operator.user.id)
      .executeTakeFirst()
    expect(copy).toEqual({ email: operator.user.email })
    await expect(
      db.updateTable('identity.accounts').set({ firstName: 'Other' }).execute(),
    ).rejects.toThrow('is changed in the control database only')
  }
})

test('members and events of a cell are copied into the control database', async () => {
  const { db } = await cells.byName('b')
  await sql`insert into directory.platforms (platform_id, cell, state, changed_at)
    values ('00000000-0000-4000-8000-00000000000b', 'b', 'live', now())`.execute(owner('main'))
  await sql`insert into tenant.platforms (platform_id, name, slug, created_at, updated_at)
    values ('00000000-0000-4000-8000-00000000000b', 'B', 'platform-b', now(), now())`.execute(
    owner('b'),
  )
  await sql`insert into tenant.slug_history (slug, platform_id)
    values ('platform-b', '00000000-0000-4000-8000-00000000000b')`.execute(owner('b'))
  expect(await waitUntilCopied({ from: db, to: control }, 'control', 10_000)).toBe(true)
  const { rows } = await sql<{ slug: string }>`
    select slug from tenant.platforms union all select slug from directory.slugs`.execute(
    owner('main'),
  )
  expect(rows).toEqual([{ slug: 'platform-b' }, { slug: 'platform-b' }])
})
