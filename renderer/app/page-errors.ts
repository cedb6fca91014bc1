import { logFromPage } from '../bridge/bridge.ts'
import { appStore } from '../store/create-store.ts'

/** Bugs of the page that nobody caught end in the one log, and the person is told once, not a hundred times. */
export function reportPageErrors(window: Window): void {
  let told = false
  const report = (event: string, thrown: unknown) => {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown))
    logFromPage('error', event, { message: error.message, stack: error.stack?.slice(0, 4000) ?? null })
    if (told) return
    told = true
    appStore.getState().addNotice({
      tone: 'bad',
      title: 'Something in Pipescope went wrong',
      error: { kind: 'internal', reference: event },
    })
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
