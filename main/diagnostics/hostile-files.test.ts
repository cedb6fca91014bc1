import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openForeign, readForeignText } from '../foreign/foreign-files.ts'
import { readTargetView } from '../os/target-view.ts'
import { readFileInSteps } from '../workers/trace/read-file.ts'
import { readTraceFile } from '../workers/trace/trace-file.ts'
import { readDumpFacts } from './dumps/verify-dump.ts'
import { lookAtHook } from './environment/target-actions.ts'
import { programVersion } from './launch/program-version.ts'
import { lookAtLibrary } from './profiler/attach-profiler.ts'
import { TraceService } from './traces/trace-service.ts'

/** Somebody else may put anything in place of a file that we read: none of it blocks us, and none fills the memory. */
let folder: string
const at = (name: string) => path.join(folder, name)

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hostile-files-'))
  if (process.platform === 'win32') return
  execFileSync('mkfifo', [at('pipe')])
  fs.symlinkSync(at('pipe'), at('link-to-pipe'))
  fs.symlinkSync('/dev/zero', at('zero'))
  fs.mkdirSync(at('folder'))
  fs.writeFileSync(at('sparse'), '')
  fs.truncateSync(at('sparse'), 2 ** 40)
  for (const name of [...odd, 'sparse']) fs.symlinkSync(at(name), at(`${name}-app.runtimeconfig.json`))
})

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const odd = ['pipe', 'link-to-pipe', 'zero', 'folder']
const view = () => readTargetView(process.pid)

describe.skipIf(process.platform === 'win32').each(odd)('a %s in place of', (name) => {
  test('a dump', async () => {
    expect(await readDumpFacts(at(name))).toMatchObject({ ok: false, error: { kind: 'not-regular' } })
  })

  test('a saved file, of which a checksum or a copy is made', async () => {
    await expect(openForeign(at(name))).rejects.toMatchObject({ code: name === 'folder' ? 'EISDIR' : 'NOT_A_FILE' })
  })

  test('a startup hook', async () => {
    expect(await lookAtHook(at(name), view())).toMatchObject({ isVerified: false })
  })

  test('a profiler library', async () => {
    const options = { view: view(), architecture: 'x64', userName: () => null }
    expect(await lookAtLibrary(at(name), options)).toMatchObject({ hasEntryPoint: null })
  })

  test('the configuration of a program that is to be started', async () => {
    expect(await programVersion('dotnet', [at(`${name}-app.dll`)], folder)).toBeNull()
  })

  test('a trace, a recording in Live, a preset or a report', async () => {
    const traces = new TraceService({ workerPath: '', onCrash: () => undefined })
    expect(await traces.open(at(name))).toMatchObject({ ok: false, error: { kind: 'io' } })
    expect(await readTraceFile(at(name), {})).toMatchObject({ ok: false, error: { kind: 'io' } })
    expect(await readFileInSteps(at(name), () => true)).toMatchObject({ ok: false, error: { kind: 'io' } })
    expect(await readForeignText(at(name), 1000)).toMatchObject({ ok: false, error: { kind: 'not-regular' } })
  })
})

test.skipIf(process.platform === 'win32')('a file larger than any real one is not read', async () => {
  expect(await readDumpFacts(at('sparse'))).toMatchObject({ ok: true, value: { format: 'unknown' } })
  expect(await lookAtHook(at('sparse'), view())).toMatchObject({ isVerified: false })
  const options = { view: view(), architecture: 'x64', userName: () => null }
  expect(await lookAtLibrary(at('sparse'), options)).toMatchObject({ isSharedLibrary: false })
  expect(await programVersion('dotnet', [at('sparse-app.dll')], folder)).toBeNull()
})
