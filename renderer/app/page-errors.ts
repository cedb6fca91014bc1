import { logFromPage } from '../bridge/bridge.ts'
import { reportAs } from '../commands/page-actions.ts'
import { appLabels } from './app-labels.ts'

/** Bugs of the page that nobody caught end in the one log, and the person sees one notice, not a hundred. */
export function reportPageErrors(window: Window): void {
  let reported = false
  const report = (event: string, thrown: unknown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    logFromPage('error', event, { message: error.message, stack: error.stack?.slice(0, 4000) ?? null })
    if (reported) return
    reported = true
    reportAs(appLabels.pageErrors.wentWrong)({ kind: 'internal', reference: event })
  }
  window.addEventListener('error', (event) => {
    // Chromium reports a harmless skipped observation this way.
    if (event.message.startsWith('ResizeObserver loop')) return
    report('page-error', event.error ?? event.message)
  })
  window.addEventListener('unhandledrejection', (event) => {
    report('page-rejection', event.reason)
  })
}
