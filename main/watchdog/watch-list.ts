import type { ListenAddress } from '../transport/listener.ts'

/** Of folders that hold one socket and nothing else. */
export const privateFolderPrefix = 'pscope-'

/** What main tells its watchdog, one JSON line each. The end of the stream without `bye` means that main is gone. */
export type WatchMessage =
  | { readonly kind: 'port'; readonly address: ListenAddress }
  | { readonly kind: 'port-closed'; readonly address: ListenAddress }
  /** A process that main has started with one of the ports; its descendants inherit it. */
  | { readonly kind: 'root'; readonly pid: number }
  | { readonly kind: 'bye' }

export interface WatchList {
  readonly addresses: readonly ListenAddress[]
  readonly rootPids: readonly number[]
  /** Main has ended in order and nothing of it is left waiting. */
  readonly isOver: boolean
}

export const emptyWatchList: WatchList = { addresses: [], rootPids: [], isOver: false }

export function applyMessage(list: WatchList, message: WatchMessage): WatchList {
  switch (message.kind) {
    case 'port':
      return { ...list, addresses: [...list.addresses, message.address] }
    case 'port-closed':
      return { ...list, addresses: list.addresses.filter(({ path }) => path !== message.address.path) }
    case 'root':
      return { ...list, rootPids: [...list.rootPids, message.pid] }
    case 'bye':
      return { ...list, isOver: true }
  }
}

/** The last line may be cut off by main's death and is then left out. */
export function parseWatchLines(text: string): WatchList {
  let list = emptyWatchList
  const lines = text.split('\n')
  lines.pop()
  for (const line of lines) {
    try {
      list = applyMessage(list, JSON.parse(line) as WatchMessage)
    } catch {
      // No JSON: main died while writing it.
    }
  }
  return list
}
