import { Outlet } from '@tanstack/react-router'

export default function WorkspaceSettingsPage() {
  return <Outlet />
}
