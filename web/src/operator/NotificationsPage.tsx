import { Outlet } from '@tanstack/react-router'

export default function NotificationsPage() {
  return <Outlet />
}
