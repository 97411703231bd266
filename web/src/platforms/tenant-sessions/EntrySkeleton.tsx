import { Bar, Skeleton } from '../../ui/Skeleton.tsx'

/** The sign-in page of a platform while it is not known whose it is. */
export function EntrySkeleton() {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-[432px] content-center px-4 py-10">
      <Skeleton className="card grid gap-5 p-6">
        <Bar className="size-12" />
        <div className="grid gap-2">
          <Bar className="h-7 w-3/5" />
          <Bar className="h-5 w-4/5" />
        </div>
        <Bar className="h-16" />
        <Bar className="h-16" />
        <Bar className="h-10" />
      </Skeleton>
    </main>
  )
}
