// stowage start: the server. stowage <command>: administrator commands, usable beside the running server.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { findNode, root } from './install.mjs'
import { exitWith, run, serverFlags } from './processes.mjs'

const [command, ...others] = process.argv.slice(2)

if (command === 'version') {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  process.stdout.write(`Stowage ${version}\n`)
} else if (command === 'start' && others.length === 0)
  exitWith(run(findNode(), [...serverFlags, 'server/src/main.ts'], { hearsOurEnd: true }))
else exitWith(run(findNode(), ['server/src/commands/stowage.ts', ...process.argv.slice(2)]))
