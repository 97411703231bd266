import { spawnSync, type SpawnSyncReturns } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'

export const say = (line: string) => void process.stdout.write(`${line}\n`)

/** Returns what a program printed, or fails with its last words. */
export function must(ended: SpawnSyncReturns<string | Buffer>): string {
  if (ended.status === 0) return String(ended.stdout)
  const words = `${String(ended.stdout)}\n${String(ended.stderr)}`.trim().split('\n').slice(-12)
  throw new Error(words.join('\n') || String(ended.error))
}

/** Says whether a package may start its services. */
const policy = '/usr/sbin/policy-rc.d'

/** Installs packages of Debian that are missing, without starting their services. */
export function needPackages(...names: string[]): void {
  const missing = names.filter(
    (name) => spawnSync('dpkg', ['--status', name], { stdio: 'ignore' }).status !== 0,
  )
  if (missing.length === 0) return
  say(`Installing ${missing.join(', ')}`)
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, encoding: 'utf8' as const }
  try {
    must(spawnSync('apt-get', ['install', '--yes', '--no-install-recommends', ...missing], options))
  } finally {
    if (isOurs) rmSync(policy)
  }
}
