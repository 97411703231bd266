import { Outlet } from '@tanstack/react-router'

export default function DashboardPage() {
  return <Outlet />
}
