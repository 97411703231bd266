import { useState, type ReactNode } from 'react'
import { z } from 'zod'
import { ApiError } from '../app/transport.ts'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { Copy } from '../ui/Copy.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorBox } from '../ui/ErrorBox.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { RadioCards } from '../ui/RadioCards.tsx'
import { Select } from '../ui/Select.tsx'
import { Bar, Skeleton } from '../ui/Skeleton.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/toast.ts'
import { Confirm } from './Confirm.tsx'
import { DataTable, type Column } from './DataTable.tsx'
import { EmptyState } from './EmptyState.tsx'
import { bind, FormPanel, useFormOf } from './FormPanel.tsx'
import { OffsetPager } from './OffsetPager.tsx'
import { Page } from './Page.tsx'
import { StateBadge } from './StateBadge.tsx'

/** Every component in every state on one page, for looking at. Not part of a production build. */
export default function GalleryPage() {
  return (
    <main className="p-8">
      <Page title="Gallery">
        <Buttons />
        <Fields />
        <Messages />
        <Layers />
        <Tables />
      </Page>
    </main>
  )
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-4">
      <h2>{title}</h2>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </section>
  )
}

const looks = ['primary', 'secondary', 'quiet', 'danger'] as const

function Buttons() {
  return (
    <Block title="Buttons">
      {looks.map((look) => (
        <Button key={look} look={look}>
          {look}
        </Button>
      ))}
      <Button why="Only an owner may do this.">With a reason</Button>
      <Button busy="Saving…">Save</Button>
      <Button disabled>Disabled</Button>
      <Copy text="copied from the gallery" />
    </Block>
  )
}

const note = z.object({ note: z.string().min(1, 'Note is required') })

function Fields() {
  const [size, setSize] = useState<'small' | 'large'>('small')
  const form = useFormOf(note, { note: '' })
  return (
    <Block title="Fields">
      <TextField label="Text" hint="A hint" />
      <TextField label="Wrong" error="This is not right." defaultValue="typed" />
      <TextField label="Off" disabled defaultValue="typed" />
      <PasswordField label="Secret" defaultValue="secret" />
      <CodeField label="Code" defaultValue="123456" />
      <Select
        label="Choice"
        options={[
          { value: 'a', label: 'First' },
          { value: 'b', label: 'Second' },
        ]}
      />
      <RadioCards
        legend="Size"
        value={size}
        onChange={setSize}
        options={[
          { value: 'small', label: 'Small', hint: 'Sixty of them' },
          { value: 'large', label: 'Large', hint: 'Ten thousand' },
        ]}
      />
      <FormPanel
        form={form}
        submit="Send"
        saving={false}
        error={new ApiError(503, { message: 'The service is away.', requestId: '0198c2' })}
        onSubmit={({ note: text }) => toast(`Sent: ${text}`)}
      >
        <TextField label="Note" {...bind(form, 'note')} />
      </FormPanel>
    </Block>
  )
}

function Messages() {
  return (
    <Block title="Messages">
      <ErrorBox error={new ApiError(0)} fallback="Failed to load" onRetry={() => {}} />
      <ErrorBox
        error={
          new ApiError(429, { message: 'Too many attempts.' }, new Headers({ 'retry-after': '30' }))
        }
      />
      <Notice kind="ok">Done.</Notice>
      <Notice kind="info">A fact.</Notice>
      <Notice kind="warn">A warning.</Notice>
      {(['ok', 'warn', 'bad', 'info', 'none'] as const).map((state) => (
        <StateBadge key={state} state={state}>
          {state}
        </StateBadge>
      ))}
      <Spinner />
      <Skeleton className="grid gap-2">
        <Bar className="h-4 w-40" />
        <Bar className="h-4 w-24" />
      </Skeleton>
    </Block>
  )
}

function Layers() {
  const [open, setOpen] = useState<'dialog' | 'confirm'>()
  const close = () => setOpen(undefined)
  return (
    <Block title="Layers">
      <Button onClick={() => setOpen('dialog')}>Open dialog</Button>
      <Button onClick={() => setOpen('confirm')}>Ask</Button>
      <Button
        onClick={() =>
          toast('Moved to the archive', { label: 'Undo', run: () => toast('Back again') })
        }
      >
        Toast
      </Button>
      {open === 'dialog' && (
        <Dialog title="A dialog" onClose={close}>
          <Button onClick={close}>Close</Button>
        </Dialog>
      )}
      {open === 'confirm' && (
        <Confirm
          title="Throw it away?"
          consequence="It cannot be brought back."
          action="Throw away"
          onConfirm={close}
          onCancel={close}
        />
      )}
    </Block>
  )
}

type Item = { code: string; count: number }
const items: readonly Item[] = [
  { code: 'A-01', count: 12 },
  { code: 'A-02', count: 1_200 },
]
const columns: Column<Item>[] = [
  { header: 'Code', cell: ({ code }) => code },
  { header: 'Count', align: 'end', cell: ({ count }) => count },
]

function Tables() {
  const common = { columns, rowId: ({ code }: Item) => code, empty: <EmptyState title="Nothing" /> }
  return (
    <section aria-label="Tables" className="grid gap-4">
      <h2>Tables</h2>
      <DataTable
        {...common}
        caption="With rows"
        rows={items}
        details={({ code }) => code}
        pager={<OffsetPager offset={0} limit={25} total={40} busy={false} onChange={() => {}} />}
      />
      <DataTable {...common} caption="Newer ones on their way" rows={items} busy />
      <DataTable {...common} caption="Waiting" rows={undefined} />
      <DataTable {...common} caption="Empty" rows={[]} />
    </section>
  )
}
