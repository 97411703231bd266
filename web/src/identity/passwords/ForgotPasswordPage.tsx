import { Outlet } from '@tanstack/react-router'

export default function ForgotPasswordPage() {
  return <Outlet />
}
