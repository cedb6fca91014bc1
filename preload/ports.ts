import type { IpcRenderer } from 'electron'
import type { PortHandover } from '../shared/contract/index.ts'
import { streamPortChannel } from '../shared/contract/wire.ts'

/**
 * Hands the port of a stream on to the page, once. A port cannot pass through contextBridge, so it goes by
 * window.postMessage; the page takes only the one that carries the nonce it made itself.
 */
export function forwardPorts(ipcRenderer: IpcRenderer, page: Window): void {
  ipcRenderer.on(streamPortChannel, (event, nonce: unknown) => {
    const port = event.ports[0]
    if (port === undefined) return
    if (typeof nonce !== 'string') {
      port.close()
      return
    }
    const handover: PortHandover = { kind: 'pipescope-port', nonce }
    page.postMessage(handover, page.location.origin, [port])
  })
}
