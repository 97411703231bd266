// Measures the built pages with Lighthouse as a mid-range phone on a slow network. --write updates
// docs/performance.md, --runs sets the visits per median, --only /login measures that page only.
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { makeAccounts, openPlatform, post } from './accounts.ts'
import { openLighthouse, type Audited, type Category } from '../e2e/lighthouse.ts'
import { buildWeb, endAll, startService } from './processes.ts'
import { asText, atLeast, atMost, writePart, type Section } from './report.ts'

const { values: flags } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    runs: { type: 'string', default: '5' },
    only: { type: 'string' },
  },
})
const runs = Number(flags.runs)
if (!(Number.isInteger(runs) && runs >= 1 && runs <= 20)) throw new Error('--runs: from 1 to 20')
if (flags.only && flags.write) throw new Error('--only: one page is not what --write puts down')

const workspace = 'bench-pages'
const publicPages = [
  ['/', 'Landing'],
  ['/features', 'Features'],
  ['/benefits', 'Benefits'],
  ['/pricing', 'Pricing'],
  ['/about', 'About'],
  ['/privacy', 'Privacy'],
  ['/terms', 'Terms'],
  ['/cookies', 'Cookies'],
] as const
const accountPages: (readonly [string, string])[] = [
  ['/login', 'Sign in'],
  ['/register', 'Register'],
  ['/forgot-password', 'Forgot password'],
  ['/reset-password?token=none', 'Reset password'],
  ['/disconnected?reason=logout', 'Disconnected'],
  [`/${workspace}`, 'Sign in to a workspace'],
]
const dashboardPages: (readonly [string, string])[] = [
  ['/dashboard', 'Dashboard'],
  ['/dashboard/platforms', 'Platforms'],
]
const workspacePages: (readonly [string, string])[] = [
  [`/${workspace}/app`, 'Home of a workspace'],
  [`/${workspace}/app/catalog`, 'Products'],
  [`/${workspace}/app/stock`, 'Stock'],
  [`/${workspace}/app/orders`, 'Orders'],
]
const isWanted = ([address]: readonly [string, string]) => address === (flags.only ?? address)
const judged: Category[] = ['accessibility', 'best-practices', 'seo']

const say = (text: string) => process.stdout.write(`${text}\n`)
const dataDir = mkdtempSync(path.join(tmpdir(), 'stowage-pages-'))

/** Returns the median, the upper of two. */
function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

/**
 * Visits a page with a new browser. A reused one would keep connections, on which Lighthouse would
 * simulate waiting.
 */
async function visitOnce(
  url: string,
  categories: Category[],
  stored?: Record<string, string>,
): Promise<Audited> {
  const lighthouse = await openLighthouse()
  try {
    return await lighthouse.audit(url, categories, stored)
  } finally {
    await lighthouse.close()
  }
}

/** Returns several cold visits of one page, with the worst scores. */
async function visit(url: string, categories: Category[], stored?: Record<string, string>) {
  const visits: Audited[] = []
  const once = () => visitOnce(url, categories, stored)
  // The browser sometimes records nothing. Twice in a row is an error.
  for (let run = 0; run < runs; run += 1) visits.push(await once().catch(once))
  const middle = (pick: (visit: Audited) => number | undefined) =>
    median(visits.map((visit) => pick(visit) ?? Number.NaN))
  return {
    lcp: middle((visit) => visit.lcpMs) / 1000,
    shift: middle((visit) => visit.shift),
    kilobytes: middle((visit) => visit.kilobytes),
    requests: middle((visit) => visit.requests),
    findings: [...new Set(visits.flatMap((visit) => visit.findings))],
    score: (category: Category) => Math.min(...visits.map((v) => v.scores[category] ?? 0)),
  }
}

