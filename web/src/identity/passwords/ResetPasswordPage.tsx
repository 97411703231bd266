import { Outlet } from '@tanstack/react-router'

export default function ResetPasswordPage() {
  return <Outlet />
}
