import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { asPid } from '../../../shared/model/ids.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import { socketAfterExit } from './exit-traces.ts'

const at = (place: string): Endpoint => ({ transport: 'unix', path: place, pid: asPid(7) })

test('a socket that is still there was left by a sudden end, one that is gone was removed by the process', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'exit-'))
  const socket = path.join(folder, 'socket')
  fs.writeFileSync(socket, '')
  expect(socketAfterExit(at(socket), null, 0)).toBe('left')
  fs.rmSync(folder, { recursive: true })
  expect(socketAfterExit(at(socket), null, 0)).toBe('removed')
})

test('nothing is concluded from a socket inside a container, nor from a pipe', () => {
  expect(socketAfterExit(at('/proc/7/root/tmp/gone'), null, 0)).toBeNull()
  const pipe = { transport: 'pipe', path: 'dotnet-diagnostic-7', pid: asPid(7) } as unknown as Endpoint
  expect(socketAfterExit(pipe, null, 0)).toBeNull()
})

test('a socket that went just before the end was removed by the process, one that went long before by somebody', () => {
  expect(socketAfterExit(null, 1000, 6999)).toBe('removed')
  expect(socketAfterExit(null, 1000, 7000)).toBeNull()
  expect(socketAfterExit(null, null, 7000)).toBeNull()
})
