import { Outlet } from '@tanstack/react-router'

export default function UsersPage() {
  return <Outlet />
}
