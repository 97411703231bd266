import { Outlet } from '@tanstack/react-router'

export default function TenantLoginPage() {
  return <Outlet />
}
