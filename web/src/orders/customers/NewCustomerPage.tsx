import { getRouteApi } from '@tanstack/react-router'
import { Page } from '../../parts/Page.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { CustomerForm } from './CustomerForm.tsx'

const route = getRouteApi('/$platform/app/customers/new')

export default function NewCustomerPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  return (
    <Page title="Add customer" site={useWorkspaceName(slug)}>
      <section aria-label="Details" className="card max-w-3xl p-5">
        <CustomerForm slug={slug} />
      </section>
    </Page>
  )
}
