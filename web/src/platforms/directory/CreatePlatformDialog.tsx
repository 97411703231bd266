import { Outlet } from '@tanstack/react-router'

export default function CreatePlatformDialog() {
  return <Outlet />
}
