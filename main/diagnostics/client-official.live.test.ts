import { execFile } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { tryInstallTool } from '../../samples/dotnet-tools.ts'
import { askOfficialClient, tryBuildOfficialClient } from '../../samples/run-official-client.ts'
import { ScriptedRuntime } from '../demo/scripted-runtime/scripted-runtime.ts'
import { StreamBoundaries } from '../workers/recorder/recorder-boundaries.ts'

/*
 * The other side: what Microsoft's client library and dotnet-trace make of our scripted runtime. It stands in for this test's own
 * process, because both look for the socket by a pid that lives.
 */

const run = promisify(execFile)

/** Field 22 of stat, which both tools expect in the name. */
function startKey(): string {
  const stat = fs.readFileSync('/proc/self/stat', 'utf8')
  return stat.slice(stat.lastIndexOf(') ') + 2).split(' ')[19] ?? '0'
}

const isLinux = process.platform === 'linux'
const client = isLinux ? tryBuildOfficialClient() : null
const dotnetTrace = isLinux ? tryInstallTool('dotnet-trace') : null

let runtime: ScriptedRuntime

beforeEach(async () => {
  // The environment at the start of this process is what the tools read, not what it is now.
  const environ = fs.readFileSync('/proc/self/environ', 'utf8').split('\0')
  const folder = environ.find((entry) => entry.startsWith('TMPDIR='))?.slice('TMPDIR='.length) || '/tmp'
  const socketPath = path.join(folder, `dotnet-diagnostic-${process.pid}-${startKey()}-socket`)
  fs.rmSync(socketPath, { force: true })
  runtime = new ScriptedRuntime({
    socketPath,
    identity: {
      pid: process.pid,
      cookie: Uint8Array.from({ length: 16 }, (_, index) => index + 1),
      commandLine: '/opt/demo/app --port 5000',
      operatingSystem: 'Linux',
      architecture: 'x64',
      entryAssembly: 'app',
      version: '10.0.0',
      runtimeIdentifier: 'linux-x64',
    },
    generation: 10,
    environment: { A: 'B=C', EMPTY: '' },
    seed: 1,
  })
  await runtime.listen()
})
afterEach(() => runtime.dispose())

describe.each(client === null ? [] : [client])('the official client library', (program) => {
  it('understands every answer, and reads a session to its end', async () => {
    expect(await askOfficialClient(program, process.pid, 2.5)).toEqual({
      environment: { A: 'B=C', EMPTY: '' },
      resume: 'ok',
      // The scripted runtime knows neither; the library says so in its own words.
      setVariable: 'UnsupportedCommandException',
      dump: 'UnsupportedCommandException',
      events: expect.any(Number) as number,
      counters: expect.arrayContaining(['cpu-usage', 'working-set', 'gc-heap-size']) as string[],
      lost: 0,
    })
    expect(runtime.openSessionCount).toBe(0)
  })
})

describe.each(dotnetTrace === null ? [] : [dotnetTrace])('dotnet-trace', (program) => {
  it('records a session of it into a complete file', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
    try {
      const file = path.join(folder, 'a.nettrace')
      const providers = 'System.Runtime:FFFFFFFF:4:EventCounterIntervalSec=1'
      const asked = ['collect', '-p', String(process.pid), '--providers', providers, '--duration', '00:00:00:03']
      await run(program, [...asked, '-o', file])
      const bytes = fs.readFileSync(file)
      const boundaries = new StreamBoundaries()
      boundaries.push(bytes)
      expect(boundaries.isComplete).toBe(true)
      expect(bytes.includes(Buffer.from('gc-heap-size', 'utf16le'))).toBe(true)
      expect(runtime.openSessionCount).toBe(0)
    } finally {
      fs.rmSync(folder, { recursive: true, force: true })
    }
  })
})
