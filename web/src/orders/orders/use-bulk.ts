import type { BatchReply } from '@stowage/contract/batches'
import { bulk } from '@stowage/contract/orders/bulk'
import { orders, type OrderSummary } from '@stowage/contract/orders/orders'
import type { Input } from '@stowage/contract/route'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { send, useAction } from '../../app/api.ts'
import { type ReadPage, rowsOf, wholePage } from '../../parts/selected.ts'
import type { Selection } from '../../parts/selection.ts'

type Verb = keyof typeof bulk
/** What a step needs beside the orders. */
type More<V extends Verb> = Omit<Input<(typeof bulk)[V]>['body'], 'mode' | 'items'>

/** A step for all selected orders: `confirm`, or `hold` with its reason. */
export type BulkStep = { [V in Verb]: { verb: V; more: More<V> } }[Verb]

/** The most orders of one step. */
export const mostOrders = 1000
/** Orders of one request: few enough for the progress to move. */
const atOnce = 25
/** Ids of one request: they are part of its address. */
const idsAtOnce = 100

type Refused = { id: string; number: string; message: string }
type Outcome = {
  verb: Verb
  total: number
  applied: number
  refused: Refused[]
  /** The wave they were added to. */
  waveId: string | undefined
}

/** Sends a step for the selected orders, a part at a time, and keeps which were refused and why. */
export function useBulk(slug: string, selection: Selection, read: ReadPage<OrderSummary>) {
  const refresh = [orders.list]
  const actions = {
    confirm: useAction(bulk.confirm, { refresh }),
    release: useAction(bulk.release, { refresh }),
    unrelease: useAction(bulk.unrelease, { refresh }),
    hold: useAction(bulk.hold, { refresh }),
    releaseHold: useAction(bulk.releaseHold, { refresh }),
    cancel: useAction(bulk.cancel, { refresh }),
    tag: useAction(bulk.tag, { refresh }),
    addToWave: useAction(bulk.addToWave, { refresh }),
  }
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const change = useMutation({
    mutationFn: async ({ verb, more }: BulkStep): Promise<Outcome> => {
      // Before anything is sent: what was refused can then be said in any case.
      const { sentencesOf } = await import('../../workspace/refusals/refusals.ts')
      const rows = await selectedRows(slug, selection, read)
      const outcome: Outcome = {
        verb,
        total: rows.length,
        applied: 0,
        refused: [],
        waveId: 'waveId' in more ? more.waveId : undefined,
      }
      for (let at = 0; at < rows.length; at += atOnce) {
        setProgress({ done: at, total: rows.length })
        const part = rows.slice(at, at + atOnce)
        const items = part.map(({ id, version }) => ({ id, version }))
        // The step and its input belong together by the type of BulkStep.
        const call = { params: { slug }, body: { mode: 'valid_items', items, ...more } } as never
        const { applied, results } = await actions[verb].mutateAsync(call)
        outcome.applied += applied
        outcome.refused.push(...refusedOf(results, part, sentencesOf))
      }
      selection.clear()
      return outcome
    },
    onSettled: () => setProgress(undefined),
  })
  return { change, progress }
}

async function selectedRows(
  slug: string,
  { isAll, chosen }: Selection,
  read: ReadPage<OrderSummary>,
): Promise<OrderSummary[]> {
  if (isAll) return rowsOf(read, mostOrders)
  const ids = [...chosen]
  const rows: OrderSummary[] = []
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const some = ids.slice(at, at + idsAtOnce).join(',')
    const query = { ...wholePage, ids: some }
    rows.push(...(await send(orders.list, { params: { slug }, query })).items)
  }
  return rows
}

const refusedOf = (
  results: BatchReply['results'],
  rows: readonly OrderSummary[],
  explain: (code: string, blockers: unknown) => string[],
): Refused[] =>
  results.flatMap(({ status, index, code = '', message = '', details, blockers = [] }) => {
    const row = rows[index]
    if (status === 'ok' || !row) return []
    const said = [details?.[0]?.message ?? message, ...explain(code, blockers)]
    return [{ id: row.id, number: row.number, message: said.join(' ') }]
  })
