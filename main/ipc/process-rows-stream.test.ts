import { describe, expect, test } from 'vitest'
import { toDisposable } from '../../shared/base/disposable.ts'
import type { StreamSink } from '../../shared/base/stream-sink.ts'
import { asProcessKey } from '../../shared/model/ids.ts'
import type { ProcessMessage, ProcessRow } from '../../shared/model/process.ts'
import { ProcessRowsStream } from './process-rows-stream.ts'
import { StreamQueue } from './stream-queue.ts'

class Directory {
  current: ProcessRow[] = []
  readonly listeners = new Set<(message: ProcessMessage) => void>()
  rows() {
    return this.current
  }
  subscribe(listener: (message: ProcessMessage) => void) {
    this.listeners.add(listener)
    listener({ kind: 'snapshot', revision: 1, rows: this.current, isScanComplete: true })
    return toDisposable(() => this.listeners.delete(listener))
  }
  send(message: ProcessMessage) {
    for (const listener of this.listeners) listener(message)
  }
}
const changes = (revision: number) => ({ kind: 'changes', revision, upserted: [], removed: [] }) as const
const usage = (revision: number) => ({ kind: 'usage', revision, timeMs: revision, entries: [] }) as const
const row = (key: string) => ({ key: asProcessKey(key) }) as ProcessRow

function open() {
  const directory = new Directory()
  const delivered: ProcessMessage[] = []
  const listeners = new Set<() => void>()
  const queue = new StreamQueue({
    name: 'rows',
    owner: 'test',
    deliver: (message) => delivered.push(message as ProcessMessage),
    onOverflow: () => {},
  })
  const sink: StreamSink = {
    get credits() {
      return queue.credits
    },
    post: (message, key) => queue.post(message, key ?? null),
    postFrame: () => true,
    onCredit: (listener) => {
      listeners.add(listener)
      return toDisposable(() => listeners.delete(listener))
    },
  }
  const grant = (count: number) => {
    queue.grant(count)
    for (const listener of listeners) listener()
  }
  const opened = new ProcessRowsStream(directory).open(null, sink)
  return { directory, delivered, grant, listeners, close: () => opened.ok && opened.value.dispose() }
}

describe('the stream of process rows', () => {
  test('begins with all rows as soon as the page takes something', () => {
    const { delivered, grant } = open()
    grant(1)
    expect(delivered).toEqual([{ kind: 'snapshot', revision: 1, rows: [], isScanComplete: true }])
  })

  test('passes changes on while the page keeps up', () => {
    const { directory, delivered, grant } = open()
    grant(5)
    directory.send(changes(2))
    directory.send(usage(3))
    expect(delivered.map((message) => message.revision)).toEqual([1, 2, 3])
  })

  test('replaces missed changes with one snapshot, and keeps only the newest usage', () => {
    const { directory, delivered, grant } = open()
    grant(1)
    directory.send(changes(2))
    directory.send(usage(3))
    directory.current = [row('7:1')]
    directory.send(changes(4))
    directory.send(usage(5))
    expect(delivered).toHaveLength(1)
    grant(5)
    expect(delivered.slice(1)).toEqual([
      usage(5),
      { kind: 'snapshot', revision: 5, rows: [row('7:1')], isScanComplete: true },
    ])
  })

  test('releases the directory and the page when it ends', () => {
    const { directory, listeners, close } = open()
    close()
    expect([directory.listeners.size, listeners.size]).toEqual([0, 0])
  })
})
