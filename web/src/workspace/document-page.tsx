import type { Params, Reply, Route } from '@stowage/contract/route'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { load } from '../app/api.ts'
import type { CallOf } from '../app/transport.ts'
import { Facts, type LabeledValues } from '../parts/Facts.tsx'
import { isMissing } from '../parts/Missing.tsx'
import { Page } from '../parts/Page.tsx'
import { Reading } from '../parts/Reading.tsx'
import { useListAbove } from './list-above.ts'
import type { PageId, ParamsOf } from './list-spec.ts'
import { useWorkspaceName } from './member.ts'
import { NoRight } from './NoRight.tsx'
import type { WorkspacePaths } from './paths.ts'
import { useCan, type Guarded } from './rights.ts'
import { useSite } from './site.ts'
import { useTimes } from './times.ts'
import { usePaths } from './warehouses.ts'

/** The page, if its address has the ids that the route needs. */
type PageOf<R extends Route, Id extends PageId> =
  Exclude<keyof Params<R['path']>, 'slug'> extends keyof ParamsOf<Id> ? Id : never

/** All that a part of the page can depend on besides the document. */
type DocumentAt<R extends Route> = ReturnType<typeof useCan> &
  ReturnType<typeof useTimes> & { slug: string; paths: WorkspacePaths; reply: Reply<R> }

type Part<R extends Route, Document, Result = ReactNode> = (
  document: Document,
  at: DocumentAt<R>,
) => Result

type Spec<
  R extends Route,
  Id extends PageId,
  Name extends keyof Reply<R> & string,
  Document = Reply<R>[Name],
> = {
  page: Id & PageOf<R, NoInfer<Id>>
  route: R
  /** Name of the document in the reply, and on the page until it has come. */
  name: Name
  /** The title until it has come, where it is not the name. */
  untitled?: string
  /** Plural noun of the documents, where the page can be opened without the right to read one. */
  rows?: string
  /** Beside the title, such as the state. */
  tabs?: Part<R, Document>
  /** What can be done with it. */
  actions?: Part<R, Document>
  /** Above the facts: what has to be seen first. */
  notice?: Part<R, Document>
  facts?: Part<R, Document, LabeledValues>
  /** Below the facts: lines, forms and related records. */
  body: Part<R, Document>
  /** Milliseconds until it is read again, while it changes by itself. */
  readAgain?: (document: Document) => number | undefined
} & (Document extends { number: string }
  ? { title?: (document: Document) => string }
  : { title: (document: Document) => string })

/** A declaration of which route and document are not known. */
type AnySpec = Omit<Spec<Route & Guarded, PageId, never, object>, 'page' | 'name' | 'title'> & {
  page: PageId
  name: string
  title?: (document: object) => string
}

/**
 * Declares the page of one document: it is read by the ids of the address, and shown with its facts and what can be done with
 * it. A page of several tabs or queries is a `Page` with hooks of its own.
 */
export const documentPage = <
  R extends Route,
  const Id extends PageId,
  Name extends keyof Reply<R> & string,
>(
  spec: Spec<R, Id, Name>,
) =>
  function Document() {
    // All parts belong together by the types of the declaration.
    return <Shown spec={spec as unknown as AnySpec} />
  }

function Shown({ spec }: { spec: AnySpec }) {
  const { route, name, readAgain, untitled = name[0]?.toUpperCase() + name.slice(1) } = spec
  const { title = (document) => (document as { number: string }).number } = spec
  // The router's types want to know which page it is.
  const { platform: slug, ...ids } = useParams({ from: spec.page as never }) as Record<
    'platform',
    string
  >
  const paths = usePaths()
  const list = useListAbove(spec.page)
  const { id: warehouse } = useSite()
  const times = useTimes()
  const rights = useCan()
  const isOfWarehouse = 'warehouse' in ((route.query as { shape?: object }).shape ?? {})
  const call = { params: { slug, ...ids }, ...(isOfWarehouse && { query: { warehouse } }) }
  const isHidden = spec.rows !== undefined && rights.why<Route & Guarded>(route) !== undefined
  const documentIn = (reply: unknown) =>
    (reply as Readonly<Record<string, object>> | undefined)?.[name]
  const found = useQuery({
    ...load(route, call as unknown as CallOf<Route>),
    enabled: !isHidden,
    refetchInterval: ({ state }) => {
      const read = documentIn(state.data)
      return (read && readAgain?.(read)) ?? false
    },
  })
  const document = isMissing(found.error) ? undefined : documentIn(found.data)
  const at = { ...rights, ...times, slug, paths, reply: found.data }
  return (
    <Page
      title={document ? title(document) : untitled}
      site={useWorkspaceName(slug)}
      above={list}
      tabs={document && spec.tabs?.(document, at)}
      actions={document && spec.actions?.(document, at)}
    >
      {isHidden ? (
        <NoRight of={route} rows={spec.rows} />
      ) : (
        <Reading of={found} fallback={`Couldn’t load the ${name}`} record={{ of: name, list }} />
      )}
      {document && (
        <>
          {spec.notice?.(document, at)}
          {spec.facts && <Facts of={spec.facts(document, at)} />}
          {spec.body(document, at)}
        </>
      )}
    </Page>
  )
}
