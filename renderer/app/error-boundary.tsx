import { Component, type ErrorInfo, type ReactNode } from 'react'
import { logFromPage } from '../bridge/bridge.ts'
import { Button } from '../ui/controls/button.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { appLabels } from './app-labels.ts'

interface ErrorBoundaryProps {
  /** Name of the pane, for the log and the words. */
  readonly pane: string
  /** What stands in its place; without it, the error over the whole pane. */
  readonly renderStopped?: (reload: () => void) => ReactNode
  readonly children: ReactNode
}

interface ErrorBoundaryState {
  readonly error: Error | null
  /** Grows with each reload: a new key mounts the pane afresh. */
  readonly attempt: number
}

/** A pane that throws takes nothing else with it; reloading mounts it anew. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null, attempt: 0 }

  static getDerivedStateFromError(thrown: unknown): Partial<ErrorBoundaryState> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    logFromPage('error', 'pane-failed', {
      pane: this.props.pane,
      message: error.message,
      stack: error.stack?.slice(0, 4000) ?? null,
      components: info.componentStack?.slice(0, 2000) ?? null,
    })
  }

  readonly #reload = () => {
    this.setState((state) => ({ error: null, attempt: state.attempt + 1 }))
  }

  override render(): ReactNode {
    const { error, attempt } = this.state
    if (!error) return <Keyed key={attempt}>{this.props.children}</Keyed>
    if (this.props.renderStopped) return this.props.renderStopped(this.#reload)
    return (
      <ErrorState
        isCentred
        title={appLabels.errorBoundary.stoppedWorking(this.props.pane)}
        error={{ kind: 'internal', reference: `${error.name}: ${error.message}` }}
        action={
          <Button kind="primary" onClick={this.#reload}>
            {appLabels.errorBoundary.reloadPane}
          </Button>
        }
      />
    )
  }
}

function Keyed({ children }: { readonly children: ReactNode }) {
  return children
}
