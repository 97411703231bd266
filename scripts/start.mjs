// npm start: installs and builds what is missing, then runs the server until it is told to stop.
import { buildWeb, findNode, giveUp, installPackages } from './install.mjs'
import { exitWith, run, serverFlags } from './processes.mjs'

installPackages()
if (!buildWeb()) giveUp('The web could not be built; the reason stands above.')
const args = [...serverFlags, 'server/src/main.ts', ...process.argv.slice(2)]
exitWith(run(findNode(), args, { hearsOurEnd: true }))
