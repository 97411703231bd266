import { spawnSync } from 'node:child_process'
import path from 'node:path'

const repository = path.resolve(import.meta.dirname, '../..')

/** Returns what git printed in this repository, or fails with its message. */
export function git(...args: string[]): string {
  const ended = spawnSync('git', args, { cwd: repository, encoding: 'utf8' })
  if (ended.status !== 0) throw new Error(ended.stderr)
  return ended.stdout.trim()
}

/** Returns the newest tag of a release. Until there is one, the commit that last named a release in the changes. */
export function lastRelease(): string {
  const [tag] = git('tag', '--list', 'v*', '--sort=-version:refname').split('\n')
  return tag || git('log', '-1', '--format=%h', '-G', '^## [0-9]', '--', 'CHANGELOG.md')
}
