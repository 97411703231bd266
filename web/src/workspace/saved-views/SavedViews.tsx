import type { Arrangement } from '@stowage/contract/platforms/table-settings'
import { savedViews, type SavedView } from '@stowage/contract/workspace/saved-views'
import { Bookmark } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { lazyPart } from '../../app/lazy-part.ts'
import { Confirm } from '../../parts/Confirm.tsx'
import { MenuEntry } from '../../parts/MenuEntry.tsx'
import { ViewTabs } from '../../parts/ViewTabs.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { More } from '../../ui/More.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../rights.ts'
import { useSlug } from '../warehouses.ts'
import { isSameQuery } from './query-of.ts'
import type { Saved } from './use-saved-view.ts'

const SaveViewDialog = lazyPart(() => import('./SaveViewDialog.tsx'), 'SaveViewDialog')

/** Views beside the title; the others are in the menu. */
const mostTabs = 3

type Props = {
  saved: Saved
  /** The columns as they are shown now. */
  arrangement: Arrangement
}

/** Saved views of a list beside its title, and a menu to save, change, share and delete them. */
export function SavedViews({ saved, arrangement }: Props) {
  const { screen, views, open, query, addressOf } = saved
  const slug = useSlug()
  const { why } = useCan()
  const update = useAction(savedViews.update)
  const remove = useAction(savedViews.remove)
  const setDefault = useAction(savedViews.setDefault)
  const [asks, setAsks] = useState<'save' | 'rename' | 'delete'>()
  const close = () => setAsks(undefined)
  const isChanged =
    open !== undefined &&
    (!isSameQuery(open.query, query) ||
      (open.arrangement !== null && open.arrangement !== arrangement))
  const mayNotShare = why(savedViews.update, 'view.share')
  const mayNotChange = open && !open.isOwn ? mayNotShare : undefined
  const change = (view: SavedView, values: object, notice: string) =>
    update.mutate(
      { params: { slug, viewId: view.id }, body: { ...values, version: view.version } },
      { onSuccess: () => toast(notice) },
    )
  const tabs = views.filter((view, at) => at < mostTabs || view === open)
  const rest = views.filter((view) => !tabs.includes(view))
  const error = update.error ?? remove.error ?? setDefault.error
  return (
    <>
      {tabs.length > 0 && (
        <ViewTabs
          label="Saved views"
          tabs={tabs.map((view) => ({
            name: view === open && isChanged ? `${view.name} •` : view.name,
            href: addressOf(view),
            isOpen: view === open,
          }))}
        />
      )}
      <More label="Saved views menu" face={<Bookmark aria-hidden size={16} />}>
        {rest.map((view) => (
          <MenuEntry key={view.id} href={addressOf(view)}>
            {view.name}
          </MenuEntry>
        ))}
        <MenuEntry onClick={() => setAsks('save')}>Save as new view…</MenuEntry>
        {open && (
          <>
            {isChanged && (
              <MenuEntry
                why={mayNotChange}
                onClick={() =>
                  change(
                    open,
                    { query, ...(open.arrangement && { arrangement }) },
                    `${open.name} was saved`,
                  )
                }
              >
                {`Save changes to ${open.name}`}
              </MenuEntry>
            )}
            <MenuEntry why={mayNotChange} onClick={() => setAsks('rename')}>
              Rename…
            </MenuEntry>
            <MenuEntry
              why={mayNotShare}
              onClick={() =>
                change(
                  open,
                  { isShared: !open.isShared },
                  open.isShared ? `${open.name} is now private` : `${open.name} is now shared`,
                )
              }
            >
              {open.isShared ? 'Stop sharing' : 'Share with everyone'}
            </MenuEntry>
            <MenuEntry
              onClick={() =>
                setDefault.mutate(
                  { params: { slug }, body: { screen, viewId: open.isDefault ? null : open.id } },
                  {
                    onSuccess: () =>
                      toast(
                        open.isDefault
                          ? 'The list now opens without a view'
                          : `The list now opens with ${open.name}`,
                      ),
                  },
                )
              }
            >
              {open.isDefault ? 'Don’t open with this view' : 'Open the list with this view'}
            </MenuEntry>
            <MenuEntry why={mayNotChange} onClick={() => setAsks('delete')}>
              Delete…
            </MenuEntry>
          </>
        )}
      </More>
      {error && <ErrorBox error={error} fallback="Couldn’t change the view" />}
      <Suspense>
        {asks === 'save' && (
          <SaveViewDialog saved={saved} arrangement={arrangement} onClose={close} />
        )}
        {asks === 'rename' && open && (
          <SaveViewDialog saved={saved} arrangement={arrangement} view={open} onClose={close} />
        )}
      </Suspense>
      {asks === 'delete' && open && (
        <Confirm
          title={`Delete view ${open.name}?`}
          {...(open.isShared && { consequence: 'It’s deleted for everyone.' })}
          action="Delete view"
          onCancel={close}
          onConfirm={() => {
            close()
            remove.mutate(
              { params: { slug, viewId: open.id } },
              { onSuccess: () => toast(`${open.name} was deleted`) },
            )
          }}
        />
      )}
    </>
  )
}
