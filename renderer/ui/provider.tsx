import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { CopyContext, type CopyText } from './text/copy.ts'
import { MetricsContext, type Metrics } from './metrics.ts'

interface UiProviderProps {
  readonly metrics: Metrics
  /** Puts text on the clipboard, which the page itself has no permission to, and says so with `title`. */
  readonly copyText: CopyText
  readonly children: ReactNode
}

/** What every primitive needs around it. Style elements are off: the content security policy refuses inline styles. */
export function UiProvider({ metrics, copyText, children }: UiProviderProps) {
  return (
    <CSPProvider disableStyleElements>
      <MetricsContext.Provider value={metrics}>
        <CopyContext.Provider value={copyText}>
          <Tooltip.Provider delay={500} timeout={300}>
            {children}
          </Tooltip.Provider>
        </CopyContext.Provider>
      </MetricsContext.Provider>
    </CSPProvider>
  )
}
