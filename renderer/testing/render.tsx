import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { appStore } from '../store/create-store.ts'
import { defaultMetrics, type Metrics } from '../ui/metrics.ts'
import { UiProvider } from '../ui/provider.tsx'

/** Renders inside what every primitive needs; `user` types and clicks like a person. */
export function renderUi(element: ReactElement, metrics: Partial<Metrics> = {}) {
  const user = userEvent.setup()
  const copied: string[] = []
  const wrap = (content: ReactElement) => (
    <UiProvider
      metrics={{ ...defaultMetrics, isReducedMotion: true, ...metrics }}
      copyText={(text) => {
        copied.push(text)
      }}
    >
      {content}
    </UiProvider>
  )
  const result = render(wrap(element))
  return {
    ...result,
    user,
    /** What primitives have put on the clipboard, oldest first. */
    copied,
    rerender: (next: ReactElement) => {
      result.rerender(wrap(next))
    },
  }
}

/** The store as a fresh page has it. */
export function resetStore(): void {
  appStore.setState(appStore.getInitialState(), true)
}
