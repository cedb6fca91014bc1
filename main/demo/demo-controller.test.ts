import { fork } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { asPid } from '../../shared/model/ids.ts'
import { processEnvironment, processInfo } from '../diagnostics/client.ts'
import { DemoController, startDemoTarget, type DemoTarget } from './demo-controller.ts'
import { fromChildProcess } from './demo-process.ts'

let folder: string
let bundle: string
const targets: DemoTarget[] = []

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'demo-'))
  const root = path.join(import.meta.dirname, '..', '..')
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      outDir: folder,
      emptyOutDir: false,
      ssr: true,
      rolldownOptions: {
        input: { 'demo-target': path.join(root, 'main/demo/demo-target.ts') },
        output: { format: 'cjs', entryFileNames: '[name].cjs' },
      },
    },
  })
  bundle = path.join(folder, 'demo-target.cjs')
})
afterEach(async () => {
  await Promise.all(targets.splice(0).map((target) => target.stop()))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const launch = () => fromChildProcess(fork(bundle, [], { stdio: 'ignore' }))

async function start(): Promise<DemoTarget> {
  const started = await startDemoTarget(launch, { folder })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  targets.push(started.value)
  return started.value
}

describe('the demo process', () => {
  it('listens under the name that discovery expects, and answers the ordinary client', async () => {
    const target = await start()
    expect(path.basename(target.socketPath)).toMatch(new RegExp(`^dotnet-diagnostic-${target.pid}-\\d+-socket$`))
    const endpoint = { transport: 'unix', path: target.socketPath, pid: asPid(target.pid) } as const
    const info = await processInfo(endpoint, { commandLineBytes: 1000 })
    expect(info).toMatchObject({ ok: true, value: { version: 3, info: { entryAssembly: 'orders-demo' } } })
    const environment = await processEnvironment(endpoint)
    expect(environment.ok && environment.value.map(({ name }) => name)).toContain('ASPNETCORE_ENVIRONMENT')
  })

  it('removes its socket when it is stopped or terminated', async () => {
    const stopped = await start()
    await stopped.stop()
    expect(existsSync(stopped.socketPath)).toBe(false)
    const terminated = await start()
    process.kill(terminated.pid, 'SIGTERM')
    await terminated.stop()
    expect(existsSync(terminated.socketPath)).toBe(false)
  })

  it('leaves its socket behind when it crashes', async () => {
    const target = await start()
    await target.stop('crash')
    expect(existsSync(target.socketPath)).toBe(true)
  })

  it('reports that it could not start', async () => {
    const started = await startDemoTarget(launch, { folder: path.join(folder, 'not-there') })
    expect(started).toMatchObject({ ok: false, error: { kind: 'io', operation: 'listen' } })
  })
})

describe('the demo of the app', () => {
  it('is started once however often it is requested, and can be started again after it exited', async () => {
    const controller = new DemoController({ launch, journalPath: path.join(folder, 'journal') })
    const [first, second] = await Promise.all([controller.start(), controller.start()])
    expect(first).toEqual(second)
    const pid = first.ok ? first.value.pid : -1
    expect(controller.isDemoPid(pid)).toBe(true)
    await controller.stop()
    expect(controller.isDemoPid(pid)).toBe(false)
    const again = await controller.start()
    expect(again.ok && again.value.pid !== pid).toBe(true)
    await controller.stop()
  })

  it('removes at the next start the socket that a killed demo left, and nothing else', async () => {
    const journalPath = path.join(folder, 'journal-2')
    const leftover = path.join(folder, 'dotnet-diagnostic-1-2-socket')
    writeFileSync(leftover, '')
    writeFileSync(journalPath, leftover)
    const first = new DemoController({ launch, journalPath })
    expect([existsSync(leftover), existsSync(journalPath)]).toEqual([false, false])
    const foreign = path.join(folder, 'important.txt')
    writeFileSync(foreign, 'x')
    writeFileSync(journalPath, foreign)
    const second = new DemoController({ launch, journalPath })
    expect(readFileSync(foreign, 'utf8')).toBe('x')
    first.dispose()
    second.dispose()
  })
})
