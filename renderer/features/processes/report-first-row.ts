import { logFromPage } from '../../bridge/bridge.ts'

let isReported = false

/**
 * Once per window: when the first row was on the screen, as Unix time. Called after React has put it into the page; the frame after
 * the next one has painted it.
 */
export function reportFirstRow(rowCount: number): void {
  if (isReported) return
  isReported = true
  requestAnimationFrame(() => {
    // A message is delivered after the frame that is being made now was painted.
    const channel = new MessageChannel()
    channel.port1.addEventListener('message', () => {
      logFromPage('info', 'first-row-painted', { timeMs: performance.timeOrigin + performance.now(), rowCount })
      channel.port1.close()
    })
    channel.port1.start()
    channel.port2.postMessage(null)
  })
}
