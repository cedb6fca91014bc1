import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import { MetricsContext, type Metrics } from './metrics.ts'

interface UiProviderProps {
  readonly metrics: Metrics
  readonly children: ReactNode
}

/** What every primitive needs around it. Style elements are off: the content security policy refuses inline styles. */
export function UiProvider({ metrics, children }: UiProviderProps) {
  return (
    <CSPProvider disableStyleElements>
      <MetricsContext.Provider value={metrics}>
        <Tooltip.Provider delay={500} timeout={300}>
          {children}
        </Tooltip.Provider>
      </MetricsContext.Provider>
    </CSPProvider>
  )
}
