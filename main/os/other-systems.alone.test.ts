import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isProcessAlive } from './process-alive.ts'
import { isGroupAlive } from './process-group.ts'
import { privateFolderFault } from './private-folder.ts'
import { onPlatform } from './testing/on-platform.ts'
import { openThreadCpu } from './thread-cpu.ts'
import { access, mayAccess, placeToLook, readTargetView, windowsView } from './target-view.ts'
import { windowsCalls } from './windows/windows-calls.ts'

let folder: string
beforeEach(() => void (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const nobody = 2 ** 22 + 1

describe.each(['win32', 'darwin'] as const)('on %s', (platform) => {
  it('a process lives when a signal reaches it', async () => {
    expect(await onPlatform(platform, () => isProcessAlive(process.pid))).toBe(true)
    expect(await onPlatform(platform, () => isProcessAlive(nobody))).toBe(false)
  })

  it('a process of somebody else lives although no signal may reach it', async () => {
    const kill = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('denied'), { code: 'EPERM' })
    })
    expect(await onPlatform(platform, () => isProcessAlive(process.pid))).toBe(true)
    kill.mockRestore()
  })

  it('CPU time of threads is unknown', async () => {
    expect(await onPlatform(platform, () => openThreadCpu(process.pid, '1'))).toBeNull()
  })

  it('there is no library of the other one', async () => {
    const { libc } = await freshLibc()
    expect(await onPlatform(platform, () => libc())).toBeNull()
  })
})

async function freshLibc(): Promise<typeof import('./libc.ts')> {
  vi.resetModules()
  return import('./libc.ts')
}

describe('on Windows', () => {
  it('there is no C library to call', async () => {
    const { systemLibrary } = await freshLibc()
    expect(await onPlatform('win32', () => systemLibrary())).toBeNull()
  })

  it('a group is its first process', async () => {
    expect(await onPlatform('win32', () => isGroupAlive(process.pid))).toBe(true)
    expect(await onPlatform('win32', () => isGroupAlive(nobody))).toBe(false)
  })

  it('modes say nothing about who may look into a folder', async () => {
    fs.chmodSync(folder, 0o755)
    expect(privateFolderFault(folder)).toBe('mode 755')
    expect(await onPlatform('win32', () => privateFolderFault(folder))).toBeNull()
  })

  it.each(['\\\\server\\share\\x.dll', '//server/share/x.dll', '\\\\?\\UNC\\server\\share\\x.dll'])(
    'no other machine is asked for a file that a page has named: %s',
    (file) => expect(placeToLook(windowsView(7, []), file)).toBeNull(),
  )

  it('a process sees the files that we see, and its modules say where its runtime is', async () => {
    const view = windowsView(7, ['C:\\app\\app.exe', 'C:\\dotnet\\9.0.22\\CoreCLR.dll'])
    expect(view.memory.runtimeFolder).toBe('C:\\dotnet\\9.0.22')
    expect(view.visible('C:\\a b')).toBe('C:\\a b')
    expect(placeToLook(view, 'C:\\a b')).toBe('C:\\a b')
    expect(await mayAccess(folder, view.ids, access.write)).toBeNull()
    expect(await onPlatform('win32', () => readTargetView(7)?.memory.runtimeFolder)).toBeNull()
  })
})

describe('on macOS', () => {
  it('a group is asked as a whole, without a look at its processes', async () => {
    expect(await onPlatform('darwin', () => isGroupAlive(nobody))).toBe(false)
  })
})

it('there are no calls of Windows on this system', () => {
  expect(windowsCalls()).toBeNull()
})
