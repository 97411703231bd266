import { mkdtempSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { nameStatement } from '../src/telemetry/spans.ts'
import { prepareData } from './cluster.ts'
import { startProduct } from './product.ts'

type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
}
type Point = {
  attributes: Sent['attributes']
  count?: number
  bucketCounts?: number[]
  explicitBounds?: number[]
}
type Metric = { name: string; histogram?: { dataPoints: Point[] }; gauge?: object; sum?: object }
type Measured = { resourceMetrics?: { scopeMetrics: { metrics: Metric[] }[] }[] }
type Body = { resourceSpans: { scopeSpans: { spans: Sent[] }[] }[] }

const newData = () => prepareData(mkdtempSync(path.join(tmpdir(), 'stowage-telemetry-')))

/** Receives spans as a collector does. */
async function startCollector() {
  const bodies: string[] = []
  const measured: string[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.url === '/v1/traces') bodies.push(body)
      if (request.url === '/v1/metrics') measured.push(body)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    metric: (name: string) =>
      (JSON.parse(measured.at(-1) ?? '{}') as Measured).resourceMetrics
        ?.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
        .find((metric) => metric.name === name),
    spans: () =>
      bodies
        .flatMap((body) => (JSON.parse(body) as Body).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    stop: () => new Promise((closed) => server.close(closed)),
  }
}

test('requests, their statements, jobs and metrics are sent, without personal data', async () => {
  const collector = await startCollector()
  const product = await startProduct({
    DATA_DIR: newData(),
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_SERVICE_NAME: 'stowage-here',
  })
  const person = { firstName: 'Zoraida', lastName: 'Quixote', email: 'zoraida@example.test' }
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const answer = await fetch(`${product.url}/api/v1/auth/register`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      traceparent: `00-${traceId}-00f067aa0ba902b7-01`,
    },
    body: JSON.stringify({ ...person, password: 'plenty of shelf space' }),
  })
  expect(answer.status).toBe(201)
  const hasJob = () => collector.spans().some(({ name }) => name.startsWith('job '))
  await expect.poll(hasJob, { timeout: 30_000 }).toBe(true)
  await product.stop()
  await collector.stop()

  const durations = collector.metric('http_request_duration_seconds')?.histogram?.dataPoints
  const registered = durations?.find(({ attributes }) =>
    attributes.some(({ value }) => value.stringValue === '/api/v1/auth/register'),
  )
  expect(registered?.count).toBe(1)
  expect(registered?.bucketCounts?.reduce((sum, count) => sum + count, 0)).toBe(1)
  expect(registered?.bucketCounts).toHaveLength((registered?.explicitBounds?.length ?? 0) + 1)
  expect(collector.metric('hash_queue_waiting')?.gauge).toBeDefined()
  expect(collector.metric('process_cpu_seconds_total')?.sum).toBeDefined()

  const spans = collector.spans()
  const request = spans.find(({ name }) => name === 'POST /api/v1/auth/register')
  expect(request).toMatchObject({ traceId, parentSpanId: '00f067aa0ba902b7' })
  expect(request?.attributes).toContainEqual({
    key: 'http.response.status_code',
    value: { intValue: 201 },
  })
  const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
  expect(below.map(({ name }) => name)).toContain('insert identity.accounts')
  const all = collector.bodies.join('')
  expect(all).toContain('stowage-here')
  for (const word of ['Zoraida', 'Quixote', 'zoraida@', 'shelf space'])
    expect(all).not.toContain(word)
})

test('the dashboard shows metrics that exist', async () => {
  const token = 'a token for the metrics'
  const product = await startProduct({ DATA_DIR: newData(), METRICS_TOKEN: token })
  const answer = await fetch(`${product.url}/metrics`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const metrics = await answer.text()
  await product.stop()
  const dashboard = readFileSync(
    new URL('../../deploy/grafana-dashboard.json', import.meta.url),
    'utf8',
  )
  const { panels } = JSON.parse(dashboard) as { panels: { targets: { expr: string }[] }[] }
  const shown = panels.flatMap(({ targets }) =>
    targets.flatMap(({ expr }) => expr.match(/\b[a-z]+_[a-z0-9_]+\b/g) ?? []),
  )
  const known = (name: string) =>
    metrics.includes(`# TYPE ${name.replace(/_(bucket|count)$/, '')} `) ||
    // Only with a replica.
    name === 'database_replica_lag_seconds'
  const others = new Set(['histogram_quantile', '__rate_interval'])
  expect(shown.filter((name) => !others.has(name) && !known(name))).toEqual([])
  expect(shown.length).toBeGreaterThan(10)
})

test.each([
  ['select "id" from "tenant"."orders" where "id" = $1', 'select tenant.orders'],
  ['insert into "ops"."replies" ("key") values ($1)', 'insert ops.replies'],
  ['update "tenant"."orders" set "note" = $1', 'update tenant.orders'],
  ['select stock.post($1, $2::jsonb, $3::jsonb)', 'select stock.post'],
  ['start transaction read only', 'start'],
  ['', 'statement'],
])('%s is named %s', (statement, name) => {
  expect(nameStatement(statement)).toBe(name)
})
