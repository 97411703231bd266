import { Outlet } from '@tanstack/react-router'

export default function BillingPage() {
  return <Outlet />
}
