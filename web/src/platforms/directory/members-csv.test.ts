import { expect, test } from 'vitest'
import { membersCsv } from './members-csv.ts'

const owner = { id: 'o', email: 'o@example.com', firstName: 'Ada', lastName: 'Alba' }
const member = {
  id: 'm',
  email: 'm@example.com',
  firstName: '=HYPERLINK("x")',
  lastName: 'Łódź, "the" one',
  status: 'invited' as const,
  role: '-1',
  permissions: [],
  can: [],
  inert: [],
  invitation: null,
}

test('the members are lines of a table, whatever they are called', () => {
  const rights = [
    { userId: 'o', role: 'owner', permissions: [] },
    { userId: 'm', role: '-1', permissions: ['stock.read', 'stock.write'] },
  ]
  expect(membersCsv({ owner, members: [member], memberPermissions: rights })).toBe(
    [
      '\uFEFF"Email","First name","Last name","Status","Role","Permissions"',
      '"o@example.com","Ada","Alba","active","owner",""',
      `"m@example.com","'=HYPERLINK(""x"")","Łódź, ""the"" one","invited","'-1","stock.read, stock.write"`,
      '',
    ].join('\r\n'),
  )
})

test('without the right to see people there is the head alone', () => {
  const nobody = { owner: null, members: [], memberPermissions: [] }
  expect(membersCsv(nobody).split('\r\n')).toHaveLength(2)
})
