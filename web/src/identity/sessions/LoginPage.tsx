import { Outlet } from '@tanstack/react-router'

export default function LoginPage() {
  return <Outlet />
}
