// npm run stowage -- <command>: administrator commands, usable beside the running server.
import { findNode } from './install.mjs'
import { exitWith, run } from './processes.mjs'

exitWith(run(findNode(), ['server/src/command.ts', ...process.argv.slice(2)]))
