// npm run dev: the server, restarted on changes, and the web served by Vite.
import path from 'node:path'
import { findNode, installPackages, root } from './install.mjs'
import { exitWith, run } from './processes.mjs'

installPackages()
const node = findNode()
exitWith(
  run(node, ['--watch', '--watch-preserve-output', 'server/src/main.ts']),
  run(node, [path.join(root, 'node_modules/vite/bin/vite.js')], { cwd: path.join(root, 'web') }),
)
