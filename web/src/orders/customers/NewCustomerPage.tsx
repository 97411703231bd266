import { getRouteApi, useRouter } from '@tanstack/react-router'
import { Page } from '../../parts/Page.tsx'
import { useWorkspaceName } from '../../workspace/member.ts'
import { usePaths } from '../../workspace/warehouses.ts'
import { CustomerForm } from './CustomerForm.tsx'

const route = getRouteApi('/$platform/app/customers/new')

export default function NewCustomerPage() {
  const slug = route.useParams({ select: ({ platform }) => platform })
  const paths = usePaths()
  const router = useRouter()
  return (
    <Page title="Add customer" site={useWorkspaceName(slug)}>
      <section aria-label="Details" className="card max-w-3xl p-5">
        <CustomerForm
          onDone={({ customer }) =>
            void router.navigate({ href: paths.customer(customer.id), replace: true })
          }
        />
      </section>
    </Page>
  )
}
