// npm start: installs and builds what is missing, then runs the server.
import { buildWeb, findNode, giveUp, installPackages } from './install.mjs'
import { exitWith, run, serverFlags } from './processes.mjs'

installPackages()
if (!buildWeb()) giveUp('The web application could not be built. See the error above.')
const args = [...serverFlags, 'server/src/main.ts', ...process.argv.slice(2)]
exitWith(run(findNode(), args, { hearsOurEnd: true }))
