import { batches } from '@stowage/contract/orders/batches'
import { picking } from '@stowage/contract/orders/picking'
import { warehouses } from '@stowage/contract/warehouse/location-warehouses'
import type { QueryClient } from '@tanstack/react-query'
import { taskStore } from '../../app/session.ts'
import { settled } from './store.ts'

/*
 * Tasks as they were read last, so picking goes on after a reload without a connection. They are shown only where
 * no answer comes, to the member they were read for, for as long as a shift takes.
 */
const paths: readonly unknown[] = [picking.list, batches.details, warehouses.list].map(
  (route) => route.path,
)
const shift = 12 * 3_600_000

type Read = { key: string; at: number; data: unknown }

async function run<T>(mode: IDBTransactionMode, work: (all: IDBObjectStore) => IDBRequest<T>) {
  const request = indexedDB.open(taskStore, 1)
  request.onupgradeneeded = () => request.result.createObjectStore('reads', { keyPath: 'key' })
  const opened = await settled(request)
  try {
    return await settled(work(opened.transaction('reads', mode).objectStore('reads')))
  } finally {
    opened.close()
  }
}

/** Keeps what is read, and shows what was kept where the server can't be reached. Returns how to stop. */
export function keepReads(client: QueryClient, member: string): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    if (!paths.includes(query.queryKey[0])) return
    const key = `${member} ${query.queryHash}`
    if (action.type === 'success' && !action.manual) {
      const read: Read = { key, at: Date.now(), data: action.data }
      void run('readwrite', (all) => all.put(read)).catch(() => {})
    }
    if (action.type !== 'error' || query.state.data !== undefined) return
    if ((action.error as { status?: unknown }).status !== 0) return
    void run<Read | undefined>('readonly', (all) => all.get(key))
      .then((read) => {
        if (read && Date.now() - read.at < shift && query.state.data === undefined)
          client.setQueryData(query.queryKey, read.data, { updatedAt: read.at })
      })
      .catch(() => {})
  })
}
