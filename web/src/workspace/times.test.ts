import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('pages of a workspace show times in the zone of its warehouse, not in that of an operator', () => {
  const cwd = join(import.meta.dirname, '..')
  const files = globSync('{workspace,warehouse,orders,floor,platforms/tenant-*}/**/*.{ts,tsx}', {
    cwd,
  })
  expect(files.length).toBeGreaterThan(300)
  const others = files.filter(
    (file) =>
      !file.includes('.test.') &&
      /\b(formatEvent|formatEventTime|eventZone)\b/.test(readFileSync(join(cwd, file), 'utf8')),
  )
  expect(others).toEqual([])
})
