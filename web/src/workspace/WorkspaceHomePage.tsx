import { Outlet } from '@tanstack/react-router'

export default function WorkspaceHomePage() {
  return <Outlet />
}
