import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { MessageChannel, type MessagePort } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { goldenV4 } from '../../nettrace/testing/golden.ts'
import { RecorderEngine } from './recorder-engine.ts'
import { RecordingFollower } from './recorder-follower.ts'
import type { FromRecorder } from './recorder-protocol.ts'
import type { WriteSync } from './trace-target.ts'
import { pause } from '../../os/pause.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  file = path.join(folder, 'a.nettrace')
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

function start(options: { follower?: MessagePort; limit?: number; write?: WriteSync } = {}): {
  engine: RecorderEngine
  sent: FromRecorder[]
} {
  const sent: FromRecorder[] = []
  const engine = new RecorderEngine(
    { path: file, ring: null, follower: options.follower ?? null, followerLimitBytes: options.limit ?? 1000 },
    (message) => void (message.kind === 'block' || sent.push(message)),
    options.write,
  )
  engine.open()
  return { engine, sent }
}

const chunk = (bytes: Uint8Array): { kind: 'chunk'; bytes: ArrayBuffer; length: number } => {
  // Longer than what is to be written of it, as blocks are that were filled before.
  const block = new Uint8Array(bytes.length + 7).fill(0xee)
  block.set(bytes)
  return { kind: 'chunk', bytes: block.buffer, length: bytes.length }
}

describe('a recorder', () => {
  it('writes what it receives unchanged, readable by this user only, and reports a complete stream', () => {
    const { engine, sent } = start()
    for (let at = 0; at < goldenV4.length; at += 100) engine.receive(chunk(goldenV4.subarray(at, at + 100)))
    expect(engine.receive({ kind: 'finish' })).toBe(true)
    expect(new Uint8Array(fs.readFileSync(file))).toEqual(goldenV4)
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(sent.at(-1)).toEqual({
      kind: 'finished',
      writtenBytes: 470,
      lastWholeBlockOffset: 470,
      isComplete: true,
      ring: null,
      pieces: null,
    })
  })

  it('never touches a file that is there', () => {
    fs.writeFileSync(file, 'mine')
    const { engine, sent } = start()
    engine.receive(chunk(goldenV4))
    engine.receive({ kind: 'finish' })
    expect(sent[0]).toEqual({ kind: 'not-opened', code: 'EEXIST' })
    expect(fs.readFileSync(file, 'utf8')).toBe('mine')
  })

  it.each<[string, () => void]>([
    ['deleted', () => fs.rmSync(file)],
    ['moved', () => fs.renameSync(file, path.join(folder, 'b'))],
    ['replaced', () => (fs.renameSync(file, path.join(folder, 'b')), fs.writeFileSync(file, 'not ours'))],
    ['lost with its folder', () => fs.rmSync(folder, { recursive: true })],
  ])('says once, at the next look, that its file was %s', (_what, take) => {
    const { engine, sent } = start()
    engine.receive(chunk(goldenV4))
    engine.look()
    expect(sent.map(({ kind }) => kind)).toEqual(['opened'])
    take()
    engine.look()
    engine.look()
    engine.receive({ kind: 'finish' })
    expect(sent.map(({ kind }) => kind)).toEqual(['opened', 'write-failed', 'finished'])
    expect(sent[1]).toMatchObject({ code: 'removed' })
  })

  it('stops at a full disk and keeps what fitted, up to its last complete block', () => {
    let left = 250
    const write: WriteSync = (fd, bytes, from, count) => {
      if (left === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
      const fits = Math.min(count, left)
      left -= fits
      return fs.writeSync(fd, bytes, from, fits)
    }
    const { engine, sent } = start({ write })
    engine.receive(chunk(goldenV4))
    left = 1000
    engine.receive(chunk(goldenV4))
    engine.receive({ kind: 'finish' })
    const what = { writtenBytes: 250, lastWholeBlockOffset: 213, isComplete: false, ring: null }
    expect(sent.slice(1)).toEqual([
      { kind: 'write-failed', code: 'ENOSPC', ...what },
      { kind: 'finished', ...what, pieces: null },
    ])
    expect(fs.statSync(file).size).toBe(250)
  })

  it('has the file and its name on disk before it calls it complete', () => {
    const { engine, sent } = start()
    const { fsyncSync } = fs
    const synced: string[] = []
    vi.spyOn(fs, 'fsyncSync').mockImplementation((fd) => {
      expect(sent.at(-1)).toEqual({ kind: 'opened' })
      synced.push(fs.fstatSync(fd).isDirectory() ? 'folder' : 'file')
      fsyncSync(fd)
    })
    engine.receive(chunk(goldenV4))
    engine.receive({ kind: 'finish' })
    expect(synced).toEqual(['file', 'folder'])
    expect(sent.at(-1)).toMatchObject({ kind: 'finished', isComplete: true })
  })

  it('says so when the disk loses what it had taken', () => {
    const { engine, sent } = start()
    vi.spyOn(fs, 'fsyncSync').mockImplementation(() => {
      throw Object.assign(new Error('lost'), { code: 'EIO' })
    })
    engine.receive(chunk(goldenV4))
    engine.receive({ kind: 'finish' })
    expect(sent.slice(1)).toMatchObject([{ kind: 'write-failed', code: 'EIO' }, { kind: 'finished' }])
  })

  it('reports progress when a burst is over', () => {
    const { engine, sent } = start()
    engine.receive(chunk(goldenV4.subarray(0, 300)))
    engine.idle()
    engine.idle()
    expect(sent.slice(1)).toEqual([
      { kind: 'written', writtenBytes: 300, lastWholeBlockOffset: 277, isComplete: false, ring: null },
    ])
  })
})

/** Resolves with what the follower said at its end. */
function follow(port: MessagePort, onBytes: (bytes: Uint8Array) => void): Promise<string | null> {
  return new Promise((resolve) => {
    const follower = new RecordingFollower(port, file, {
      onBytes,
      onEnd(code) {
        follower.dispose()
        resolve(code)
      },
    })
  })
}

describe('a follower of a recording', () => {
  it.each([
    ['keeps up', 1_000_000],
    ['lags from the first byte on', 0],
    ['lags now and then', 150],
  ])('gets every byte once and in order when it %s', async (_name, limit) => {
    const { port1, port2 } = new MessageChannel()
    const { engine } = start({ follower: port1, limit })
    const got: Uint8Array[] = []
    const ended = follow(port2, (bytes) => void got.push(Uint8Array.from(bytes)))
    for (let at = 0; at < goldenV4.length; at += 47) {
      engine.receive(chunk(goldenV4.subarray(at, at + 47)))
      if (at % 3 === 0) await pause(1)
    }
    engine.receive({ kind: 'finish' })
    expect(await ended).toBeNull()
    port1.close()
    expect(Buffer.concat(got)).toEqual(Buffer.from(goldenV4))
  })

  it('is notified when the file was removed', async () => {
    const { port1, port2 } = new MessageChannel()
    const { engine } = start({ follower: port1, limit: 0 })
    engine.receive(chunk(goldenV4))
    fs.rmSync(file)
    const ended = follow(port2, () => undefined)
    expect(await ended).toBe('ENOENT')
    engine.receive({ kind: 'finish' })
    port1.close()
  })
})
