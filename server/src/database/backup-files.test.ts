import { expect, test } from 'vitest'
import { manifest } from './backup-files.ts'

const backup = (directory: string, file: string) => ({
  format: 1,
  takenAt: '2026-11-20T09:15:00.000Z',
  kind: 'cluster',
  directories: [directory],
  files: [{ path: file, bytes: 1, sha256: 'x' }],
  rows: {},
})

test.each(['../x', '..', '/etc/passwd', 'base/../../x', 'base/1/../../../x'])(
  'refuses a manifest with the path %s',
  (path) => {
    expect(manifest.safeParse(backup('base', path)).success).toBe(false)
    expect(manifest.safeParse(backup(path, 'base/1')).success).toBe(false)
  },
)

test.each(['base/1/2', 'PG_VERSION', '..base/x', 'database.dump'])('accepts %s', (path) => {
  expect(manifest.safeParse(backup('', path)).success).toBe(true)
})
