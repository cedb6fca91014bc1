import { powerMonitor, type App } from 'electron'

/**
 * The machine shuts down or the person logs out: what runs is saved without a question, in the time that the system gives. That is never
 * prevented for good. On Linux the system waits for us a few seconds if we ask for it; on macOS asking would call the shutdown off, and the
 * system waits for our process anyway.
 */
export function endWithSession(app: App, end: () => void): void {
  void app.whenReady().then(() => {
    powerMonitor.on('shutdown', (event?: { preventDefault(): void }) => {
      if (process.platform === 'linux') event?.preventDefault()
      end()
    })
  })
  // Windows.
  app.on('browser-window-created', (_event, window) => {
    window.on('session-end', end)
  })
}

/** The machine is about to sleep: other machines would wait for us. */
export function beforeSleep(app: App, end: () => void): void {
  void app.whenReady().then(() => powerMonitor.on('suspend', end))
}
