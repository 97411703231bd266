import { Outlet } from '@tanstack/react-router'

export default function AnalyticsPage() {
  return <Outlet />
}
