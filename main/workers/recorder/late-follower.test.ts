import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { RecorderEngine } from './recorder-engine.ts'
import { RecordingFollower } from './recorder-follower.ts'
import { pieceWriter, secondsPerPiece } from './testing/piece-writer.ts'

let folder: string
beforeEach(() => void (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

/** What a reader finds that joins a flight recorder, and how it ended. */
function join(engine: RecorderEngine) {
  const found = { eventIds: [] as number[], damage: [] as string[], lostCount: 0 }
  const reader: TraceReader = new TraceReader(
    {
      onEventType:
        ({ eventId }) =>
        () =>
          void found.eventIds.push(eventId),
      onDamage: ({ kind }) => void found.damage.push(kind),
    },
    { keepsSegments: false },
  )
  const { port1, port2 } = new MessageChannel()
  const ended = new Promise<typeof found>((resolve) => {
    const follower = new RecordingFollower(port2, folder, {
      onBytes: (bytes) => reader.push(bytes),
      onSkip: (offset) => reader.skipTo(offset),
      onEnd: () => {
        follower.dispose()
        resolve({ ...found, lostCount: reader.trace.lostEventCount })
      },
    })
  })
  engine.receive({ kind: 'follow', port: port1 })
  return ended
}

function begin(lastMs: number) {
  const data = {
    path: path.join(folder, 'kept'),
    ring: { lastMs, maxBytes: 2 ** 30 },
    follower: null,
    followerLimitBytes: 2 ** 20,
  }
  const engine = new RecorderEngine(data, () => undefined)
  engine.open()
  const writer = pieceWriter()
  const push = (): void => {
    const bytes = writer.next()
    engine.receive({ kind: 'chunk', bytes: bytes.buffer, length: bytes.length })
  }
  return { engine, push }
}

test.each([0, 1, 2, 3, 5])(
  'a page that opens after %i pieces gets every type, what is written now and all that follows, and nothing counts as lost',
  async (before) => {
    const { engine, push } = begin(secondsPerPiece * 1000)
    for (let piece = 0; piece < before; piece++) push()
    const joined = join(engine)
    push()
    push()
    engine.receive({ kind: 'finish' })
    const { eventIds, damage, lostCount } = await joined
    expect(damage).toEqual([])
    expect(lostCount).toBe(0)
    // The piece that is being written begins empty behind each sequence point.
    expect(eventIds).toEqual([100 + before, 101 + before])
  },
)

test('a second one takes the place of the first', async () => {
  const { engine, push } = begin(1000)
  push()
  const first = join(engine)
  const second = join(engine)
  push()
  engine.receive({ kind: 'finish' })
  expect((await second).eventIds).toEqual([101])
  expect((await first).eventIds).toEqual([])
})

test('one whose folder was taken away gets an end instead of bytes', async () => {
  const { engine, push } = begin(1000)
  push()
  fs.rmSync(path.join(folder, 'kept'), { recursive: true })
  const joined = join(engine)
  engine.receive({ kind: 'finish' })
  expect((await joined).eventIds).toEqual([])
})
