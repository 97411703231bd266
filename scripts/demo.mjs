// npm run demo: the product with an example workspace in a separate data directory. Everything is
// created over the API.
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildWeb, findNode, giveUp, installPackages, root } from './install.mjs'
import { exitWith, run, serverFlags } from './processes.mjs'

const roles = ['warehouse_manager', 'inventory_controller', 'receiver', 'picker', 'viewer']
const shopPermissions = [
  'catalog.product.read',
  'stock.read',
  'order.read',
  'order.create',
  'order.confirm',
]
const size = process.argv[2] ?? 'small'
if (!['small', 'large'].includes(size))
  giveUp('Usage: npm run demo -- small, or npm run demo -- large')
if (process.env.NODE_ENV === 'production')
  giveUp('The demo prints passwords, so it does not run with NODE_ENV=production.')
if (process.env.DATABASE_URL) giveUp('The demo uses its own database. Unset DATABASE_URL.')

const dataDir = path.resolve(root, process.env.DATA_DIR ?? 'data-demo')
const notes = path.join(dataDir, 'demo.json')
const isNew = !existsSync(notes)
if (isNew && existsSync(path.join(dataDir, 'postgres')))
  giveUp(`${dataDir} contains a database that is not a demo. Set DATA_DIR to another directory.`)

installPackages()
if (!buildWeb()) giveUp('The web application could not be built. See the error above.')
mkdirSync(dataDir, { recursive: true, mode: 0o700 })
// Nothing reads the verification mails of the example.
Object.assign(process.env, { DATA_DIR: dataDir, REQUIRE_VERIFIED_EMAIL: 'off' })
const port = process.env.PORT || '3000'
const base = `http://localhost:${port}/api/v1`
exitWith(run(findNode(), [...serverFlags, 'server/src/main.ts'], { hearsOurEnd: true }))

try {
  await ready()
  if (isNew) await furnish()
  tell(JSON.parse(readFileSync(notes, 'utf8')))
} catch (error) {
  process.stderr.write(`The example workspace could not be created: ${error.message}\n`)
  process.kill(process.pid, 'SIGTERM')
}

async function ready() {
  for (;;) {
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(200)
  }
}

async function call(method, where, body, token) {
  const answer = await fetch(base + where, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const reply = await answer.json()
  if (!answer.ok) throw new Error(`${where}: ${reply.message}`)
  return reply
}

/** Creates an operator with a workspace, a member for each role, the example data and an API key. */
async function furnish() {
  const password = () => randomBytes(9).toString('base64url')
  const operator = { email: 'operator@demo.example', password: password() }
  await call('POST', '/auth/register', { firstName: 'Demo', lastName: 'Operator', ...operator })
  const signedIn = await call('POST', '/auth/login', operator)
  const token = signedIn.tokens.accessToken
  const { platform } = await call('POST', '/platforms', { name: 'Demo Goods' }, token)
  const members = []
  for (const role of roles) {
    const member = { email: `${role}@demo.example`, password: password(), role }
    const names = { firstName: role.split('_')[0], lastName: 'Demo' }
    await call('POST', `/platforms/${platform.id}/members/create`, { ...member, ...names }, token)
    members.push(member)
  }
  const own = `/tenant/${platform.slug}`
  const { tokens } = await call('POST', `${own}/login`, operator)
  // The server keeps no secret of a key, so this reply is the only place to take it from.
  const key = await call(
    'POST',
    `${own}/settings/api-keys`,
    { name: 'Example shop', permissions: shopPermissions },
    tokens.accessToken,
  )
  await call('POST', `${own}/demo`, { size }, tokens.accessToken)
  for (;;) {
    const { demo } = await call('GET', `${own}/demo`, undefined, tokens.accessToken)
    if (demo.state === 'failed') throw new Error('the example data could not be loaded')
    if (demo.state === 'loaded') break
    await sleep(500)
  }
  writeFileSync(
    notes,
    JSON.stringify({ slug: platform.slug, operator, members, apiKey: key.secret }),
    { mode: 0o600 },
  )
}

function tell({ slug, operator, members, apiKey }) {
  const here = `http://localhost:${port}`
  const line = ({ email, password }, role) => `  ${role.padEnd(22)}${email.padEnd(40)}${password}`
  process.stdout.write(
    [
      '',
      `The example workspace is at ${here}/${slug}. The operator signs in at ${here}/login.`,
      line(operator, 'owner'),
      ...members.map((member) => line(member, member.role)),
      // A demo of before has none.
      ...(apiKey
        ? [
            `API key of an example shop: ${apiKey}`,
            `  curl -H 'Authorization: Bearer ${apiKey}' '${here}/api/v1/tenant/${slug}/orders?limit=1'`,
          ]
        : []),
      `To start over, stop the server and remove ${dataDir}.`,
      '',
      '',
    ].join('\n'),
  )
}
