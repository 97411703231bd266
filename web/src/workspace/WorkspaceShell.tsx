import { Outlet } from '@tanstack/react-router'

export function WorkspaceShell() {
  return <Outlet />
}
