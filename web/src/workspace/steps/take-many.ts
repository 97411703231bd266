import type { BatchReply } from '@stowage/contract/batches'
import { maxSelected } from '@stowage/contract/lists'
import type { Route } from '@stowage/contract/route'
import { fetchChanged, send } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { newId } from '../../app/ids.ts'
import { idsOf, rowsOf, wholePage, type ReadPage } from '../../parts/selected.ts'
import type { Selection } from '../../parts/selection.ts'
import { toast } from '../../ui/toast.ts'
import { parseBlockers } from '../refusals/blockers.ts'
import { sentencesOf } from '../refusals/refusals.ts'
import { changedText, mostInParts } from './many.ts'
import { takes, type AnyStep, type StepRoute, type Subject } from './steps.ts'

/** Records of one request: few enough for the progress to move. */
const atOnce = 25
/** Ids of one request: they are part of its address. */
const idsAtOnce = 100

export type Row = Subject & { number?: string }
type Refused = { id: string; number: string; message: string }
/** A step, and what is sent beside the records. */
export type Sent = { step: AnyStep<never>; more: object }
export type Outcome = Sent & { total: number; applied: number; refused: Refused[] }

export type ManyOf<One> = {
  /** The list, which takes `ids` where rows are sent with their versions. */
  list: Route
  selection: Selection
  read: ReadPage<One>
}
type ManyOptions<One> = ManyOf<One> & {
  slug: string
  onProgress: (progress: { done: number; total: number }) => void
  onUndoFailed: (error: Error) => void
}

/** Takes a step with all selected records. Returns what came of it, unless a toast has said it. */
export async function takeMany<One extends Row>(sent: Sent, given: ManyOptions<One>) {
  const { route, undo } = sent.step.many ?? {}
  if (!route) return undefined
  try {
    return takes(route, 'ids')
      ? await changeIds(sent, { ...given, route, undo })
      : await changeInParts(sent, { ...given, route })
  } finally {
    await fetchChanged(route)
  }
}

const call = (route: Route, slug: string, body: object) =>
  send(route, { params: { slug }, body } as never, { headers: { 'idempotency-key': newId() } })

/** Sends all ids at once: all are changed, or none. */
async function changeIds<One extends Row>(
  { step, more }: Sent,
  { route, undo, ...given }: ManyOptions<One> & { route: StepRoute; undo: StepRoute | undefined },
) {
  const { slug, selection, read } = given
  // By the type of a step, its route is one for ids.
  const change = async (to: Route, ids: readonly string[], more: object = {}) =>
    ((await call(to, slug, { ids, ...more })) as { changed: string[] }).changed
  const changed = await change(route, await idsOf(selection, read, maxSelected), more)
  const takeBack = undo && {
    label: 'Undo',
    run: () => void change(undo, changed).then(() => fetchChanged(undo), given.onUndoFailed),
  }
  selection.clear()
  toast(
    changedText(step, changed.length, formatCount),
    changed.length > 0 ? takeBack : undefined,
    changed,
  )
  return undefined
}

/** Sends a part at a time, and keeps which were refused and why. */
async function changeInParts<One extends Row>(
  sent: Sent,
  { route, slug, list, selection, read, onProgress }: ManyOptions<One> & { route: StepRoute },
): Promise<Outcome> {
  const rows = await selectedRows(slug, list, selection, read)
  const outcome: Outcome = { ...sent, total: rows.length, applied: 0, refused: [] }
  for (let at = 0; at < rows.length; at += atOnce) {
    onProgress({ done: at, total: rows.length })
    const part = rows.slice(at, at + atOnce)
    const items = part.map(({ id, version }) => ({ id, version }))
    // By the type of a step, its route is that of a batch.
    const reply = (await call(route, slug, {
      mode: 'valid_items',
      items,
      ...sent.more,
    })) as BatchReply
    outcome.applied += reply.applied
    outcome.refused.push(...refusedOf(reply.results, part))
  }
  selection.clear()
  return outcome
}

async function selectedRows<One>(
  slug: string,
  list: Route,
  { isAll, chosen }: Selection,
  read: ReadPage<One>,
): Promise<One[]> {
  if (isAll) return rowsOf(read, mostInParts)
  const ids = [...chosen]
  const rows: One[] = []
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const query = { ...wholePage, ids: ids.slice(at, at + idsAtOnce).join(',') }
    const page = (await send(list, { params: { slug }, query } as never)) as { items: One[] }
    rows.push(...page.items)
  }
  return rows
}

/** Sentences for states before the requested one. Any other state was already reached. */
const stays: Record<string, string> = { draft: 'Still a draft.', on_hold: 'On hold.' }

/** Says why one record of many was refused. Its list is read again, so nobody has to reload. */
export function reasonOf(result: BatchReply['results'][number]): string {
  const { code = '', message = '', details, blockers = [] } = result
  const [first] = code === 'invalid_transition' ? parseBlockers(code, blockers) : []
  // A refusal in words of its own says more than the state.
  if (first && 'from' in first && message === noLonger)
    return stays[first.from] ?? `Already ${first.from.replaceAll('_', ' ')}.`
  return [details?.[0]?.message ?? message, ...sentencesOf(code, blockers)].join(' ')
}

/** Server message for any step that came too late. */
const noLonger = 'This is no longer possible.'

const refusedOf = (results: BatchReply['results'], rows: readonly Row[]): Refused[] =>
  results.flatMap((result) => {
    const row = rows[result.index]
    if (result.status === 'ok' || !row) return []
    return [{ id: row.id, number: row.number ?? row.id, message: reasonOf(result) }]
  })
