import { requestsOf, type Site } from './posting.ts'
import type { Stream } from './load.ts'
import { load } from './processes.ts'
import { atMost, type Section } from './report.ts'
import { alternate, median, ms } from './rounds.ts'

const rounds = 3
const busyClients = 100
/** How many times its calm p95 a workspace may wait because of another one. */
const mostTimes = 3

type Opened = { site: Site; items: readonly string[] }

/**
 * Measures the replies to one workspace, calm and while another one posts to a single bucket with 100 connections.
 */
export async function compareNeighbors(
  port: number,
  calm: Opened,
  busy: Opened,
  roundMs: number,
): Promise<Section> {
  const usual = { connections: 2, pauseMs: 100, isTurning: true }
  const own: Stream[] = [
    {
      name: 'posts',
      method: 'POST',
      path: `/api/v1/tenant/${calm.site.slug}/receiving/receipts`,
      requests: requestsOf('receipt', calm.site, calm.items),
      ...usual,
    },
    {
      name: 'lists',
      method: 'GET',
      path: `/api/v1/tenant/${calm.site.slug}/stock/levels`,
      requests: [{ headers: { authorization: `Bearer ${calm.site.token}` } }],
      ...usual,
    },
  ]
  const crowd: Stream = {
    name: 'crowd',
    method: 'POST',
    path: `/api/v1/tenant/${busy.site.slug}/receiving/receipts`,
    requests: requestsOf('receipt', busy.site, busy.items.slice(0, 1)),
    connections: busyClients,
    pauseMs: 0,
  }
  const measure = (streams: Stream[]) => () =>
    load({ port, warmupMs: 1_000, measureMs: roundMs, streams })
  await measure(own)()
  const pairs = await alternate(rounds, measure(own), measure([...own, crowd]))
  const figures = ['posts', 'lists'].flatMap((name) => {
    const before = pairs.map(([quiet]) => quiet[name]?.p95 ?? Number.NaN)
    const during = pairs.map(([, loud]) => loud[name]?.p95 ?? Number.NaN)
    const times = median(during) / median(before)
    const what = name === 'posts' ? 'receipts' : 'lists of stock'
    return [
      { what: `Its ${what} while both are calm, p95`, measured: ms(median(before)) },
      { what: `Its ${what} meanwhile, p95`, measured: ms(median(during)) },
      {
        what: `Its ${what}, times the calm p95`,
        measured: times.toFixed(1),
        limit: atMost(times, mostTimes),
      },
    ]
  })
  return {
    title: `A workspace beside one that posts with ${busyClients} connections to one bucket`,
    figures,
  }
}