async function measurePublic(origin: string): Promise<Section> {
  const section: Section = { title: 'Public pages', figures: [] }
  const [shifts, scores, weights]: [number[], number[], number[]] = [[], [], []]
  for (const [address, name] of publicPages.filter(isWanted)) {
    say(`Visiting ${address}`)
    const page = await visit(origin + address, ['performance', ...judged])
    shifts.push(page.shift)
    scores.push(...judged.map(page.score))
    weights.push(page.kilobytes)
    section.figures.push({
      what: `${name}, largest contentful paint`,
      measured: `${page.lcp.toFixed(2)} s`,
      limit: atMost(page.lcp, 1.2, ' s'),
    })
    for (const finding of page.findings.filter((text) => !text.startsWith('performance')))
      say(`  ${finding}`)
  }
  if (shifts.length === 0) return section
  const [shift, score, weight] = [Math.max(...shifts), Math.min(...scores), Math.max(...weights)]
  section.figures.push(
    { what: 'Largest layout shift', measured: shift.toFixed(3), limit: atMost(shift, 0) },
    {
      what: 'Worst of accessibility, best practices, SEO',
      measured: String(score),
      limit: atLeast(score, 100),
    },
    {
      what: 'Most over the wire',
      measured: `${weight.toFixed(0)} KB`,
      limit: atMost(weight, 190, ' KB'),
    },
  )
  return section
}

type Journey = {
  title: string
  pages: readonly (readonly [string, string])[]
  /** Seconds. */
  mostLcp: number
  stored?: Record<string, string>
}

async function measureApplication(
  origin: string,
  { title, pages, mostLcp, stored }: Journey,
): Promise<Section> {
  const section: Section = { title, figures: [] }
  const shifts: number[] = []
  for (const [address, name] of pages.filter(isWanted)) {
    say(`Visiting ${address}`)
    const page = await visit(origin + address, ['performance'], stored)
    shifts.push(page.shift)
    section.figures.push({
      what: `${name}, largest contentful paint`,
      measured: `${page.lcp.toFixed(2)} s`,
      limit: atMost(page.lcp, mostLcp, ' s'),
    })
  }
  if (shifts.length === 0) return section
  const shift = Math.max(...shifts)
  section.figures.push({
    what: 'Largest layout shift',
    measured: shift.toFixed(3),
    limit: atMost(shift, 0.1),
  })
  return section
}

type SignedIn = {
  tokens: { accessToken: string; refreshToken: string }
  user: { platformId?: string }
}

/** Returns the browser storage of an operator who is also signed in to a workspace. */
async function signIn(port: number): Promise<Record<string, string>> {
  const [account] = await makeAccounts(port, 1)
  if (!account) throw new Error('There is no account.')
  const { email, password } = account
  await openPlatform(port, account, workspace)
  const ask = (path: string) => post(port, path, { email, password }) as Promise<SignedIn>
  const operator = await ask('/api/v1/auth/login')
  const member = await ask(`/api/v1/tenant/${workspace}/login`)
  return {
    ...operator.tokens,
    user: JSON.stringify(operator.user),
    tenantAccessToken: member.tokens.accessToken,
    tenantRefreshToken: member.tokens.refreshToken,
    tenantUser: JSON.stringify(member.user),
    tenantPlatformId: member.user.platformId ?? '',
    tenantPlatformSlug: workspace,
  }
}

async function main(): Promise<number> {
  const [busy = 0] = loadavg()
  if (busy > cpus().length / 2)
    say(`The machine is busy (load ${busy.toFixed(1)}): believe none of these timings.`)
  if (!buildWeb()) throw new Error('The web could not be built.')
  const server = await startService('server/src/main.ts', '/readyz', {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    LIMITS_PROFILE: 'test',
    REQUIRE_VERIFIED_EMAIL: 'off',
  })
  const origin = `http://localhost:${server.port}`
  const stored = await signIn(server.port)
  const sections = [
    await measurePublic(origin),
    await measureApplication(origin, {
      title: 'Pages around signing in',
      pages: accountPages,
      mostLcp: 2.2,
    }),
    await measureApplication(origin, {
      title: 'Pages of the dashboard',
      pages: dashboardPages,
      mostLcp: 2.5,
      stored,
    }),
    await measureApplication(origin, {
      title: 'Pages of a workspace',
      pages: workspacePages,
      mostLcp: 2.8,
      stored,
    }),
  ].filter(({ figures }) => figures.length > 0)
  say(asText(sections))
  if (flags.write) say(writePart('Pages', sections))
  const figures = sections.flatMap((section) => section.figures)
  return figures.every(({ limit }) => limit?.isKept !== false) ? 0 : 1
}

let leaving = false
async function leave(code: number) {
  if (leaving) return
  leaving = true
  await endAll()
  rmSync(dataDir, { recursive: true, force: true })
  process.exit(code)
}

process.once('SIGINT', () => void leave(130))
process.once('SIGTERM', () => void leave(143))
main().then(leave, (error: unknown) => {
  if (!leaving) console.error(error)
  return leave(1)
})
