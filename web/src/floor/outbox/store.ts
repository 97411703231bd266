import type { packing } from '@stowage/contract/orders/packing'
import type { picking } from '@stowage/contract/orders/picking'
import type { Input } from '@stowage/contract/route'

type Stored = {
  /** Its place in the order of sending, given by the store. */
  seq: number
  /** Slug of the platform. Scans are sent only by the platform and member that made them. */
  slug: string
  member: string
  memberName: string
  /** Description of the picked or packed items. */
  title: string
  /** Why the server refused it; then it is sent again only when somebody says so. */
  refused?: { message: string; reasons: string[] }
  /** It is sent again, and the server was told that it was refused before. */
  wasRefused?: true
}

/** A confirmed pick that the server has not answered yet. */
type PendingPick = Stored & {
  kind: 'pick'
  taskId: string
  body: Input<typeof picking.confirm>['body'] & { scanId: string }
}

/** The same for a scan into a package, or out of it. */
export type PendingPack = Stored & {
  kind: 'pack' | 'unpack'
  fulfillmentId: string
  packageId: string
  body: Input<typeof packing.scan>['body'] & { qty: string; scanId: string }
}

export type Pending = PendingPick | PendingPack

type Unnumbered<P> = P extends Pending
  ? Omit<P, 'seq' | 'body'> & { body: Omit<P['body'], 'scanId'> }
  : never
/** A scan to store. Its sequence number and scan id are assigned on storing. */
export type NewEntry = Unnumbered<Pending>

const store = 'picks'

export const settled = <T>(request: IDBRequest<T>) =>
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
    transaction.onabort = () => reject(transaction.error ?? new Error('It was not saved'))
  })
  const [result] = await Promise.all([settled(work(transaction.objectStore(store))), done])
  return result
}

/** All that is pending on this device, in the order it was done. */
export const readPending = () => run('readonly', (all) => all.getAll() as IDBRequest<Pending[]>)

/** Keeps something new through reloads and crashes. Returns its place in the order. */
export const addPending = (fresh: NewEntry & { body: { scanId: string } }) =>
  run('readwrite', (all) => all.add(fresh) as IDBRequest<number>)

export const savePending = (one: Pending) => run('readwrite', (all) => all.put(one))
export const dropPending = (seq: number) => run('readwrite', (all) => all.delete(seq))
