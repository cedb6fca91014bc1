import { describe, expect, it } from 'vitest'
import { parseWatchLines, type WatchMessage } from './watch-list.ts'

const address = { transport: 'unix' as const, path: '/tmp/p' }
const other = { transport: 'tcp' as const, path: '127.0.0.1:9000' }
const text = (...messages: WatchMessage[]): string => messages.map((message) => `${JSON.stringify(message)}\n`).join('')

describe('messages from main to its watchdog', () => {
  it('is every port that is open, and what was launched', () => {
    const said = text(
      { kind: 'port', address },
      { kind: 'root', pid: 7 },
      { kind: 'port', address: other },
      { kind: 'port-closed', address },
    )
    expect(parseWatchLines(said)).toEqual({ addresses: [other], rootPids: [7], isOver: false })
  })

  it('may end in the middle of a line when main dies', () => {
    const said = text({ kind: 'port', address }) + '{"kind":"bye'
    expect(parseWatchLines(said)).toEqual({ addresses: [address], rootPids: [], isOver: false })
    expect(parseWatchLines(text({ kind: 'port', address }, { kind: 'bye' })).isOver).toBe(true)
    expect(parseWatchLines('')).toEqual({ addresses: [], rootPids: [], isOver: false })
  })
})
