import type { picking } from '@stowage/contract/orders/picking'
import type { Input } from '@stowage/contract/route'

/** A confirmed pick that the server has not answered yet. */
export type Pending = {
  /** Its place in the order of sending, given by the store. */
  seq: number
  /** Of the platform and the member who picked; nobody else sends it. */
  slug: string
  member: string
  memberName: string
  taskId: string
  /** What was picked, in words. */
  title: string
  body: Input<typeof picking.confirm>['body'] & { scanId: string }
  /** Why the server refused it; such a pick is sent again only when somebody says so. */
  refused?: { message: string; reasons: string[] }
  /** It is sent again, and the server was told that it was refused before. */
  wasRefused?: true
}

const store = 'picks'

const settled = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The store of this device failed'))
  })

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open('stowage', 1)
  request.onupgradeneeded = () =>
    request.result.createObjectStore(store, { keyPath: 'seq', autoIncrement: true })
  return settled(request)
}

async function run<T>(mode: IDBTransactionMode, work: (all: IDBObjectStore) => IDBRequest<T>) {
  opened ??= open()
  const transaction = (await opened).transaction(store, mode, { durability: 'strict' })
  const done = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('The pick was not saved'))
  })
  const [result] = await Promise.all([settled(work(transaction.objectStore(store))), done])
  return result
}

/** All pending picks of this device, in the order they were made. */
export const readPending = () => run('readonly', (all) => all.getAll() as IDBRequest<Pending[]>)

/** Keeps a new pick through reloads and crashes. Returns its place in the order. */
export const addPending = (pick: Omit<Pending, 'seq'>) =>
  run('readwrite', (all) => all.add(pick) as IDBRequest<number>)

export const savePending = (pick: Pending) => run('readwrite', (all) => all.put(pick))
export const dropPending = (seq: number) => run('readwrite', (all) => all.delete(seq))
