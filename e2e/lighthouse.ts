import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from '@playwright/test'
import lighthouse, { type Result } from 'lighthouse'

/**
 * Categories that Lighthouse scores. Its own preset simulates a mid-range phone, with timings derived from
 * one load.
 */
export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo'

export type Audited = {
  /** 0 to 100 by category. */
  scores: Partial<Record<Category, number>>
  /** Audits that cost points, as `category: audit`. */
  findings: string[]
  lcpMs: number | undefined
  shift: number | undefined
  /** Over the wire, in units of 1000 bytes. */
  kilobytes: number | undefined
  requests: number | undefined
}

/** A browser of its own for Lighthouse: CHROMIUM_PATH, or Debian's. Close it in every case. */
export async function openLighthouse() {
  const profile = mkdtempSync(path.join(tmpdir(), 'stowage-lighthouse-'))
  const browser = spawn(
    process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    [
      '--headless=new',
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      ...quiet,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    // A group of its own: on Debian the command is a script, and the browser its child.
    { stdio: 'ignore', detached: true },
  )
  const exited = once(browser, 'exit')
  const port = await debuggingPort(path.join(profile, 'DevToolsActivePort'))
  return {
    /**
     * One cold visit of a page as a phone makes it, by somebody whose browser has `stored` of that site.
     * Rejects when the page cannot be loaded.
     */
    async audit(
      url: string,
      categories: Category[],
      stored: Record<string, string> = {},
    ): Promise<Audited> {
      const isKnown = Object.keys(stored).length > 0
      if (isKnown) await store(port, new URL(url).origin, stored)
      const run = await lighthouse(url, {
        // What Lighthouse empties before a visit holds what was just stored.
        disableStorageReset: isKnown,
        port,
        output: [],
        onlyCategories: categories,
        disableFullPageScreenshot: true,
      })
      if (!run || run.lhr.runtimeError)
        throw new Error(`Lighthouse cannot load ${url}: ${run?.lhr.runtimeError?.message}`)
      return summarize(run.lhr, categories)
    },
    async close() {
      if (browser.pid !== undefined) process.kill(-browser.pid)
      await exited
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Leaves these in the local storage of a site whose pages the browser has not loaded yet. */
async function store(port: number, origin: string, entries: Record<string, string>) {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = await browser.contexts()[0]?.newPage()
  await page?.goto(`${origin}/robots.txt`)
  await page?.evaluate((all) => {
    for (const [key, value] of Object.entries(all)) localStorage.setItem(key, value)
  }, entries)
  await page?.close()
  await browser.close()
}

const quiet = [
  '--remote-debugging-port=0',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-sync',
]

/** The browser writes the port it was given into its profile. */
async function debuggingPort(file: string) {
  const deadline = Date.now() + 30_000
  for (;;) {
    // There for a moment before anything stands in it.
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0
    if (port > 0) return port
    if (Date.now() > deadline) throw new Error('the browser for Lighthouse did not start')
    await sleep(50)
  }
}

function summarize({ categories: found, audits }: Result, categories: Category[]): Audited {
  const scores: Audited['scores'] = {}
  const findings: string[] = []
  for (const category of categories) {
    const { score, auditRefs } = found[category] ?? { score: 0, auditRefs: [] }
    scores[category] = Math.round((score ?? 0) * 100)
    for (const { id, weight } of auditRefs)
      if (weight > 0 && (audits[id]?.score ?? 1) < 1) findings.push(`${category}: ${id}`)
  }
  const bytes = audits['total-byte-weight']?.numericValue
  return {
    scores,
    findings,
    lcpMs: audits['largest-contentful-paint']?.numericValue,
    shift: audits['cumulative-layout-shift']?.numericValue,
    kilobytes: bytes === undefined ? undefined : bytes / 1000,
    requests: (audits['network-requests']?.details as { items?: unknown[] } | undefined)?.items
      ?.length,
  }
}
