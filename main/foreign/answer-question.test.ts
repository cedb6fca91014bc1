import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerQuestion } from './answer-question.ts'
import { insideRoot } from './inside-root.ts'

let folder: string
const at = (name: string) => path.join(folder, name)
const read = (name: string, maxBytes = 100) => answerQuestion({ kind: 'read', path: at(name), maxBytes })

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foreign-files-'))
  fs.writeFileSync(at('file'), 'content')
})

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('reads small files completely and large ones in ranges', () => {
  expect(read('file')).toMatchObject({ ok: true, value: { bytes: new Uint8Array(Buffer.from('content')) } })
  expect(read('file', 6)).toEqual({ ok: false, error: { kind: 'too-large', limit: 6 } })
  const range = answerQuestion({ kind: 'read', path: at('file'), offsetBytes: 3, maxBytes: 2 })
  expect(range).toMatchObject({ ok: true, value: { bytes: new Uint8Array(Buffer.from('te')), sizeBytes: 7 } })
  const beyond = answerQuestion({ kind: 'read', path: at('file'), offsetBytes: 30, maxBytes: 2 })
  expect(beyond).toMatchObject({ ok: true, value: { bytes: new Uint8Array(0) } })
})

test('looks at what is there and lists folders up to a limit', () => {
  expect(answerQuestion({ kind: 'look', path: at('file') })).toMatchObject({ value: { type: 'file', sizeBytes: 7 } })
  expect(answerQuestion({ kind: 'disk-room', path: folder })).toMatchObject({
    value: { freeBytes: expect.any(Number) },
  })
  expect(answerQuestion({ kind: 'look', path: folder })).toMatchObject({ value: { type: 'folder' } })
  expect(answerQuestion({ kind: 'look', path: at('none') })).toEqual({ ok: false, error: { kind: 'missing' } })
  expect(answerQuestion({ kind: 'list', path: folder, maxNames: 1000 })).toMatchObject({ ok: true })
  expect(answerQuestion({ kind: 'list', path: folder, maxNames: 0 })).toMatchObject({ error: { kind: 'too-large' } })
})

describe.skipIf(process.platform === 'win32')('what is no regular file is refused without waiting for it', () => {
  test('pipes, devices, sockets and folders, also behind a link', () => {
    execFileSync('mkfifo', [at('pipe')])
    fs.symlinkSync(at('pipe'), at('link-to-pipe'))
    fs.symlinkSync('/dev/zero', at('link-to-zero'))
    for (const name of ['pipe', 'link-to-pipe', 'link-to-zero'])
      expect(read(name)).toEqual({ ok: false, error: { kind: 'not-regular', isFolder: false } })
    expect(read('.')).toEqual({ ok: false, error: { kind: 'not-regular', isFolder: true } })
  })

  test('a huge sparse file costs no memory', () => {
    fs.writeFileSync(at('sparse'), '')
    fs.truncateSync(at('sparse'), 2 ** 40)
    expect(read('sparse')).toMatchObject({ error: { kind: 'too-large' } })
  })

  test('a link is refused where none is meant', () => {
    fs.symlinkSync(at('file'), at('link'))
    expect(read('link')).toMatchObject({ ok: true })
    const refused = answerQuestion({ kind: 'read', path: at('link'), maxBytes: 100, followsLink: false })
    expect(refused).toMatchObject({ error: { kind: 'not-regular' } })
    expect(answerQuestion({ kind: 'look', path: at('link'), followsLink: false })).toMatchObject({
      value: { type: 'other' },
    })
  })
})

const inside = (inner: string) =>
  insideRoot(at('root'), inner, (handle, real) => ({ text: fs.readFileSync(handle, 'utf8'), real }))
const descriptorCount = () => fs.readdirSync('/proc/self/fd').length

describe.runIf(process.platform === 'linux')('a path as a process sees it', () => {
  beforeAll(() => {
    fs.mkdirSync(at('root/a/b'), { recursive: true })
    fs.writeFileSync(at('root/file'), 'inner')
    fs.symlinkSync('/file', at('root/a/b/absolute'))
    fs.symlinkSync('../../../../../../file', at('root/a/b/upward'))
    fs.symlinkSync('loop', at('root/loop'))
    fs.symlinkSync('/a', at('root/folder'))
  })

  test('links begin at its root and do not leave it', () => {
    for (const inner of ['/a/b/absolute', '/a/b/upward', '/../../file', 'folder/b/../../file', '/folder/b/absolute'])
      expect(inside(inner)).toEqual({ text: 'inner', real: at('root/file') })
    expect(() => inside('/loop')).toThrow('too many links')
    expect(() => inside('/file/x')).toThrow('ENOTDIR')
  })

  test('through the root of a real process', () => {
    const visible = `/proc/${process.pid}/root${at('file')}`
    expect(answerQuestion({ kind: 'read', path: visible, maxBytes: 10 })).toMatchObject({ ok: true })
    expect(answerQuestion({ kind: 'real-path', path: visible })).toMatchObject({ ok: true })
    const zero = answerQuestion({ kind: 'read', path: `/proc/${process.pid}/root/dev/zero`, maxBytes: 10 })
    expect(zero).toMatchObject({ error: { kind: 'not-regular' } })
  })

  test('no descriptor is left open', () => {
    const before = descriptorCount()
    for (let turn = 0; turn < 20; turn++) {
      read('file')
      read('pipe')
      inside('/folder/b/absolute')
      expect(() => inside('/loop')).toThrow('links')
    }
    expect(descriptorCount()).toBeLessThan(before + 10)
  })
})
