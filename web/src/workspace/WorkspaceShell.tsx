import { Outlet } from '@tanstack/react-router'

export default function WorkspaceShell() {
  return <Outlet />
}
