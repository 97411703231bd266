import { Component, type ReactNode } from 'react'
import { FailedPage } from './FailedPage.tsx'

type Props = { children: ReactNode }

/** Shows what failed to draw as a failed page. React has this for classes only. */
export class Boundary extends Component<Props, { error?: unknown }> {
  override state: { error?: unknown } = {}

  static getDerivedStateFromError = (error: unknown) => ({ error })

  override render() {
    if (this.state.error === undefined) return this.props.children
    return (
      <FailedPage error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
    )
  }
}
