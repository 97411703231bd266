// Times and failures of a test run.
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Formats milliseconds as `4.2 s` or `3 min 05 s`. */
export function seconds(ms) {
  const whole = Math.round(ms / 1000)
  if (whole < 60) return `${(ms / 1000).toFixed(1)} s`
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`
}

/**
 * Returns the slowest files from the JSON reports of vitest and Playwright. A missing report counts
 * as empty.
 */
export function slowestFiles(root, { vitest, playwright }, most = 10) {
  const files = [
    ...(read(vitest)?.testResults ?? []).map(({ name, startTime, endTime }) => ({
      file: path.relative(root, name),
      ms: endTime - startTime,
    })),
    ...(read(playwright)?.suites ?? []).map((suite) => ({
      file: path.join('e2e', suite.file),
      ms: durationOf(suite),
    })),
  ]
  return files.sort((a, b) => b.ms - a.ms).slice(0, most)
}

function durationOf({ suites = [], specs = [] }) {
  const own = specs
    .flatMap(({ tests }) => tests)
    .flatMap(({ results }) => results)
    .reduce((sum, { duration }) => sum + duration, 0)
  return suites.reduce((sum, suite) => sum + durationOf(suite), own)
}

/** Returns the names of the failed tests from these reports, each with the first line of its reason. */
export function failedTests(root, { vitest, playwright }) {
  return [
    ...(read(vitest)?.testResults ?? []).flatMap((result) => failedOfFile(root, result)),
    ...(read(playwright)?.suites ?? []).flatMap(failedOfSuite),
  ]
}

function failedOfFile(root, { name, status, message, assertionResults }) {
  const file = path.relative(root, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length === 0 && status === 'failed') return [`${file}${reasonOf(message)}`]
  return failed.map(
    ({ fullName, failureMessages }) => `${file}: ${fullName}${reasonOf(failureMessages[0])}`,
  )
}

const reasonOf = (message = '') => `\n    ${stripVTControlCharacters(message).split('\n')[0]}`

const failedOfSuite = ({ suites = [], specs = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(
      ({ file, line, title, tests }) =>
        `e2e/${file}:${line}: ${title} (${tests[0]?.projectName})` +
        reasonOf(tests[0]?.results.at(-1)?.error?.message),
    ),
  ...suites.flatMap(failedOfSuite),
]

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)
