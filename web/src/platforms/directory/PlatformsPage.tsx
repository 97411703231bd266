import { Outlet } from '@tanstack/react-router'

export default function PlatformsPage() {
  return <Outlet />
}
