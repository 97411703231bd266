import { Outlet } from '@tanstack/react-router'

export default function ManagePlatformDialog() {
  return <Outlet />
}
