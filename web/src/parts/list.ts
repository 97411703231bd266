import { useNavigate } from '@tanstack/react-router'
import { ApiError } from '../app/transport.ts'

/** Numbers of rows a page can have, the usual one in the middle. */
export const pageSizes = [25, 50, 100] as const
const usual = 50

/** The part of a list's address that says where one is in it. */
type ListSearch = {
  cursor?: string | undefined
  /** The place of the first row, counted from 1. */
  from?: number | undefined
  limit?: number | undefined
  count?: 'all' | 'none' | undefined
  sort?: string | undefined
}

/** A list whose order can be chosen. */
type Ordered = { query: { shape: { sort: { parse: (nothing: undefined) => string } } } }

/** Reply of a list route: one page of rows with its cursors and total. */
export type PageReply = {
  items: readonly unknown[]
  next: string | null
  previous: string | null
  total: number | null
  capped: boolean
}

/**
 * Checks whether the error says that the list lacks the page in the address, which makes retrying useless.
 */
export const isUnknownPage = (error: unknown) =>
  error instanceof ApiError &&
  error.status === 400 &&
  error.details.some(({ path }) => path === 'cursor')

const keyOf = (name: string) => `stowage.rows.${name}`

function rememberedLimit(name: string): number {
  const stored = Number(localStorage.getItem(keyOf(name)))
  return pageSizes.find((size) => size === stored) ?? usual
}

/**
 * A list whose address says what it shows. `name` is what its length is remembered by in this browser.
 * `page` belongs into the query of the call, `filter` narrows from the start, `pager` into KeysetPager,
 * `sorting` into DataTable where `route` has orders to choose from.
 */
export function useList(name: string, search: ListSearch, route?: Ordered) {
  const navigate = useNavigate()
  const limit = search.limit ?? rememberedLimit(name)
  const from = search.from ?? 1
  const show = (part: Record<string, unknown>, replace: boolean) =>
    void navigate({
      to: '.',
      search: (now: object) => ({ ...now, ...part }) as never,
      replace,
      resetScroll: false,
    })
  const start = { cursor: undefined, from: undefined }
  const usualSort = route?.query.shape.sort.parse(undefined)

  return {
    page: { limit: String(limit), cursor: search.cursor, count: search.count },
    sorting:
      usualSort === undefined
        ? undefined
        : {
            now: search.sort ?? usualSort,
            usual: usualSort,
            onSort: (sort: string) =>
              show({ sort: sort === usualSort ? undefined : sort, ...start }, true),
          },
    filter: (part: Record<string, unknown>) => show({ ...part, ...start, count: undefined }, true),
    pager: {
      limit,
      from,
      onTurn: (cursor: string, by: number) => show({ cursor, from: Math.max(1, from + by) }, false),
      onStart: () => show(start, false),
      onCountAll: () => show({ count: 'all' }, true),
      onLimit: (size: number) => {
        localStorage.setItem(keyOf(name), String(size))
        show({ ...start, limit: size === usual ? undefined : size }, true)
      },
    },
  }
}
