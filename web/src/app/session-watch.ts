import { now } from './clock.ts'
import { endOperatorSession } from './leaving.ts'
import { isDashboard, needsSession, paths } from './paths.ts'
import { refreshOperator } from './refresh.ts'
import {
  lastEnd,
  lifeOf,
  onSessionChange,
  operatorTokens,
  storedOperator,
  tenantTokens,
  type TokenLife,
} from './session.ts'
import { ApiError } from './transport.ts'

const grace = 250
const warning = 120_000
const firstPause = 10_000
const longestPause = 60_000
/** Longer timers overflow and fire at once. */
const longestTimer = 2_147_483_647

export type Plan = { act: 'expire' | 'refresh' | 'warn' | 'nothing'; at: number }

/**
 * Returns the next action in the life of an access token, with its time in milliseconds on the server's
 * clock. A token without an issue time is never refreshed automatically, only ended.
 */
export function nextStep(
  { expiresAt, issuedAt }: TokenLife,
  { at, notBefore, warned }: { at: number; notBefore: number; warned: boolean },
): Plan {
  const steps: Plan[] = [{ act: 'expire', at: expiresAt + grace }]
  if (issuedAt !== undefined) {
    const due = issuedAt + 0.8 * (expiresAt - issuedAt)
    const refresh = Math.max(due, notBefore)
    if (refresh < expiresAt) steps.push({ act: 'refresh', at: refresh })
  }
  // Short lives would begin with a warning; those are exchanged or ended without one.
  const warnAt = expiresAt - warning
  const long = issuedAt === undefined || expiresAt - issuedAt > 2 * warning
  if (!warned && long && at < expiresAt) steps.push({ act: 'warn', at: warnAt })
  return steps.reduce((first, step) => (step.at < first.at ? step : first))
}

let timer: ReturnType<typeof setTimeout> | undefined
let failures = 0
let notBefore = 0
let endsAt: number | undefined
let seenToken: string | null = null
let seenAccount = ''
let seenTenant: string | null = null
const listeners = new Set<() => void>()

/** Returns the end of a session that could not be prolonged; undefined while all is well. */
export const sessionEndsAt = () => endsAt

export function onSessionEnding(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function setEndsAt(next: number | undefined) {
  if (endsAt === next) return
  endsAt = next
  for (const listener of listeners) listener()
}

async function refresh() {
  const token = operatorTokens().accessToken
  // While the answer is awaited only the end itself is due.
  notBefore = Infinity
  arm()
  try {
    await refreshOperator()
    failures = 0
    notBefore = 0
  } catch (error) {
    if (operatorTokens().accessToken !== token) return
    const asked = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
    notBefore = now() + Math.max(asked, Math.min(firstPause * 2 ** failures, longestPause))
    failures += 1
  }
  arm()
}

/** Sets the one timer for whatever is due next; what is due already happens at once. */
function arm() {
  clearTimeout(timer)
  const life = lifeOf(operatorTokens().accessToken)
  if (!life) return setEndsAt(undefined)
  const step = nextStep(life, { at: now(), notBefore, warned: endsAt === life.expiresAt })
  const wait = Math.min(Math.max(0, step.at - now()), longestTimer)
  timer = setTimeout(() => {
    if (now() < step.at) return arm()
    if (step.act === 'expire') return endOperatorSession('session-expired')
    if (step.act === 'refresh') return void refresh()
    setEndsAt(life.expiresAt)
    arm()
  }, wait)
}

/** Another tab signed in, out or on: this one follows. */
function follow() {
  const { accessToken } = operatorTokens()
  const account = storedOperator()?.id ?? ''
  const tenant = tenantTokens().accessToken
  if (seenToken && !accessToken && isDashboard(location.pathname))
    location.replace(paths.disconnected(lastEnd() ?? 'session-expired'))
  // What is loaded belongs to somebody else now.
  else if (seenAccount && account && account !== seenAccount && isDashboard(location.pathname))
    location.reload()
  if (seenTenant && !tenant && needsSession(location.pathname) && !isDashboard(location.pathname))
    location.replace(paths.disconnected('tenant-logout'))
  see()
}

function see() {
  const { accessToken } = operatorTokens()
  if (accessToken !== seenToken) {
    failures = 0
    notBefore = 0
    if (endsAt !== undefined) setEndsAt(undefined)
  }
  seenToken = accessToken
  seenAccount = storedOperator()?.id ?? ''
  seenTenant = tenantTokens().accessToken
  arm()
}

/**
 * Keeps the operator's session alive while a tab is open and ends it when its time is over. False
 * when the stored session was over already and the page is being left.
 */
export function watchSession(): boolean {
  const { accessToken } = operatorTokens()
  const life = lifeOf(accessToken)
  if (accessToken !== null && (!life || life.expiresAt <= now())) {
    endOperatorSession('session-expired')
    if (isDashboard(location.pathname)) return false
  }
  see()
  // First, because it compares with what `see` remembers.
  window.addEventListener('storage', (event) => {
    if (event.storageArea === localStorage) follow()
  })
  onSessionChange(see)
  // Timers stand still while a computer sleeps.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') arm()
  })
  window.addEventListener('pageshow', arm)
  return true
}
