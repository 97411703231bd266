import { Outlet } from '@tanstack/react-router'

export default function RegisterPage() {
  return <Outlet />
}
