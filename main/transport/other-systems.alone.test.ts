import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onPlatform } from '../os/testing/on-platform.ts'
import { PortableSystem } from '../os/portable/portable-system.ts'
import { createDiscovery } from './create-discovery.ts'
import { PipeDiscovery } from './discovery-pipes.ts'
import { UnixDiscovery } from './discovery-unix.ts'
import { peerCredentials } from './peer-credentials.ts'
import { scriptSocket } from './testing/scripted-socket.ts'

let folder: string
beforeEach(() => void (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

async function freshPaths(): Promise<typeof import('./socket-path.ts')> {
  vi.resetModules()
  return import('./socket-path.ts')
}

describe('the way to find endpoints', () => {
  it('is the pipe root on Windows, with a listing by PowerShell where native calls are missing', async () => {
    const { os: system, discovery } = await onPlatform('win32', createDiscovery)
    expect(system).toBeInstanceOf(PortableSystem)
    expect(discovery).toBeInstanceOf(PipeDiscovery)
    discovery.dispose()
  })

  it('is folders on macOS, those of sandboxed applications included', async () => {
    const { os: system, discovery } = await onPlatform('darwin', createDiscovery)
    expect(system).toBeInstanceOf(PortableSystem)
    expect(discovery).toBeInstanceOf(UnixDiscovery)
    discovery.dispose()
  })
})

describe('a socket path on macOS', () => {
  it('may have 103 bytes; a longer one is reached through a link in a private folder', async () => {
    const { maxSocketPathBytes, shortenSocketPath } = await onPlatform('darwin', freshPaths)
    expect(maxSocketPathBytes).toBe(103)
    const deep = path.join(folder, 'd'.repeat(100))
    fs.mkdirSync(deep)
    fs.writeFileSync(path.join(deep, 's'), 'there')
    const short = await onPlatform('darwin', () => shortenSocketPath(path.join(deep, 's')))
    expect(short.ok).toBe(true)
    if (!short.ok) return
    expect(fs.readFileSync(short.value.path, 'utf8')).toBe('there')
    short.value.release()
    expect(fs.existsSync(short.value.path)).toBe(false)
    expect(fs.existsSync(path.join(deep, 's'))).toBe(true)
  })
})

describe('pipes whose root may not be listed', () => {
  it('are looked up by the name that each process would have', async () => {
    const asked: string[] = []
    const { os: system } = await onPlatform('win32', createDiscovery)
    vi.spyOn(system, 'listPids').mockResolvedValue([7, 8])
    const pipes = new PipeDiscovery({
      os: system,
      list: () => Promise.reject(new Error('UNKNOWN')),
      isThere: (pipe) => (asked.push(pipe), pipe.endsWith('-8')),
    })
    await pipes.start()
    expect(asked).toEqual(['\\\\.\\pipe\\dotnet-diagnostic-7', '\\\\.\\pipe\\dotnet-diagnostic-8'])
    expect([...pipes.endpoints.values()].map(({ endpoint }) => endpoint.pid)).toEqual([8])
  })
})

describe('the peer of a socket on macOS', () => {
  it('is not guessed when the call of macOS has no answer', async () => {
    const script = await scriptSocket(undefined, { folder, name: 'own' })
    const socket = net.connect({ path: script.endpoint.path })
    await once(socket, 'connect')
    expect(await onPlatform('darwin', () => peerCredentials(socket))).toBeNull()
    socket.destroy()
    await script.dispose()
  })
})
