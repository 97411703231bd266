import { Outlet } from '@tanstack/react-router'

export default function VerifyEmailPage() {
  return <Outlet />
}
