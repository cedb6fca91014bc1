import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { Bridge, OpenStream, Outcome } from '../shared/contract/index.ts'
import { grantFileChannel, invokeChannelPrefix, openStreamChannel } from '../shared/contract/wire.ts'
import { forwardPorts } from './ports.ts'

/** Main answers everything it knows with an Outcome; a rejection means that it does not know the channel, or the request cannot be sent. */
async function ask(channel: string, request: unknown): Promise<Outcome<unknown>> {
  try {
    return (await ipcRenderer.invoke(channel, request)) as Outcome<unknown>
  } catch {
    return { ok: false, error: { kind: 'invalid-request', what: 'channel', detail: channel.slice(0, 100) } }
  }
}

const bridge: Bridge = {
  // With the prefix the page cannot name a channel that is not ours.
  invoke: (channel, request) => ask(`${invokeChannelPrefix}${channel}`, request),
  openStream: (request: OpenStream) => ask(openStreamChannel, request) as Promise<Outcome<null>>,
  pathOfFile: (file) => {
    // Empty for a File that a page made up; only what a person dropped or chose has a path.
    const path = webUtils.getPathForFile(file as File)
    if (path !== '') ipcRenderer.send(grantFileChannel, path)
    return path
  },
}

forwardPorts(ipcRenderer, window)
contextBridge.exposeInMainWorld('bridge', bridge)
