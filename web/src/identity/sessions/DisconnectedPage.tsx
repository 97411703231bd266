import { Outlet } from '@tanstack/react-router'

export default function DisconnectedPage() {
  return <Outlet />
}
